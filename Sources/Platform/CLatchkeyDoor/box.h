// What a value is, before anything of it is looked at but its type.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>

bool latchkey_is_box(const void *value);
