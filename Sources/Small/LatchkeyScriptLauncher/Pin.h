// What the launcher was made for: the pin before its signature record,
// Documentation/Reference/Formats/CodeSignature.md, section 6.
// SPDX-License-Identifier: Apache-2.0
#ifndef PIN_H
#define PIN_H

#include <stdint.h>

enum { mostOptions = 16 };

struct pin {
    const char *interpreter;
    const char *script;
    const char *options[mostOptions];
    int optionCount;
    uint64_t scriptSize;
    unsigned char digest[32];
};

/// Reads the pin of the program that runs. NULL, or why there is none.
const char *read_pin(struct pin *pin);

#endif
