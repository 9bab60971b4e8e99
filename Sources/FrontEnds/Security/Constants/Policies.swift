// The names of policies, and the keys of their properties.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Certificates for any use.
public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"

/// Certificates of TLS connections.
public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"

/// Certificates of e-mail.
public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"

/// Certificates of the Extensible Authentication Protocol, evaluated as those of TLS connections.
public let kSecPolicyAppleEAP: CFString = "1.2.840.113635.100.1.9"

/// Certificates of code.
public let kSecPolicyAppleCodeSigning: CFString = "1.2.840.113635.100.1.16"

/// Whether certificates have been revoked.
public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"

/// The object identifier of the policy, one of the `kSecPolicyApple…` values.
public let kSecPolicyOid: CFString = "SecPolicyOid"

/// The name that the certificate must hold: a host's for TLS, an e-mail address for S/MIME.
public let kSecPolicyName: CFString = "SecPolicyName"

/// Whether the certificate is a client's, a boolean; absent for a server's.
public let kSecPolicyClient: CFString = "SecPolicyClient"

/// How revocation is asked about, a number of `kSecRevocation…` flags.
public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"

/// OCSP responses count.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1 << 0
/// Lists of revoked certificates count.
public let kSecRevocationCRLMethod: CFOptionFlags = 1 << 1
/// Prefer lists to OCSP. It changes nothing: what both say counts.
public let kSecRevocationPreferCRL: CFOptionFlags = 1 << 2
/// Trust no certificate that is not known to be unrevoked.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 1 << 3
/// Ask no network. It changes nothing: no evaluation here does.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 1 << 4
/// OCSP responses and lists count.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = kSecRevocationOCSPMethod | kSecRevocationCRLMethod
