// Whether libcrypto is there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Loads libcrypto the first time. 0 if it is missing, or one of its functions is: then every function of it does
/// nothing, and gives 0 or NULL. Ends no process.
__attribute__((visibility("hidden")))
int latchkey_crypto_load(void);
