/* All of Security that is here. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECURITY_H
#define LATCHKEY_SECURITY_SECURITY_H

#include <CoreFoundation/CoreFoundation.h>

#include <Security/SecBase.h>

#include <Security/CMSDecoder.h>
#include <Security/CMSEncoder.h>
#include <Security/SecAccess.h>
#include <Security/SecAccessControl.h>
#include <Security/SecCertificate.h>
#include <Security/SecCertificateOIDs.h>
#include <Security/SecIdentity.h>
#include <Security/SecImportExport.h>
#include <Security/SecItem.h>
#include <Security/SecKey.h>
#include <Security/SecKeychain.h>
#include <Security/SecKeychainItem.h>
#include <Security/SecPolicy.h>
#include <Security/SecRandom.h>
#include <Security/SecSharedCredential.h>
#include <Security/SecTask.h>
#include <Security/SecTrust.h>
#include <Security/SecTrustSettings.h>

#endif /* LATCHKEY_SECURITY_SECURITY_H */
