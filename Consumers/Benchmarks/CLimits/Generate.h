// A new key of OpenSSL, for the files of this target.
// SPDX-License-Identifier: Apache-2.0
#ifndef GENERATE_H
#define GENERATE_H

#include <openssl/evp.h>

/// `RSA-` and its bits, with anything behind a blank; `P-` and those of its curve; or OpenSSL's name of a kind. NULL if
/// it cannot.
EVP_PKEY *limits_generate(const char *name);

#endif
