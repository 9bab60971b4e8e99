// What of a certificate its issuer has signed.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// The rest of a certificate can be written in more than one way without its issuer: the algorithm beside the
/// signature, and a signature of ECDSA.
struct SignedPart: Hashable {
    /// The tbsCertificate, with tag and length.
    let bytes: [UInt8]
    /// Whether the algorithm beside the signature is byte for byte the one that is signed (RFC 5280, section 4.1.1.2).
    let namesAlgorithm: Bool

    /// - Parameter certificate: DER; nil for what is no certificate.
    init?(of certificate: [UInt8]) {
        guard let root = try? DER.parse(certificate), case .constructed(let parts) = root.content else { return nil }
        var outer = parts.makeIterator()
        guard let signed = outer.next(), let algorithm = outer.next(), case .constructed(let fields) = signed.content
        else { return nil }
        bytes = Array(signed.encodedBytes)
        // A version, if there is one, is before the serial number.
        let isVersioned = fields.first { _ in true }?.identifier.tagClass == .contextSpecific
        let named = fields.dropFirst(isVersioned ? 2 : 1).first { _ in true }
        namesAlgorithm = named?.encodedBytes == algorithm.encodedBytes
    }
}
