// A name on the bus that this connection wants, and gets as soon as nobody else has it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus

/// Used by the thread of the bus alone. It does not stand in the bus's queue, in which its objects would be there
/// without the name, and lets nobody replace it.
package final class BusNameOwner {
    package enum State: Hashable {
        case owned
        /// Another program has it: its unique name.
        case foreign(String)
        /// The bus does not let this connection have it, for as long as it lasts.
        case denied
        /// The bus does not say.
        case unknown
    }

    package let name: String
    private let calling: any BusCalling
    private let clock: () -> UInt64
    private let changed: (State) -> Void
    private var ownName = ""
    private var matching: UInt64?
    private var requesting: UInt64?
    private var asking: UInt64?
    private var lastRequest: UInt64?
    /// Whether the name is requested once that may be again.
    private var isDue = false
    package private(set) var state: State?

    static let bus = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"
    /// `DBUS_NAME_FLAG_DO_NOT_QUEUE`.
    private static let doNotQueue: UInt32 = 4

    /// Milliseconds between two requests: a bus, or who has the name, can say as often as it wants that it is free, and
    /// each time the user is told what came of it.
    private static let pause: UInt64 = 1000

    /// - Parameter clock: milliseconds that never go back.
    /// - Parameter changed: called with each new state, but for ``State/owned`` after ``State/owned``.
    package init(
        _ name: String, calling: any BusCalling, clock: @escaping () -> UInt64, changed: @escaping (State) -> Void
    ) {
        self.name = name
        self.calling = calling
        self.clock = clock
        self.changed = changed
    }

    package func connected(as ownName: String) {
        self.ownName = ownName
        matching = call("AddMatch", [.string(rule)])
        request()
    }

    private var rule: String {
        "type='signal',sender='\(Self.bus)',interface='\(Self.bus)',member='NameOwnerChanged',arg0='\(name)'"
    }

    /// - Returns: true for an answer to a call of its own.
    package func received(_ arrival: BusArrival) -> Bool {
        switch arrival {
        case .call: return false
        case .signal(let signal, let sender):
            // Others may listen to the same signal.
            if sender == Self.bus { noticed(signal) }
            return false
        case .answer(let number, _, let answer):
            switch number {
            case matching: matching = nil
            case requesting:
                requesting = nil
                requested(answer)
            case asking:
                asking = nil
                asked(answer)
            default: return false
            }
            return true
        }
    }

    /// - Returns: milliseconds until it wants to be called again.
    package func tick(at now: UInt64) -> UInt64? {
        guard isDue, let lastRequest else { return nil }
        let due = lastRequest &+ Self.pause
        guard now >= due else { return due - now }
        request()
        return nil
    }

    private func request() {
        guard requesting == nil else { return }
        let now = clock()
        if let lastRequest, now < lastRequest &+ Self.pause {
            isDue = true
            return
        }
        isDue = false
        lastRequest = now
        requesting = call("RequestName", [.string(name), .uint32(Self.doNotQueue)])
    }

    private func requested(_ answer: Result<[BusValue], BusFailure>) {
        switch answer {
        // The first owner, or the owner already.
        case .success(let values):
            guard case .uint32(let result)? = values.first else { return become(.unknown) }
            if result == 1 || result == 4 { return become(.owned) }
            asking = call("GetNameOwner", [.string(name)])
        case .failure(let failure):
            become(failure.name == "org.freedesktop.DBus.Error.AccessDenied" ? .denied : .unknown)
        }
    }

    private func asked(_ answer: Result<[BusValue], BusFailure>) {
        switch answer {
        case .success(let values):
            guard case .string(let owner)? = values.first else { return become(.unknown) }
            become(owner == ownName ? .owned : .foreign(owner))
        // It has gone meanwhile.
        case .failure: request()
        }
    }

    private func noticed(_ signal: BusSignal) {
        guard signal.interface == Self.bus, signal.member == "NameOwnerChanged", signal.arguments.count == 3,
            case .string(let name) = signal.arguments[0], name == self.name,
            case .string(let owner) = signal.arguments[2]
        else { return }
        // Where the bus denies the name, it does so to the end.
        if owner.isEmpty, state != .denied { request() }
    }

    private func become(_ new: State) {
        guard new != state else { return }
        state = new
        changed(new)
    }

    private func call(_ member: String, _ arguments: [BusValue]) -> UInt64 {
        calling.call(member, of: Self.bus, at: Self.path, in: Self.bus, arguments)
    }
}
