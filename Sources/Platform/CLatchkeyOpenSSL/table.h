// The functions of libcrypto by their names, once they are found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define OPENSSL_SUPPRESS_DEPRECATED
#include "include/names.h"
#include <openssl/blowfish.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdatomic.h>

struct latchkey_functions {
#define FUNCTION(name) __typeof__(&name) name;
#include "include/functions.h"
#undef FUNCTION
};

union latchkey_table {
    struct latchkey_functions functions;
#if defined(__x86_64__)
    char pages[4096];
#else
    char pages[65536];
#endif
};

extern union latchkey_table latchkey_table;
extern atomic_int latchkey_is_loaded;
