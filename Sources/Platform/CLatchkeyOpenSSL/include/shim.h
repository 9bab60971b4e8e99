// OpenSSL's libcrypto, for PKCS#12 and the keys in it, with functions for what it has as macros.
// SPDX-License-Identifier: Apache-2.0
#include "names.h"
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/// Frees a stack with its certificates.
static inline void latchkey_free_certificates(STACK_OF(X509) *certificates) { sk_X509_pop_free(certificates, X509_free); }
static inline STACK_OF(X509) *latchkey_new_certificates(void) { return sk_X509_new_null(); }
/// The stack owns the certificate afterwards; 0 if there is no memory.
static inline int latchkey_push_certificate(STACK_OF(X509) *certificates, X509 *certificate) {
    return sk_X509_push(certificates, certificate);
}
/// A new key for RSA of `bits` bits, or NULL.
static inline EVP_PKEY *latchkey_make_rsa_key(size_t bits) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    if (context == NULL || EVP_PKEY_keygen_init(context) != 1 || EVP_PKEY_CTX_set_rsa_keygen_bits(context, (int)bits) != 1 ||
        EVP_PKEY_generate(context, &key) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}
/// Puts the digest of a value in its place, so many times; 1 if it did. The context knows its digest, whose size is
/// `count`.
static inline int latchkey_hash_again(EVP_MD_CTX *context, unsigned char *value, size_t count, long times) {
    int done = 1;
    for (long round = 0; done && round < times; round++)
        // No digest is named: OpenSSL would look for it each time.
        done = EVP_DigestInit_ex(context, NULL, NULL) == 1 && EVP_DigestUpdate(context, value, count) == 1 &&
               EVP_DigestFinal_ex(context, value, NULL) == 1;
    return done;
}
