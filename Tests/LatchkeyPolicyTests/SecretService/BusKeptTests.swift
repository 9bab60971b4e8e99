// The decisions and the record, as they are kept.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@Suite struct BusKeptTests {
    private let names = ["ADHOCAAAAA.gh.AAAA", "family.chromium", "a b%\n", "é", "x"]

    private func principal(_ program: String, at path: String = "/usr/bin/x") -> BusPrincipal {
        BusPrincipal(
            kind: .program, program: program, path: path, group: AccessGroup(ofBusProgram: program), ownGroups: [])
    }

    @Test func `decisions are read as they were written`() throws {
        var decisions = BusDecisions()
        for (index, name) in names.enumerated() {
            let isKept = decisions.keep(
                index % 2 == 0 ? .allow : .deny, for: BusPair(name, AccessGroup(ofBusProgram: names[0])))
            #expect(isKept)
        }
        #expect(try #require(BusDecisions(decoding: decisions.encoded)) == decisions)
        #expect(try #require(BusDecisions(decoding: BusDecisions().encoded)) == BusDecisions())
        decisions.forget(BusPair("x", AccessGroup(ofBusProgram: names[0])))
        #expect(decisions.verdicts.count == names.count - 1)
    }

    @Test(arguments: [
        "", "\n", "latchkey-decisions 1", "latchkey-decisions 2\n", "latchkey-decisions 1\nallow a\n",
        "latchkey-decisions 1\nallow a b c\n", "latchkey-decisions 1\npermit a b\n", "latchkey-decisions 1\nallow a b",
        "latchkey-decisions 1\nallow  a b\n", "latchkey-decisions 1\nallow a b\nallow a b\n",
        "latchkey-decisions 1\nallow b b\nallow a b\n", "latchkey-decisions 1\nallow %61 b\n",
        "latchkey-decisions 1\nallow %ff b\n", "latchkey-decisions 1\nallow %2 b\n",
        "latchkey-decisions 1\nallow %0A b\n",
        "latchkey-decisions 1\nallow % b\n", "latchkey-decisions 1\r\nallow a b\r\n", "latchkey-decisions 1\n\n",
        "latchkey-record 1\n",
    ])
    func `what nobody wrote so is damaged`(text: String) {
        #expect(BusDecisions(decoding: Array(text.utf8)) == nil)
    }

    @Test func `there is room for so many decisions`() {
        var decisions = BusDecisions()
        for number in 0..<BusDecisions.largestCount {
            _ = decisions.keep(.allow, for: BusPair("\(number)", .imported))
        }
        let hasRoom = decisions.keep(.allow, for: BusPair("x", .imported))
        #expect(!hasRoom)
        let isChanged = decisions.keep(.deny, for: BusPair("7", .imported))
        #expect(isChanged)
        #expect(BusDecisions(decoding: decisions.encoded) == decisions)
    }

    @Test func `a decision without room is told of until one is forgotten`() {
        var contents = BusPolicyState.Contents()
        func problems() -> [String] { contents.report(isDaemonOfSystem: true, problems: []).problems }
        for number in 0..<BusDecisions.largestCount {
            _ = contents.decide(.allow, for: BusPair("\(number)", .imported))
        }
        #expect(problems() == [])
        let isKept = contents.decide(.allow, for: BusPair("x", .imported))
        #expect(!isKept)
        #expect(problems() == [BusPolicyState.Contents.noRoom])
        contents.forget(BusPair("7", .imported))
        #expect(problems() == [])
    }

    @Test func `the same event counts up, and the oldest of its kind leaves`() throws {
        var record = BusRecord()
        for time in [5, 9, 7] as [UInt64] {
            record.add(BusEvent(.foreignRead, by: principal("a"), on: .imported), at: time)
        }
        #expect(record.newestFirst.map(\.count) == [3])
        #expect(record.newestFirst.first?.last == 9)
        for number in 0..<BusRecord.largestCount {
            for kind in [BusEvent.Kind.refused, .asked] {
                record.add(BusEvent(kind, by: principal("p\(number)"), on: .imported), at: 100 + UInt64(number))
            }
        }
        // What was refused and asked takes away nothing of what was read.
        #expect(record.newestFirst.filter { $0.kind == .foreignRead }.map(\.pair.program) == ["a"])
        #expect(record.newestFirst.count { $0.kind == .refused } == BusEvent.Kind.refused.largestCount)
        #expect(record.newestFirst.first?.pair.program == "p\(BusRecord.largestCount - 1)")
        #expect(try #require(BusRecord(decoding: record.encoded)) == record)
        for number in 0..<BusRecord.largestCount {
            record.add(BusEvent(.foreignRead, by: principal("q\(number)"), on: .imported), at: 5000 + UInt64(number))
        }
        #expect(!record.newestFirst.contains { $0.pair.program == "a" })
        #expect(record.newestFirst.count == BusRecord.largestCount)
        #expect(try #require(BusRecord(decoding: record.encoded)) == record)
    }

    @Test func `a record is read as it was written, whatever the path`() throws {
        var record = BusRecord()
        let path = "/home/me/a b\n%" + String(repeating: "é", count: BusRecord.largestPath)
        for (name, kind) in zip(names, [BusEvent.Kind.asked, .refused, .foreignRead, .asked, .asked]) {
            record.add(BusEvent(kind, by: principal(name, at: path), on: AccessGroup(ofBusProgram: "b")), at: 1)
        }
        #expect(try #require(BusRecord(decoding: record.encoded)) == record)
    }

    @Test func `bytes of any kind are read or damaged`() {
        var random = SeededGenerator(seed: 3)
        var decisions = BusDecisions()
        for name in names { _ = decisions.keep(.allow, for: BusPair(name, .imported)) }
        var record = BusRecord()
        for name in names { record.add(BusEvent(.asked, by: principal(name), on: .imported), at: 7) }
        var damaged = 0
        for _ in 0..<4000 {
            for bytes in [decisions.encoded, record.encoded] {
                var bytes = bytes
                for _ in 0..<Int.random(in: 1..<4, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    switch UInt8.random(in: 0..<3, using: &random) {
                    case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: index)
                    default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                    }
                }
                if let read = BusDecisions(decoding: bytes) {
                    #expect(read.encoded == bytes)
                } else if let read = BusRecord(decoding: bytes) {
                    #expect(read.encoded == bytes)
                } else {
                    damaged += 1
                }
            }
        }
        #expect(damaged > 1000)
    }
}
