// What several tests expect of a keychain in the same words.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyTestSupport
package import Security
package import Testing

extension Keychain {
    /// Expects `status` of every call of `calls` with `entries`, and that no item comes or goes.
    package func expect(
        _ status: OSStatus, for entries: Entries, in calls: [Call] = Call.allCases,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = count
        for call in calls {
            #expect(call.status(entries, in: self) == status, "\(call)", sourceLocation: sourceLocation)
        }
        #expect(count == before, sourceLocation: sourceLocation)
    }

    /// What an attribute holds after an add of `value`.
    package func stored(
        _ value: Value, as attribute: CFString, _ item: (Entries) -> Entries = generic
    ) -> Value? {
        #expect(add(item([attribute: value])) == errSecSuccess)
        return attributes(item([attribute: value]))[attribute as String]
    }

    /// A new keychain beside this one, without a password.
    package func another(_ name: String = "other") throws -> Value {
        let path = home.path + "/\(name).keychain-db"
        try client.create(password: nil, in: .file(path))
        return .keychain(path)
    }

    /// The persistent reference of a new item.
    package func newReference(of item: Entries) throws -> Data {
        try #require(adding(item.with([kSecReturnPersistentRef: true])).object as? Data)
    }

    /// The protection classes of items.
    package static let classes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

    /// A keychain with the password "password" and a generic password of each class, the account named like the class;
    /// locked after its first unlock.
    package static func lockedWithEveryClass() throws -> Keychain {
        let keychain = try Keychain()
        try keychain.client.create(password: "password")
        for name in classes {
            let item: Entries = [
                kSecAttrAccount: .text(name), kSecAttrAccessible: .text(name), kSecValueData: .secret("secret " + name),
            ]
            #expect(keychain.add(generic(item)) == errSecSuccess)
        }
        try keychain.client.lock()
        return keychain
    }
}
