// Keys and sealed secrets.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // memmem, explicit_bzero
#include "tpm.h"

#include <malloc.h>
#include <string.h>

/// Wipes what is equal to a secret in a block of malloc(3).
static void scrub_block(void *block, const uint8_t *secret, size_t count) {
    uint8_t *start = block, *end = start + malloc_usable_size(block);
    while ((start = memmem(start, (size_t)(end - start), secret, count)) != NULL) {
        explicit_bzero(start, count);
        start += count;
    }
}

/// Wipes the copies of secrets that libtss2 keeps between commands: it decrypts an answer where it lies and leaves it
/// there, and it keeps what a command was given, should the TPM want it again. Neither is needed when the command is
/// over. `list` is of TPM2Bs. What is shorter than a key is no secret of ours, and could be anything else there.
static void scrub(struct latchkey_tpm *tpm, const uint8_t *list, size_t count) {
    enum { shortest = 16 };
    void *sys = NULL;
    if (TSS(Esys_GetSysContext)(tpm->esys, &sys) != 0) sys = NULL;
    while (count >= 2) {
        size_t length = (size_t)list[0] << 8 | list[1];
        if (length > count - 2) return;
        if (length >= shortest) {
            scrub_block(tpm->esys, list + 2, length);
            if (sys != NULL) scrub_block(sys, list + 2, length);
        }
        list += 2 + length;
        count -= 2 + length;
    }
}

/// Fills what a new object is made of.
static code fill_template(
    union latchkey_tpm_box *secret, union latchkey_tpm_box *area, union latchkey_tpm_box *registers, struct latchkey_tpm_input sensitive,
    struct latchkey_tpm_input public_area) {
    // TPML_PCR_SELECTION: none.
    static const uint8_t no_registers[] = {0, 0, 0, 0};
    code status = latchkey_tpm_fill(secret, TSS(Tss2_MU_TPM2B_SENSITIVE_CREATE_Unmarshal), sensitive);
    if (status == 0) status = latchkey_tpm_fill(area, TSS(Tss2_MU_TPM2B_PUBLIC_Unmarshal), public_area);
    if (status == 0)
        status = latchkey_tpm_fill(
            registers, TSS(Tss2_MU_TPML_PCR_SELECTION_Unmarshal), (struct latchkey_tpm_input){no_registers, sizeof no_registers});
    return status;
}

/// TPM2B_DATA of no bytes: what a creator says of an object to whoever reads its certificate.
static const uint16_t nothing_said[64];

code latchkey_tpm_create_primary(
    struct latchkey_tpm *tpm, object session, struct latchkey_tpm_input sensitive, struct latchkey_tpm_input public_area, object *made) {
    union latchkey_tpm_box secret, area, registers;
    code status = fill_template(&secret, &area, &registers, sensitive, public_area);
    // A session that is salted to nothing has no key to encrypt with.
    if (status == 0) status = latchkey_tpm_protect(tpm, session, 0);
    if (status == 0)
        status = TSS(Esys_CreatePrimary)(
            tpm->esys, latchkey_tpm_owner, session, none, none, &secret, &area, nothing_said, &registers, made, NULL, NULL, NULL, NULL);
    latchkey_tpm_wipe(&secret);
    return status;
}

code latchkey_tpm_make_persistent(struct latchkey_tpm *tpm, object session, object kept, uint32_t handle) {
    object persistent = none;
    code status = latchkey_tpm_protect(tpm, session, 0);
    if (status == 0)
        status = TSS(Esys_EvictControl)(tpm->esys, latchkey_tpm_owner, kept, session, none, none, handle, &persistent);
    if (status == 0) latchkey_tpm_forget(tpm, persistent);
    return status;
}

code latchkey_tpm_create(
    struct latchkey_tpm *tpm, object parent, object session, struct latchkey_tpm_input sensitive, struct latchkey_tpm_input public_area,
    struct latchkey_tpm_output *private_part, struct latchkey_tpm_output *public_part) {
    union latchkey_tpm_box secret, area, registers;
    void *given_private = NULL, *given_public = NULL;
    code status = fill_template(&secret, &area, &registers, sensitive, public_area);
    if (status == 0) status = latchkey_tpm_protect(tpm, session, decrypt | encrypt);
    if (status == 0)
        status = TSS(Esys_Create)(
            tpm->esys, parent, session, none, none, &secret, &area, nothing_said, &registers, &given_private, &given_public, NULL, NULL, NULL);
    latchkey_tpm_wipe(&secret);
    if (sensitive.count > 2) scrub(tpm, sensitive.bytes + 2, sensitive.count - 2);
    if (status != 0) return status;
    status = latchkey_tpm_give(given_private, TSS(Tss2_MU_TPM2B_PRIVATE_Marshal), private_part);
    code other = latchkey_tpm_give(given_public, TSS(Tss2_MU_TPM2B_PUBLIC_Marshal), public_part);
    return status != 0 ? status : other;
}

