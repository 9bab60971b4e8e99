// Names of Apple's own in certificates.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Apple's policy for developers.
public let kSecOIDADC_CERT_POLICY: CFString = "1.2.840.113635.100.5.3"

/// Apple's policy.
public let kSecOIDAPPLE_CERT_POLICY: CFString = "1.2.840.113635.100.5.1"

/// Apple's policy for .Mac.
public let kSecOIDDOTMAC_CERT_POLICY: CFString = "1.2.840.113635.100.5.2"

/// For signing code, by Apple.
public let kSecOIDAPPLE_EKU_CODE_SIGNING: CFString = "1.2.840.113635.100.4.1"

/// For signing code in development, by Apple.
public let kSecOIDAPPLE_EKU_CODE_SIGNING_DEV: CFString = "1.2.840.113635.100.4.1.1"

/// For signing resources, by Apple.
public let kSecOIDAPPLE_EKU_RESOURCE_SIGNING: CFString = "1.2.840.113635.100.4.1.4"

/// For signing messages, by Apple.
public let kSecOIDAPPLE_EKU_ICHAT_SIGNING: CFString = "1.2.840.113635.100.4.2"

/// For encrypting messages, by Apple.
public let kSecOIDAPPLE_EKU_ICHAT_ENCRYPTION: CFString = "1.2.840.113635.100.4.3"

/// For the identity of a system, by Apple.
public let kSecOIDAPPLE_EKU_SYSTEM_IDENTITY: CFString = "1.2.840.113635.100.4.4"

/// Apple's extensions.
public let kSecOIDAPPLE_EXTENSION: CFString = "1.2.840.113635.100.6"

/// Apple's extensions for signing code.
public let kSecOIDAPPLE_EXTENSION_CODE_SIGNING: CFString = "1.2.840.113635.100.6.1"

/// Signs code of Apple.
public let kSecOIDAPPLE_EXTENSION_APPLE_SIGNING: CFString = "1.2.840.113635.100.6.1.1"

/// Signs code of a developer.
public let kSecOIDAPPLE_EXTENSION_ADC_DEV_SIGNING: CFString = "1.2.840.113635.100.6.1.2.0"

/// Signs code for a developer.
public let kSecOIDAPPLE_EXTENSION_ADC_APPLE_SIGNING: CFString = "1.2.840.113635.100.6.1.2.0.0"

/// Apple's intermediate authorities.
public let kSecOIDAPPLE_EXTENSION_INTERMEDIATE_MARKER: CFString = "1.2.840.113635.100.6.2"

/// Apple's authority for developers.
public let kSecOIDAPPLE_EXTENSION_WWDR_INTERMEDIATE: CFString = "1.2.840.113635.100.6.2.1"

/// Apple's authority for the store.
public let kSecOIDAPPLE_EXTENSION_ITMS_INTERMEDIATE: CFString = "1.2.840.113635.100.6.2.2"

/// Apple's authority for application integration.
public let kSecOIDAPPLE_EXTENSION_AAI_INTERMEDIATE: CFString = "1.2.840.113635.100.6.2.3"

/// Apple's authority for identities of persons.
public let kSecOIDAPPLE_EXTENSION_APPLEID_INTERMEDIATE: CFString = "1.2.840.113635.100.6.2.7"

/// Apple's extensions for .Mac.
public let kSecOIDDOTMAC_CERT_EXTENSION: CFString = "1.2.840.113635.100.3.2"

/// An identity of .Mac.
public let kSecOIDDOTMAC_CERT_IDENTITY: CFString = "1.2.840.113635.100.3.2.1"

/// Signs e-mail of .Mac.
public let kSecOIDDOTMAC_CERT_EMAIL_SIGN: CFString = "1.2.840.113635.100.3.2.2"

/// Encrypts e-mail of .Mac.
public let kSecOIDDOTMAC_CERT_EMAIL_ENCRYPT: CFString = "1.2.840.113635.100.3.2.3"
