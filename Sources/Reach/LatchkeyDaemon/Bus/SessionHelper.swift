// Who may hand over the socket of a session bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// `latchkey-session` beside the daemon's executable, if it is root's and setgid, and nobody else can put a file there.
///
/// The bus lets only its group have the name of the service, so a socket that another program has connected is of no
/// use; that another program hands one over is refused before anything is read from it.
package struct SessionHelper: Sendable {
    package static let name = "latchkey-session"
    private let folder: (path: String, owner: UInt32)?

    package init() { folder = OwnTools.ownFolder() }

    /// - Throws: `.missingEntitlement` for another program, or for the helper without the right of its group.
    package func require(_ peer: PeerProcess, at connection: CInt) throws(KeychainError) {
        guard let helper = installed else {
            throw KeychainError(
                .missingEntitlement, during: "taking over a session bus",
                hint: "latchkey-session beside keychaind is not root's, not setgid, or not there")
        }
        let executable = try peer.executable()
        guard executable.file == helper.file, executable.path == Array(helper.path.utf8) else {
            throw KeychainError(
                .missingEntitlement, during: "taking over a session bus",
                hint: "only latchkey-session beside keychaind may hand one over")
        }
        var group: UInt32 = 0
        guard unsafe latchkey_peer_group(connection, &group) == 0, group == helper.group else {
            throw KeychainError(
                .missingEntitlement, during: "taking over a session bus",
                hint: "latchkey-session ran without its group; a nosuid mount and NoNewPrivileges= take it")
        }
    }

    /// Looked at with each connection: an upgrade puts another file at the path.
    private var installed: (path: String, file: PeerExecutable.File, group: UInt32)? {
        guard let folder else { return nil }
        let path = folder.path + "/" + Self.name
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == 0,
            status.st_mode & S_ISGID != 0, status.st_mode & 0o022 == 0,
            let place = PeerExecutable.File(atPath: folder.path.utf8CString.map(\.self)), place.owner == 0,
            place.mode & 0o022 == 0, let file = PeerExecutable.File(atPath: path.utf8CString.map(\.self))
        else { return nil }
        return (path, file, status.st_gid)
    }
}
