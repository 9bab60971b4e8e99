// Keybags: made, stored, opened, changed, and refused.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct KeybagTests {
    private let device = [UInt8](repeating: 3, count: 32)

    private func keybag(
        of keys: borrowing UnlockedKeybag, password: TestSecret? = nil, settings: LockSettings = .init()
    ) throws(KeychainError) -> LockedKeybag {
        guard let password else {
            return try LockedKeybag(
                wrapping: keys, with: .init(deviceKey: SecretBytes(recorded: device)), settings: settings)
        }
        return try LockedKeybag(
            wrapping: keys,
            with: .init(
                password: SecretBytes(recorded: password.bytes), deviceKey: SecretBytes(recorded: device),
                cost: cheap),
            settings: settings)
    }

    private func open(_ keybag: LockedKeybag) throws(KeychainError) -> UnlockedKeybag {
        try keybag.open(deviceOnlyKey: deviceOnlyKey(of: keybag, device: device))
    }

    @Test(arguments: [
        LockSettings(), .init(locksOnSleep: true), .init(idleTimeout: 1),
        .init(locksOnSleep: true, idleTimeout: .max), .init(idleTimeout: 60, usesLockInterval: true),
        .init(locksOnSleep: true, usesLockInterval: true),
    ])
    func `a keybag without a password round-trips and opens with the device alone`(settings: LockSettings) throws {
        let keys = freshKeys(hasPassword: false)
        let made = try keybag(of: keys, settings: settings)
        #expect(made.encoded.count == 63 + 7 * 75 + 64)
        let read = try LockedKeybag(decoding: made.encoded)
        #expect(read == made && read.settings == settings && !read.hasPassword)
        let opened = try open(read)
        #expect(opened.bytes(of: .indexKey) == keys.bytes(of: .indexKey))
        for protection in ProtectionClass.allCases {
            #expect(opened.bytes(of: .classKey(protection)) == keys.bytes(of: .classKey(protection)))
        }
        #expect(opened.bytes(of: .classKey(.akpu)) == nil)
    }

    @Test
    func `a keybag with a password gives the device the classes that are always there, and the password the rest`()
        throws
    {
        let keys = freshKeys(hasPassword: true)
        let made = try keybag(of: keys, password: "pässword")
        #expect(made.encoded.count == 63 + 8 * 75 + 64)
        let read = try LockedKeybag(decoding: made.encoded)
        var opened = try open(read)
        for protection in ProtectionClass.allCases {
            #expect(opened.has(.classKey(protection)) == (protection.availability == .always))
        }
        try unlock(&opened, of: read, password: "pässword", device: device)
        for protection in ProtectionClass.allCases {
            #expect(opened.bytes(of: .classKey(protection)) == keys.bytes(of: .classKey(protection)))
        }
    }

    @Test(arguments: ["passworc", "password\n", "", "Password"])
    func `a wrong password is refused and brings no key`(wrong: TestSecret) throws {
        let made = try keybag(of: freshKeys(hasPassword: true), password: "password")
        var opened = try open(made)
        var code: KeychainError.Code?
        do { try unlock(&opened, of: made, password: wrong, device: device) } catch { code = error.code }
        #expect(code == .authFailed)
        #expect(opened.bytes(of: .classKey(.ak)) == nil && opened.bytes(of: .classKey(.ck)) == nil)
    }

    @Test(arguments: [nil, "password"])
    func `the device key of another machine opens nothing`(password: TestSecret?) throws {
        let made = try keybag(of: freshKeys(hasPassword: password != nil), password: password)
        for bit in 0..<256 {
            var foreign = device
            foreign[bit / 8] ^= 1 << UInt8(bit % 8)
            let key = deviceOnlyKey(of: made, device: foreign)
            var code: KeychainError.Code?
            do { _ = try made.open(deviceOnlyKey: key) } catch { code = error.code }
            #expect(code == .notAvailable)
        }
    }

    @Test func `the right password with the device key of another machine is refused`() throws {
        let made = try keybag(of: freshKeys(hasPassword: true), password: "password")
        var opened = try open(made)
        var code: KeychainError.Code?
        do {
            try unlock(&opened, of: made, password: "password", device: .init(repeating: 4, count: 32))
        } catch { code = error.code }
        #expect(code == .authFailed)
    }

    @Test(arguments: [nil, "password"])
    func `every flipped bit of a keybag is refused without spending a password`(password: TestSecret?) throws {
        let made = try keybag(of: freshKeys(hasPassword: password != nil), password: password).encoded
        for bit in 0..<made.count * 8 {
            var bytes = made
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            var code: KeychainError.Code?
            do { _ = try open(LockedKeybag(decoding: bytes)) } catch { code = error.code }
            let expected: Set<KeychainError.Code> =
                switch bit / 8 {
                case 0: [.wrongVersion]
                // Both UUIDs are bound into every wrapped key: nothing tells this from a foreign machine.
                case 2..<34: [.notAvailable]
                default: [.decode]
                }
            let wasExpected = code.map(expected.contains) ?? false
            #expect(wasExpected, "byte \(bit / 8), bit \(bit % 8): \(code.map { "\($0.rawValue)" } ?? "opened")")
        }
    }

    @Test func `every shorter piece and one byte more are refused`() throws {
        let made = try keybag(of: freshKeys(hasPassword: false)).encoded
        for count in 0..<made.count {
            #expect(failure { _ = try LockedKeybag(decoding: Array(made.prefix(count))) } == .decode)
        }
        #expect(failure { _ = try LockedKeybag(decoding: made + [0]) } == .decode)
    }

    @Test(arguments: [0, 2, 3, 255])
    func `a keybag of another version is told apart from damage`(version: UInt8) throws {
        var made = try keybag(of: freshKeys(hasPassword: false)).encoded
        made[0] = version
        #expect(failure { _ = try LockedKeybag(decoding: made) } == .wrongVersion)
        #expect(failure { _ = try LockedKeybag(decoding: [version]) } == .wrongVersion)
    }

    @Test func `setting, changing and removing a password keeps every key but the one that needs it`() throws {
        var keys = freshKeys(hasPassword: false)
        let first = try keybag(of: keys)
        keys.generate(.classKey(.akpu))
        let set = try keybag(of: keys, password: "first")
        let changed = try keybag(of: keys, password: "second")
        #expect(Set([first.keybag, set.keybag, changed.keybag]).count == 3)
        #expect(set.keychain == first.keychain && changed.keychain == first.keychain)
        #expect(set.password?.salt != changed.password?.salt)

        var opened = try open(changed)
        var code: KeychainError.Code?
        do { try unlock(&opened, of: changed, password: "first", device: device) } catch { code = error.code }
        #expect(code == .authFailed)
        try unlock(&opened, of: changed, password: "second", device: device)
        let akpu = opened.bytes(of: .classKey(.akpu))
        #expect(akpu != nil && akpu == keys.bytes(of: .classKey(.akpu)))

        let removed = try open(try keybag(of: opened))
        #expect(removed.bytes(of: .classKey(.akpu)) == nil)
        #expect(removed.bytes(of: .classKey(.ak)) == keys.bytes(of: .classKey(.ak)))
    }

    @Test func `changing the settings keeps keys and password and is proven by the device`() throws {
        let keys = freshKeys(hasPassword: true)
        let made = try keybag(of: keys, password: "password")
        let settings = LockSettings(locksOnSleep: true, idleTimeout: 300, usesLockInterval: true)
        let changed = made.changing(settings, deviceOnlyKey: deviceOnlyKey(of: made, device: device))
        let read = try LockedKeybag(decoding: changed.encoded)
        #expect(read.settings == settings && read.keybag == made.keybag)
        var opened = try open(read)
        try unlock(&opened, of: read, password: "password", device: device)
        #expect(opened.bytes(of: .classKey(.ak)) == keys.bytes(of: .classKey(.ak)))
    }

    @Test func `a keybag is not made while a key is locked away`() {
        var keys = freshKeys(hasPassword: true)
        keys.lock()
        var code: KeychainError.Code?
        do { _ = try keybag(of: keys) } catch { code = error.code }
        #expect(code == .interactionNotAllowed)
    }
}
