// What keys of certificates are for, as the extended key usage names it.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// For everything.
public let kSecOIDExtendedKeyUsageAny: CFString = "2.5.29.37.0"

/// For servers of TLS.
public let kSecOIDServerAuth: CFString = "1.3.6.1.5.5.7.3.1"

/// For clients of TLS.
public let kSecOIDClientAuth: CFString = "1.3.6.1.5.5.7.3.2"

/// For signing code.
public let kSecOIDExtendedUseCodeSigning: CFString = "1.3.6.1.5.5.7.3.3"

/// For e-mail.
public let kSecOIDEmailProtection: CFString = "1.3.6.1.5.5.7.3.4"

/// For time stamps.
public let kSecOIDTimeStamping: CFString = "1.3.6.1.5.5.7.3.8"

/// For answers about revoked certificates.
public let kSecOIDOCSPSigning: CFString = "1.3.6.1.5.5.7.3.9"

/// For IPsec.
public let kSecOIDEKU_IPSec: CFString = "1.3.6.1.5.5.8.2.2"

/// For strong ciphers, once, by Microsoft.
public let kSecOIDMicrosoftSGC: CFString = "1.3.6.1.4.1.311.10.3.3"

/// For strong ciphers, once, by Netscape.
public let kSecOIDNetscapeSGC: CFString = "2.16.840.1.113730.4.1"

/// For clients of Kerberos.
public let kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH: CFString = "1.3.6.1.5.2.3.4"

/// For Kerberos's key distribution centre.
public let kSecOIDKERBv5_PKINIT_KP_KDC: CFString = "1.3.6.1.5.2.3.5"
