// What is sealed under a password of an application: how the password becomes a key, what shows the right one, and the
// blob.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Lies inside what is sealed under the class key, so that neither the keychain nor the password alone opens it.
///
/// Documentation/Reference/Formats/SealedItem.md, section 8.
package struct PasswordEnvelope: Sendable {
    package let parameters: ApplicationKey.Parameters
    /// Depends on the key alone; what tells a wrong password from damage, and keeps bytes from opening under two
    /// passwords.
    private let commitment: [UInt8]
    private let blob: [UInt8]

    private static let version: UInt8 = 1
    /// Version, salt, memory and passes.
    private static let headerSize = 1 + PasswordKey.saltSize + 8

    /// Seals `plaintext` for `place`, whose binding the parameters are added to.
    /// - Parameter nonce: nil for a random one; only vectors need another.
    package init(
        sealing plaintext: borrowing SecretBytes, under key: ApplicationKey, at place: BlobPlace, nonce: [UInt8]? = nil
    ) throws(KeychainError) {
        let keys = key.expanded(for: place.row ?? .zero)
        let place = place.bound(to: Self.header(of: key.parameters))
        parameters = key.parameters
        (commitment, blob) = unsafe try keys.withUnsafeBytes { keys throws(KeychainError) in
            let blob = unsafe try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
                unsafe try SealedBlob.seal(
                    plaintext, under: UnsafeRawBufferPointer(rebasing: keys[..<XAES256GCM.keySize]), at: place,
                    nonce: nonce ?? SystemRandom.bytes(count: XAES256GCM.nonceSize))
            }
            return unsafe (Array(keys[XAES256GCM.keySize...]), blob)
        }
    }

    /// - Throws: `.authFailed` for the key of another password, `.decode` for bytes that do not open under the right
    ///   one.
    package func open(with key: ApplicationKey, at place: BlobPlace) throws(KeychainError) -> SecretBytes {
        guard key.parameters == parameters else {
            throw KeychainError(.internalError, during: "opening a secret with the key of another item")
        }
        let keys = key.expanded(for: place.row ?? .zero)
        let place = place.bound(to: Self.header(of: parameters))
        return unsafe try keys.withUnsafeBytes { keys throws(KeychainError) in
            let difference = unsafe zip(keys[XAES256GCM.keySize...], commitment).reduce(0) { $0 | ($1.0 ^ $1.1) }
            guard difference == 0 else {
                throw KeychainError(
                    .authFailed, during: "opening an item with a password of its program",
                    hint: "the password is not the one that the item was stored with", cause: .applicationPassword)
            }
            return unsafe try SealedBlob.open(
                blob, under: UnsafeRawBufferPointer(rebasing: keys[..<XAES256GCM.keySize]), at: place)
        }
    }

    private static func header(of parameters: ApplicationKey.Parameters) -> [UInt8] {
        [version] + parameters.salt + parameters.cost.memory.bigEndianBytes + parameters.cost.passes.bigEndianBytes
    }

    package var encoded: [UInt8] { Self.header(of: parameters) + commitment + blob }

    /// - Throws: `.wrongVersion` for another version, `.decode` for a cost outside the bounds, and fewer bytes than the
    ///   shortest has.
    package init(decoding bytes: [UInt8]) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading what is sealed under a password of a program")
        let start = Self.headerSize + ApplicationKey.commitmentSize
        guard let version = bytes.first else { throw damage }
        guard version == Self.version else {
            throw .newerVersion(during: "reading what is sealed under a password of a program")
        }
        guard bytes.count >= start + SealedBlob.overhead else { throw damage }
        func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        parameters = ApplicationKey.Parameters(
            salt: Array(bytes[1..<1 + PasswordKey.saltSize]),
            cost: PasswordCost(memory: number(at: Self.headerSize - 8), passes: number(at: Self.headerSize - 4)))
        guard parameters.isAcceptable else { throw damage }
        commitment = Array(bytes[Self.headerSize..<start])
        blob = Array(bytes[start...])
    }
}
