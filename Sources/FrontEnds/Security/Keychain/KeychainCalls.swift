// What the calls of macOS on whole keychains do, on the keychains of one client.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCFTypes
package import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform

package struct KeychainCalls {
    let client: KeychainClient

    package init(client: KeychainClient) { self.client = client }

    /// The address of a keychain; nil is the default one.
    private func address(_ keychain: SecKeychain?) throws(KeychainError) -> KeychainAddress {
        guard let keychain else { return .existing(try client.preferences.defaultKeychain()) }
        return .existing(keychain.path)
    }

    /// Makes a keychain and appends it to the search list.
    /// - Throws: `.duplicateKeychain`, and `.missingEntitlement` from a daemon.
    package func create(_ name: String, _ password: ItemSecret?) throws(KeychainError) -> SecKeychain {
        let path = client.preferences.path(ofKeychainNamed: name)
        try client.create(password: password, in: .file(path))
        try client.preferences.changeSearchList { if !$0.containsBytes(of: path) { $0.append(path) } }
        return SecKeychain(path: path)
    }

    /// Deletes a keychain, which is then in no list and no default any more.
    package func delete(_ keychain: SecKeychain) throws(KeychainError) {
        try client.destroy(.existing(keychain.path))
        try client.preferences.changeSearchList { list in
            list.removeAll { $0.hasSameBytes(as: keychain.path) }
        }
        try client.preferences.unsetDefault(keychain.path)
    }

    package func lock(_ keychain: SecKeychain?) throws(KeychainError) { try client.lock(address(keychain)) }

    /// - Parameter password: Nil where the user would have to be asked.
    /// - Throws: `.authFailed`; without a password `.interactionNotAllowed` while the keychain is locked.
    package func unlock(_ keychain: SecKeychain?, with password: ItemSecret?) throws(KeychainError) {
        let address = try address(keychain)
        if let password {
            try client.unlock(with: password, in: address)
        } else if try client.status(address).lockState != .unlocked {
            throw KeychainError(.interactionNotAllowed, during: "asking for the password of a keychain")
        }
    }

    package func status(of keychain: SecKeychain?) throws(KeychainError) -> SecKeychainStatus {
        let status = try client.status(address(keychain))
        var bits = kSecReadPermStatus
        if status.lockState == .unlocked { bits |= kSecUnlockStateStatus }
        if status.isWritable { bits |= kSecWritePermStatus }
        return bits
    }

    /// Copies the path and a zero byte.
    /// - Throws: `errSecBufferTooSmall`; `count` says then how many bytes the path has.
    package func copyPath(
        of keychain: SecKeychain?, _ count: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<CChar>
    ) throws(KeychainError) {
        let bytes = Array(try address(keychain).path.utf8)
        let room = unsafe Int(count.pointee)
        unsafe count.pointee = UInt32(clamping: bytes.count)
        guard bytes.count < room else {
            throw KeychainError(.init(rawValue: errSecBufferTooSmall), during: "copying the path of a keychain")
        }
        for (place, byte) in (bytes + [0]).enumerated() { unsafe target[place] = CChar(bitPattern: byte) }
    }
}