code latchkey_tpm_load_object(
    struct latchkey_tpm *tpm, object parent, object session, struct latchkey_tpm_input private_part, struct latchkey_tpm_input public_part,
    object *loaded) {
    union latchkey_tpm_box sealed, area;
    code status = latchkey_tpm_fill(&sealed, TSS(Tss2_MU_TPM2B_PRIVATE_Unmarshal), private_part);
    if (status == 0) status = latchkey_tpm_fill(&area, TSS(Tss2_MU_TPM2B_PUBLIC_Unmarshal), public_part);
    if (status == 0) status = latchkey_tpm_protect(tpm, session, decrypt | encrypt);
    if (status == 0) status = TSS(Esys_Load)(tpm->esys, parent, session, none, none, &sealed, &area, loaded);
    return status;
}

code latchkey_tpm_public(struct latchkey_tpm *tpm, object read, struct latchkey_tpm_output *area) {
    void *given = NULL;
    code status = TSS(Esys_ReadPublic)(tpm->esys, read, none, none, none, &given, NULL, NULL);
    return status != 0 ? status : latchkey_tpm_give(given, TSS(Tss2_MU_TPM2B_PUBLIC_Marshal), area);
}

code latchkey_tpm_unseal(struct latchkey_tpm *tpm, object sealed, object session, struct latchkey_tpm_output *secret) {
    void *given = NULL;
    code status = latchkey_tpm_protect(tpm, session, encrypt);
    if (status == 0) status = TSS(Esys_Unseal)(tpm->esys, sealed, session, none, none, &given);
    if (status != 0) return status;
    status = latchkey_tpm_give(given, TSS(Tss2_MU_TPM2B_SENSITIVE_DATA_Marshal), secret);
    scrub(tpm, secret->bytes, secret->count);
    return status;
}

code latchkey_tpm_sign(
    struct latchkey_tpm *tpm, object key, object session, struct latchkey_tpm_input digest, struct latchkey_tpm_output *signature) {
    // TPMT_SIG_SCHEME: ECDSA, SHA-256. TPMT_TK_HASHCHECK: the key may sign what the TPM has not hashed itself.
    static const uint8_t ecdsa[] = {0x00, 0x18, 0x00, 0x0B};
    static const uint8_t no_ticket[] = {0x80, 0x24, 0x40, 0x00, 0x00, 0x07, 0x00, 0x00};
    union latchkey_tpm_box data, scheme, ticket;
    void *given = NULL;
    code status = latchkey_tpm_fill_sized(&data, TSS(Tss2_MU_TPM2B_DIGEST_Unmarshal), digest);
    if (status == 0)
        status = latchkey_tpm_fill(&scheme, TSS(Tss2_MU_TPMT_SIG_SCHEME_Unmarshal), (struct latchkey_tpm_input){ecdsa, sizeof ecdsa});
    if (status == 0)
        status = latchkey_tpm_fill(
            &ticket, TSS(Tss2_MU_TPMT_TK_HASHCHECK_Unmarshal), (struct latchkey_tpm_input){no_ticket, sizeof no_ticket});
    if (status == 0) status = latchkey_tpm_protect(tpm, session, decrypt);
    if (status == 0) status = TSS(Esys_Sign)(tpm->esys, key, session, none, none, &data, &scheme, &ticket, &given);
    return status != 0 ? status : latchkey_tpm_give(given, TSS(Tss2_MU_TPMT_SIGNATURE_Marshal), signature);
}

code latchkey_tpm_agree(
    struct latchkey_tpm *tpm, object key, object session, struct latchkey_tpm_input point, struct latchkey_tpm_output *secret) {
    union latchkey_tpm_box other;
    void *given = NULL;
    code status = latchkey_tpm_fill(&other, TSS(Tss2_MU_TPM2B_ECC_POINT_Unmarshal), point);
    if (status == 0) status = latchkey_tpm_protect(tpm, session, decrypt | encrypt);
    if (status == 0) status = TSS(Esys_ECDH_ZGen)(tpm->esys, key, session, none, none, &other, &given);
    if (status != 0) return status;
    status = latchkey_tpm_give(given, TSS(Tss2_MU_TPM2B_ECC_POINT_Marshal), secret);
    if (status == 0) scrub(tpm, secret->bytes + 2, secret->count - 2);
    return status;
}
