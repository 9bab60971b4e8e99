// Who may keep the keychains behind a socket.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyPlatform

/// The kernel's word on who listens: root (systemd among it), the daemon's own user, or the user of this process.
enum DaemonOwner {
    private static let userName = "latchkey"

    /// - Parameter takesOwn: whether the user of this process is one of them.
    /// - Throws: `.notAvailable` for any other listener, before anything is said to it.
    static func requireTrusted(_ descriptor: CInt, takingOwn takesOwn: Bool) throws(KeychainError) {
        var process: Int32 = 0
        var user: UInt32 = .max
        let isKnown = unsafe latchkey_peer(descriptor, &process, &user) == 0
        guard !isKnown || takesOwn || user == 0 || user != geteuid() else {
            throw KeychainError(
                .notAvailable, during: "finding out who listens at the socket of the keychain daemon",
                hint:
                    "the daemon is your own, as any program of yours could be: it can have the keychains where they are, see keychaind(8)"
            )
        }
        guard isKnown, user == 0 || user == geteuid() || user == daemonUser() else {
            throw KeychainError(
                .notAvailable, during: "finding out who listens at the socket of the keychain daemon",
                hint: "another user listens there; secrets are given to root, to `latchkey` and to oneself alone")
        }
    }

    private static func daemonUser() -> UInt32? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        let status = unsafe getpwnam_r(userName, &entry, &buffer, buffer.count, &found)
        guard status == 0, unsafe found != nil else {
            return nil
        }
        return unsafe entry.pw_uid
    }
}
