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

    init(_ excuses: TrustExcuses, of chain: [Certificate]) {
        entries = chain.map { Entry(digest: $0.sha256, dates: excuses.dates(of: $0)) }
        problems = excuses.problems
    }

    /// Whether they are about a certificate.
    package func begin(with certificate: Certificate) -> Bool { entries.first?.digest == certificate.sha256 }

    func areOf(_ chain: [Certificate]) -> Bool { entries.map(\.digest) == chain.map(\.sha256) }

    /// Whether all that is overlooked is among them, where it is of certificates of their chain.
    func include(_ excuses: TrustExcuses, of chain: [Certificate]) -> Bool {
        excuses.problems.isSubset(of: problems)
            && chain.allSatisfy { certificate in
                let known = entries.first { $0.digest == certificate.sha256 }
                return known?.dates.isSuperset(of: excuses.dates(of: certificate)) ?? true
            }
    }

    /// Whether all that is overlooked is among them, in this chain.
    func cover(_ excuses: TrustExcuses, of chain: [Certificate]) -> Bool {
        areOf(chain) && include(excuses, of: chain)
    }
}

extension TrustExceptions {
    private static let magic: [UInt8] = Array("LKTE".utf8) + [1]
    private static let digestSize = 32

    /// The bytes.
    package var encoded: [UInt8] {
        var bytes = Self.magic + [UInt8(entries.count)]
        for entry in entries { bytes += entry.digest + [entry.dates.rawValue] }
        let known = TrustExcuses.excusable.enumerated().filter { problems.contains($0.element) }
        return bytes + [known.reduce(0) { $0 | 1 << $1.offset }]
    }

    /// Nil for bytes that are none of exceptions.
    package init?(decoding bytes: [UInt8]) {
        let header = Self.magic.count + 1
        guard bytes.starts(with: Self.magic), bytes.count > header else { return nil }
        let count = Int(bytes[header - 1])
        let size = Self.digestSize + 1
        guard (1...ChainPolicy.greatestLength).contains(count), bytes.count == header + count * size + 1 else {
            return nil
        }
        var entries: [Entry] = []
        for place in stride(from: header, to: bytes.count - 1, by: size) {
            let mark = bytes[place + Self.digestSize]
            guard mark <= 3 else { return nil }
            entries.append(Entry(digest: Array(bytes[place..<place + Self.digestSize]), dates: Dates(rawValue: mark)))
        }
        let marks = Int(bytes[bytes.count - 1])
        guard marks < 1 << TrustExcuses.excusable.count else { return nil }
        self.entries = entries
        problems = Set(TrustExcuses.excusable.enumerated().filter { marks & 1 << $0.offset != 0 }.map(\.element))
    }
}

extension TrustExceptions: CustomStringConvertible, CustomReflectable {
    package var description: String { "<exceptions for \(entries.count) certificates>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
