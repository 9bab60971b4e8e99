// Which connections a bus has, and whose they are.
// SPDX-License-Identifier: Apache-2.0

/// The unique names of a bus by the processes that it attributes them to, as it tells them one after the other. It
/// answers in order, so that whoever has the answer about a name knows of all names that are older.
package struct BusCensus {
    /// Names that are counted; on a bus with more nobody is told from others.
    package static let mostNames = 4096

    /// The process of each name; nil until the bus has said it.
    private var processes: [String: Int32?] = [:]
    private var counts: [Int32: Int] = [:]
    /// Names whose process is not known.
    private var unknown = 0
    /// False until the bus has listed its names, and once there are too many.
    package private(set) var isComplete = false
    /// Another one after each change, so that two looks with the same one saw the same names.
    package private(set) var version: UInt64 = 0

    package init() {}

    package var count: Int { processes.count }

    /// How many names the bus attributes to a process.
    /// - Returns: nil while that is not known of every name.
    package func names(of process: Int32) -> Int? {
        guard isComplete, unknown == 0 else { return nil }
        return counts[process] ?? 0
    }

    package func contains(_ name: String) -> Bool { processes[name] != nil }

    /// The bus has listed its names.
    /// - Returns: the names whose process is not known, and has to be asked for.
    package mutating func begin(with names: [String]) -> [String] {
        let known = processes
        self = BusCensus(version: version + 1)
        isComplete = true
        var asked: [String] = []
        for name in names where Self.isUnique(name) {
            guard add(name) else { return [] }
            if case .some(.some(let process)) = known[name] {
                answer(name, process)
            } else {
                asked.append(name)
            }
        }
        return asked
    }

    /// The bus has said that a name has another owner (`NameOwnerChanged`).
    /// - Returns: whether the process of the name has to be asked for.
    package mutating func changed(_ name: String, from old: String, to new: String) -> Bool {
        guard Self.isUnique(name), isComplete else { return false }
        version += 1
        if new.isEmpty {
            remove(name)
            return false
        }
        // A name that was there before was asked for.
        return processes[name] == nil && add(name)
    }

    /// The bus has said whose a name is.
    /// - Parameter process: nil if it has not: the name may be gone, which it says besides.
    package mutating func answer(_ name: String, _ process: Int32?) {
        guard let process, process > 0, case .some(.none) = processes[name] else { return }
        processes[name] = .some(process)
        counts[process, default: 0] += 1
        unknown -= 1
        version += 1
    }

    private init(version: UInt64) { self.version = version }

    /// - Returns: false if there are too many names.
    private mutating func add(_ name: String) -> Bool {
        guard processes[name] == nil else { return true }
        guard processes.count < Self.mostNames else {
            // Whatever is counted from now on is wrong.
            self = BusCensus(version: version + 1)
            return false
        }
        processes.updateValue(nil, forKey: name)
        unknown += 1
        return true
    }

    private mutating func remove(_ name: String) {
        guard let process = processes.removeValue(forKey: name) else { return }
        guard let process else {
            unknown -= 1
            return
        }
        let left = (counts[process] ?? 1) - 1
        counts[process] = left > 0 ? left : nil
    }

    private static func isUnique(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ":") }
}
