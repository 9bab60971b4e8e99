// The keychain's own tools, which work for the user.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
import LatchkeyService
import Synchronization

/// `security` and `latchkey` where they are as trustworthy as the daemon itself: in the folder of its executable, of
/// the same owner, and nobody else can write to them or to the folder. A client cannot claim to be one.
package final class OwnTools: Sendable {
    private static let names = ["security", mover]
    /// The one that moves keychains.
    static let mover = "latchkey"

    /// Where the daemon's executable was when it started, and whose it was: an upgrade takes the running file from its
    /// path.
    private let folder: (path: String, owner: UInt32)?
    private let tools = Mutex<[PeerExecutable]>([])

    /// - Parameter isEnabled: false if the tools are programs like others (`--without-tools`).
    package init(isEnabled: Bool = true) {
        folder = isEnabled ? Self.ownFolder() : nil
        reload()
    }

    package func contain(_ executable: PeerExecutable) -> Bool {
        tools.withLock { $0.contains { $0.path == executable.path && $0.file == executable.file } }
    }

    /// The access groups of the tools, if a user runs them.
    ///
    /// Those that they have without a daemon are among them, for what was adopted from there: no program has such a
    /// group behind a daemon, where the name of each ends with a digest of its path.
    package func groups(of user: UInt32) -> [AccessGroup] {
        tools.withLock(\.self).flatMap {
            [AdHocIdentity.group(of: $0, user: user), EmbeddedIdentity.adHocGroup(ofProgramNamed: $0.name, user: user)]
        }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Looks anew which tools there are, after an upgrade.
    package func reload() {
        var found: [PeerExecutable] = []
        if let folder, Self.isTrusted(folder.path, owner: folder.owner) {
            for name in Self.names {
                let path = folder.path + "/" + name
                guard let file = Self.regularFile(at: path), file.owner == folder.owner, Self.isPrivate(file) else {
                    continue
                }
                found.append(PeerExecutable(path: Array(path.utf8), file: file))
            }
        }
        tools.withLock { $0 = found }
    }

    /// The folder of the daemon's executable and the owner of both, or nil if somebody else could put a file there.
    static func ownFolder() -> (path: String, owner: UInt32)? {
        guard let resolved = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(resolved) }
        let path = unsafe String(cString: resolved)
        guard let slash = path.lastIndex(of: "/"), let own = regularFile(at: path), isPrivate(own) else { return nil }
        let folder = String(path[..<slash])
        return isTrusted(folder, owner: own.owner) ? (folder, own.owner) : nil
    }

    private static func isTrusted(_ folder: String, owner: UInt32) -> Bool {
        guard let file = PeerExecutable.File(atPath: folder.utf8CString.map(\.self)) else { return false }
        return file.owner == owner && isPrivate(file)
    }

    /// - Returns: nil for a symbolic link, too.
    private static func regularFile(at path: String) -> PeerExecutable.File? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return PeerExecutable.File(atPath: path.utf8CString.map(\.self))
    }

    private static func isPrivate(_ file: PeerExecutable.File) -> Bool { file.mode & 0o022 == 0 }
}
