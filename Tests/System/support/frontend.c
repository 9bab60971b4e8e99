// Speaks for sandboxed applications as xdg-desktop-portal does: asks for a key, and prints the response and the key.
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

static int failed(const char *what, sd_bus_error *error, int result) {
    printf("%s %s\n", what, error->name ? error->name : strerror(-result));
    return 1;
}

/// usage: frontend APPLICATION read|full|closed [without-name]
int main(int count, char **arguments) {
    sd_bus *bus = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL;
    int ends[2], result = sd_bus_open_user(&bus);
    if (result < 0 || pipe2(ends, O_CLOEXEC) != 0) return failed("bus", &error, result);
    if (count < 4 && (result = sd_bus_request_name(bus, "org.freedesktop.portal.Desktop", 0)) < 0) return failed("name", &error, result);
    if (strcmp(arguments[2], "full") == 0) {
        static char filling[1 << 16];
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        while (write(ends[1], filling, sizeof filling) > 0) continue;
        fcntl(ends[1], F_SETFL, 0);
    }
    if (strcmp(arguments[2], "closed") == 0) close(ends[0]);
    result = sd_bus_call_method(bus, "org.freedesktop.impl.portal.desktop.latchkey", "/org/freedesktop/portal/desktop",
                                "org.freedesktop.impl.portal.Secret", "RetrieveSecret", &error, &reply, "osha{sv}",
                                "/org/freedesktop/portal/desktop/request/1", arguments[1], ends[1], 0);
    close(ends[1]);
    if (result < 0) return failed("refused", &error, result);
    unsigned response = 99;
    sd_bus_message_read(reply, "u", &response);
    printf("response %u ", response);
    unsigned char key[256];
    for (ssize_t size; strcmp(arguments[2], "read") == 0 && (size = read(ends[0], key, sizeof key)) > 0;)
        for (ssize_t place = 0; place < size; place++) printf("%02x", key[place]);
    printf("\n");
    return 0;
}
