// A debug build keeps boxes after their last release, and says if one is used or released again.
// SPDX-License-Identifier: Apache-2.0
#include <stdbool.h>

/// `scripts/build-c-library --debug` links an object that says true.
__attribute__((weak)) const bool latchkey_is_debug_build = false;
