/* The umbrella that programs of macOS include for Core Foundation. Nothing else of Core Services is here. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_CORESERVICES_CORESERVICES_H
#define LATCHKEY_CORESERVICES_CORESERVICES_H

#include <CoreFoundation/CoreFoundation.h>

#endif /* LATCHKEY_CORESERVICES_CORESERVICES_H */
