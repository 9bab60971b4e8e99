/* Versions of Apple's systems. There are none here; programs include this file all the same. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_AVAILABILITYMACROS_H
#define LATCHKEY_AVAILABILITYMACROS_H

#endif /* LATCHKEY_AVAILABILITYMACROS_H */
