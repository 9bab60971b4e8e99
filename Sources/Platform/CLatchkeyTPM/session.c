// Opens a TPM, and the sessions under which its commands run.
// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE  // setenv
#include "tpm.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static const char nothing[] = "all+none";
static const char device[] = "device:";

void latchkey_tpm_silence(void) { setenv("TSS2_LOG", nothing, 0); }

int latchkey_tpm_is_told_to_log(void) {
    const char *log = getenv("TSS2_LOG");
    return getenv("TSS2_LOGFILE") != NULL || (log != NULL && strcmp(log, nothing) != 0);
}

const char *latchkey_tpm_named(void) { return getenv("LATCHKEY_TPM"); }

/// A program that this process starts would have the descriptor, and in it every key that is loaded at this moment.
static void close_at_exec(struct latchkey_tpm *tpm) {
    struct pollfd *handles = NULL;
    size_t count = 0;
    if (TSS(Esys_GetPollHandles)(tpm->esys, &handles, &count) != 0) return;
    for (size_t handle = 0; handle < count; handle += 1) {
        int flags = fcntl(handles[handle].fd, F_GETFD);
        if (flags >= 0) fcntl(handles[handle].fd, F_SETFD, flags | FD_CLOEXEC);
    }
    TSS(Esys_Free)(handles);
}

code latchkey_tpm_open(const char *name, struct latchkey_tpm **opened) {
    *opened = NULL;
    if (!latchkey_tpm_load()) return latchkey_tpm_no_library;
    struct latchkey_tpm *tpm = calloc(1, sizeof *tpm);
    if (tpm == NULL) return latchkey_tpm_bad_bytes;
    code status = TSS(Tss2_TctiLdr_Initialize)(name, &tpm->tcti);
    if (status == 0) status = TSS(Esys_Initialize)(&tpm->esys, tpm->tcti, NULL);
    if (status == 0) {
        // The other ways tell of no descriptor, and libtss2 would log that.
        if (strncmp(name, device, sizeof device - 1) == 0) close_at_exec(tpm);
        *opened = tpm;
        return 0;
    }
    if (tpm->tcti != NULL) TSS(Tss2_TctiLdr_Finalize)(&tpm->tcti);
    free(tpm);
    return status;
}

void latchkey_tpm_close(struct latchkey_tpm *tpm) {
    TSS(Esys_Finalize)(&tpm->esys);
    TSS(Tss2_TctiLdr_Finalize)(&tpm->tcti);
    free(tpm);
}

code latchkey_tpm_start_session(struct latchkey_tpm *tpm, object key, object *session) {
    // TPMT_SYM_DEF: AES, 128 bits, CFB.
    static const uint8_t bytes[] = {0x00, 0x06, 0x00, 0x80, 0x00, 0x43};
    enum { hmac = 0x00, sha256 = 0x000B };
    union latchkey_tpm_box cipher;
    code status = latchkey_tpm_fill(&cipher, TSS(Tss2_MU_TPMT_SYM_DEF_Unmarshal), (struct latchkey_tpm_input){bytes, sizeof bytes});
    if (status != 0) return status;
    return TSS(Esys_StartAuthSession)(tpm->esys, key, none, none, none, none, NULL, hmac, &cipher, sha256, session);
}

code latchkey_tpm_end_session_after(struct latchkey_tpm *tpm, object session, enum latchkey_tpm_session_end end) {
    uint8_t attribute = end == latchkey_tpm_session_ends ? 0 : continue_session;
    return TSS(Esys_TRSess_SetAttributes)(tpm->esys, session, attribute, continue_session);
}

code latchkey_tpm_protect(struct latchkey_tpm *tpm, object session, uint8_t parameters) {
    return TSS(Esys_TRSess_SetAttributes)(tpm->esys, session, parameters, decrypt | encrypt);
}

code latchkey_tpm_flush(struct latchkey_tpm *tpm, object flushed) { return TSS(Esys_FlushContext)(tpm->esys, flushed); }

void latchkey_tpm_forget(struct latchkey_tpm *tpm, object forgotten) { TSS(Esys_TR_Close)(tpm->esys, &forgotten); }

code latchkey_tpm_find(struct latchkey_tpm *tpm, uint32_t handle, object *found) {
    return TSS(Esys_TR_FromTPMPublic)(tpm->esys, handle, none, none, none, found);
}

code latchkey_tpm_name(struct latchkey_tpm *tpm, object named, struct latchkey_tpm_output *name) {
    void *given = NULL;
    code status = TSS(Esys_TR_GetName)(tpm->esys, named, &given);
    return status != 0 ? status : latchkey_tpm_give(given, TSS(Tss2_MU_TPM2B_NAME_Marshal), name);
}

code latchkey_tpm_authorise(struct latchkey_tpm *tpm, object authorised, struct latchkey_tpm_input value) {
    union latchkey_tpm_box box;
    code status = latchkey_tpm_fill_sized(&box, TSS(Tss2_MU_TPM2B_DIGEST_Unmarshal), value);
    if (status == 0) status = TSS(Esys_TR_SetAuth)(tpm->esys, authorised, &box);
    latchkey_tpm_wipe(&box);
    return status;
}

code latchkey_tpm_capability(struct latchkey_tpm *tpm, uint32_t capability, uint32_t first, uint32_t count, struct latchkey_tpm_output *data) {
    uint8_t more = 0;
    void *given = NULL;
    code status = TSS(Esys_GetCapability)(tpm->esys, none, none, none, capability, first, count, &more, &given);
    return status != 0 ? status : latchkey_tpm_give(given, TSS(Tss2_MU_TPMS_CAPABILITY_DATA_Marshal), data);
}

code latchkey_tpm_set_lockout(struct latchkey_tpm *tpm, object session, uint32_t tries, uint32_t interval, uint32_t recovery) {
    code status = latchkey_tpm_protect(tpm, session, 0);
    if (status != 0) return status;
    return TSS(Esys_DictionaryAttackParameters)(tpm->esys, latchkey_tpm_lockout, session, none, none, tries, interval, recovery);
}
