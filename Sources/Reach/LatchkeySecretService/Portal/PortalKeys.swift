// The keys of sandboxed applications, which are items of the login keychain.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform

struct PortalKeys {
    let store: any CollectionStore

    /// Whose items they are: nobody's but the portal's.
    static let group = AccessGroup(rawValue: "portal.bus")
    static let schema = "org.freedesktop.portal.Secret"
    /// Bytes of a key, as gnome-keyring and KWallet make them.
    static let length = 64

    /// The key of an application, made at its first use.
    /// - Throws: `.interactionNotAllowed` while the keychain is locked.
    func key(of application: String) throws(KeychainError) -> ItemSecret {
        let id = SearchAttributes.Pair(name: "app_id", value: application)
        guard let search = SearchAttributes([id]),
            let whole = SearchAttributes([id, SearchAttributes.Pair(name: "xdg:schema", value: Self.schema)])
        else { throw KeychainError(.parameter, during: "looking for the key of a sandboxed application") }
        // A new key would make what the application has encrypted unreadable: an old one is looked for by the
        // application alone, as other providers stored it.
        if let found = try store.search(search, in: .only([Self.group]), admitting: { _ in true }).items.first {
            return try store.secret(of: found.number, in: Self.group).secret
        }
        guard try !store.state().isLocked else {
            throw KeychainError(.interactionNotAllowed, during: "making the key of a sandboxed application")
        }
        let key = try Self.random()
        let item = NewServiceItem(
            group: Self.group, label: "Application key for \(application)", attributes: whole,
            contentType: "application/octet-stream", secret: key)
        _ = try store.add(item, replacingIn: [])
        return key
    }

    private static func random() throws(KeychainError) -> ItemSecret {
        let bytes = unsafe SecretBytes(count: length) { target in
            // It fails for no reason but a longer length.
            guard unsafe getentropy(target.baseAddress, target.count) == 0 else { return }
        }
        let isZero = unsafe bytes.withUnsafeBytes { bytes in unsafe bytes.allSatisfy { $0 == 0 } }
        guard !isZero else {
            throw KeychainError(.internalError, during: "making random bytes for the key of an application")
        }
        return ItemSecret(bytes)
    }
}
