// Structures of libtss2 and the bytes of the specification.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "table.h"

/// Room for a structure of libtss2 that a command takes. The largest, TPM2B_MAX_NV_BUFFER, has 2 050 bytes in version
/// 3.2 and as many in 4.1; libtss2 itself checks the lengths that its structures have room for.
union latchkey_tpm_box {
    max_align_t alignment;
    uint8_t bytes[8192];
};

typedef code latchkey_tpm_reader(const uint8_t *, size_t, size_t *, void *);
typedef code latchkey_tpm_writer(const void *, uint8_t *, size_t, size_t *);

/// Fills a structure from all of some bytes.
code latchkey_tpm_fill(union latchkey_tpm_box *box, latchkey_tpm_reader *read, struct latchkey_tpm_input bytes);
/// The same for a TPM2B of bytes, whose contents are given.
code latchkey_tpm_fill_sized(union latchkey_tpm_box *box, latchkey_tpm_reader *read, struct latchkey_tpm_input contents);
/// Wipes what was filled.
void latchkey_tpm_wipe(union latchkey_tpm_box *box);

/// Writes a structure that libtss2 has allocated, and wipes and frees it.
code latchkey_tpm_give(void *structure, latchkey_tpm_writer *write, struct latchkey_tpm_output *bytes);
/// Wipes and frees what libtss2 has allocated. Null is nothing.
void latchkey_tpm_free(void *structure);

enum {
    /// The longest TPM2B of bytes, with the two of its length.
    latchkey_tpm_longest_sized = 2 + 2048,
};
