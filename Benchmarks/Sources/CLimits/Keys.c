// What OpenSSL alone does with a key: contexts that are made once, and nothing around the operation.
// SPDX-License-Identifier: Apache-2.0
#define OPENSSL_SUPPRESS_DEPRECATED // the decoders of version 3 take longer
#include "include/CKeys.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

static EVP_PKEY *key;
static EVP_PKEY_CTX *signer, *verifier;
static EVP_MD_CTX *message_signer, *message_verifier;
static unsigned char signature[1024], digest[32] = {7};
static size_t signature_size;
/// The bytes of the key.
static unsigned char form[4096];
static size_t form_size;

static EVP_PKEY_CTX *context_of(EVP_PKEY *key, int (*begin)(EVP_PKEY_CTX *)) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    if (context == NULL || begin(context) != 1) return NULL;
    if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING);
    return EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1 ? context : NULL;
}

static int keep_form(void) {
    unsigned char *place = form;
    RSA *rsa = EVP_PKEY_get1_RSA(key);
    EC_KEY *curve = rsa == NULL ? EVP_PKEY_get1_EC_KEY(key) : NULL;
    int count = 0;
    form_size = sizeof form;
    if (rsa == NULL && curve == NULL) return EVP_PKEY_get_raw_private_key(key, form, &form_size) != 1;
    if (rsa != NULL ? i2d_RSAPrivateKey(rsa, NULL) <= (int)sizeof form : i2d_ECPrivateKey(curve, NULL) <= (int)sizeof form)
        count = rsa != NULL ? i2d_RSAPrivateKey(rsa, &place) : i2d_ECPrivateKey(curve, &place);
    form_size = (size_t)count;
    RSA_free(rsa);
    EC_KEY_free(curve);
    return count <= 0;
}

static EVP_PKEY *made_anew(void) {
    const unsigned char *place = form;
    EVP_PKEY *made;
    if (message_signer != NULL) return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, form, form_size);
    if ((made = EVP_PKEY_new()) == NULL) return NULL;
    if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA)
        EVP_PKEY_assign_RSA(made, d2i_RSAPrivateKey(NULL, &place, (long)form_size));
    else
        EVP_PKEY_assign_EC_KEY(made, d2i_ECPrivateKey(NULL, &place, (long)form_size));
    return made;
}

int limits_key(int bits) {
    const char *curve = bits == 256 ? "P-256" : bits == 384 ? "P-384" : "P-521";
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(signer);
    EVP_PKEY_CTX_free(verifier);
    EVP_MD_CTX_free(message_signer);
    EVP_MD_CTX_free(message_verifier);
    signer = verifier = NULL;
    message_signer = message_verifier = NULL;
    key = bits == 0     ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")
          : bits > 1000 ? EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)bits)
                        : EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
    if (key == NULL || keep_form() != 0) return 1;
    if (bits == 0) {
        message_signer = EVP_MD_CTX_new();
        message_verifier = EVP_MD_CTX_new();
        return EVP_DigestSignInit(message_signer, NULL, NULL, NULL, key) != 1 ||
               EVP_DigestVerifyInit(message_verifier, NULL, NULL, NULL, key) != 1;
    }
    signer = context_of(key, EVP_PKEY_sign_init);
    verifier = context_of(key, EVP_PKEY_verify_init);
    return signer == NULL || verifier == NULL;
}

int limits_sign(void) {
    signature_size = sizeof signature;
    if (message_signer != NULL) return EVP_DigestSign(message_signer, signature, &signature_size, digest, sizeof digest) != 1;
    return EVP_PKEY_sign(signer, signature, &signature_size, digest, sizeof digest) != 1;
}

int limits_sign_anew(void) {
    EVP_PKEY *made = made_anew();
    int isDone = 0;
    if (made == NULL) return 1;
    signature_size = sizeof signature;
    if (message_signer != NULL) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        isDone = EVP_DigestSignInit(context, NULL, NULL, NULL, made) == 1 &&
                 EVP_DigestSign(context, signature, &signature_size, digest, sizeof digest) == 1;
        EVP_MD_CTX_free(context);
    } else {
        EVP_PKEY_CTX *context = context_of(made, EVP_PKEY_sign_init);
        isDone = context != NULL && EVP_PKEY_sign(context, signature, &signature_size, digest, sizeof digest) == 1;
        EVP_PKEY_CTX_free(context);
    }
    EVP_PKEY_free(made);
    return !isDone;
}

int limits_verify(void) {
    if (message_verifier != NULL)
        return EVP_DigestVerify(message_verifier, signature, signature_size, digest, sizeof digest) != 1;
    return EVP_PKEY_verify(verifier, signature, signature_size, digest, sizeof digest) != 1;
}
