// What is said to the prompter of GNOME over the bus of the session, and what it says.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform

/// On the thread of its connection. The name belongs to the GNOME Shell, or to `gcr-prompter`, which the bus starts.
final class PrompterConversation: BusHandling {
    private enum Names {
        static let prompter = "org.gnome.keyring.SystemPrompter"
        static let path = "/org/gnome/keyring/Prompter"
        static let interface = "org.gnome.keyring.internal.Prompter"
        static let callback = "org.gnome.keyring.internal.Prompter.Callback"
        static let ownPath = "/org/gnome/keyring/Prompt/latchkey"
        static let bus = "org.freedesktop.DBus"
        static let busPath = "/org/freedesktop/DBus"
    }

    private enum Step {
        case connecting, starting, finding, identifying, watching, beginning
        /// It has been told of this process, and shows another program's dialog, perhaps.
        case queued
        case ready
        case showing
        case over
    }

    private let bus: SessionBus
    private let desk: PrompterDesk
    private let isTrusted: (Int32) -> Bool
    private var exchange: SecretExchange
    private var step = Step.connecting
    private var awaited: UInt64?
    private var owner = ""
    private var hasBegun = false
    private var deadline: UInt64

    /// Milliseconds for each step up to the dialog, and for its end.
    private static let patience: UInt64 = 5_000
    private static let (patienceInQueue, patienceAtEnd): (UInt64, UInt64) = (20_000, 1_000)
    /// Bytes of a name of a connection.
    private static let longestName = 255

    /// - Parameter isTrusted: whether what is typed may be shown to the process of this number.
    init(on bus: SessionBus, for desk: PrompterDesk, isTrusted: @escaping (Int32) -> Bool) throws(KeychainError) {
        exchange = try SecretExchange()
        self.bus = bus
        self.desk = desk
        self.isTrusted = isTrusted
        deadline = HelperProcess.milliseconds + Self.patience
    }

    func connected(as name: String) {
        ask(.starting, "StartServiceByName", [.string(Names.prompter), .uint32(0)])
    }

    func woken() { work() }

    func tick(at now: UInt64) -> UInt64? {
        work()
        switch step {
        case .ready, .showing: return nil
        case .connecting, .starting, .finding, .identifying, .watching, .beginning, .queued:
            guard now >= deadline else { return deadline - now }
            fail()
            return 0
        case .over:
            guard now >= deadline else { return deadline - now }
            bus.waker.stop()
            return 0
        }
    }

    /// Does what the thread that shows the dialogs wants.
    private func work() {
        guard step != .over else { return }
        guard !desk.isOver else { return end() }
        guard step == .ready, let dialog = desk.takeDialog() else { return }
        step = .showing
        awaited = bus.call(
            "PerformPrompt", of: Names.interface, at: Names.path, in: owner,
            [
                .path(Names.ownPath), .string(dialog.kind.rawValue), dialog.properties, .string(exchange.text),
            ])
    }

    func received(_ arrival: BusArrival) {
        switch arrival {
        case .answer(let number, _, let result): answered(number, result)
        case .call(let call): called(call)
        case .signal(let signal, let sender):
            guard sender == Names.bus, signal.member == "NameOwnerChanged", signal.arguments.count == 3,
                case .string(owner) = signal.arguments[0], case .string("") = signal.arguments[2], !owner.isEmpty
            else { return }
            fail()
        }
    }

    private func answered(_ number: UInt64, _ result: Result<[BusValue], BusFailure>) {
        guard number == awaited else { return }
        awaited = nil
        guard case .success(let values) = result else {
            // It may run although it cannot be started.
            return step == .starting ? find() : fail()
        }
        switch step {
        case .starting: find()
        case .finding:
            guard case .string(let name)? = values.first, name.hasPrefix(":"), name.utf8.count <= Self.longestName
            else {
                return fail()
            }
            owner = name
            ask(.identifying, "GetConnectionUnixProcessID", [.string(owner)])
        case .identifying:
            guard case .uint32(let process)? = values.first, let process = Int32(exactly: process), isTrusted(process)
            else { return fail() }
            let rule = "type='signal',sender='\(Names.bus)',member='NameOwnerChanged',arg0='\(owner)'"
            ask(.watching, "AddMatch", [.string(rule)])
        case .watching:
            begin(.beginning)
            hasBegun = true
            awaited = bus.call(
                "BeginPrompting", of: Names.interface, at: Names.path, in: owner, [.path(Names.ownPath)])
        case .beginning: begin(.queued, for: Self.patienceInQueue)
        case .showing: desk.noteShown()
        case .over: bus.waker.stop()
        case .connecting, .queued, .ready: break
        }
    }

    private func find() { ask(.finding, "GetNameOwner", [.string(Names.prompter)]) }

    /// A call to the bus itself.
    private func ask(_ next: Step, _ member: String, _ arguments: [BusValue]) {
        begin(next)
        awaited = bus.call(member, of: Names.bus, at: Names.busPath, in: Names.bus, arguments)
    }

    private func begin(_ next: Step, for time: UInt64 = patience) {
        step = next
        deadline = HelperProcess.milliseconds + time
    }

    private func called(_ call: BusCall) {
        guard call.sender == owner, call.path == Names.ownPath,
            call.interface.isEmpty || call.interface == Names.callback
        else { return bus.refuse(call, BusFailure("org.freedesktop.DBus.Error.AccessDenied", "not for this caller")) }
        switch (call.member, call.signature) {
        case ("PromptReady", "sa{sv}s"):
            bus.answer(call, [])
            guard case .string(let reply) = call.arguments[0], case .dictionary(_, _, let changes) = call.arguments[1],
                case .string(let text) = call.arguments[2]
            else { return fail() }
            isReady(reply, changes, text)
        case ("PromptDone", ""):
            bus.answer(call, [])
            if step != .over { fail() }
        default: bus.refuse(call, BusFailure("org.freedesktop.DBus.Error.UnknownMethod", "there is no such method"))
        }
    }

    /// It can show a dialog; or one was answered.
    private func isReady(_ reply: String, _ changes: [(key: BusValue, value: BusValue)], _ text: String) {
        let password: ItemSecret?
        do throws(KeychainError) { password = try exchange.receive(text) } catch { return fail() }
        switch step {
        case .beginning, .queued: step = .ready
        case .showing:
            step = .ready
            awaited = nil
            desk.put(
                PrompterDialog.Answer(
                    isRefused: reply != "yes", password: reply == "yes" ? password : nil,
                    isChosen: Self.isChosen(changes)))
        case .connecting, .starting, .finding, .identifying, .watching, .ready, .over: return
        }
        work()
    }

    private static func isChosen(_ changes: [(key: BusValue, value: BusValue)]) -> Bool {
        changes.contains { change in
            guard case .string("choice-chosen") = change.key else { return false }
            var value = change.value
            // It puts one variant into another.
            for _ in 0..<3 { if case .variant(let inner) = value { value = inner } }
            guard case .boolean(true) = value else { return false }
            return true
        }
    }

    private func fail() {
        desk.fail()
        end()
    }

    /// Takes the dialog away.
    private func end() {
        guard hasBegun else { return bus.waker.stop() }
        begin(.over, for: Self.patienceAtEnd)
        awaited = bus.call("StopPrompting", of: Names.interface, at: Names.path, in: owner, [.path(Names.ownPath)])
    }
}
