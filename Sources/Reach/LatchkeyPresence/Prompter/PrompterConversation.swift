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
    }

    private enum Step {
        case connecting, searching, beginning
        /// It has been told of this process, and shows another program's dialog, perhaps.
        case queued
        case ready
        case showing
        case over
    }

    private let bus: SessionBus
    private let desk: PrompterDesk
    private var search: PrompterSearch
    private var exchange: SecretExchange
    private var step = Step.connecting
    private var awaited: UInt64?
    private var owner: String { search.owner }
    private var hasBegun = false
    private var deadline: UInt64

    /// Milliseconds for each step up to the dialog, and for its end.
    private static let patience: UInt64 = 5_000
    private static let (patienceInQueue, patienceAtEnd): (UInt64, UInt64) = (20_000, 1_000)

    /// - Parameter isTrusted: whether what is typed may be shown to the process of this number.
    init(on bus: SessionBus, for desk: PrompterDesk, isTrusted: @escaping (Int32) -> Bool) throws(KeychainError) {
        exchange = try SecretExchange()
        self.bus = bus
        self.desk = desk
        search = PrompterSearch(for: Names.prompter, isTrusted: isTrusted)
        deadline = HelperProcess.milliseconds + Self.patience
    }

    func connected(as name: String) {
        begin(.searching)
        search.start(over: bus)
    }

    func woken() { work() }

    func tick(at now: UInt64) -> UInt64? {
        work()
        switch step {
        case .ready, .showing: return nil
        case .connecting, .searching, .beginning, .queued:
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
            if search.isEnd(signal, from: sender) { fail() }
        }
    }

    private func answered(_ number: UInt64, _ result: Result<[BusValue], BusFailure>) {
        if let outcome = search.answered(number, result, over: bus) {
            guard step == .searching else { return }
            switch outcome {
            case .goesOn: begin(.searching)
            case .found: introduce()
            case .failed: fail()
            }
            return
        }
        guard number == awaited else { return }
        awaited = nil
        guard case .success = result else { return fail() }
        switch step {
        case .beginning: begin(.queued, for: Self.patienceInQueue)
        case .showing: desk.noteShown()
        case .over: bus.waker.stop()
        case .connecting, .searching, .queued, .ready: break
        }
    }

    /// Tells the prompter of this process.
    private func introduce() {
        begin(.beginning)
        hasBegun = true
        awaited = bus.call("BeginPrompting", of: Names.interface, at: Names.path, in: owner, [.path(Names.ownPath)])
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
        case .connecting, .searching, .ready, .over: return
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
