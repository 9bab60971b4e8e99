// What OpenSSL alone does with a key.
// SPDX-License-Identifier: Apache-2.0
#ifndef CKEYS_H
#define CKEYS_H

/// Makes a key: Ed25519 for 0, the curve for 256, 384 and 521, else RSA of so many bits. Returns 0, or 1 where it cannot.
int limits_key(int bits);
/// Signs 32 bytes, for all but Ed25519 a digest of SHA-256.
int limits_sign(void);
/// Signs with a key that is made anew from its bytes, as a program does that has read them from somewhere.
int limits_sign_anew(void);
/// Verifies the last signature.
int limits_verify(void);

#endif
