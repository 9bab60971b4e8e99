// What OpenSSL alone does with a key that signs: contexts that are made once, and nothing around the operation.
// SPDX-License-Identifier: Apache-2.0
#define OPENSSL_SUPPRESS_DEPRECATED // the decoders of version 3 take longer
#include "Generate.h"
#include "include/CKeys.h"

#include <openssl/ec.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

static EVP_PKEY *key;
static EVP_PKEY_CTX *signer, *verifier;
static EVP_MD_CTX *message_signer, *message_verifier;
static unsigned char signature[1024], digest[32] = {7};
static size_t signature_size;
/// RSA, EC, or the number of an Edwards curve, which signs messages; and whether RSA pads by PSS.
static int type, is_pss, curve_number;
/// The bytes of the key, and of its public half.
static unsigned char form[4096], public_form[2048];
static size_t form_size, public_form_size;

EVP_PKEY *limits_generate(const char *name) {
    if (strncmp(name, "RSA-", 4) == 0) return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)atoi(name + 4));
    if (strncmp(name, "P-", 2) == 0) return EVP_PKEY_Q_keygen(NULL, NULL, "EC", name);
    return EVP_PKEY_Q_keygen(NULL, NULL, name);
}

static int signs_messages(void) { return type != EVP_PKEY_RSA && type != EVP_PKEY_EC; }

static EVP_PKEY_CTX *context_of(EVP_PKEY *key, int (*begin)(EVP_PKEY_CTX *)) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    if (context == NULL || begin(context) != 1) return NULL;
    if (type == EVP_PKEY_RSA) EVP_PKEY_CTX_set_rsa_padding(context, is_pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING);
    if (is_pss) EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST);
    return EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1 ? context : NULL;
}

static int keep_forms(void) {
    unsigned char *place = form, *public_place = public_form;
    int size = 0, public_size = 0;
    form_size = sizeof form;
    public_form_size = sizeof public_form;
    if (signs_messages())
        return EVP_PKEY_get_raw_private_key(key, form, &form_size) != 1 ||
               EVP_PKEY_get_raw_public_key(key, public_form, &public_form_size) != 1;
    if (type == EVP_PKEY_RSA) {
        RSA *rsa = EVP_PKEY_get1_RSA(key);
        if (i2d_RSAPrivateKey(rsa, NULL) <= (int)sizeof form && i2d_RSAPublicKey(rsa, NULL) <= (int)sizeof public_form) {
            size = i2d_RSAPrivateKey(rsa, &place);
            public_size = i2d_RSAPublicKey(rsa, &public_place);
        }
        RSA_free(rsa);
    } else {
        EC_KEY *curve = EVP_PKEY_get1_EC_KEY(key);
        curve_number = EC_GROUP_get_curve_name(EC_KEY_get0_group(curve));
        // The greatest curve has 521 bits.
        size = i2d_ECPrivateKey(curve, &place);
        public_size = i2o_ECPublicKey(curve, &public_place);
        EC_KEY_free(curve);
    }
    form_size = (size_t)size;
    public_form_size = (size_t)public_size;
    return size <= 0 || public_size <= 0;
}

static EVP_PKEY *made_anew(int isPrivate) {
    const unsigned char *place = isPrivate ? form : public_form;
    const size_t size = isPrivate ? form_size : public_form_size;
    if (signs_messages())
        return isPrivate ? EVP_PKEY_new_raw_private_key(type, NULL, place, size)
                         : EVP_PKEY_new_raw_public_key(type, NULL, place, size);
    EVP_PKEY *made = EVP_PKEY_new();
    if (made == NULL) return NULL;
    if (type == EVP_PKEY_RSA) {
        EVP_PKEY_assign_RSA(
            made, isPrivate ? d2i_RSAPrivateKey(NULL, &place, (long)size) : d2i_RSAPublicKey(NULL, &place, (long)size));
    } else {
        EC_KEY *curve = isPrivate ? NULL : EC_KEY_new_by_curve_name(curve_number);
        EVP_PKEY_assign_EC_KEY(
            made, isPrivate ? d2i_ECPrivateKey(NULL, &place, (long)size) : o2i_ECPublicKey(&curve, &place, (long)size));
    }
    return made;
}

int limits_key(const char *name) {
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(signer);
    EVP_PKEY_CTX_free(verifier);
    EVP_MD_CTX_free(message_signer);
    EVP_MD_CTX_free(message_verifier);
    signer = verifier = NULL;
    message_signer = message_verifier = NULL;
    is_pss = strstr(name, " PSS") != NULL;
    key = limits_generate(name);
    if (key == NULL) return 1;
    type = EVP_PKEY_get_base_id(key);
    if (keep_forms() != 0) return 1;
    if (signs_messages()) {
        message_signer = EVP_MD_CTX_new();
        message_verifier = EVP_MD_CTX_new();
        return EVP_DigestSignInit(message_signer, NULL, NULL, NULL, key) != 1 ||
               EVP_DigestVerifyInit(message_verifier, NULL, NULL, NULL, key) != 1;
    }
    signer = context_of(key, EVP_PKEY_sign_init);
    verifier = context_of(key, EVP_PKEY_verify_init);
    return signer == NULL || verifier == NULL;
}

static int sign(EVP_PKEY_CTX *context, EVP_MD_CTX *message) {
    signature_size = sizeof signature;
    if (message != NULL) return EVP_DigestSign(message, signature, &signature_size, digest, sizeof digest) != 1;
    return EVP_PKEY_sign(context, signature, &signature_size, digest, sizeof digest) != 1;
}

static int verify(EVP_PKEY_CTX *context, EVP_MD_CTX *message) {
    if (message != NULL) return EVP_DigestVerify(message, signature, signature_size, digest, sizeof digest) != 1;
    return EVP_PKEY_verify(context, signature, signature_size, digest, sizeof digest) != 1;
}

int limits_sign(void) { return sign(signer, message_signer); }

int limits_verify(void) { return verify(verifier, message_verifier); }

static int do_anew(int isPrivate) {
    EVP_PKEY *made = made_anew(isPrivate);
    EVP_PKEY_CTX *context = NULL;
    EVP_MD_CTX *message = NULL;
    int result = 1;
    if (made == NULL) return 1;
    if (signs_messages()) {
        message = EVP_MD_CTX_new();
        result = (isPrivate ? EVP_DigestSignInit(message, NULL, NULL, NULL, made)
                            : EVP_DigestVerifyInit(message, NULL, NULL, NULL, made)) != 1;
    } else {
        context = context_of(made, isPrivate ? EVP_PKEY_sign_init : EVP_PKEY_verify_init);
        result = context == NULL;
    }
    if (result == 0) result = isPrivate ? sign(context, message) : verify(context, message);
    EVP_MD_CTX_free(message);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(made);
    return result;
}

int limits_sign_anew(void) { return do_anew(1); }

int limits_verify_anew(void) { return do_anew(0); }
