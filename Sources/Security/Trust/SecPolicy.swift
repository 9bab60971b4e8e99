// What a certificate must be good for, as an object.
// SPDX-License-Identifier: Apache-2.0

public import CFTypes
package import KeychainModel

/// A policy that certificates are evaluated by. Never changes. As on macOS.
public final class SecPolicy: Sendable {
    package let value: TrustPolicy

    package init(_ value: TrustPolicy) { self.value = value }
}

extension SecPolicy: Hashable {
    public static func == (lhs: SecPolicy, rhs: SecPolicy) -> Bool { lhs.value == rhs.value }
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecPolicy: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of policies.
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy._cfTypeID }

/// The policy of certificates for any use: dates and chain alone.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// The policy of certificates of TLS connections: extended key usage, and the host where one is given.
///
/// - Parameters:
///   - server: Whether the certificate is a server's; false for a client's.
///   - hostname: The name or address that must be among the alternative names of the certificate, or nil. Its common name
///     does not count.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    let host = hostname.map { $0 as String }
    return SecPolicy(server ? .sslServer(host: host) : .sslClient(host: host))
}

/// The properties of a policy: `kSecPolicyOid`, and where they apply `kSecPolicyName` and `kSecPolicyClient`.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    let properties = NSMutableDictionary()
    switch policyRef.value {
    case .basic: properties[kSecPolicyOid] = kSecPolicyAppleX509Basic
    case .sslServer: properties[kSecPolicyOid] = kSecPolicyAppleSSL
    case .sslClient:
        properties[kSecPolicyOid] = kSecPolicyAppleSSL
        properties[kSecPolicyClient] = kCFBooleanTrue
    }
    if let host = policyRef.value.host { properties[kSecPolicyName] = host as NSString }
    return properties
}
