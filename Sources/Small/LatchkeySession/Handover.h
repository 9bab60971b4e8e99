// What goes between latchkey-session and the daemon: Documentation/Reference/Formats/Wire.md, "The session's socket".
// SPDX-License-Identifier: Apache-2.0
#ifndef HANDOVER_H
#define HANDOVER_H

#include <stdint.h>

/// Comes with one descriptor, the socket to the bus.
static const unsigned char handover[16] = {'L', 'A', 'T', 'C', 'H', 'B', 'U', 'S', 0, 0, 0, 1, 0, 0, 0, 0};

/// The first byte of each word of the daemon; the second one is the length of the text behind it.
enum word { serving = 1, refused = 2, over = 3, waiting = 4, busy = 5 };

#endif
