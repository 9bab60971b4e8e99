// A certificate with its private key as an object.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel

/// A certificate and the private key to its public one. Never changes.
///
/// There is one object for each pair at any time, so `===` and `==` agree, also for an object that comes back from a
/// keychain. As on macOS otherwise.
public final class SecIdentity: Sendable {
    package let halves: Halves
    /// Which of the objects of this pair, in the order they were made, this is.
    private let generation: UInt64

    private init(_ halves: Halves, generation: UInt64) {
        self.halves = halves
        self.generation = generation
    }

    deinit { Self.living.remove(Objects(halves), generation: generation) }

    /// The object of a pair, or nil if the key is not the one of the certificate.
    package static func object(for certificate: SecCertificate, _ key: SecKey) -> SecIdentity? {
        guard let half = key.outline, half.keyClass == .private, certificate.content.publicKeyKind == half.kind,
            certificate.content.publicKeyOctets == half.publicOctets
        else { return nil }
        let halves = Halves(certificate: certificate, key: key)
        return living.object(of: Objects(halves)) { SecIdentity(halves, generation: $0) }
    }

    private static let living = LivingObjects<Objects, SecIdentity>()

    /// The very objects, which the identity keeps: equal keys may be in several keychains.
    private struct Objects: Hashable {
        let certificate: ObjectIdentifier
        let key: ObjectIdentifier

        init(_ halves: Halves) {
            certificate = ObjectIdentifier(halves.certificate)
            key = ObjectIdentifier(halves.key)
        }
    }

    package struct Halves: Hashable, Sendable {
        package let certificate: SecCertificate
        package let key: SecKey
    }
}

extension SecIdentity: Hashable {
    public static func == (lhs: SecIdentity, rhs: SecIdentity) -> Bool { lhs.halves == rhs.halves }
    public func hash(into hasher: inout Hasher) { hasher.combine(halves) }
}

extension SecIdentity: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of identities.
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity._cfTypeID }

/// The identity of a certificate and its private key, or nil if the key is not the certificate's, or is a public one.
public func SecIdentityCreate(
    _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
    SecIdentity.object(for: certificate, privateKey)
}

/// The certificate of an identity.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    unsafe certificateRef.pointee = identityRef.halves.certificate
    return errSecSuccess
}

/// The private key of an identity.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    unsafe privateKeyRef.pointee = identityRef.halves.key
    return errSecSuccess
}
