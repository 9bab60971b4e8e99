// libsodium: Argon2id, HMAC-SHA-256, and AES-256-GCM where the processor has instructions for it.
// SPDX-License-Identifier: Apache-2.0
#include <sodium.h>
