// sd-bus and sd-login of libsystemd, loaded by the first who asks for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemd/sd-bus.h>
#include <systemd/sd-login.h>

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
    __typeof__(&sd_bus_message_ref) message_ref;
    __typeof__(&sd_bus_message_unref) message_unref;
    __typeof__(&sd_bus_message_get_sender) message_get_sender;
    __typeof__(&sd_bus_message_get_path) message_get_path;
    __typeof__(&sd_bus_message_is_signal) message_is_signal;
    __typeof__(&sd_bus_message_enter_container) message_enter_container;
    __typeof__(&sd_bus_message_exit_container) message_exit_container;
    __typeof__(&sd_bus_message_skip) message_skip;
    __typeof__(&sd_bus_message_read_basic) message_read_basic;
    __typeof__(&sd_bus_new) new;
    __typeof__(&sd_bus_set_fd) set_fd;
    __typeof__(&sd_bus_set_bus_client) set_bus_client;
    __typeof__(&sd_bus_negotiate_fds) negotiate_fds;
    __typeof__(&sd_bus_set_description) set_description;
    __typeof__(&sd_bus_start) start;
    __typeof__(&sd_bus_add_filter) add_filter;
    __typeof__(&sd_bus_slot_unref) slot_unref;
    __typeof__(&sd_bus_is_ready) is_ready;
    __typeof__(&sd_bus_get_unique_name) get_unique_name;
    __typeof__(&sd_bus_get_events) get_events;
    __typeof__(&sd_bus_get_timeout) get_timeout;
    __typeof__(&sd_bus_get_n_queued_write) get_n_queued_write;
    __typeof__(&sd_bus_send) send;
    __typeof__(&sd_bus_message_send) message_send;
    __typeof__(&sd_bus_message_seal) message_seal;
    __typeof__(&sd_bus_message_set_sender) message_set_sender;
    __typeof__(&sd_bus_message_new_signal) message_new_signal;
    __typeof__(&sd_bus_message_new_method_return) message_new_method_return;
    __typeof__(&sd_bus_message_new_method_error) message_new_method_error;
    __typeof__(&sd_bus_message_set_destination) message_set_destination;
    __typeof__(&sd_bus_message_append_array) message_append_array;
    __typeof__(&sd_bus_message_open_container) message_open_container;
    __typeof__(&sd_bus_message_close_container) message_close_container;
    __typeof__(&sd_bus_message_sensitive) message_sensitive;
    __typeof__(&sd_bus_message_get_type) message_get_type;
    __typeof__(&sd_bus_message_get_cookie) message_get_cookie;
    __typeof__(&sd_bus_message_get_reply_cookie) message_get_reply_cookie;
    __typeof__(&sd_bus_message_get_expect_reply) message_get_expect_reply;
    __typeof__(&sd_bus_message_get_signature) message_get_signature;
    __typeof__(&sd_bus_message_get_interface) message_get_interface;
    __typeof__(&sd_bus_message_get_member) message_get_member;
    __typeof__(&sd_bus_message_get_error) message_get_error;
    __typeof__(&sd_bus_message_peek_type) message_peek_type;
    __typeof__(&sd_bus_message_read_array) message_read_array;
    __typeof__(&sd_bus_message_at_end) message_at_end;
};

/// Loads libsystemd, which stays loaded. Returns 0 if it is not installed, or lacks a function.
int latchkey_bus_load(struct latchkey_bus_calls *calls);

/// The functions of sd-login that are called, by their names without `sd_`.
struct latchkey_login_calls {
    __typeof__(&sd_pid_get_session) pid_get_session;
    __typeof__(&sd_pid_get_owner_uid) pid_get_owner_uid;
    __typeof__(&sd_uid_get_display) uid_get_display;
    __typeof__(&sd_uid_get_sessions) uid_get_sessions;
    __typeof__(&sd_uid_get_seats) uid_get_seats;
    __typeof__(&sd_session_is_active) session_is_active;
    __typeof__(&sd_session_get_uid) session_get_uid;
    __typeof__(&sd_session_get_seat) session_get_seat;
};

/// The same for these.
int latchkey_login_load(struct latchkey_login_calls *calls);
