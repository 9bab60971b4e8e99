// The directory of the teams that root trusts on this machine.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// Reads the directory each time, so that a team counts as soon as it is installed, and no longer than it is.
package struct TeamRoots: Sendable {
    package let directory: String
    /// Who must own the directory and each file in it.
    private let owner: UInt32

    /// Largest file that is read, in bytes.
    package static let largestFile = 1 << 16
    /// Most files that are read.
    static let mostFiles = 1024
    package static let standardDirectory = "/etc/latchkey/teams.d"

    /// The teams that root trusts.
    package static let system = TeamRoots(directory: standardDirectory, owner: 0)

    /// - Parameter owner: 0 but for tests and for looking at a directory of one's own.
    package init(directory: String, owner: UInt32) {
        self.directory = directory
        self.owner = owner
    }

    /// One file of the directory.
    package struct Entry: Sendable {
        /// The name of the file.
        package let name: String
        /// The roots in it; none if it does not count.
        package let roots: [TeamRoot]
        /// Why it does not count, in words.
        package let refusal: String?
    }

    /// The roots of one team. None if the directory is missing, or belongs to somebody else.
    /// - Throws: `.unreadable` if it cannot be told, such as without a descriptor that is left.
    package func roots(of team: TeamIdentifier) throws(SignatureProblem) -> [TeamRoot] {
        try entries().flatMap(\.roots).filter { $0.team == team }
    }

    /// Every file whose name ends in `.pem`, by name.
    /// - Throws: `.unreadable`.
    package func entries() throws(SignatureProblem) -> [Entry] {
        let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            let code = errno
            guard code == ENOENT else { throw .unreadable(errno: code) }
            return []
        }
        defer { close(folder) }
        guard isProtected(folder, kind: S_IFDIR) else { return [] }
        var entries: [Entry] = []
        for name in try Self.names(in: folder).sorted().prefix(Self.mostFiles) {
            switch try text(of: name, in: folder) {
            case .failure(let refusal): entries.append(Entry(name: name, roots: [], refusal: refusal.words))
            case .success(let text): entries.append(Self.entry(name, text))
            }
        }
        return entries
    }

    /// The names of the directory that end in `.pem`.
    static func names(in folder: CInt) throws(SignatureProblem) -> [String] {
        let copy = unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .unreadable(errno: errno) }
        guard let stream = unsafe fdopendir(copy) else {
            let code = errno
            close(copy)
            throw .unreadable(errno: code)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw .unreadable(errno: errno) }
                return names
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".pem"), !name.hasPrefix(".") { names.append(name) }
        }
    }

    /// The roots of a PEM text; every certificate in it must be one.
    /// - Returns: nil if one is not, or there is none.
    package static func roots(inPEM text: [UInt8]) -> [TeamRoot]? {
        guard let blocks = try? PEMBlock.blocks(in: ItemSecret(copying: text)), !blocks.isEmpty else { return nil }
        let roots = blocks.compactMap { block in (try? block.certificate()).flatMap { $0 }.flatMap { TeamRoot($0) } }
        return roots.count == blocks.count ? roots : nil
    }

    /// True for a directory that its owner alone can write. What is in any other does not count.
    package var isTrustworthy: Bool {
        let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return isProtected(folder, kind: S_IFDIR)
    }

    private static func entry(_ name: String, _ text: [UInt8]) -> Entry {
        guard let roots = roots(inPEM: text) else {
            return Entry(name: name, roots: [], refusal: "it is no certificate of a team's authority")
        }
        return Entry(name: name, roots: roots, refusal: nil)
    }

    private struct Refusal: Error { let words: String }

    /// - Throws: `.unreadable` for what has nothing to do with the file, such as no descriptor that is left.
    private func text(of name: String, in folder: CInt) throws(SignatureProblem) -> Result<[UInt8], Refusal> {
        let file = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            guard [ENOENT, ELOOP, EACCES, ENXIO].contains(code) else { throw .unreadable(errno: code) }
            return .failure(Refusal(words: "it cannot be read, or is a link"))
        }
        defer { close(file) }
        guard isProtected(file, kind: S_IFREG) else {
            return .failure(Refusal(words: "it is no file, or somebody else owns it or may write it"))
        }
        let opened = try SignedFile(file)
        guard opened.size <= UInt64(Self.largestFile) else { return .failure(Refusal(words: "it is too long")) }
        return .success(try opened.beginning(Self.largestFile))
    }

    /// Whether the owner, and nobody else, can write what is open.
    private func isProtected(_ descriptor: CInt, kind: mode_t) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == owner
            && status.st_mode & 0o022 == 0
    }
}
