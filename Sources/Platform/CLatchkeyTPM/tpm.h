// A TPM that is open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bytes.h"

struct latchkey_tpm {
    void *esys;
    void *tcti;
};

enum {
    none = latchkey_tpm_none,

    // TPMA_SESSION
    continue_session = 0x01,
    decrypt = 0x20,
    encrypt = 0x40,
};

/// Says which parameters of the next command are encrypted. ESAPI refuses a command that has no such parameter.
code latchkey_tpm_protect(struct latchkey_tpm *tpm, object session, uint8_t parameters);
