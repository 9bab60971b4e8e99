// Files of a test, and a directory of teams beside them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature
import LatchkeyTestSupport
import Testing

/// A directory that is gone when its test is over.
final class TestFiles {
    let path: String
    let teams: TeamRoots
    /// A day on which the certificates of ``TestTeam`` are valid, in seconds since 2001-01-01 UTC.
    static let today: Double = 800_000_000

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/latchkey-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path + "/teams.d", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        teams = TeamRoots(directory: path + "/teams.d", owner: geteuid())
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func install(_ team: TestTeam, as name: String = "team.pem") throws {
        try install([team.root], as: name)
    }

    func install(_ certificates: [Certificate], as name: String) throws {
        let text = certificates.flatMap {
            PEMBlock($0).text.bytes.declassified(because: "a certificate is public")
        }
        let file = teams.directory + "/" + name
        try Data(text).write(to: URL(fileURLWithPath: file))
        try setMode(0o644, of: file)
    }

    /// Writes the bytes to a file and verifies it.
    func verdict(of bytes: [UInt8], at date: Double = today) throws -> SignatureVerdict {
        let file = path + "/program"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return try verdict(ofFile: file, at: date)
    }

    func verdict(ofFile file: String, at date: Double = today) throws -> SignatureVerdict {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return SignatureVerifier(teams: teams).verify(descriptor, at: date)
    }
}
