// What the user has decided for good about programs and the items of others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel

package struct BusDecisions: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case allow, deny
    }

    package private(set) var verdicts: [BusPair: Verdict] = [:]

    package static let largestCount = 4096
    /// Bytes of a file that is read.
    package static let largestSize = 8 << 20
    private static let head = ["latchkey-decisions", "1"]

    package init() {}

    /// - Returns: false if there is no room for another one.
    package mutating func keep(_ verdict: Verdict, for pair: BusPair) -> Bool {
        guard verdicts[pair] != nil || verdicts.count < Self.largestCount else { return false }
        verdicts[pair] = verdict
        return true
    }

    package mutating func forget(_ pair: BusPair) { verdicts[pair] = nil }

    package var sorted: [(pair: BusPair, verdict: Verdict)] {
        verdicts.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value) }
    }

    package var encoded: [UInt8] {
        KeptLines.encode(
            [Self.head] + sorted.map { [$0.verdict.rawValue, $0.pair.program, $0.pair.group.rawValue] })
    }

    /// - Returns: nil for bytes that no decisions encode to.
    package init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.largestSize, let lines = KeptLines.decode(bytes, largestCount: 3),
            lines.first == Self.head
        else { return nil }
        for line in lines.dropFirst() {
            guard line.count == 3, let verdict = Verdict(rawValue: line[0]), !line[1].isEmpty,
                keep(verdict, for: BusPair(line[1], AccessGroup(rawValue: line[2])))
            else { return nil }
        }
        // In order, each once.
        guard encoded == bytes else { return nil }
    }
}
