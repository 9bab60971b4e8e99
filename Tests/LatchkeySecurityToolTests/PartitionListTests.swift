// What `-S` of the commands for partition lists means.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct PartitionListTests {
    private func list(_ text: String) throws -> AccessList {
        let home = try TemporaryHome()
        let client = KeychainClient(configuration: ClientConfiguration(home: home.path), identity: .tool)
        return try PartitionList.accessList(text, in: ToolContext(client: client))
    }

    @Test func `partitions have commas between them, and nothing is nobody`() throws {
        #expect(try list("") == .groupOnly)
        #expect(
            try list("unsigned:, teamid:TEAM123456,unsigned:").entries
                == [.partition(.unsigned), .partition(.team("TEAM123456"))])
    }

    @Test func `codesign is a partition of nobody, beside others and alone`() throws {
        #expect(try list("apple-tool:,apple:,codesign:") == list("apple-tool:"))
        #expect(try list("codesign:, unsigned:").entries == [.partition(.unsigned)])
        #expect(try list("codesign:") == .groupOnly)
    }

    @Test func `a path is the program there`() throws {
        let entries = try list("path:/bin/sh").entries
        guard case .application(let application)? = entries.first, entries.count == 1 else {
            Issue.record("no application")
            return
        }
        #expect(application.path.hasPrefix("/") && !application.identifier.isEmpty)
    }

    @Test(arguments: [
        "teamid:", "teamid:team123456", "teamid:ADHOCABCDE", "teamid:TEAM1234567", "unsigned", "cdhash:00", "codesign",
        "path:sh", "path:/no/such/program", "*",
    ]) func `anything else is refused`(text: String) {
        #expect(throws: CommandFailure.self) { _ = try list(text) }
    }

    @Test func `a partition is listed beside the programs`() {
        let list = AccessList([
            .partition(.team("TEAM123456")), .application(TrustedApplication(identifier: "A.b", path: "/b")),
        ])
        let text = String(decoding: AccessListing.text(of: list), as: UTF8.self)
        #expect(
            text.contains(
                "applications (2):\n            0: partition teamid:TEAM123456\n            1: \"/b\" is \"A.b\"\n"))
    }

    @Test(arguments: [
        ("TEAM123456.org.example", AccessPartition.team("TEAM123456")), ("ADHOCABCDE.sh.x", .unsigned),
        ("systemd.unit", nil), ("TEAM123456", nil), ("snap.x", nil), ("team123456.x", nil),
    ]) func `the partition of a program follows from its identifier`(identifier: String, partition: AccessPartition?) {
        #expect(AccessPartition(ofProgram: identifier) == partition)
    }
}
