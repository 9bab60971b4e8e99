// What a caller overlooks of one chain, as it keeps it (Documentation/Reference/Formats/TrustSettings.md, Exceptions).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// The problems of one chain that are overlooked, whenever that very chain is evaluated.
package struct TrustExceptions: Hashable, Sendable {
    private let entries: [Entry]
    private let problems: Set<TrustProblem>

    /// One certificate of the chain, the first one first.
    private struct Entry: Hashable {
        let digest: [UInt8]
        let dates: Dates
    }

    /// What is overlooked of the dates of a certificate. One that has expired is not for that one from the future, if
    /// the clock goes back.
    struct Dates: OptionSet, Hashable {
        let rawValue: UInt8
        static let expired = Dates(rawValue: 1)
        static let early = Dates(rawValue: 2)
    }

    /// What can be overlooked in a chain, by the place of its bit; with the dates, which are overlooked for one
    /// certificate.
    static let excusable: [TrustProblem] = [
        .wrongUse, .wrongHost, .wrongAddress, .weak, .noTrustedRoot, .validTooLong,
    ]

    init(_ evaluation: TrustEvaluation) {
        let findings = evaluation.findings
        entries = evaluation.chain.enumerated().map { place, certificate in
            var dates: Dates = []
            if findings.contains(TrustFinding(problem: .expired, place: place)) { dates.insert(.expired) }
            if findings.contains(TrustFinding(problem: .notYetValid, place: place)) { dates.insert(.early) }
            return Entry(digest: certificate.sha256, dates: dates)
        }
        problems = Set(findings.map(\.problem)).intersection(Self.excusable)
    }

    /// Whether they are about a certificate.
    package func begin(with certificate: Certificate) -> Bool { entries.first?.digest == certificate.sha256 }

    /// What is wrong with a chain and not overlooked. Another chain was not looked at by who overlooks this one's
    /// problems.
    func remaining(of evaluation: TrustEvaluation) -> [TrustFinding] {
        guard entries.map(\.digest) == evaluation.chain.map(\.sha256) else { return evaluation.findings }
        return evaluation.findings.filter { finding in
            let dates = entries[finding.place].dates
            if finding.problem == .expired { return !dates.contains(.expired) }
            if finding.problem == .notYetValid { return !dates.contains(.early) }
            return !problems.contains(finding.problem)
        }
    }
}

extension TrustExceptions {
    private static let magic: [UInt8] = Array("LKTE".utf8) + [1]
    private static let digestSize = 32

    /// The bytes.
    package var encoded: [UInt8] {
        var bytes = Self.magic + [UInt8(entries.count)]
        for entry in entries { bytes += entry.digest + [entry.dates.rawValue] }
        let known = Self.excusable.enumerated().filter { problems.contains($0.element) }
        return bytes + [known.reduce(0) { $0 | 1 << $1.offset }]
    }

    /// Nil for bytes that are none of exceptions.
    package init?(decoding bytes: [UInt8]) {
        let header = Self.magic.count + 1
        guard bytes.starts(with: Self.magic), bytes.count > header else { return nil }
        let count = Int(bytes[header - 1])
        let size = Self.digestSize + 1
        guard (1...PathSearch.greatestLength).contains(count), bytes.count == header + count * size + 1 else {
            return nil
        }
        var entries: [Entry] = []
        for place in stride(from: header, to: bytes.count - 1, by: size) {
            let mark = bytes[place + Self.digestSize]
            guard mark <= 3 else { return nil }
            entries.append(Entry(digest: Array(bytes[place..<place + Self.digestSize]), dates: Dates(rawValue: mark)))
        }
        let marks = Int(bytes[bytes.count - 1])
        guard marks < 1 << Self.excusable.count else { return nil }
        self.entries = entries
        problems = Set(Self.excusable.enumerated().filter { marks & 1 << $0.offset != 0 }.map(\.element))
    }
}

extension TrustExceptions: CustomStringConvertible, CustomReflectable {
    package var description: String { "<exceptions for \(entries.count) certificates>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
