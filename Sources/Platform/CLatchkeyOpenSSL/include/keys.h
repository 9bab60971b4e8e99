// OpenSSL's work on keys where it wants arrays of parameters, or the names of before version 3.
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Of the old names only those are used that have no equal: the decoders of version 3 take a tenth of a millisecond for
// a key.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "names.h"
#include <openssl/blowfish.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/// Bytes of the longest coordinate or scalar of a curve here, P-521's.
enum { latchkey_longest_field = 66 };

/// The RSA key of a PKCS#1 form, all of whose bytes are it; or NULL.
static inline EVP_PKEY *latchkey_rsa_key(const unsigned char *bytes, long count, int is_private) {
    const unsigned char *place = bytes;
    RSA *rsa = is_private ? d2i_RSAPrivateKey(NULL, &place, count) : d2i_RSAPublicKey(NULL, &place, count);
    EVP_PKEY *key = rsa != NULL && place == bytes + count ? EVP_PKEY_new() : NULL;
    if (key != NULL && EVP_PKEY_assign_RSA(key, rsa) == 1) return key;
    EVP_PKEY_free(key);
    RSA_free(rsa);
    return NULL;
}

/// A new RSA key of two primes of which the first may be a bit longer, for a modulus with an odd number of bits, of
/// which OpenSSL makes none of 2048 bits and more; or NULL. The exponent is 65537.
static inline EVP_PKEY *latchkey_make_odd_rsa_key(int bits) {
    enum { exponent = 65537 };
    RSA *rsa = RSA_new();
    EVP_PKEY *key = EVP_PKEY_new();
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *p = BN_secure_new(), *q = BN_secure_new(), *d = BN_secure_new(), *dp = BN_secure_new(), *dq = BN_secure_new();
    BIGNUM *inverse = BN_secure_new(), *p1 = BN_secure_new(), *q1 = BN_secure_new(), *shared = BN_secure_new();
    BIGNUM *product = BN_secure_new(), *multiple = BN_secure_new(), *n = BN_new(), *e = BN_new();
    int made = rsa != NULL && key != NULL && context != NULL && p != NULL && q != NULL && d != NULL && dp != NULL && dq != NULL &&
               inverse != NULL && p1 != NULL && q1 != NULL && shared != NULL && product != NULL && multiple != NULL && n != NULL &&
               e != NULL && BN_set_word(e, exponent) == 1;
    // The two highest bits of each prime are set, so that their product has all of its bits. The exponent is prime: it
    // has no inverse where it divides a prime less one. Primes of different lengths are as far from each other as they
    // need to be.
    do
        made = made && BN_generate_prime_ex(p, (bits + 1) / 2, 0, NULL, NULL, NULL) == 1;
    while (made && BN_mod_word(p, exponent) == 1);
    do
        made = made && BN_generate_prime_ex(q, bits / 2, 0, NULL, NULL, NULL) == 1;
    while (made && BN_mod_word(q, exponent) == 1);
    if (made) {
        BN_set_flags(p, BN_FLG_CONSTTIME);
        BN_set_flags(q, BN_FLG_CONSTTIME);
        BN_set_flags(p1, BN_FLG_CONSTTIME);
        BN_set_flags(q1, BN_FLG_CONSTTIME);
        BN_set_flags(multiple, BN_FLG_CONSTTIME);
        made = BN_mul(n, p, q, context) == 1 && BN_copy(p1, p) != NULL && BN_sub_word(p1, 1) == 1 && BN_copy(q1, q) != NULL &&
               BN_sub_word(q1, 1) == 1 && BN_gcd(shared, p1, q1, context) == 1 && BN_mul(product, p1, q1, context) == 1 &&
               BN_div(multiple, NULL, product, shared, context) == 1 && BN_mod_inverse(d, e, multiple, context) != NULL &&
               BN_div(NULL, dp, d, p1, context) == 1 && BN_div(NULL, dq, d, q1, context) == 1 &&
               BN_mod_inverse(inverse, q, p, context) != NULL;
    }
    // What the key has taken is the key's to free.
    if (made && (made = RSA_set0_key(rsa, n, e, d)) == 1) n = e = d = NULL;
    if (made && (made = RSA_set0_factors(rsa, p, q)) == 1) p = q = NULL;
    if (made && (made = RSA_set0_crt_params(rsa, dp, dq, inverse)) == 1) dp = dq = inverse = NULL;
    if (made && (made = EVP_PKEY_assign_RSA(key, rsa)) == 1) rsa = NULL;
    BIGNUM *rest[] = {p, q, d, dp, dq, inverse, p1, q1, shared, product, multiple, n, e};
    for (size_t place = 0; place < sizeof rest / sizeof *rest; place++) BN_clear_free(rest[place]);
    BN_CTX_free(context);
    RSA_free(rsa);
    if (made) return key;
    EVP_PKEY_free(key);
    return NULL;
}

