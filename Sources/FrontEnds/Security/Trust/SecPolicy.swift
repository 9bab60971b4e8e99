// What a certificate must be good for, as an object.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
package import LatchkeyModel
package import LatchkeyTrust

/// A policy that certificates are evaluated by. Never changes. As on macOS.
public final class SecPolicy: Sendable {
    package let kind: Kind

    package enum Kind: Hashable, Sendable {
        case use(TrustPolicy)
        /// With the names of servers, one of which the certificate must be for; nil for any.
        case eap(isServer: Bool, names: [String]?)
        /// The `kSecRevocation…` flags.
        case revocation(CFOptionFlags)
    }

    package init(_ kind: Kind) { self.kind = kind }

    package convenience init(_ value: TrustPolicy) { self.init(.use(value)) }

    /// What the certificate must be good for, or nil if the policy is not about that.
    package var use: CertificateUse? {
        switch kind {
        case .use(let policy): CertificateUse(policy)
        case .eap(let isServer, let names): CertificateUse(isServer ? .eapServer : .eapClient, names: names)
        case .revocation: nil
        }
    }

    /// What a search asks of one certificate. Of several names it asks for the first.
    package var searched: TrustPolicy? {
        switch kind {
        case .use(let policy): policy
        case .eap(let isServer, let names):
            isServer ? .sslServer(host: names.map { $0.first ?? "" }) : .sslClient(host: names.map { $0.first ?? "" })
        case .revocation: nil
        }
    }
}

extension SecPolicy: Hashable {
    public static func == (lhs: SecPolicy, rhs: SecPolicy) -> Bool { lhs.kind == rhs.kind }
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension SecPolicy.Kind: CustomStringConvertible, CustomReflectable {
    /// Without the host or address.
    package var description: String { "<kind of policy>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SecPolicy: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of policies.
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy._cfTypeID }

/// The policy of certificates for any use: dates and chain alone.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// The policy of certificates of TLS connections: extended key usage, and the host if one is given.
///
/// - Parameters:
///   - server: Whether the certificate is a server's; false for a client's.
///   - hostname: The name or address that must be among the alternative names of the certificate, or nil. Its common
///     name does not count.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    let host = hostname.map { $0 as String }
    return SecPolicy(server ? .sslServer(host: host) : .sslClient(host: host))
}

/// The policy that certificates are not revoked.
///
/// Nobody is asked here: there is no network in an evaluation. What the program gives counts with this policy and
/// without it (``SecTrustSetOCSPResponse(_:_:)``, ``SecTrustSetRevocationLists(_:_:)``), but a policy for one method
/// leaves out what is given for the other.
///
/// With `kSecRevocationRequirePositiveResponse` something must say that the certificate itself is not revoked; else the
/// evaluation fails with `errSecIncompleteCertRevocationCheck`. `kSecRevocationPreferCRL` and
/// `kSecRevocationNetworkAccessDisabled` change nothing.
///
/// - Parameter revocationFlags: `kSecRevocation…` flags; none of the two methods is nil.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    guard revocationFlags & kSecRevocationUseAnyAvailableMethod != 0 else { return nil }
    return SecPolicy(.revocation(revocationFlags))
}
