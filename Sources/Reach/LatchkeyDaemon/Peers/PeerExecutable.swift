// The file that a process runs.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package struct PeerExecutable: Hashable, Sendable {
    /// The bytes of the path, which need not be text.
    package let path: [UInt8]
    package let file: File
    /// The Flatpak application that the file belongs to, where the process runs in its sandbox.
    package let flatpak: String?
    /// Whether files still count that root has replaced or deleted since the process loaded them, this one among them:
    /// whoever calls over a bus may not lose what is its own because it is upgraded while it runs.
    package let takesReplaced: Bool

    package init(path: [UInt8], file: File, flatpak: String? = nil, takesReplaced: Bool = false) {
        self.path = path
        self.file = file
        self.flatpak = flatpak
        self.takesReplaced = takesReplaced
    }

    /// Tells a file from every other one of the machine.
    package struct File: Hashable, Sendable {
        let device: UInt64
        let node: UInt64
        /// Whose it is, and who may do what with it.
        let owner: UInt32
        let mode: UInt32

        /// - Parameter path: ends with a zero.
        package init?(atPath path: [CChar]) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            node = UInt64(status.st_ino)
            owner = status.st_uid
            mode = status.st_mode
        }

        package static func == (lhs: File, rhs: File) -> Bool { lhs.device == rhs.device && lhs.node == rhs.node }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(device)
            hasher.combine(node)
        }
    }

    /// The name without its folder.
    package var name: String {
        String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
    }

    /// Whether a user can put another file in the place of this one: he can write it, or a folder on the way to it.
    /// Root always can, and is not asked about.
    package func isReplaceable(by user: UInt32) -> Bool {
        guard user != 0 else { return false }
        var length = path.count
        while length > 0 {
            guard let file = File(atPath: path[..<length].map { CChar(bitPattern: $0) } + [0]) else { return true }
            // Of a folder such as /tmp nobody can take another's files away.
            let isSticky = length < path.count && file.mode & S_ISVTX != 0
            guard file.owner != user, isSticky || file.mode & 0o022 == 0 else { return true }
            length = path[..<length].lastIndex(of: UInt8(ascii: "/")) ?? 0
        }
        return false
    }

    /// Whether root owns what is at the path and every folder on the way to it, and nobody else can write one of them.
    package var isRoots: Bool {
        var length = path.count
        while length > 0 {
            guard let file = File(atPath: path[..<length].map { CChar(bitPattern: $0) } + [0]), file.owner == 0,
                file.mode & 0o022 == 0
            else { return false }
            length = path[..<length].lastIndex(of: UInt8(ascii: "/")) ?? 0
        }
        return !path.isEmpty
    }

    /// The path for a user, with nothing in it that a terminal or a log would obey.
    package var printable: String { String(decoding: path, as: UTF8.self).printable }
}

extension String {
    /// Without anything that a terminal or a log would obey, or that turns the direction of what follows.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    unprinted.contains(scalar.properties.generalCategory) ? "?" : scalar
                }))
    }
}

private let unprinted: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