/// Bytes of the PKCS#1 form of a private RSA key, which are written to `*place` if `place` is not NULL; negative if
/// there is none. The way over the encoders of version 3 leaves a copy of the form in freed memory.
static inline int latchkey_rsa_bytes(EVP_PKEY *key, unsigned char **place) {
    RSA *rsa = EVP_PKEY_get1_RSA(key);
    int count = rsa == NULL ? -1 : i2d_RSAPrivateKey(rsa, place);
    RSA_free(rsa);
    return count;
}

/// 1 if the numbers of a private RSA key fit together and its primes are such: slow, for short keys.
static inline int latchkey_rsa_fits(const EVP_PKEY *key) {
    const RSA *rsa = EVP_PKEY_get0_RSA(key);
    return rsa != NULL && RSA_check_key(rsa) == 1;
}

/// The key of a point `04 X Y` of a curve, with its scalar or, for the public half, NULL; or NULL for a point that is
/// not on the curve.
static inline EVP_PKEY *latchkey_ec_key(
    const char *curve, const unsigned char *point, size_t point_count, const unsigned char *scalar, size_t scalar_count) {
    unsigned char native[latchkey_longest_field];
    OSSL_PARAM parameters[4];
    size_t used = 0;
    if (scalar_count > sizeof native) return NULL;
    parameters[used++] = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0);
    parameters[used++] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, point_count);
    if (scalar != NULL) {
        // Numbers are in the order of the machine; Swift on Linux has only machines that begin with the last byte.
        for (size_t place = 0; place < scalar_count; place++) native[place] = scalar[scalar_count - 1 - place];
        parameters[used++] = OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, scalar_count);
    }
    parameters[used] = OSSL_PARAM_construct_end();
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, scalar != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    OPENSSL_cleanse(native, sizeof native);
    return key;
}

/// Writes the point `04 X Y` of a scalar; 0 for zero and for what is not below the order of the curve.
static inline int latchkey_ec_point(
    int curve, const unsigned char *scalar, size_t scalar_count, unsigned char *point, size_t point_count) {
    int done = 0;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(curve);
    EC_POINT *product = group == NULL ? NULL : EC_POINT_new(group);
    BIGNUM *number = BN_secure_new();
    BN_CTX *context = BN_CTX_secure_new();
    if (product != NULL && number != NULL && context != NULL && BN_bin2bn(scalar, (int)scalar_count, number) != NULL) {
        BN_set_flags(number, BN_FLG_CONSTTIME);
        done = !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
               EC_POINT_mul(group, product, number, NULL, NULL, context) == 1 &&
               EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, point_count, context) == point_count;
    }
    BN_clear_free(number);
    BN_CTX_free(context);
    EC_POINT_free(product);
    EC_GROUP_free(group);
    return done;
}

/// Derives bytes by the function of ANSI X9.63; 1 if it did.
static inline int latchkey_x963(
    const char *digest, const unsigned char *secret, size_t secret_count, const unsigned char *info, size_t info_count,
    unsigned char *result, size_t result_count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
        OSSL_PARAM_construct_end(),
    };
    EVP_KDF *function = EVP_KDF_fetch(NULL, "X963KDF", NULL);
    EVP_KDF_CTX *context = function == NULL ? NULL : EVP_KDF_CTX_new(function);
    int done = context != NULL && EVP_KDF_derive(context, result, result_count, parameters) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(function);
    return done;
}

enum { latchkey_gcm_iv = 16, latchkey_gcm_tag = 16 };

/// AES in Galois/Counter Mode with an IV of 16 bytes. Encrypts and writes the tag, or decrypts and compares it; 1 if it
/// did and the tag is right. `result` has `count` bytes, and holds nothing of use after a failure.
static inline int latchkey_gcm(
    int encrypts, const unsigned char *key, size_t key_count, const unsigned char *iv, const unsigned char *aad, int aad_count,
    const unsigned char *input, int count, unsigned char *result, unsigned char *tag) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    const EVP_CIPHER *cipher = key_count == 32 ? EVP_aes_256_gcm() : key_count == 16 ? EVP_aes_128_gcm() : NULL;
    int written = 0, last = 0;
    unsigned char none[1];
    int done = context != NULL && cipher != NULL && EVP_CipherInit_ex(context, cipher, NULL, NULL, NULL, encrypts) == 1 &&
               EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, latchkey_gcm_iv, NULL) == 1 &&
               EVP_CipherInit_ex(context, NULL, NULL, key, iv, encrypts) == 1 &&
               (encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, latchkey_gcm_tag, tag) == 1) &&
               (aad_count == 0 || EVP_CipherUpdate(context, NULL, &written, aad, aad_count) == 1) &&
               (count == 0 || EVP_CipherUpdate(context, result, &written, input, count) == 1) &&
               EVP_CipherFinal_ex(context, none, &last) == 1 &&
               (!encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, latchkey_gcm_tag, tag) == 1);
    EVP_CIPHER_CTX_free(context);
    return done;
}
