// A certificate as an object.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
package import LatchkeyCertificates

/// An X.509 certificate. Never changes.
///
/// There is one object for each certificate at any time, so `===` and `==` agree, also for an object that comes back
/// from a keychain. As on macOS otherwise.
public final class SecCertificate: Sendable {
    package let content: Certificate
    /// Which of the objects of this certificate, in the order they were made, this is.
    private let generation: UInt64

    private init(_ content: Certificate, generation: UInt64) {
        self.content = content
        self.generation = generation
    }

    deinit { Self.living.remove(content, generation: generation) }

    /// The object of a certificate.
    package static func object(for content: Certificate) -> SecCertificate {
        living.object(of: content) { SecCertificate(content, generation: $0) }
    }

    private static let living = LivingObjects<Certificate, SecCertificate>()
}

extension SecCertificate: Hashable {
    public static func == (lhs: SecCertificate, rhs: SecCertificate) -> Bool { lhs.content == rhs.content }
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension SecCertificate: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of certificates.
public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate._cfTypeID }

/// The certificate of some DER bytes, or nil if they are none.
///
/// PEM is refused, and so are a serial number of more than 37 bytes and an extension that is there twice. Bytes after
/// the certificate are cut off. Nothing is said about trust. As on macOS.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    (try? Certificate(der: data.octets)).map(SecCertificate.object)
}

/// The DER bytes of a certificate.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    Data(certificate.content.der) as NSData
}
