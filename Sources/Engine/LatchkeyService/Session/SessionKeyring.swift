// The kernel's keyring of the login session, in which an unlocked keychain stays unlocked between processes.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Two kernel keys for each keychain: the unlock key while it is unlocked, and the keys of the classes `ck` and `cku`
/// from the first unlock until the session ends. Only processes of the login session can read them.
package struct SessionKeyring: Sendable {
    private let keyring: Int32
    private let keychain: RowIdentifier
    private var keybag: RowIdentifier
    private var locks: Int64
    private var unlockName: String
    private let firstUnlockName: String

    /// - Parameter keybag: changes with the password. It is a part of the unlock key's name, so that a process which
    ///   has not heard of a new password never takes, replaces or drops the unlock key that belongs to it.
    /// - Parameter locks: how often the keychain was locked. It is a part of the name too, so that a lock holds in
    ///   every session.
    /// - Returns: nil if the kernel keeps no keys for this process, as in many containers.
    package init?(keychain: RowIdentifier, keybag: RowIdentifier, locks: Int64) {
        keyring = latchkey_session_keyring()
        guard keyring >= 0 else { return nil }
        self.keychain = keychain
        self.keybag = keybag
        self.locks = locks
        unlockName = Self.unlockName(keychain, keybag, locks)
        firstUnlockName = "latchkey:\(keychain.hexadecimal):first-unlock"
    }

    /// Goes on with the keybag of another password. The unlock key of the old one stays for the calls that other
    /// processes began before the change: they still see the old keybag, and must not take it for locked.
    package mutating func follow(keybag: RowIdentifier) {
        guard keybag != self.keybag else { return }
        if let key = find(unlockName) { latchkey_keyring_set_timeout(key, Self.oldKeyTimeout) }
        self.keybag = keybag
        unlockName = Self.unlockName(keychain, keybag, locks)
    }

    /// Takes note of a lock, in whichever session it was.
    package mutating func follow(locks: Int64) {
        guard locks != self.locks else { return }
        lock()
        self.locks = locks
        unlockName = Self.unlockName(keychain, keybag, locks)
    }

    /// Seconds; longer than a call that reads takes.
    private static let oldKeyTimeout: UInt32 = 5

    private static func unlockName(_ keychain: RowIdentifier, _ keybag: RowIdentifier, _ locks: Int64) -> String {
        "latchkey:\(keychain.hexadecimal):\(keybag.hexadecimal):\(locks):unlock"
    }

    package var lockState: LockState {
        if find(unlockName) != nil { return .unlocked }
        return find(firstUnlockName) == nil ? .beforeFirstUnlock : .lockedAfterFirstUnlock
    }

    /// The unlock key, or nil while locked.
    package func unlockKey() -> SecretBytes? { read(unlockName, count: UnlockKey.size) }

    /// The class keys of `ck` and `cku`, one after the other, or nil before the first unlock.
    package func firstUnlockKeys() -> SecretBytes? { read(firstUnlockName, count: 2 * XAES256GCM.keySize) }

    /// Keeps the keys of an unlocked keychain.
    /// - Parameter timeout: seconds without use until the kernel drops the unlock key, or nil for never.
    /// - Returns: false if the kernel does not take them.
    package func store(
        unlockKey: borrowing SecretBytes, firstUnlockKeys: borrowing SecretBytes, timeout: UInt32?
    ) -> Bool {
        // What is there of the first unlock stays if there is no room for the rest: it is the same.
        guard write(firstUnlockKeys, as: firstUnlockName) != nil, let key = write(unlockKey, as: unlockName) else {
            lock()
            return false
        }
        guard latchkey_keyring_set_timeout(key, timeout ?? 0) == 0 else {
            lock()
            return false
        }
        return true
    }

    /// Starts the idle timeout anew.
    package func touch(timeout: UInt32) {
        if let key = find(unlockName) { latchkey_keyring_set_timeout(key, timeout) }
    }

    /// Locks: the unlock key leaves the kernel at once, for every process of the session.
    package func lock() { drop(unlockName) }

    /// Forgets the keychain altogether, as before the first unlock.
    package func forget() {
        drop(unlockName)
        drop(firstUnlockName)
    }

    private func find(_ name: String) -> Int32? {
        let key = unsafe latchkey_keyring_find(keyring, name)
        return key >= 0 ? key : nil
    }

    private func drop(_ name: String) {
        if let key = find(name) { latchkey_keyring_invalidate(key) }
    }

    private func write(_ secret: borrowing SecretBytes, as name: String) -> Int32? {
        let key = unsafe secret.withUnsafeBytes {
            unsafe latchkey_keyring_store(keyring, name, $0.baseAddress, $0.count)
        }
        return key >= 0 ? key : nil
    }

    private func read(_ name: String, count: Int) -> SecretBytes? {
        guard let key = find(name) else { return nil }
        var length = 0
        let secret = unsafe SecretBytes(count: count) { target in
            length = unsafe latchkey_keyring_read(key, target.baseAddress, target.count)
        }
        guard length == count else { return nil }
        return secret
    }
}
