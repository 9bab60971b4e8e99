// Checks the keys of elliptic curves.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import KeychainKeys
import KeychainModel

extension KeyKind {
    /// The public half as it stands in the bytes of a private key of a prime curve or over lattices.
    /// - Throws: `.decode` for bytes of another size or form.
    func publicOctets(inPrivate key: ItemSecret) throws(KeychainError) -> [UInt8] {
        guard key.count == representationSize(.private), let size = representationSize(.public) else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
        let octets = unsafe key.bytes.withUnsafeBytes { bytes in
            unsafe Array(lattice == nil ? bytes.prefix(size) : bytes.suffix(size))
        }
        guard type != .ellipticCurve || octets.first == 4 else {
            throw KeychainError(.decode, during: "looking for the point of a key")
        }
        return octets
    }

    /// The point `04 X Y` of a key of a prime curve.
    /// - Throws: `.decode` for a point that is not on the curve, and for a scalar that is not its own.
    func publicPoint(checking key: ItemSecret, _ keyClass: KeyClass) throws(KeychainError) -> [UInt8] {
        try decoding("checking the point of an elliptic curve key") {
            let point = try unsafe key.bytes.withUnsafeBytes { bytes in
                switch (self, keyClass) {
                case (.p256, .public): try unsafe P256.Signing.PublicKey(x963Representation: bytes).x963Representation
                case (.p384, .public): try unsafe P384.Signing.PublicKey(x963Representation: bytes).x963Representation
                case (.p521, .public): try unsafe P521.Signing.PublicKey(x963Representation: bytes).x963Representation
                case (.p256, .private):
                    try unsafe P256.Signing.PrivateKey(x963Representation: bytes).publicKey.x963Representation
                case (.p384, .private):
                    try unsafe P384.Signing.PrivateKey(x963Representation: bytes).publicKey.x963Representation
                case (.p521, .private):
                    try unsafe P521.Signing.PrivateKey(x963Representation: bytes).publicKey.x963Representation
                default: throw KeychainError(.internalError, during: "looking for the curve of a key")
                }
            }
            guard key.bytes.begins(with: point) else { throw malformed() }
            return Array(point)
        }
    }

    /// The point that belongs to a scalar.
    /// - Throws: `.decode` for a scalar that is out of range.
    func publicPoint(ofScalar scalar: ItemSecret) throws(KeychainError) -> [UInt8] {
        try decoding("computing the point of an elliptic curve key") {
            try unsafe scalar.bytes.withUnsafeBytes { bytes in
                switch self {
                case .p256:
                    try unsafe Array(P256.Signing.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                case .p384:
                    try unsafe Array(P384.Signing.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                case .p521:
                    try unsafe Array(P521.Signing.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation)
                default: try unsafe KeyMath.point(ofScalar: bytes, self)
                }
            }
        }
    }

    /// The 32 public bytes of a key of Curve25519.
    /// - Throws: `.decode` for other than 32 bytes.
    func publicCurve25519(checking key: ItemSecret, _ keyClass: KeyClass) throws(KeychainError) -> [UInt8] {
        try decoding("checking a key of Curve25519") {
            try unsafe key.bytes.withUnsafeBytes { bytes in
                switch (self, keyClass) {
                case (.ed25519, .public):
                    try unsafe Array(Curve25519.Signing.PublicKey(rawRepresentation: bytes).rawRepresentation)
                case (.ed25519, .private):
                    try unsafe Array(
                        Curve25519.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation)
                case (.x25519, .public):
                    try unsafe Array(Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes).rawRepresentation)
                case (.x25519, .private):
                    try unsafe Array(
                        Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation)
                default: throw KeychainError(.internalError, during: "looking for the curve of a key")
                }
            }
        }
    }
}

extension SecretBytes {
    /// Whether the first bytes are these, which are public.
    fileprivate func begins(with prefix: Data) -> Bool {
        unsafe withUnsafeBytes { unsafe $0.starts(with: prefix) }
    }
}
