// The functions of libtss2 by their names, once they are found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "include/CLatchkeyTPM.h"

// The prototypes of libtss2, of which every structure is an address. They are fixed by the TSS 2.0 specifications
// (ESAPI 1.00, MUAPI 1.00), and are in the libraries under their version.
typedef latchkey_tpm_code code;
typedef latchkey_tpm_object object;
typedef const void *in;
typedef void **out;

#define READER(name) FUNCTION(mu, Tss2_MU_##name##_Unmarshal, code, (const uint8_t *, size_t, size_t *, void *))
#define WRITER(name) FUNCTION(mu, Tss2_MU_##name##_Marshal, code, (const void *, uint8_t *, size_t, size_t *))

#define EVERY_FUNCTION \
    FUNCTION(tctildr, Tss2_TctiLdr_Initialize, code, (const char *, void **)) \
    FUNCTION(tctildr, Tss2_TctiLdr_Finalize, void, (void **)) \
    FUNCTION(rc, Tss2_RC_Decode, const char *, (code)) \
    READER(TPM2B_DIGEST) \
    READER(TPM2B_PRIVATE) \
    READER(TPM2B_PUBLIC) \
    READER(TPM2B_NV_PUBLIC) \
    READER(TPM2B_SENSITIVE_CREATE) \
    READER(TPM2B_SENSITIVE_DATA) \
    READER(TPM2B_ECC_POINT) \
    READER(TPM2B_MAX_NV_BUFFER) \
    READER(TPMT_SYM_DEF) \
    READER(TPMT_SIG_SCHEME) \
    READER(TPMT_TK_HASHCHECK) \
    READER(TPML_PCR_SELECTION) \
    WRITER(TPM2B_NAME) \
    WRITER(TPM2B_PRIVATE) \
    WRITER(TPM2B_PUBLIC) \
    WRITER(TPM2B_NV_PUBLIC) \
    WRITER(TPM2B_SENSITIVE_DATA) \
    WRITER(TPM2B_ECC_POINT) \
    WRITER(TPM2B_MAX_NV_BUFFER) \
    WRITER(TPMT_SIGNATURE) \
    WRITER(TPMS_CAPABILITY_DATA) \
    FUNCTION(esys, Esys_Initialize, code, (void **, void *, void *)) \
    FUNCTION(esys, Esys_Finalize, void, (void **)) \
    FUNCTION(esys, Esys_GetPollHandles, code, (void *, struct pollfd **, size_t *)) \
    FUNCTION(esys, Esys_Free, void, (void *)) \
    FUNCTION(esys, Esys_GetSysContext, code, (void *, void **)) \
    FUNCTION(esys, Esys_TR_FromTPMPublic, code, (void *, uint32_t, object, object, object, object *)) \
    FUNCTION(esys, Esys_TR_Close, code, (void *, object *)) \
    FUNCTION(esys, Esys_TR_SetAuth, code, (void *, object, in)) \
    FUNCTION(esys, Esys_TR_GetName, code, (void *, object, out)) \
    FUNCTION(esys, Esys_TRSess_SetAttributes, code, (void *, object, uint8_t, uint8_t)) \
    FUNCTION(esys, Esys_StartAuthSession, code, (void *, object, object, object, object, object, in, uint8_t, in, uint16_t, object *)) \
    FUNCTION(esys, Esys_FlushContext, code, (void *, object)) \
    FUNCTION(esys, Esys_ReadPublic, code, (void *, object, object, object, object, out, out, out)) \
    FUNCTION(esys, Esys_CreatePrimary, code, (void *, object, object, object, object, in, in, in, in, object *, out, out, out, out)) \
    FUNCTION(esys, Esys_EvictControl, code, (void *, object, object, object, object, object, uint32_t, object *)) \
    FUNCTION(esys, Esys_Create, code, (void *, object, object, object, object, in, in, in, in, out, out, out, out, out)) \
    FUNCTION(esys, Esys_Load, code, (void *, object, object, object, object, in, in, object *)) \
    FUNCTION(esys, Esys_Unseal, code, (void *, object, object, object, object, out)) \
    FUNCTION(esys, Esys_Sign, code, (void *, object, object, object, object, in, in, in, out)) \
    FUNCTION(esys, Esys_ECDH_ZGen, code, (void *, object, object, object, object, in, out)) \
    FUNCTION(esys, Esys_NV_DefineSpace, code, (void *, object, object, object, object, in, in, object *)) \
    FUNCTION(esys, Esys_NV_UndefineSpace, code, (void *, object, object, object, object, object)) \
    FUNCTION(esys, Esys_NV_ReadPublic, code, (void *, object, object, object, object, out, out)) \
    FUNCTION(esys, Esys_NV_Read, code, (void *, object, object, object, object, object, uint16_t, uint16_t, out)) \
    FUNCTION(esys, Esys_NV_Extend, code, (void *, object, object, object, object, object, in)) \
    FUNCTION(esys, Esys_GetCapability, code, (void *, object, object, object, uint32_t, uint32_t, uint32_t, uint8_t *, out)) \
    FUNCTION(esys, Esys_DictionaryAttackParameters, code, (void *, object, object, object, object, uint32_t, uint32_t, uint32_t))

struct latchkey_tpm_functions {
#define FUNCTION(library, name, result, parameters) result(*name) parameters;
    EVERY_FUNCTION
#undef FUNCTION
};

// As long as the pages of the processor's Linux: nothing else is in the pages that cannot be written afterwards.
#if defined(__x86_64__)
enum { latchkey_tpm_page = 4096 };
#else
enum { latchkey_tpm_page = 65536 };
#endif

union latchkey_tpm_table {
    struct latchkey_tpm_functions functions;
    char pages[latchkey_tpm_page];
};

extern union latchkey_tpm_table latchkey_tpm_table;

/// A function of libtss2. Whoever has a TPM that is open has loaded it.
#define TSS(name) latchkey_tpm_table.functions.name
