// The calls that read a query or a description of an item.
// SPDX-License-Identifier: Apache-2.0

package import Security

package enum Call: CaseIterable, Sendable {
    case add, copy, update, delete

    package func status(_ entries: Entries, in keychain: Keychain) -> OSStatus {
        switch self {
        case .add: keychain.add(entries)
        case .copy: keychain.find(entries).status
        case .update: keychain.update(entries, [kSecAttrLabel: "new"])
        case .delete: keychain.delete(entries)
        }
    }
}
