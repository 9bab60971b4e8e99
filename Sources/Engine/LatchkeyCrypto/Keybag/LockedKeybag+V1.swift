// Version 1 of the keybag's bytes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension LockedKeybag {
    /// Documentation/Reference/Formats/Keybag.md, section 1.
    enum V1 {
        private static let number: UInt8 = 1
        private static let headerSize = 63
        private static let wrappedSize = SealedBlob.V1.overhead + XAES256GCM.keySize
        /// Type and length of a section.
        private static let sectionHeaderSize = 5

        static let damage = KeychainError(.decode, during: "reading the keybag")

        /// The second byte.
        private struct Flags: OptionSet {
            let rawValue: UInt8
            static let hasPassword = Flags(rawValue: 1 << 0)
            static let locksOnSleep = Flags(rawValue: 1 << 1)
            static let usesLockInterval = Flags(rawValue: 1 << 2)
            static let all: Flags = [.hasPassword, .locksOnSleep, .usesLockInterval]
        }

        /// The first 62 bytes: everything but the keys.
        private static func header(of bag: LockedKeybag) -> [UInt8] {
            var flags: Flags = []
            if bag.hasPassword { flags.insert(.hasPassword) }
            if bag.settings.locksOnSleep { flags.insert(.locksOnSleep) }
            if bag.settings.usesLockInterval { flags.insert(.usesLockInterval) }
            var bytes: [UInt8] = [number, flags.rawValue]
            bytes += bag.keychain.bytes
            bytes += bag.keybag.bytes
            bytes += bag.password?.salt ?? [UInt8](repeating: 0, count: PasswordKey.saltSize)
            bytes += (bag.password?.cost.memory ?? 0).bigEndianBytes
            bytes += (bag.password?.cost.passes ?? 0).bigEndianBytes
            bytes += (bag.settings.idleTimeout ?? 0).bigEndianBytes
            return bytes
        }

        static func bytesUnderDeviceProof(of bag: LockedKeybag) -> [UInt8] {
            var bytes = header(of: bag)
            bytes.append(UInt8(bag.wrappedKeys.count))
            for wrapped in bag.wrappedKeys.sorted(by: { $0.key.number < $1.key.number }) {
                bytes.append(wrapped.key.number)
                bytes += wrapped.blob
            }
            // No section is defined yet.
            return bytes + bag.passwordProof
        }

        static func decode(_ bytes: [UInt8]) throws(KeychainError) -> LockedKeybag {
            guard bytes.count >= headerSize, bytes.count <= LockedKeybag.largestSize else { throw damage }
            let flags = Flags(rawValue: bytes[1])
            guard flags.isSubset(of: .all) else { throw damage }
            let keyCount = Int(bytes[headerSize - 1])
            let sections = headerSize + keyCount * (1 + wrappedSize) + Authenticator.size
            let end = bytes.count - Authenticator.size
            guard sections <= end, let keychain = RowIdentifier(bytes[2..<18]),
                let keybag = RowIdentifier(bytes[18..<34])
            else { throw damage }
            try requireKnownSections(bytes[sections..<end])

            func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
            let hasPassword = flags.contains(.hasPassword)
            let cost = PasswordCost(memory: number(at: 50), passes: number(at: 54))
            let timeout = number(at: 58)
            let wrapped = try wrappedKeys(in: bytes, count: keyCount)
            let passwordProof = Array(bytes[sections - Authenticator.size..<sections])
            let expectedKeys =
                [.indexKey] + ProtectionClass.allCases.filter { hasPassword || $0 != .akpu }.map(WrappedKey.classKey)
            guard wrapped.map(\.key.number) == expectedKeys.map(\.number).sorted(),
                hasPassword || passwordProof.allSatisfy({ $0 == 0 })
            else { throw damage }
            return LockedKeybag(
                keychain: keychain, keybag: keybag,
                password: hasPassword ? Password(salt: Array(bytes[34..<50]), cost: cost) : nil,
                settings: LockSettings(
                    locksOnSleep: flags.contains(.locksOnSleep), idleTimeout: timeout == 0 ? nil : timeout,
                    usesLockInterval: flags.contains(.usesLockInterval)),
                wrappedKeys: wrapped, passwordProof: passwordProof, deviceProof: Array(bytes[end...]))
        }

        private static func wrappedKeys(in bytes: [UInt8], count: Int) throws(KeychainError) -> [Wrapped] {
            var wrapped: [Wrapped] = []
            var offset = headerSize
            var last: UInt8 = 0
            for _ in 0..<count {
                guard bytes[offset] > last, let key = WrappedKey(number: bytes[offset]) else { throw damage }
                last = bytes[offset]
                wrapped.append(Wrapped(key: key, blob: Array(bytes[offset + 1..<offset + 1 + wrappedSize])))
                offset += 1 + wrappedSize
            }
            return wrapped
        }

        /// Whoever makes a section knows what has to become of it when keys or passwords change. This version knows of
        /// none.
        private static func requireKnownSections(_ bytes: ArraySlice<UInt8>) throws(KeychainError) {
            var rest = bytes
            var last: UInt8 = 0
            while let type = rest.first {
                guard type > last, rest.count >= sectionHeaderSize else { throw damage }
                last = type
                let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(sectionHeaderSize)
                guard length <= rest.count else { throw damage }
                rest = rest.dropFirst(length)
            }
            guard bytes.isEmpty else { throw .newerVersion(during: "reading the keybag") }
        }
    }
}
