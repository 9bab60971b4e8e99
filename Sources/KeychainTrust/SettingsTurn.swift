// Whose turn it is to change a file of trust settings.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import KeychainModel

enum SettingsTurn {
    private static let refusal = KeychainError(
        .writePermission, during: "writing trust settings", hint: TrustSettingsFile.writeHint)

    /// Runs `body` while no other process is at it. Makes the directory where there is none.
    /// - Parameter isForEverybody: whether others read the file, and reach it through its directory: then whatever the umask is.
    /// - Throws: `.writePermission`.
    static func take(
        for path: String, isForEverybody: Bool, _ body: () throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let mode = isForEverybody ? 0o755 : 0o700
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        } catch {
            throw refusal
        }
        if isForEverybody {
            let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard opened >= 0 else { throw refusal }
            defer { close(opened) }
            // Settings that others cannot reach would be unreadable to them: they would trust nothing.
            guard fchmod(opened, mode_t(mode)) == 0 else { throw refusal }
        }
        // Not the directory, nor the file: whoever can open one of them could hold its lock.
        let turn = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard turn >= 0 else { throw refusal }
        // Closing ends the turn.
        defer { close(turn) }
        while flock(turn, LOCK_EX) != 0 {
            guard errno == EINTR else { throw refusal }
        }
        try body()
    }
}
