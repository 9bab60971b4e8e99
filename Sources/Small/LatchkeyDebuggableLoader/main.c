// The loader of programs with the entitlement com.apple.security.get-task-allow: a debugger may look at them.
// SPDX-License-Identifier: Apache-2.0
#define LATCHKEY_DEBUGGABLE
#include "../LatchkeySecureLoader/main.c"
