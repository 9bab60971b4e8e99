// Says of keys that stay in a keychain in which one.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel

extension Reply {
    /// The answer of the keychain at `path`, so that a key is looked for there when it is used, whatever the default
    /// keychain is then.
    func found(in path: String) -> Reply {
        switch self {
        case .items(let items) where items.contains { $0.stayingKey != nil }:
            .items(items.map { $0.found(in: path) })
        case .identities(let identities) where identities.contains { $0.key.stayingKey != nil }:
            .identities(identities.map { Identity(certificate: $0.certificate, key: $0.key.found(in: path)) })
        default: self
        }
    }
}

extension ReturnedItem {
    fileprivate func found(in path: String) -> ReturnedItem {
        var item = self
        item.stayingKey?.keychain = path
        return item
    }
}
