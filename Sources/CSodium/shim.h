// libsodium, used for Argon2id only.
// SPDX-License-Identifier: Apache-2.0
#include <sodium.h>
