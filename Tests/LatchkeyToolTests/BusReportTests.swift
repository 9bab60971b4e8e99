// What `latchkey audit` says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyTool
import Testing

@Suite struct BusReportTests {
    private func report(_ mode: BusMode, isDaemonOfSystem: Bool = true) -> BusReport {
        BusReport(
            mode: mode, isDaemonOfSystem: isDaemonOfSystem, problems: ["/etc/x is not used: line 3: \u{1b}[31m"],
            decisions: [
                BusReport.Decision(program: "family.chromium", owner: "pool.secret-tool", isAllowed: true),
                BusReport.Decision(program: "a", owner: "b", isAllowed: false),
            ],
            events: [
                BusReport.Event(.read, program: "a\n", path: "/usr/bin/a", owner: "b", count: 1, first: 0, last: 86400),
                BusReport.Event(.refused, program: "a", path: "", owner: "b", count: 7, first: 0, last: .max),
            ])
    }

    @Test func `the first line says whether programs are kept apart`() throws {
        for mode in BusMode.allCases {
            for isDaemonOfSystem in [true, false] {
                let report = report(mode, isDaemonOfSystem: isDaemonOfSystem)
                let first = try #require(report.text.split(separator: "\n").first)
                let isApart = mode == .enforce && isDaemonOfSystem
                #expect(first.hasPrefix(isApart ? "Programs are kept apart (" : "Programs are not kept apart"))
                #expect(first.contains(mode.rawValue))
                #expect(first.contains("keychaind --user") != isDaemonOfSystem)
                #expect(report.keepsProgramsApart == isApart)
            }
        }
    }

    @Test func `one fact a line, and nothing that a terminal would obey`() {
        let lines = report(.enforce).text.split(separator: "\n").dropFirst().map(String.init)
        #expect(
            lines == [
                "problem: /etc/x is not used: line 3: [31m", "allowed: family.chromium on pool.secret-tool",
                "denied: a on b", "read: a (/usr/bin/a) on b, once, last 1970-01-02T00:00:00Z",
                "refused: a on b, 7 times, last 9999-12-31T23:59:59Z",
            ])
    }

    @Test func `the same as an object`() throws {
        let text = try #require(report(.observe).json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["mode"] as? String == "observe")
        #expect(object["programsAreKeptApart"] as? Bool == false)
        #expect((object["standing"] as? String)?.hasPrefix("Programs are not kept apart") == true)
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.map { $0["count"] as? Int } == [1, 7])
        #expect(events.first?["program"] as? String == "a\n")
        let decisions = try #require(object["decisions"] as? [[String: String]])
        #expect(decisions.map { $0["verdict"] } == ["allowed", "denied"])
    }
}
