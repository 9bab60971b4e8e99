// Every numbered rule of the four calls has a test that carries its number, or a reason why it cannot apply here.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Testing

/// The rules of `Tests/ConformanceTests/rules.txt`, the tests that are compiled, and the rows of "Rules without a test"
/// in `Documentation/Reference/Compatibility.md`.
@Suite struct RuleCoverageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let suite = root.appending(path: "Tests/ConformanceTests")

    private static func lines(of path: String) throws -> [Substring] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    /// The number that a line begins with, if there is a blank and something more behind it.
    private static func number(of line: some StringProtocol) -> String? {
        guard let match = String(line).prefixMatch(of: /(3\.[0-9]+\.[0-9]+) ./) else { return nil }
        return String(match.1)
    }

    /// The names of the tests come from the compiled tests: what stands in a comment or does not build is none.
    private static func namesOfTests() throws -> [String] {
        let directory = try TemporaryHome()
        let list = try CommandRun(
            [
                "/proc/\(ProcessInfo.processInfo.processIdentifier)/exe", "--testing-library", "swift-testing",
                "--list-tests",
            ],
            environment: CommandRun.environment(home: directory.path, directory: directory.path), in: directory.path)
        try #require(list.status == 0, "\(list.errors)")
        return list.output.split(separator: "\n").filter { $0.hasPrefix("ConformanceTests.") }.compactMap {
            $0.split(separator: "/", maxSplits: 1).last.map { String($0.drop { $0 == "`" }) }
        }
    }

    /// The rows of one table only, each with a rule, what it is about and a reason.
    private static func rows() throws -> [Substring] {
        let section = try lines(of: "Documentation/Reference/Compatibility.md").drop { $0 != "## Rules without a test" }
            .dropFirst()
        return section.prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| 3.") }
    }

    private let rules: [String]
    private let tested: Set<String>
    private let excused: Set<String>
    private let names: [String]
    private let rows: [Substring]

    init() throws {
        rules = try Self.lines(of: "Tests/ConformanceTests/rules.txt").compactMap { Self.number(of: $0) }
        names = try Self.namesOfTests()
        rows = try Self.rows()
        tested = Set(names.compactMap { Self.number(of: $0) })
        excused = Set(rows.compactMap { Self.number(of: $0.dropFirst(2)) })
        try #require(rules.count > 100 && names.count > rules.count / 2)
    }

    @Test func `every rule has a test or a reason, and a rule that has a test needs no reason`() {
        #expect(Set(rules).subtracting(tested).subtracting(excused) == [], "rules without a test")
        #expect(tested.subtracting(rules) == [], "tests of rules that are not listed")
        #expect(excused.subtracting(rules) == [], "rows of rules that are not listed")
        #expect(excused.intersection(tested) == [], "rows of rules that do have a test")
    }

    @Test func `no rule is listed twice`() {
        #expect(Set(rules).count == rules.count)
    }

    @Test func `every test of the suite begins with the number of a rule`() {
        #expect(names.filter { Self.number(of: $0) == nil } == [])
    }

    @Test func `every row names a rule, what it is about and a reason`() {
        let wrong = rows.filter {
            $0.wholeMatch(of: /\| 3\.[0-9]+\.[0-9]+ \|[^|]*[^| ][^|]*\|[^|]*[^| ][^|]*\|/) == nil
        }
        #expect(wrong == [])
    }

    @Test func `every suite of rules runs over every transport, and no test of it may be switched off`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.suite, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        try #require(files.count > 20)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let suites = text.split(separator: "\n").filter { $0.contains("@Suite") }
            #expect(suites.allSatisfy { $0.contains("@Suite(.everyTransport)") }, "\(file.lastPathComponent)")
            #expect(
                !suites.isEmpty || !file.lastPathComponent.contains("Rules"),
                "\(file.lastPathComponent) has tests outside of a suite")
            #expect(
                text.firstMatch(of: /\.(disabled|enabled)\(|withKnownIssue|import XCTest/) == nil,
                "\(file.lastPathComponent)")
        }
    }
}
