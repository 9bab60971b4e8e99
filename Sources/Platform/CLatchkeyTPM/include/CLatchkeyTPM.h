// The commands of a TPM 2.0 that Latchkey uses, by the ESAPI of libtss2, which the first who opens a TPM loads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

// What goes in and comes out are the bytes of the specification (TPM 2.0 Library, part 2), not the structures of
// libtss2: its own functions make the one from the other. So nobody who builds this needs its headers, a structure
// that another version lays out in another way does no harm, and Swift fills no unions.

/// A TPM that is open.
struct latchkey_tpm;

/// What a function gives: 0, or a response code as TSS 2.0 has them, of which bits 16 to 23 name the layer.
typedef uint32_t latchkey_tpm_code;

/// An object, an index or a session, as ESAPI names them.
typedef uint32_t latchkey_tpm_object;

/// Bytes that a function reads.
struct latchkey_tpm_input {
    const uint8_t *_Nullable bytes;
    size_t count;
};

/// Room that a function writes to, and how much of it was written.
struct latchkey_tpm_output {
    uint8_t *_Nullable bytes;
    size_t capacity;
    size_t count;
};

/// Whether a session goes on after a command.
enum latchkey_tpm_session_end { latchkey_tpm_session_goes_on, latchkey_tpm_session_ends };

enum {
    /// The layer of the codes that this target gives itself.
    latchkey_tpm_own_layer = 0xFE,
    /// libtss2 is not installed, or lacks a function.
    latchkey_tpm_no_library = 0xFE0001,
    /// Bytes that were given are not of their structure, or what came does not fit.
    latchkey_tpm_bad_bytes = 0xFE0002,
    /// The hierarchy of the owner, as an object.
    latchkey_tpm_owner = 0x101,
    latchkey_tpm_lockout = 0x10A,
    /// In the place of an object or a session: none.
    latchkey_tpm_none = 0xFFF,
};

/// Has libtss2 write nothing to standard error, unless `TSS2_LOG` is set. Call it before the first thread: it changes
/// the environment.
void latchkey_tpm_silence(void);

/// Whether the environment tells libtss2 what to write, or to which file: 1 or 0.
int latchkey_tpm_is_told_to_log(void);

/// Loads libtss2, which stays loaded. Returns 0 if it is not installed, or lacks a function.
int latchkey_tpm_load(void);

/// What libtss2 says of a code, as a text that stays valid until the thread asks again; null if it is not loaded.
const char *_Nullable latchkey_tpm_words(latchkey_tpm_code code);

/// What `LATCHKEY_TPM` names; null if it is not set.
const char *_Nullable latchkey_tpm_named(void);

/// Opens a TPM, such as `device:/dev/tpmrm0`.
latchkey_tpm_code latchkey_tpm_open(const char *_Nonnull name, struct latchkey_tpm *_Nullable *_Nonnull tpm);
void latchkey_tpm_close(struct latchkey_tpm *_Nonnull tpm);

/// Finds what has a handle of its own, a persistent key or an index: one command.
latchkey_tpm_code latchkey_tpm_find(struct latchkey_tpm *_Nonnull tpm, uint32_t handle, latchkey_tpm_object *_Nonnull object);
/// Forgets an object without a command to the TPM.
void latchkey_tpm_forget(struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object object);
/// Takes a transient object or a session out of the TPM.
latchkey_tpm_code latchkey_tpm_flush(struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object object);
/// The Name of an object, computed from its public area: no command.
latchkey_tpm_code latchkey_tpm_name(struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object object, struct latchkey_tpm_output *_Nonnull name);
/// TPM2B_PUBLIC of a persistent or a loaded object.
latchkey_tpm_code latchkey_tpm_public(struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object object, struct latchkey_tpm_output *_Nonnull area);
/// Says what authorises an object from now on. The bytes are the value itself.
latchkey_tpm_code latchkey_tpm_authorise(struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object object, struct latchkey_tpm_input value);

/// An HMAC session with SHA-256 and parameters in AES-128-CFB, salted to `key` unless that is none.
latchkey_tpm_code latchkey_tpm_start_session(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object key, latchkey_tpm_object *_Nonnull session);
/// Says how the session is used by the next command.
latchkey_tpm_code latchkey_tpm_end_session_after(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object session, enum latchkey_tpm_session_end end);

/// `sensitive` is a TPM2B_SENSITIVE_CREATE, `area` a TPM2B_PUBLIC.
latchkey_tpm_code latchkey_tpm_create_primary(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object session, struct latchkey_tpm_input sensitive, struct latchkey_tpm_input area,
    latchkey_tpm_object *_Nonnull object);
/// Gives a loaded primary key a persistent handle.
latchkey_tpm_code latchkey_tpm_make_persistent(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object session, latchkey_tpm_object object, uint32_t handle);
/// Gives TPM2B_PRIVATE and TPM2B_PUBLIC.
latchkey_tpm_code latchkey_tpm_create(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object parent, latchkey_tpm_object session, struct latchkey_tpm_input sensitive,
    struct latchkey_tpm_input area, struct latchkey_tpm_output *_Nonnull private_part, struct latchkey_tpm_output *_Nonnull public_part);
latchkey_tpm_code latchkey_tpm_load_object(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object parent, latchkey_tpm_object session, struct latchkey_tpm_input private_part,
    struct latchkey_tpm_input public_part, latchkey_tpm_object *_Nonnull object);
/// Gives the sealed bytes themselves, and leaves no copy in the memory of libtss2.
latchkey_tpm_code latchkey_tpm_unseal(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object object, latchkey_tpm_object session, struct latchkey_tpm_output *_Nonnull secret);

/// ECDSA with SHA-256 over a digest of 32 bytes. Gives a TPMT_SIGNATURE.
latchkey_tpm_code latchkey_tpm_sign(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object key, latchkey_tpm_object session, struct latchkey_tpm_input digest,
    struct latchkey_tpm_output *_Nonnull signature);
/// ECDH with a TPM2B_ECC_POINT. Gives another, of which the x coordinate is the secret.
latchkey_tpm_code latchkey_tpm_agree(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object key, latchkey_tpm_object session, struct latchkey_tpm_input point,
    struct latchkey_tpm_output *_Nonnull secret);

/// `area` is a TPM2B_NV_PUBLIC, `value` what will authorise the index.
latchkey_tpm_code latchkey_tpm_define_index(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object session, struct latchkey_tpm_input value, struct latchkey_tpm_input area);
latchkey_tpm_code latchkey_tpm_remove_index(struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object index, latchkey_tpm_object session);
latchkey_tpm_code latchkey_tpm_read_index(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object index, latchkey_tpm_object session, uint16_t count,
    struct latchkey_tpm_output *_Nonnull value);
latchkey_tpm_code latchkey_tpm_extend_index(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object index, latchkey_tpm_object session, struct latchkey_tpm_input data);
/// TPM2B_NV_PUBLIC of an index.
latchkey_tpm_code latchkey_tpm_index_public(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object index, struct latchkey_tpm_output *_Nonnull area);

/// Gives a TPMS_CAPABILITY_DATA.
latchkey_tpm_code latchkey_tpm_capability(
    struct latchkey_tpm *_Nonnull tpm, uint32_t capability, uint32_t first, uint32_t count, struct latchkey_tpm_output *_Nonnull data);
/// Sets how many tries there are, and how long recovery takes, in seconds.
latchkey_tpm_code latchkey_tpm_set_lockout(
    struct latchkey_tpm *_Nonnull tpm, latchkey_tpm_object session, uint32_t tries, uint32_t interval, uint32_t recovery);
