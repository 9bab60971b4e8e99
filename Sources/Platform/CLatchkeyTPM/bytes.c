// Structures of libtss2 and the bytes of the specification.
// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE  // explicit_bzero
#include "bytes.h"

#include <malloc.h>
#include <string.h>

code latchkey_tpm_fill(union latchkey_tpm_box *box, latchkey_tpm_reader *read, struct latchkey_tpm_input bytes) {
    // libtss2 refuses some structures that are not zero before.
    memset(box, 0, sizeof *box);
    size_t offset = 0;
    code status = read(bytes.bytes, bytes.count, &offset, box);
    return status != 0 ? status : offset == bytes.count ? 0 : latchkey_tpm_bad_bytes;
}

code latchkey_tpm_fill_sized(union latchkey_tpm_box *box, latchkey_tpm_reader *read, struct latchkey_tpm_input contents) {
    uint8_t sized[latchkey_tpm_longest_sized];
    if (contents.count > sizeof sized - 2) return latchkey_tpm_bad_bytes;
    sized[0] = (uint8_t)(contents.count >> 8);
    sized[1] = (uint8_t)contents.count;
    if (contents.count > 0) memcpy(sized + 2, contents.bytes, contents.count);
    code status = latchkey_tpm_fill(box, read, (struct latchkey_tpm_input){sized, contents.count + 2});
    explicit_bzero(sized, contents.count + 2);
    return status;
}

void latchkey_tpm_wipe(union latchkey_tpm_box *box) { explicit_bzero(box, sizeof *box); }

void latchkey_tpm_free(void *structure) {
    if (structure == NULL) return;
    // libtss2 takes it from malloc(3), which alone knows how long it is.
    explicit_bzero(structure, malloc_usable_size(structure));
    TSS(Esys_Free)(structure);
}

code latchkey_tpm_give(void *structure, latchkey_tpm_writer *write, struct latchkey_tpm_output *bytes) {
    size_t offset = 0;
    code status = write(structure, bytes->bytes, bytes->capacity, &offset);
    bytes->count = status == 0 ? offset : 0;
    latchkey_tpm_free(structure);
    return status;
}
