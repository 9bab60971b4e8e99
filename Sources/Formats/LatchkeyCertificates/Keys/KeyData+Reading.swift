// Reads keys in the standard forms.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
package import LatchkeyModel
package import LatchkeyPlatform
import SwiftASN1

extension KeyData {
    /// - Throws: `.decode` for bytes that are no key in this form, `.unimplemented` for a kind of keys that is not
    ///   known.
    package init(
        der encoded: ItemSecret, format: KeyFormat, _ keyClass: KeyClass
    ) throws(KeychainError) {
        guard encoded.count <= Self.largestSize else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
        switch (format, keyClass) {
        case (.pkcs1, _): try self.init(.rsa, keyClass, encoded)
        case (.pkcs8, .private): self = try Self.reading(encoded) { try KeyData(pkcs8: $0) }
        case (.sec1, .private): self = try Self.reading(encoded) { try KeyData(sec1: $0, named: nil) }
        case (.subjectPublicKeyInfo, .public): self = try Self.reading(encoded) { try PublicKeyInfo($0).key() }
        case (.pkcs8, .public), (.sec1, .public), (.subjectPublicKeyInfo, .private):
            throw KeychainError(.decode, during: "reading a key in a form that its class does not have")
        }
    }

    /// A key in whichever form it is.
    /// - Throws: `.decode` if it is in none of them, `.unimplemented` for a kind of keys that is not known.
    package init(der encoded: ItemSecret) throws(KeychainError) {
        let forms: [(KeyFormat, KeyClass)] = [
            (.pkcs8, .private), (.subjectPublicKeyInfo, .public), (.pkcs1, .private), (.sec1, .private),
            (.pkcs1, .public),
        ]
        var failure = KeychainError(.decode, during: "looking for the form of a key")
        for (format, keyClass) in forms {
            do {
                self = try KeyData(der: encoded, format: format, keyClass)
                return
            } catch {
                if error.code != .decode { failure = error }
            }
        }
        throw failure
    }

    private static func reading(
        _ encoded: ItemSecret, _ body: (ASN1Node) throws -> KeyData
    ) throws(KeychainError) -> KeyData {
        try encoded.bytes.withWipedArray { bytes throws(KeychainError) in
            try decoding("reading a key") { try body(DER.parse(bytes)) }
        }
    }

    private init(pkcs8 node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        guard try (0...1).contains(Int(derEncoded: parts.required())) else { throw malformed() }
        let kind = try KeyKind(algorithm: parts.required())
        let octets = try parts.required().primitiveContents(of: .octetString)
        // Attributes and the public key may follow.
        while let rest = parts.next() {
            guard rest.identifier.tagClass == .contextSpecific else { throw malformed() }
        }
        guard let kind else {
            throw KeychainError(.unimplemented, during: "reading a private key of a kind that is not known")
        }
        switch kind {
        case .rsa: try self.init(.rsa, .private, ItemSecret(copying: octets))
        case .p192, .p224, .p256, .p384, .p521: try self.init(sec1: DER.parse(octets), named: kind)
        case .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87: try self.init(lattice: DER.parse(octets), kind)
        case .ed25519, .x25519, .ed448, .x448:
            try self.init(kind, .private, ItemSecret(copying: DER.parse(octets).primitiveContents(of: .octetString)))
        }
    }

    /// A seed, or a seed with the key that it expands to (RFC 9881 and RFC 9935, section 6). Nothing leads back from
    /// that key alone.
    private init(lattice node: ASN1Node, _ kind: KeyKind) throws {
        let seed: ItemSecret
        var expanded: ItemSecret?
        switch node.identifier {
        case .sequence:
            var parts = try node.children(of: .sequence).makeIterator()
            seed = try ItemSecret(copying: parts.required().primitiveContents(of: .octetString))
            expanded = try ItemSecret(copying: parts.required().primitiveContents(of: .octetString))
            guard parts.next() == nil else { throw malformed() }
        case .octetString:
            guard try node.primitiveContents(of: .octetString).count == kind.expandedSize else { throw malformed() }
            throw KeychainError(
                .unimplemented, during: "reading an expanded private key without its seed",
                hint: "a key of ML-DSA or ML-KEM is read by its seed, and this one is without; write it anew with it")
        default:
            let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
            seed = try ItemSecret(copying: node.primitiveContents(of: tag))
        }
        guard seed.count == kind.lattice?.seedSize else { throw malformed() }
        let representation = try KeyMath.representation(kind, ofSeed: seed)
        if let expanded { try KeyMath.check(expanded: expanded, of: representation, kind) }
        try self.init(kind, .private, representation)
    }

    /// - Parameter named: the kind that the form around this one names; the key itself need not name it then.
    private init(sec1 node: ASN1Node, named: KeyKind?) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        guard try Int(derEncoded: parts.required()) == 1 else { throw malformed() }
        let written = try ItemSecret(copying: parts.required().primitiveContents(of: .octetString))
        let curve = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) {
            try ASN1ObjectIdentifier(derEncoded: $0)
        }
        let given = try DER.optionalExplicitlyTagged(&parts, tagNumber: 1, tagClass: .contextSpecific) {
            try ASN1BitString(derEncoded: $0)
        }
        guard parts.next() == nil, curve != nil || named != nil else { throw malformed() }
        let kind = curve.map { curve in KeyKind.curves.first { $0.curve == curve } } ?? named
        guard let kind else {
            throw KeychainError(.unimplemented, during: "reading a private key of a curve that is not known")
        }
        guard named == nil || named == kind, let size = kind.fieldSize, let scalar = written.padded(to: size) else {
            throw malformed()
        }
        let point = try unsafe scalar.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe KeyMath.point(ofScalar: bytes, kind)
        }
        guard given == nil || given?.paddingBits == 0 && given?.bytes == point[...] else { throw malformed() }
        var writer = SecretDERWriter(capacity: point.count + scalar.count)
        unsafe scalar.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
        writer.prepend(point)
        try self.init(kind, .private, writer.finished())
    }
}
