// What the user is told, and decides, about programs on the bus, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension BusMode: WireEnumeration {
    package static var wireOrder: [BusMode] { [.enforce, .compat, .observe] }
}

extension BusChoice: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(verdict.rawValue)
        writer.text(program)
        writer.text(owner)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        guard let verdict = Verdict(rawValue: try reader.number(UInt8.self)) else { throw WireError.broken }
        let program = try reader.text(atMost: WireLimits.largestText)
        self.init(verdict, program: program, owner: try reader.text(atMost: WireLimits.largestText))
    }
}

extension BusReport.Decision: WireValue {
    package static var smallestEncoding: Int { 9 }

    package func write(to writer: inout WireWriter) {
        writer.text(program)
        writer.text(owner)
        writer.flag(isAllowed)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let program = try reader.text()
        let owner = try reader.text()
        self.init(program: program, owner: owner, isAllowed: try reader.flag())
    }
}

extension BusReport.Event: WireValue {
    package static var smallestEncoding: Int { 37 }

    package func write(to writer: inout WireWriter) {
        writer.number(kind.rawValue)
        writer.text(program)
        writer.text(path)
        writer.text(owner)
        writer.number(count)
        writer.number(first)
        writer.number(last)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        guard let kind = Kind(rawValue: try reader.number(UInt8.self)) else { throw WireError.broken }
        let program = try reader.text()
        let path = try reader.text()
        let owner = try reader.text()
        let count = try reader.number(UInt64.self)
        let first = try reader.number(UInt64.self)
        self.init(
            kind, program: program, path: path, owner: owner, count: count, first: first,
            last: try reader.number(UInt64.self))
    }
}

extension BusReport: WireValue {
    package func write(to writer: inout WireWriter) {
        mode.write(to: &writer)
        writer.flag(isDaemonOfSystem)
        writer.list(problems.map(Problem.init))
        writer.list(decisions)
        writer.list(events)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let mode = try BusMode(from: &reader)
        let isDaemonOfSystem = try reader.flag()
        let problems = try reader.list(of: Problem.self).map(\.text)
        let decisions = try reader.list(of: Decision.self, atMost: .max)
        self.init(
            mode: mode, isDaemonOfSystem: isDaemonOfSystem, problems: problems, decisions: decisions,
            events: try reader.list(of: Event.self, atMost: .max))
    }

    /// An element of the list of what is wrong with the configuration.
    private struct Problem: WireValue {
        static var smallestEncoding: Int { 4 }
        let text: String

        init(_ text: String) { self.text = text }

        func write(to writer: inout WireWriter) { writer.text(text) }
        init(from reader: inout WireReader) throws(KeychainError) { text = try reader.text() }
    }
}
