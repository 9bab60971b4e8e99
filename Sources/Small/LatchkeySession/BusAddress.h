// The address of a bus, as the D-Bus specification writes it ("Server Addresses"): only sockets of this machine.
// SPDX-License-Identifier: Apache-2.0
#ifndef BUS_ADDRESS_H
#define BUS_ADDRESS_H

#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { longestAddress = 4096, mostAlternatives = 16 };

static inline int hexadecimal(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

/// Whether a byte stands for itself in a value; all others are written as `%` and two digits.
static inline int is_plain(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || strchr("-_/\\*.", byte) != NULL;
}

/// Reads a value up to `end` into at most `size` bytes. Its length, or -1 if it is none: a zero would end a path early.
static inline long unescape(const char *value, const char *end, char *into, size_t size) {
    size_t length = 0;
    while (value < end) {
        int byte = (unsigned char)*value;
        if (*value == '%') {
            if (end - value < 3 || hexadecimal(value[1]) < 0 || hexadecimal(value[2]) < 0) return -1;
            byte = hexadecimal(value[1]) * 16 + hexadecimal(value[2]);
            value += 3;
        } else {
            if (*value == 0 || !is_plain(*value)) return -1;
            value++;
        }
        if (byte == 0 || length == size) return -1;
        into[length++] = (char)byte;
    }
    return (long)length;
}

/// The first byte of `set` from here on, or `end`.
static inline const char *find(const char *from, const char *end, char byte) {
    const char *found = memchr(from, byte, (size_t)(end - from));
    return found ? found : end;
}

/// Reads one alternative. The size of the socket's address, or 0 if this is none that can be connected to here.
static inline socklen_t read_alternative(const char *text, const char *end, struct sockaddr_un *address) {
    static const char transport[] = "unix:";
    size_t prefix = sizeof transport - 1;
    if ((size_t)(end - text) < prefix || memcmp(text, transport, prefix) != 0) return 0;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    socklen_t size = 0;
    for (const char *pair = text + prefix; pair < end;) {
        const char *ends = find(pair, end, ','), *equals = find(pair, ends, '=');
        size_t name = (size_t)(equals - pair);
        if (equals == ends) return 0;
        int isPath = name == 4 && memcmp(pair, "path", 4) == 0, isAbstract = name == 8 && memcmp(pair, "abstract", 8) == 0;
        // A bus may tell its number; any other key asks for something that is not done here.
        if (!isPath && !isAbstract && !(name == 4 && memcmp(pair, "guid", 4) == 0)) return 0;
        if (isPath || isAbstract) {
            if (size != 0) return 0;
            char *into = address->sun_path + isAbstract;
            long length = unescape(equals + 1, ends, into, sizeof address->sun_path - 1);
            if (length <= 0 || (isPath && into[0] != '/')) return 0;
            // The name of an abstract socket ends with the size, a path with a zero.
            size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)length + 1);
        }
        pair = ends < end ? ends + 1 : end;
    }
    return size;
}

/// Calls `use` with each alternative that can be connected to, until it gives something other than -1.
static inline int for_each_alternative(const char *text, int (*use)(const struct sockaddr_un *address, socklen_t size)) {
    size_t length = strnlen(text, longestAddress + 1);
    if (length > longestAddress) return -1;
    const char *end = text + length;
    for (int count = 0; text < end && count < mostAlternatives; count++) {
        const char *ends = find(text, end, ';');
        struct sockaddr_un address;
        socklen_t size = read_alternative(text, ends, &address);
        int result = size ? use(&address, size) : -1;
        if (result != -1) return result;
        text = ends < end ? ends + 1 : end;
    }
    return -1;
}

#endif
