// A public or private key: its bytes as Apple's API hands them out, checked once.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyKeys
package import LatchkeyModel
package import LatchkeyPlatform

/// A key with its bytes. Its description names the kind only.
package struct KeyData: Sendable {
    package let outline: KeyOutline
    /// Apple's external representation (reference 5.3, 5.4): PKCS#1 for RSA, `04 X Y` or `04 X Y K` for elliptic
    /// curves, the bare bytes for Curve25519 and Curve448; for a private lattice key its seed and the public key. Wiped
    /// when the last reference ends.
    package let externalRepresentation: ItemSecret
    /// The key as it computes, if its public half could not be had without making that.
    private let made: WorkingKey?

    /// Longest representation that is read, in bytes: a private RSA key of 8192 bits has 4.7 KB.
    package static let largestSize = 8192

    /// A key of foreign bytes, which are checked: they are one, and the halves of a private one belong together.
    /// - Throws: `.decode` for bytes that are no key of this kind and class.
    package init(_ kind: KeyKind, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        try Self.requireBounded(representation)
        let octets: [UInt8]
        var sizeInBits = kind.sizeInBits ?? 0
        switch kind {
        case .rsa:
            let numbers = try RSANumbers(checking: representation, keyClass)
            octets = numbers.publicOctets
            sizeInBits = numbers.sizeInBits
        case .p192, .p224, .p256, .p384, .p521, .ed25519, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65,
            .mlDSA87:
            octets = try KeyMath.publicOctets(checking: representation, kind, keyClass)
        }
        externalRepresentation = representation
        outline = KeyOutline(kind, keyClass, publicOctets: octets, sizeInBits: sizeInBits)
        made = nil
    }

    /// A key whose bytes were checked before: a keychain gave them back, and what it gives back is what was stored. Of
    /// a private key only the form is looked at, and the public half is the one that stands in it.
    /// - Throws: `.decode` for bytes that have not the form of a key of this kind and class.
    package init(stored kind: KeyKind, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        guard keyClass == .private else {
            try self.init(kind, keyClass, representation)
            return
        }
        try Self.requireBounded(representation)
        var sizeInBits = kind.sizeInBits ?? 0
        let octets: [UInt8]
        var made: WorkingKey?
        switch kind {
        case .rsa:
            let numbers = try RSANumbers(reading: representation, .private)
            octets = numbers.publicOctets
            sizeInBits = numbers.sizeInBits
        case .p192, .p224, .p256, .p384, .p521, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87:
            octets = try kind.publicOctets(inPrivate: representation)
        case .ed25519, .x25519, .ed448, .x448:
            let key = try WorkingKey(computingHalfOf: kind, representation)
            octets = key.publicOctets
            made = key
        }
        let outline = KeyOutline(kind, .private, publicOctets: octets, sizeInBits: sizeInBits)
        self.init(outline, representation, made)
    }

    private init(_ outline: KeyOutline, _ representation: ItemSecret, _ made: WorkingKey?) {
        self.outline = outline
        externalRepresentation = representation
        self.made = made
    }

    private static func requireBounded(_ representation: ItemSecret) throws(KeychainError) {
        guard (1...largestSize).contains(representation.count) else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
    }

    /// A key of a type that does not name its curve; the number of bytes does.
    /// - Throws: `.decode` for bytes that are no key of this type and class.
    package init(of type: KeyType, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        try self.init(Self.kind(of: type, keyClass, representation), keyClass, representation)
    }

    /// A key that a keychain gave back, of a type that does not name its curve.
    /// - Throws: `.decode` for bytes that have not the form of a key of this type and class.
    package init(storedOf type: KeyType, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        try self.init(stored: Self.kind(of: type, keyClass, representation), keyClass, representation)
    }

    private static func kind(
        of type: KeyType, _ keyClass: KeyClass, _ representation: ItemSecret
    ) throws(KeychainError) -> KeyKind {
        guard let kind = KeyKind(type, keyClass, size: representation.count) else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
        return kind
    }

    init(publicHalfOf key: KeyOutline) {
        outline = KeyOutline(key.kind, .public, publicOctets: key.publicOctets, sizeInBits: key.sizeInBits)
        externalRepresentation = ItemSecret(copying: key.publicOctets)
        made = nil
    }

    /// The key as the library that computes has it.
    /// - Throws: `.decode` if the library refuses what was checked before.
    package func working() throws(KeychainError) -> WorkingKey {
        if let made { return made }
        return try WorkingKey(kind, keyClass, externalRepresentation, publicOctets: publicOctets)
    }

    package var kind: KeyKind { outline.kind }
    package var keyClass: KeyClass { outline.keyClass }
    /// The external representation of the public half.
    package var publicOctets: [UInt8] { outline.publicOctets }
    /// Bits of the modulus or of the field, or the number in the name of a lattice key.
    package var sizeInBits: Int { outline.sizeInBits }
    package var blockSize: Int { outline.blockSize }
    package var applicationLabel: [UInt8] { outline.applicationLabel }
    /// Everything but the class and the bytes.
    package var attributes: AttributeValues { outline.attributes }

    /// The public half; a public key is its own.
    package var publicKey: KeyData { keyClass == .public ? self : outline.publicKey }
}

extension KeyData: Equatable {
    package static func == (lhs: KeyData, rhs: KeyData) -> Bool {
        lhs.kind == rhs.kind && lhs.keyClass == rhs.keyClass
            && lhs.externalRepresentation == rhs.externalRepresentation
    }
}

extension KeyData: Hashable {
    /// Of the public half: equal keys have equal ones, and no hash says anything of a private key.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(keyClass)
        hasher.combine(publicOctets)
    }
}

extension KeyData: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(keyClass) \(kind) key of \(sizeInBits) bits>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
