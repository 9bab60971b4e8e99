// sd-bus of libsystemd, loaded by the first who asks for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemd/sd-bus.h>

/// The functions of sd-bus that are called, by their names without `sd_bus_`.
struct latchkey_bus_calls {
    __typeof__(&sd_bus_open_system_with_description) open_system_with_description;
    __typeof__(&sd_bus_close_unref) close_unref;
    __typeof__(&sd_bus_set_method_call_timeout) set_method_call_timeout;
    __typeof__(&sd_bus_process) process;
    __typeof__(&sd_bus_wait) wait;
    __typeof__(&sd_bus_call) call;
    __typeof__(&sd_bus_get_property) get_property;
    __typeof__(&sd_bus_error_free) error_free;
    __typeof__(&sd_bus_message_new_method_call) message_new_method_call;
    __typeof__(&sd_bus_message_set_auto_start) message_set_auto_start;
    __typeof__(&sd_bus_message_append_basic) message_append_basic;
    __typeof__(&sd_bus_message_unref) message_unref;
    __typeof__(&sd_bus_message_get_sender) message_get_sender;
    __typeof__(&sd_bus_message_get_path) message_get_path;
    __typeof__(&sd_bus_message_is_signal) message_is_signal;
    __typeof__(&sd_bus_message_enter_container) message_enter_container;
    __typeof__(&sd_bus_message_exit_container) message_exit_container;
    __typeof__(&sd_bus_message_skip) message_skip;
    __typeof__(&sd_bus_message_read_basic) message_read_basic;
};

/// Loads libsystemd, which stays loaded. Returns 0 where it is not installed, or lacks a function.
int latchkey_bus_load(struct latchkey_bus_calls *calls);
