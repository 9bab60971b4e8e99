// A target needs a source.
// SPDX-License-Identifier: Apache-2.0
#include "include/CSQLite.h"
