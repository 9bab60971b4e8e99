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
        && FIND(message_append_basic) && FIND(message_unref) && FIND(message_get_sender) && FIND(message_get_path)
        && FIND(message_is_signal) && FIND(message_enter_container) && FIND(message_exit_container) && FIND(message_skip)
        && FIND(message_read_basic);
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
