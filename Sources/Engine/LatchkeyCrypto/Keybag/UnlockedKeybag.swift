// The keys of a keychain in memory: one owner, one wiped block.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform

/// The keys that are available now. Locking wipes some of them, ending its life wipes all.
package struct UnlockedKeybag: ~Copyable, Sendable {
    /// 15 slots of 32 bytes in locked memory.
    private var keys: SecretBytes
    private var available: UInt16 = 0
    /// What computes digests under the index key, if that key is available.
    private var index: Authenticator?
    /// The keychain's identity, bound into everything that is sealed.
    package let keychain: RowIdentifier

    package init(keychain: RowIdentifier) {
        self.keychain = keychain
        keys = unsafe SecretBytes(count: KeyName.count * XAES256GCM.keySize) { _ in }
    }

    package func has(_ name: KeyName) -> Bool { available & 1 << UInt16(name.slot) != 0 }

    /// Takes a key in; it must have 32 bytes.
    package mutating func install(_ key: borrowing SecretBytes, as name: KeyName) {
        let start = name.slot * XAES256GCM.keySize
        unsafe keys.withUnsafeMutableBytes { keys in
            let slot = unsafe UnsafeMutableRawBufferPointer(rebasing: keys[start..<start + XAES256GCM.keySize])
            unsafe key.withUnsafeBytes { unsafe slot.copyMemory(from: $0) }
        }
        available |= 1 << UInt16(name.slot)
        if name == .indexKey { index = unsafe key.withUnsafeBytes { unsafe Authenticator(key: $0) } }
    }

    /// Draws a new random key.
    package mutating func generate(_ name: KeyName) {
        let key = unsafe SecretBytes(count: XAES256GCM.keySize) { unsafe SystemRandom.fill($0) }
        install(key, as: name)
    }

    /// Wipes a key where it lies.
    package mutating func wipe(_ name: KeyName) {
        let start = name.slot * XAES256GCM.keySize
        unsafe keys.withUnsafeMutableBytes { keys in
            guard let base = keys.baseAddress else { return }
            unsafe explicit_bzero(base + start, XAES256GCM.keySize)
        }
        available &= ~(1 << UInt16(name.slot))
        if name == .indexKey { index = nil }
    }

    /// Wipes what is only there while unlocked, or with `beforeFirstUnlock` all but the classes that are always there.
    package mutating func lock(toBeforeFirstUnlock: Bool = false) {
        for protection in ProtectionClass.allCases {
            switch protection.availability {
            case .always: continue
            case .afterFirstUnlock: if !toBeforeFirstUnlock { continue }
            case .whileUnlocked: break
            }
            wipe(.classKey(protection))
            wipe(.metadataKey(protection))
        }
    }

    /// Lends a key.
    /// - Throws: `.interactionNotAllowed` while it is locked away.
    package func withKey<R: ~Copyable>(
        _ name: KeyName, _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard has(name) else {
            throw KeychainError(
                .interactionNotAllowed, during: "using a key of a locked keychain",
                hint: "unlock the keychain with `security unlock-keychain`")
        }
        let start = name.slot * XAES256GCM.keySize
        return unsafe try keys.withUnsafeBytes { keys throws(KeychainError) in
            unsafe try body(UnsafeRawBufferPointer(rebasing: keys[start..<start + XAES256GCM.keySize]))
        }
    }

    /// Another owner of one key.
    package func copy(_ name: KeyName) throws(KeychainError) -> SecretBytes {
        unsafe try withKey(name) { key throws(KeychainError) in unsafe SecretBytes(copying: key) }
    }

    package func seal(
        _ plaintext: borrowing SecretBytes, under name: KeyName, at place: BlobPlace
    ) throws(KeychainError) -> [UInt8] {
        unsafe try withKey(name) { key throws(KeychainError) in
            unsafe try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
                unsafe try SealedBlob.seal(plaintext, under: key, at: place)
            }
        }
    }

    package func open(
        _ blob: [UInt8], under name: KeyName, at place: BlobPlace
    ) throws(KeychainError) -> SecretBytes {
        unsafe try blob.withRawBytes { blob throws(KeychainError) in
            unsafe try open(blob, under: name, at: place)
        }
    }

    package func open(
        _ blob: UnsafeRawBufferPointer, under name: KeyName, at place: BlobPlace
    ) throws(KeychainError) -> SecretBytes {
        unsafe try withKey(name) { key throws(KeychainError) in
            unsafe try SealedBlob.open(blob, under: key, at: place)
        }
    }

    /// The first bytes of HMAC-SHA-256(index key, class ‖ column ‖ type ‖ bytes).
    ///
    /// Documentation/Reference/Formats/Database.md, section 5.
    package func digest(
        of bytes: UnsafeRawBufferPointer, type: DigestType, attribute: Attribute, in itemClass: ItemClass,
        size: Int = digestSize
    ) throws(KeychainError) -> [UInt8] {
        let name = (itemClass.code.bigEndian, attribute.rawValue.bigEndian, type.rawValue)
        return unsafe try withUnsafeBytes(of: name) { name throws(KeychainError) in
            unsafe try keyedDigest(of: UnsafeRawBufferPointer(rebasing: name[..<9]), bytes, size: size)
        }
    }

    /// The first `size` bytes of HMAC-SHA-256(index key, name ‖ bytes).
    func keyedDigest(
        of name: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, size: Int
    ) throws(KeychainError) -> [UInt8] {
        switch index {
        case .some(let index):
            let code = unsafe index.code(for: name, bytes)
            return unsafe withUnsafeBytes(of: code) { unsafe Array($0[..<size]) }
        case nil: throw KeychainError(.interactionNotAllowed, during: "computing a keyed digest")
        }
    }

    package func digest(
        of bytes: [UInt8], type: DigestType, attribute: Attribute, in itemClass: ItemClass
    ) throws(KeychainError) -> [UInt8] {
        unsafe try bytes.withRawBytes { bytes throws(KeychainError) in
            unsafe try digest(of: bytes, type: type, attribute: attribute, in: itemClass)
        }
    }

    /// The digest of a value that is searched without regard to case, too: what values have in common that differ in
    /// case only, then what tells all values apart. A value that is folded already takes both from one code.
    package func foldedDigest(
        of bytes: UnsafeRawBufferPointer, attribute: Attribute, in itemClass: ItemClass
    ) throws(KeychainError) -> [UInt8] {
        guard unsafe TextFolding.folded(bytes) != nil else {
            return unsafe try digest(
                of: bytes, type: .foldedText, attribute: attribute, in: itemClass,
                size: Self.foldSize + Self.digestSize)
        }
        return unsafe try foldPrefix(of: bytes, attribute: attribute, in: itemClass)
            + digest(of: bytes, type: .bytes, attribute: attribute, in: itemClass)
    }

    /// How the digest of every value begins that differs in case only.
    package func foldPrefix(
        of bytes: UnsafeRawBufferPointer, attribute: Attribute, in itemClass: ItemClass
    ) throws(KeychainError) -> [UInt8] {
        guard let folded = unsafe TextFolding.folded(bytes) else {
            return unsafe try digest(
                of: bytes, type: .foldedText, attribute: attribute, in: itemClass, size: Self.foldSize)
        }
        return unsafe try folded.withRawBytes { folded throws(KeychainError) in
            unsafe try digest(
                of: folded, type: .foldedText, attribute: attribute, in: itemClass, size: Self.foldSize)
        }
    }

    /// Bytes of a digest.
    package static let digestSize = 16
    /// Bytes at the beginning of a folded digest that case does not change.
    package static let foldSize = 8

    /// What kind of value a digest stands for. Text and data with the same bytes are the same.
    package enum DigestType: UInt8, Sendable {
        case bytes = 0x62
        case number = 0x6e
        case date = 0x64
        case foldedText = 0x66
    }
}
