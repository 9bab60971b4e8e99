// The keybag's bytes.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

extension LockedKeybag {
    private static let version: UInt8 = 1
    private static let headerSize = 63
    private static let wrappedSize = SealedBlob.overhead + XAES256GCM.keySize

    /// The second byte.
    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let hasPassword = Flags(rawValue: 1 << 0)
        static let locksOnSleep = Flags(rawValue: 1 << 1)
        static let usesLockInterval = Flags(rawValue: 1 << 2)
        static let all: Flags = [.hasPassword, .locksOnSleep, .usesLockInterval]
    }

    /// The first 62 bytes: everything but the keys.
    private var header: [UInt8] {
        var flags: Flags = []
        if hasPassword { flags.insert(.hasPassword) }
        if settings.locksOnSleep { flags.insert(.locksOnSleep) }
        if settings.usesLockInterval { flags.insert(.usesLockInterval) }
        var bytes: [UInt8] = [Self.version, flags.rawValue]
        bytes += keychain.bytes
        bytes += keybag.bytes
        bytes += password?.salt ?? [UInt8](repeating: 0, count: PasswordKey.saltSize)
        bytes += (password?.cost.memory ?? 0).bigEndianBytes
        bytes += (password?.cost.passes ?? 0).bigEndianBytes
        bytes += (settings.idleTimeout ?? 0).bigEndianBytes
        return bytes
    }

    /// Both identities and how the password becomes a key; not the settings, which change without the password.
    var bytesUnderPasswordProof: [UInt8] {
        keychain.bytes + keybag.bytes + (password?.salt ?? []) + (password?.cost.memory ?? 0).bigEndianBytes
            + (password?.cost.passes ?? 0).bigEndianBytes
    }

    var bytesUnderDeviceProof: [UInt8] {
        var bytes = header
        bytes.append(UInt8(wrappedKeys.count))
        for wrapped in wrappedKeys.sorted(by: { $0.key.number < $1.key.number }) {
            bytes.append(wrapped.key.number)
            bytes += wrapped.blob
        }
        return bytes + passwordProof
    }

    /// The bytes as they are stored.
    package var encoded: [UInt8] { bytesUnderDeviceProof + deviceProof }

    /// - Throws: `.wrongVersion` for a version that is not known, `.decode` for bytes of any other form.
    package init(decoding bytes: [UInt8]) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading the keybag")
        guard let version = bytes.first else { throw damage }
        guard version == Self.version else {
            throw KeychainError(
                .wrongVersion, during: "reading the keybag", hint: "the keychain was written by a newer version")
        }
        guard bytes.count >= Self.headerSize else { throw damage }
        let flags = Flags(rawValue: bytes[1])
        guard flags.isSubset(of: .all) else { throw damage }
        let keyCount = Int(bytes[Self.headerSize - 1])
        let expected = Self.headerSize + keyCount * (1 + Self.wrappedSize) + 2 * Authenticator.size
        guard bytes.count == expected, let keychain = RowIdentifier(bytes[2..<18]),
            let keybag = RowIdentifier(bytes[18..<34])
        else { throw damage }

        func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let hasPassword = flags.contains(.hasPassword)
        let cost = PasswordCost(memory: number(at: 50), passes: number(at: 54))
        let timeout = number(at: 58)

        var wrapped: [Wrapped] = []
        var offset = Self.headerSize
        var last: UInt8 = 0
        for _ in 0..<keyCount {
            guard bytes[offset] > last, let key = WrappedKey(number: bytes[offset]) else { throw damage }
            last = bytes[offset]
            wrapped.append(Wrapped(key: key, blob: Array(bytes[offset + 1..<offset + 1 + Self.wrappedSize])))
            offset += 1 + Self.wrappedSize
        }
        self.init(
            keychain: keychain, keybag: keybag,
            password: hasPassword ? Password(salt: Array(bytes[34..<50]), cost: cost) : nil,
            settings: LockSettings(
                locksOnSleep: flags.contains(.locksOnSleep), idleTimeout: timeout == 0 ? nil : timeout,
                usesLockInterval: flags.contains(.usesLockInterval)),
            wrappedKeys: wrapped, passwordProof: Array(bytes[offset..<offset + Authenticator.size]),
            deviceProof: Array(bytes[(offset + Authenticator.size)...]))
        let expectedKeys =
            [.indexKey] + ProtectionClass.allCases.filter { hasPassword || $0 != .akpu }.map(WrappedKey.classKey)
        guard wrapped.map(\.key.number) == expectedKeys.map(\.number).sorted(),
            hasPassword || passwordProof.allSatisfy({ $0 == 0 }), encoded == bytes
        else { throw damage }
    }
}
