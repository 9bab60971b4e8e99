// OpenSSL's functions under names of this program: another copy of OpenSSL beside this one keeps its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define LATCHKEY_PRAGMA(text) _Pragma(#text)
#define FUNCTION(name) LATCHKEY_PRAGMA(redefine_extname name latchkey_##name)
#include "functions.h"
#undef FUNCTION
#undef LATCHKEY_PRAGMA
