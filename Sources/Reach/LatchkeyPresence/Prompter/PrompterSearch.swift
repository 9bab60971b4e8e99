// Finds a prompter on the bus of the session, and looks at who it is.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus

/// Has the bus start it, asks which process has the name, and watches until it goes.
struct PrompterSearch {
    private enum Step { case starting, finding, identifying, watching }

    enum Outcome {
        case goesOn
        case found
        /// There is none, or it is not trusted.
        case failed
    }

    private let name: String
    private let isTrusted: (Int32) -> Bool
    private var step = Step.starting
    private var awaited: UInt64?
    /// The unique name of the prompter's connection, once it is known.
    private(set) var owner = ""

    private static let (bus, busPath) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
    /// Bytes of a name of a connection.
    private static let longestName = 255

    /// - Parameter isTrusted: whether what is typed may be shown to the process of this number.
    init(for name: String, isTrusted: @escaping (Int32) -> Bool) {
        self.name = name
        self.isTrusted = isTrusted
    }

    mutating func start(over bus: SessionBus) {
        ask(.starting, "StartServiceByName", [.string(name), .uint32(0)], over: bus)
    }

    /// - Returns: nil if the answer is not to a call of this search.
    mutating func answered(
        _ number: UInt64, _ result: Result<[BusValue], BusFailure>, over bus: SessionBus
    ) -> Outcome? {
        guard number == awaited else { return nil }
        awaited = nil
        guard case .success(let values) = result else {
            // It may run although it cannot be started.
            guard step == .starting else { return .failed }
            find(over: bus)
            return .goesOn
        }
        switch step {
        case .starting: find(over: bus)
        case .finding:
            guard case .string(let name)? = values.first, name.hasPrefix(":"), name.utf8.count <= Self.longestName
            else { return .failed }
            owner = name
            ask(.identifying, "GetConnectionUnixProcessID", [.string(owner)], over: bus)
        case .identifying:
            guard case .uint32(let process)? = values.first, let process = Int32(exactly: process), isTrusted(process)
            else { return .failed }
            let rule = "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(owner)'"
            ask(.watching, "AddMatch", [.string(rule)], over: bus)
        case .watching: return .found
        }
        return .goesOn
    }

    /// Whether the signal says that the prompter's connection has ended.
    func isEnd(_ signal: BusSignal, from sender: String) -> Bool {
        guard sender == Self.bus, signal.member == "NameOwnerChanged", signal.arguments.count == 3,
            case .string(owner) = signal.arguments[0], case .string("") = signal.arguments[2]
        else { return false }
        return !owner.isEmpty
    }

    private mutating func find(over bus: SessionBus) { ask(.finding, "GetNameOwner", [.string(name)], over: bus) }

    /// A call to the bus itself.
    private mutating func ask(_ next: Step, _ member: String, _ arguments: [BusValue], over bus: SessionBus) {
        step = next
        awaited = bus.call(member, of: Self.bus, at: Self.busPath, in: Self.bus, arguments)
    }
}
