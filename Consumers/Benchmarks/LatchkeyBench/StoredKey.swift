// Keys of the keychain that nobody holds.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// A pair of keys by its name, which is its tag as well.
struct StoredKey {
    let name: String
    let type: CFString
    /// Of an elliptic curve or RSA; the number in the name of a lattice key; else not looked at.
    let bits: Int

    private func parameters(isPermanent: Bool) -> CFDictionary {
        [
            kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits, kSecAttrIsPermanent: isPermanent,
            kSecAttrApplicationTag: name,
        ] as [CFString: Any] as CFDictionary
    }

    /// Makes both halves and stores them.
    func make() {
        guard SecKeyCreateRandomKey(parameters(isPermanent: true), nil) != nil else { fail("making the key") }
    }

    /// The public half of another key of the kind, which is not stored.
    func otherPublicKey() -> SecKey {
        guard let other = SecKeyCreateRandomKey(parameters(isPermanent: false), nil),
            let half = SecKeyCopyPublicKey(other)
        else { fail("making another key") }
        return half
    }

    /// What finds a half, `kSecAttrKeyClassPrivate` or `kSecAttrKeyClassPublic`.
    func query(_ keyClass: CFString) -> CFDictionary {
        [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: name, kSecAttrKeyClass: keyClass, kSecReturnRef: true,
        ] as [CFString: Any] as CFDictionary
    }

    /// The key of the keychain; one that nobody holds is read and made anew.
    func fetch(_ query: CFDictionary) -> SecKey {
        var result: CFTypeRef?
        guard SecItemCopyMatching(query, &result) == errSecSuccess, let result else { fail("fetching the key") }
        return result as! SecKey
    }

    /// Ends the program.
    func fail(_ operation: String) -> Never {
        print("\(name): \(operation) failed")
        exit(1)
    }

    /// Ends the program where the limit cannot.
    func require(_ result: Int32) {
        guard result == 0 else { fail("OpenSSL alone") }
    }
}
