// What OpenSSL alone does with a key. All return 0, or 1 if it cannot.
// SPDX-License-Identifier: Apache-2.0
#ifndef CKEYS_H
#define CKEYS_H

/// Makes a key that signs: `RSA-2048` and other sizes, `RSA-2048 PSS`, `P-256` and other curves, `Ed25519`, `Ed448`.
int limits_key(const char *name);
/// Signs 32 bytes, for all but the Edwards curves a digest of SHA-256.
int limits_sign(void);
/// Signs with a key that is made anew from its bytes, as a program does that has read them from somewhere.
int limits_sign_anew(void);
/// Verifies the last signature.
int limits_verify(void);
/// Verifies the last signature with a public key that is made anew from its bytes.
int limits_verify_anew(void);

/// Makes a key that encrypts and decrypts 32 bytes by OAEP with SHA-256: `RSA-2048` and other sizes.
int limits_cipher_key(const char *name);
int limits_encrypt(void);
/// Decrypts what was encrypted last.
int limits_decrypt(void);

/// Makes a key and another for the other side: `P-256` and other curves, `X25519`, `X448`.
int limits_agreement_keys(const char *name);
/// Takes the other side's key and agrees.
int limits_agree(void);

#endif
