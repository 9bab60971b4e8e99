// What must be proved before an item's secret is given out.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// A protection class with the constraint flags of `SecAccessControlCreateWithFlags` (reference 3.14).
package struct AccessControl: Hashable, Sendable {
    package let protection: ProtectionClass
    /// The flags, or nil for an item that was only given `kSecAttrAccessible`.
    package let flags: UInt64?

    /// For a constraint on the fingers that are enrolled: the digest of those that were when the item was stored, 32
    /// bytes.
    package let enrolledSet: [UInt8]?

    package init(protection: ProtectionClass, flags: UInt64?, enrolledSet: [UInt8]? = nil) {
        self.protection = protection
        self.flags = flags
        self.enrolledSet = enrolledSet
    }

    /// The same without what only the keychain knows.
    package var asCallersSeeIt: AccessControl { AccessControl(protection: protection, flags: flags) }
    /// The same for fingers that are enrolled.
    package func bound(to enrolledSet: [UInt8]?) -> AccessControl {
        AccessControl(protection: protection, flags: flags, enrolledSet: enrolledSet)
    }

    /// Whether somebody would get an item under this access control who does not get it under `old`: its class is
    /// weaker, or the proofs are others than those that were asked for.
    package func isWeaker(than old: AccessControl) -> Bool {
        protection.isWeaker(than: old.protection) || (old.flags ?? 0) != 0 && flags != old.flags
    }

    /// True if the item is bound to the fingers that are enrolled when it is stored.
    package var isForCurrentFingers: Bool { (flags ?? 0) & Self.biometryCurrentSet != 0 }

    package static let userPresence: UInt64 = 1 << 0
    package static let biometryAny: UInt64 = 1 << 1
    package static let biometryCurrentSet: UInt64 = 1 << 3
    package static let devicePasscode: UInt64 = 1 << 4
    package static let companion: UInt64 = 1 << 5
    package static let or: UInt64 = 1 << 14
    private static let privateKeyUsage: UInt64 = 1 << 30
    private static let applicationPassword: UInt64 = 1 << 31

    static let constraints: [(flag: UInt64, constraint: ProofRequirement.Constraint)] = [
        (userPresence, .userPresence), (biometryAny, .biometryAny), (biometryCurrentSet, .biometryCurrentSet),
        (devicePasscode, .devicePasscode), (companion, .companion),
    ]

    /// Objects made from flags count as constrained even with flags 0: they do not synchronise.
    package var isConstrained: Bool { flags != nil }

    private static let userProofs = userPresence | biometryAny | biometryCurrentSet | devicePasscode | companion

    /// True if the secret of an item of this class may be read only after the user has proved something. With
    /// private-key usage the constraint of a key is attached to its operations instead; of anything else reading is the
    /// one operation.
    package func constrainsReading(of itemClass: ItemClass) -> Bool {
        hasReadingFlag(Self.userProofs | Self.applicationPassword, itemClass)
    }

    /// True if that is a proof of the user; a password of the application is none.
    package func needsUser(toRead itemClass: ItemClass) -> Bool { hasReadingFlag(Self.userProofs, itemClass) }

    private func hasReadingFlag(_ mask: UInt64, _ itemClass: ItemClass) -> Bool {
        guard let flags, itemClass != .key || flags & Self.privateKeyUsage == 0 else { return false }
        return flags & mask != 0
    }

    /// True for a private key that the user has to prove something for at each of its operations. Whether it may be
    /// read at all is another question.
    package var needsUserToUse: Bool { (flags ?? 0) & Self.userProofs != 0 }

    /// True if a private key is there to be used and not to be read (reference 3.14.4): whoever had its bytes would use
    /// it without the proofs.
    package var isForUseOnly: Bool { (flags ?? 0) & Self.privateKeyUsage != 0 }

    /// True if the secret is sealed under a password of the application as well, also of a key that is for use alone.
    package var needsApplicationPassword: Bool { (flags ?? 0) & Self.applicationPassword != 0 }
}

extension AccessControl {
    /// As the metadata holds it: the number of the class, then the flags in 8 bytes, most significant first,
    /// or nothing if there are none, then the digest of the enrolled fingers, where the item is bound to them
    /// (Documentation/Reference/Formats/SealedItem.md, section 4).
    package var encoded: [UInt8] { [protection.number] + (flags?.bigEndianBytes ?? []) + (enrolledSet ?? []) }

    /// - Throws: `.decode` for anything but 1, 9 or 41 bytes with a known class.
    package init(decoding bytes: [UInt8]) throws(KeychainError) {
        let sizes = [1, 9, 9 + BiometryState.digestSize]
        guard sizes.contains(bytes.count), let protection = ProtectionClass(number: bytes[0]) else {
            throw KeychainError(.decode, during: "reading an access control")
        }
        let flags = bytes.count > 1 ? bytes[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : nil
        self.init(
            protection: protection, flags: flags, enrolledSet: bytes.count > 9 ? Array(bytes[9...]) : nil)
    }
}
