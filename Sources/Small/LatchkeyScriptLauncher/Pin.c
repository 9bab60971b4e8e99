// Reads the pin at the end of the launcher's own file. Every length is bounded before it is used.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "Pin.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    recordTrailer = 40,
    pinTrailer = 32,
    header = 56,
    largestPin = header + 3 * 4096,
    largestDirectory = 65863,
    largestMessage = 65536,
};

static const char recordMagic[] = "~Latchkey signature record~\n";
static const char pinMagic[] = "~Latchkey pin of a script~~\n";
// Paths and options point into it, with a zero after each path.
static unsigned char bytes[largestPin + 3];

static uint64_t number(const unsigned char *from, int count) {
    uint64_t value = 0;
    for (int place = 0; place < count; place++) value = value << 8 | from[place];
    return value;
}

static int read_at(int file, void *buffer, size_t count, off_t place) {
    for (size_t done = 0; done < count;) {
        ssize_t part = pread(file, (char *)buffer + done, count - done, place + (off_t)done);
        if (part <= 0) return 0;
        done += (size_t)part;
    }
    return 1;
}

static const char *decode(size_t size, struct pin *pin) {
    if (memcmp(bytes, "LKSP\1\1", 6) != 0 || number(bytes + 54, 2) != 0) return "the pin has an unknown version";
    size_t count = number(bytes + 6, 2);
    size_t interpreter = number(bytes + 48, 2), options = number(bytes + 50, 2), script = number(bytes + 52, 2);
    if (count > mostOptions || interpreter < 2 || interpreter > 4095 || options > 4096 || script < 2 || script > 4095 ||
        header + interpreter + options + script != size)
        return "the pin is damaged";
    memcpy(pin->digest, bytes + 8, sizeof pin->digest);
    pin->scriptSize = number(bytes + 40, 8);
    // From the end, so that each part moves before the one before it is ended.
    unsigned char *place = bytes + header;
    memmove(place + interpreter + 1 + options, place + interpreter + options, script);
    memmove(place + interpreter + 1, place + interpreter, options);
    place[interpreter] = 0;
    place[interpreter + 1 + options + script] = 0;
    pin->interpreter = (const char *)place;
    pin->script = (const char *)place + interpreter + 1 + options;
    const char *option = (const char *)place + interpreter + 1, *end = pin->script;
    for (pin->optionCount = 0; option < end; option += strnlen(option, (size_t)(end - option)) + 1) {
        if (pin->optionCount == mostOptions || memchr(option, 0, (size_t)(end - option)) == NULL) return "the pin is damaged";
        pin->options[pin->optionCount++] = option;
    }
    if ((size_t)pin->optionCount != count || strlen(pin->interpreter) != interpreter || strlen(pin->script) != script ||
        pin->interpreter[0] != '/' || pin->script[0] != '/')
        return "the pin is damaged";
    return NULL;
}

const char *read_pin(struct pin *pin) {
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return "it cannot read its own file";
    unsigned char trailer[recordTrailer];
    const char *problem = NULL;
    size_t size = 0;
    if (status.st_size < recordTrailer || !read_at(file, trailer, recordTrailer, status.st_size - recordTrailer) ||
        memcmp(trailer + 12, recordMagic, 28) != 0) {
        problem = "it is not signed; codesign --script makes a launcher";
    } else {
        uint64_t directory = number(trailer + 4, 4), message = number(trailer + 8, 4);
        off_t end = status.st_size - recordTrailer - (off_t)(directory + message);
        if (directory > largestDirectory || message > largestMessage || end < pinTrailer + header ||
            !read_at(file, trailer, pinTrailer, end - pinTrailer) || memcmp(trailer + 4, pinMagic, 28) != 0)
            problem = "it has no pin of a script; codesign --script makes a launcher";
        else if ((size = number(trailer, 4)) < header || size > largestPin || (off_t)size > end - pinTrailer ||
                 !read_at(file, bytes, size, end - pinTrailer - (off_t)size))
            problem = "the pin is damaged";
    }
    close(file);
    return problem ? problem : decode(size, pin);
}
