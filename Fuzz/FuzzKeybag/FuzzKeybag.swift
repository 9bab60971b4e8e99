// Fuzzes keybags: what decodes encodes to the same bytes, foreign keys open none, and no file decides what a password
// costs.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzKeybag {
    static func main() {
        unsafe fuzz { start, count in
            FuzzKeybag.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        do {
            let keybag = try LockedKeybag(decoding: bytes)
            check(keybag.encoded == bytes, "what decodes encodes to the same bytes")
            open(keybag)
            checkCost(of: keybag)
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
        }
    }

    /// The key of no vector.
    private static func foreignKey() -> SecretBytes { SecretBytes(copying: [UInt8](repeating: 0x5a, count: 32)) }

    private static func open(_ keybag: LockedKeybag) {
        let key = foreignKey()
        failure([.notAvailable], "a foreign device key opens no keybag") { () throws(KeychainError) in
            _ = try keybag.open(deviceOnlyKey: key)
        }
        var keys = UnlockedKeybag(keychain: keybag.keychain)
        failure([.authFailed], "a foreign password unlocks no keybag") { () throws(KeychainError) in
            try keybag.unlock(&keys, with: key)
        }
        check(!keys.has(.indexKey) && !keys.has(.classKey(.ak)), "no key comes out of a keybag that did not open")

        // With a device proof made for the foreign key the wrapped keys themselves are tried.
        let proven = keybag.changing(keybag.settings, deviceOnlyKey: key)
        do {
            let again = try LockedKeybag(decoding: proven.encoded)
            check(again == proven, "a keybag with changed settings decodes to itself")
        } catch {
            check(false, "a keybag with changed settings decodes")
        }
        // A wrapped key of another version, under a proof that agrees, was written by a newer version.
        failure([.decode, .wrongVersion], "a foreign key unwraps none") { () throws(KeychainError) in
            _ = try proven.open(deviceOnlyKey: key)
        }
    }

    /// The bounds of Documentation/Reference/Formats/Keybag.md, section 3. Argon2 itself is left out: within them it
    /// takes up to 4 GiB, and beyond them it would run into libFuzzer's limits.
    private static func checkCost(of keybag: LockedKeybag) {
        guard let password = keybag.password else { return }
        let (memory, passes) = (password.cost.memory, password.cost.passes)
        if memory >= 19_456, memory <= 4_194_304, passes >= 2, passes <= 64 { return }
        let word = SecretBytes(copying: Array("password".utf8))
        failure([.notAvailable], "a cost out of bounds is refused") { () throws(KeychainError) in
            _ = try PasswordKey.derive(from: word, salt: password.salt, cost: password.cost)
        }
    }

    private static func failure(
        _ codes: Set<KeychainError.Code>, _ promise: StaticString, _ body: () throws(KeychainError) -> Void
    ) {
        do {
            try body()
        } catch {
            return check(codes.contains(error.code), promise)
        }
        check(false, promise)
    }
}
