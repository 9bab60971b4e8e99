// Most programs with a keychain never speak to the bus: the library, with six others behind it, is loaded by those that
// do.
// SPDX-License-Identifier: Apache-2.0
#include "include/CLatchkeySystemd.h"

#include <dlfcn.h>
#include <string.h>

static int find(void *library, const char *name, void *place) {
    void *function = dlsym(library, name);
    memcpy(place, &function, sizeof function);
    return function != NULL;
}

int latchkey_bus_load(struct latchkey_bus_calls *calls) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
#define FIND(name) find(library, "sd_bus_" #name, &calls->name)
    return FIND(open_system_with_description) && FIND(close_unref) && FIND(set_method_call_timeout) && FIND(process) && FIND(wait)
        && FIND(call) && FIND(get_property) && FIND(error_free) && FIND(message_new_method_call) && FIND(message_set_auto_start)
        && FIND(message_append_basic) && FIND(message_ref) && FIND(message_unref) && FIND(message_get_sender)
        && FIND(message_get_path) && FIND(message_is_signal) && FIND(message_enter_container) && FIND(message_exit_container) && FIND(message_skip)
        && FIND(message_read_basic)
        && FIND(new) && FIND(set_fd) && FIND(set_bus_client) && FIND(negotiate_fds) && FIND(set_description) && FIND(start)
        && FIND(add_filter) && FIND(slot_unref) && FIND(is_ready) && FIND(get_unique_name) && FIND(get_events)
        && FIND(get_timeout) && FIND(get_n_queued_write) && FIND(send) && FIND(message_send) && FIND(message_seal)
        && FIND(message_set_sender) && FIND(message_new_signal) && FIND(message_new_method_return)
        && FIND(message_new_method_error) && FIND(message_set_destination) && FIND(message_append_array)
        && FIND(message_open_container) && FIND(message_close_container) && FIND(message_sensitive) && FIND(message_get_type)
        && FIND(message_get_cookie) && FIND(message_get_reply_cookie) && FIND(message_get_expect_reply)
        && FIND(message_get_signature) && FIND(message_get_interface) && FIND(message_get_member) && FIND(message_get_error)
        && FIND(message_peek_type) && FIND(message_read_array) && FIND(message_at_end);
#undef FIND
}

int latchkey_login_load(struct latchkey_login_calls *calls) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
#define FIND(name) find(library, "sd_" #name, &calls->name)
    return FIND(pid_get_session) && FIND(pid_get_owner_uid) && FIND(uid_get_display) && FIND(uid_get_sessions) && FIND(uid_get_seats)
        && FIND(session_is_active) && FIND(session_get_uid) && FIND(session_get_seat);
#undef FIND
}
