// The directory of the teams that root trusts on this machine.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import KeychainCertificates
import KeychainModel

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
        /// The roots in it; none where it does not count.
        package let roots: [TeamRoot]
        /// Why it does not count, in words.
        package let refusal: String?
    }

    /// The roots of one team. None where the directory is missing, or belongs to somebody else.
    package func roots(of team: TeamIdentifier) -> [TeamRoot] {
        entries().flatMap(\.roots).filter { $0.team == team }
    }

    /// Every file whose name ends in `.pem`, by name.
    package func entries() -> [Entry] {
        let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return [] }
        defer { close(folder) }
        guard isProtected(folder, kind: S_IFDIR) else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasSuffix(".pem") && !$0.hasPrefix(".") }.sorted().prefix(Self.mostFiles).map { name in
            switch text(of: name, in: folder) {
            case .failure(let refusal): Entry(name: name, roots: [], refusal: refusal.words)
            case .success(let text): Self.entry(name, text)
            }
        }
    }

    /// The roots of a PEM text; every certificate in it must be one.
    /// - Returns: nil where one is not, or there is none.
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

    private func text(of name: String, in folder: CInt) -> Result<[UInt8], Refusal> {
        let file = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return .failure(Refusal(words: "it cannot be read, or is a link")) }
        defer { close(file) }
        guard isProtected(file, kind: S_IFREG) else {
            return .failure(Refusal(words: "it is no file, or somebody else owns it or may write it"))
        }
        guard let file = try? SignedFile(file), file.size <= UInt64(Self.largestFile),
            let text = try? file.beginning(Self.largestFile)
        else { return .failure(Refusal(words: "it cannot be read, or is too long")) }
        return .success(text)
    }

    /// Whether the owner, and nobody else, can write what is open.
    private func isProtected(_ descriptor: CInt, kind: mode_t) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == owner
            && status.st_mode & 0o022 == 0
    }
}
