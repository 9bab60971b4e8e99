// The names of policies, and the keys of their properties.
// SPDX-License-Identifier: Apache-2.0

public import CFTypes

/// Certificates for any use.
public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"

/// Certificates of TLS connections.
public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"

/// The object identifier of the policy, one of the `kSecPolicyApple…` values.
public let kSecPolicyOid: CFString = "SecPolicyOid"

/// The name that the certificate must hold, a host's for TLS.
public let kSecPolicyName: CFString = "SecPolicyName"

/// Whether the certificate is a client's, a boolean; absent for a server's.
public let kSecPolicyClient: CFString = "SecPolicyClient"
