// Fuzzes how latchkey-session reads the address of a bus, which the user says: sockets of this machine come of it.
// SPDX-License-Identifier: Apache-2.0
#include "BusAddress.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static int found;
static struct sockaddr_un last;
static socklen_t lastSize;

static void check(int holds, const char *promise) {
    if (holds) return;
    fprintf(stderr, "broken promise: %s\n", promise);
    abort();
}

static int note(const struct sockaddr_un *address, socklen_t size) {
    size_t start = offsetof(struct sockaddr_un, sun_path);
    found++;
    check(address->sun_family == AF_UNIX, "an address is of this machine");
    check(size > start + 1 && size <= sizeof *address, "an address has a name, and room for it");
    if (address->sun_path[0] == 0) {
        check(memchr(address->sun_path + 1, 0, size - start - 1) == NULL, "an abstract name has no zero in it");
    } else {
        check(address->sun_path[0] == '/', "a path is absolute");
        check(strnlen(address->sun_path, sizeof address->sun_path) == size - start - 1, "a path ends where its size says");
    }
    for (size_t place = size; place < sizeof *address; place++) check(((const char *)address)[place] == 0, "nothing is behind it");
    last = *address;
    lastSize = size;
    return -1;
}

static int take(const struct sockaddr_un *address, socklen_t size) {
    check(size == lastSize && memcmp(address, &last, sizeof last) == 0, "an address that is written again is read as the same");
    found++;
    return 7;
}

/// Writes the last address with each of its bytes as `%` and two digits.
static void write_again(char *into) {
    int isAbstract = last.sun_path[0] == 0;
    size_t length = lastSize - offsetof(struct sockaddr_un, sun_path) - 1;
    into += sprintf(into, "tcp:host=x;unix:%s=", isAbstract ? "abstract" : "path");
    for (size_t place = 0; place < length; place++) into += sprintf(into, "%%%02X", (unsigned char)last.sun_path[place + isAbstract]);
    sprintf(into, ",guid=0123;unix:path=/other");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    // Of just its size, so that a read beyond its end is found.
    char *text = malloc(count + 1), again[512];
    check(text != NULL, "there is memory");
    memcpy(text, bytes, count);
    text[count] = 0;
    found = 0;
    check(for_each_alternative(text, note) == -1, "all alternatives are tried");
    check(found <= mostAlternatives, "there are not many alternatives");
    check(found == 0 || strstr(text, "unix:") != NULL, "only sockets of this machine are tried");
    free(text);
    if (found == 0) return 0;
    write_again(again);
    found = 0;
    check(for_each_alternative(again, take) == 7 && found == 1, "the first one that can be used is the last one tried");
    return 0;
}
