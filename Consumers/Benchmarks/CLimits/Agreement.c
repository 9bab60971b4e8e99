// What OpenSSL alone encrypts, and agrees on: contexts that are made once, and nothing around the operation.
// SPDX-License-Identifier: Apache-2.0
#include "Generate.h"
#include "include/CKeys.h"

#include <openssl/rsa.h>

static EVP_PKEY *key, *peer;
static EVP_PKEY_CTX *encrypter, *decrypter, *agreement;
static unsigned char text[1024] = {7}, ciphertext[1024], secret[128];
static size_t ciphertext_size;
enum { text_size = 32 };

static int begin(EVP_PKEY_CTX **context, int (*operation)(EVP_PKEY_CTX *)) {
    EVP_PKEY_CTX_free(*context);
    *context = EVP_PKEY_CTX_new(key, NULL);
    return *context == NULL || operation(*context) != 1;
}

static int begin_padded(EVP_PKEY_CTX **context, int (*operation)(EVP_PKEY_CTX *)) {
    return begin(context, operation) != 0 || EVP_PKEY_CTX_set_rsa_padding(*context, RSA_PKCS1_OAEP_PADDING) != 1 ||
           EVP_PKEY_CTX_set_rsa_oaep_md(*context, EVP_sha256()) != 1;
}

int limits_cipher_key(const char *name) {
    EVP_PKEY_free(key);
    key = limits_generate(name);
    return key == NULL || begin_padded(&encrypter, EVP_PKEY_encrypt_init) != 0 ||
           begin_padded(&decrypter, EVP_PKEY_decrypt_init) != 0;
}

int limits_encrypt(void) {
    ciphertext_size = sizeof ciphertext;
    return EVP_PKEY_encrypt(encrypter, ciphertext, &ciphertext_size, text, text_size) != 1;
}

int limits_decrypt(void) {
    size_t size = sizeof text;
    return EVP_PKEY_decrypt(decrypter, text, &size, ciphertext, ciphertext_size) != 1 || size != text_size;
}

int limits_agreement_keys(const char *name) {
    EVP_PKEY_free(key);
    EVP_PKEY_free(peer);
    key = limits_generate(name);
    peer = limits_generate(name);
    return key == NULL || peer == NULL || begin(&agreement, EVP_PKEY_derive_init) != 0;
}

int limits_agree(void) {
    size_t size = sizeof secret;
    // The other side's key was looked at when it was made.
    return EVP_PKEY_derive_set_peer_ex(agreement, peer, 0) != 1 || EVP_PKEY_derive(agreement, secret, &size) != 1;
}
