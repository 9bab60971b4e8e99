// Indices of non-volatile memory.
// SPDX-License-Identifier: Apache-2.0
#include "tpm.h"

code latchkey_tpm_define_index(
    struct latchkey_tpm *tpm, object session, struct latchkey_tpm_input value, struct latchkey_tpm_input public_area) {
    union latchkey_tpm_box authorisation, area;
    object made = none;
    code status = latchkey_tpm_fill_sized(&authorisation, TSS(Tss2_MU_TPM2B_DIGEST_Unmarshal), value);
    if (status == 0) status = latchkey_tpm_fill(&area, TSS(Tss2_MU_TPM2B_NV_PUBLIC_Unmarshal), public_area);
    if (status == 0) status = latchkey_tpm_protect(tpm, session, decrypt);
    if (status == 0)
        status = TSS(Esys_NV_DefineSpace)(tpm->esys, latchkey_tpm_owner, session, none, none, &authorisation, &area, &made);
    if (status == 0) latchkey_tpm_forget(tpm, made);
    latchkey_tpm_wipe(&authorisation);
    return status;
}

code latchkey_tpm_remove_index(struct latchkey_tpm *tpm, object index, object session) {
    code status = latchkey_tpm_protect(tpm, session, 0);
    return status != 0 ? status : TSS(Esys_NV_UndefineSpace)(tpm->esys, latchkey_tpm_owner, index, session, none, none);
}

code latchkey_tpm_index_public(struct latchkey_tpm *tpm, object index, struct latchkey_tpm_output *area) {
    void *given = NULL;
    code status = TSS(Esys_NV_ReadPublic)(tpm->esys, index, none, none, none, &given, NULL);
    return status != 0 ? status : latchkey_tpm_give(given, TSS(Tss2_MU_TPM2B_NV_PUBLIC_Marshal), area);
}

code latchkey_tpm_read_index(
    struct latchkey_tpm *tpm, object index, object session, uint16_t count, struct latchkey_tpm_output *value) {
    void *given = NULL;
    code status = latchkey_tpm_protect(tpm, session, encrypt);
    if (status == 0) status = TSS(Esys_NV_Read)(tpm->esys, index, index, session, none, none, count, 0, &given);
    return status != 0 ? status : latchkey_tpm_give(given, TSS(Tss2_MU_TPM2B_MAX_NV_BUFFER_Marshal), value);
}

code latchkey_tpm_extend_index(struct latchkey_tpm *tpm, object index, object session, struct latchkey_tpm_input data) {
    union latchkey_tpm_box box;
    code status = latchkey_tpm_fill_sized(&box, TSS(Tss2_MU_TPM2B_MAX_NV_BUFFER_Unmarshal), data);
    if (status == 0) status = latchkey_tpm_protect(tpm, session, decrypt);
    if (status == 0) status = TSS(Esys_NV_Extend)(tpm->esys, index, index, session, none, none, &box);
    latchkey_tpm_wipe(&box);
    return status;
}
