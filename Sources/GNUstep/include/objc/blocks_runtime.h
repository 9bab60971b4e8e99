/* GNUstep's headers include this if the compiler has blocks. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <Block.h>
