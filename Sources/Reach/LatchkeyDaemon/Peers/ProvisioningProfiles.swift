// The groups that root gives to programs besides those of their team.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
package import LatchkeyModel
package import LatchkeySignature

/// `/etc/latchkey/profiles.d/*.plist`: property lists of root, which is the authority of its machine.
package struct ProvisioningProfiles: Sendable {
    private let directory: String
    private let owner: UInt32

    package static let system = ProvisioningProfiles(directory: "/etc/latchkey/profiles.d", owner: 0)

    private static let largestFile = 1 << 16
    private static let mostFiles = 1024

    /// - Parameter owner: who must own the directory and its files: 0 but for tests.
    package init(directory: String, owner: UInt32) {
        self.directory = directory
        self.owner = owner
    }

    private struct Profile: Decodable {
        let TeamIdentifier: String
        /// All programs of the team if there is none.
        let Identifier: String?
        let AccessGroups: [String]
    }

    /// The groups that programs of this team and name may have.
    package func groups(of team: TeamIdentifier, identifier: CodeIdentifier) -> Set<AccessGroup> {
        var groups: Set<AccessGroup> = []
        for profile in profiles() where profile.TeamIdentifier == team.text {
            if let name = profile.Identifier, name != identifier.text { continue }
            groups.formUnion(profile.AccessGroups.map(AccessGroup.init(rawValue:)))
        }
        // Every group is for the keychain's own tools.
        groups.remove(.all)
        return groups
    }

    private func profiles() -> [Profile] {
        let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return [] }
        defer { close(folder) }
        guard isProtected(folder, kind: S_IFDIR) else { return [] }
        return names().prefix(Self.mostFiles).compactMap { name in
            let file = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else { return nil }
            defer { close(file) }
            guard isProtected(file, kind: S_IFREG),
                let text = ProcessFile.contents(at: "/proc/self/fd/\(file)", atMost: Self.largestFile)
            else { return nil }
            return PropertyListText(text)?.decoded(as: Profile.self)
        }
    }

    private func names() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }.sorted()
    }

    private func isProtected(_ descriptor: CInt, kind: mode_t) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == owner
            && status.st_mode & 0o022 == 0
    }
}
