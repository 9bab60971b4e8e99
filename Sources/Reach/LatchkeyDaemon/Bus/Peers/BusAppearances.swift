// What the processes of a bus ran when their names appeared.
// SPDX-License-Identifier: Apache-2.0

/// By the unique names of a bus, as it tells them. It answers in order: whoever has the answer about a name knows of
/// all names that are older.
///
/// What is kept is bounded, since it is memory of the daemon. When there is no room, the process with the most names
/// loses all of them: who opens connections without end puts itself in doubt, and nobody else.
package struct BusAppearances {
    /// Names that are kept, of 40 bytes or so each.
    package static let mostNames = 1 << 16
    /// How often the bus is asked about one name. Without an answer the name is no process's, until it has gone.
    package static let mostQuestions = 4

    /// What the process of a name ran at first sight.
    package enum Sight: Hashable, Sendable {
        /// The bus was asked whose the name is.
        case awaited
        /// The number of the exec that the process came from; nil if nobody keeps such numbers.
        case seen(process: Int32, execution: UInt64?)
    }

    private struct Entry {
        /// ``unknown`` while the bus is asked.
        var process = BusAppearances.unknown
        var questions: UInt8 = 1
        var hasExecution = false
        var execution: UInt64 = 0
    }

    private static let unknown: Int32 = -1
    private let mostNames: Int
    private var entries: [UniqueName: Entry] = [:]
    /// The names of each process.
    private var counts: [Int32: Int] = [:]

    /// - Parameter mostNames: fewer than usual only in tests.
    package init(mostNames: Int = mostNames) { self.mostNames = mostNames }

    package subscript(_ name: String) -> Sight? {
        guard let entry = UniqueName(name).flatMap({ entries[$0] }) else { return nil }
        if entry.process == Self.unknown { return .awaited }
        return .seen(process: entry.process, execution: entry.hasExecution ? entry.execution : nil)
    }

    /// The bus has said that there is a name, or a name is there of which nothing is kept.
    /// - Returns: whether its process has to be asked for.
    package mutating func appeared(_ name: String) -> Bool {
        guard let name = UniqueName(name), entries[name] == nil else { return false }
        if entries.count >= mostNames { makeRoom() }
        guard entries.count < mostNames else { return false }
        entries[name] = Entry()
        counts[Self.unknown, default: 0] += 1
        return true
    }

    /// Only the first answer counts: later the process may have become another program.
    /// - Parameter process: 0 if it is none, or not known.
    package mutating func saw(_ name: String, process: Int32, execution: UInt64?) {
        guard let name = UniqueName(name), var entry = entries[name], entry.process == Self.unknown, process >= 0 else {
            return
        }
        entry.process = process
        entry.hasExecution = execution != nil
        entry.execution = execution ?? 0
        entries[name] = entry
        discount(Self.unknown)
        counts[process, default: 0] += 1
    }

    /// No answer has come.
    /// - Returns: how often the bus was asked; nil if it is not to be asked again.
    package mutating func missedAnswer(about name: String) -> Int? {
        guard let key = UniqueName(name), var entry = entries[key], entry.process == Self.unknown else { return nil }
        let questions = Int(entry.questions)
        guard questions < Self.mostQuestions else {
            saw(name, process: 0, execution: nil)
            return nil
        }
        entry.questions += 1
        entries[key] = entry
        return questions
    }

    /// None is ever given again.
    package mutating func left(_ name: String) {
        guard let entry = UniqueName(name).flatMap({ entries.removeValue(forKey: $0) }) else { return }
        discount(entry.process)
    }

    /// Forgets the names of the process that has the most, if it has more than one. It is asked for again who calls.
    private mutating func makeRoom() {
        let greediest = counts.filter { $0.key != Self.unknown && $0.value > 1 }.max { $0.value < $1.value }
        guard let process = greediest?.key else { return }
        entries = entries.filter { $0.value.process != process }
        counts[process] = nil
    }

    private mutating func discount(_ process: Int32) {
        let left = (counts[process] ?? 0) - 1
        counts[process] = left > 0 ? left : nil
    }
}

/// A name such as `:1.42`, in less memory.
private struct UniqueName: Hashable {
    private let number: UInt64

    /// - Returns: nil for a name that is not unique, or such as no bus gives.
    init?(_ name: String) {
        let parts = name.utf8.dropFirst().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.first == UInt8(ascii: ":"), parts.count == 2,
            let high = UInt64(Substring(parts[0])), let low = UInt64(Substring(parts[1])),
            high < 1 << 16, low < 1 << 48, name == ":\(high).\(low)"
        else { return nil }
        number = high << 48 | low
    }
}
