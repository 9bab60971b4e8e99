// What is said to the prompter of Plasma over the bus of the session, and what it says.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform

/// On the thread of its connection. The bus starts the prompter, which shows a field for a password, and a name of what
/// is unlocked or made.
final class PlasmaConversation: BusHandling {
    private enum Names {
        static let prompter = "org.kde.secretprompter"
        static let path = "/SecretPrompter"
        static let callback = "org.kde.secretprompter.request"
        static let ownPath = "/org/latchkey/prompt/"
    }

    private enum Step {
        case connecting, searching
        case ready
        /// It has been told of the dialog.
        case asking
        case showing
        /// The dialog is hidden, and can be shown again with words about what was typed.
        case kept
        case over
    }

    private let bus: SessionBus
    private let desk: PrompterDesk
    private var search: PrompterSearch
    private var step = Step.connecting
    private var awaited: UInt64?
    private var deadline: UInt64
    /// Counts the dialogs: each has a path of its own.
    private var number = 0
    private var isNew = false

    /// Milliseconds for each step up to the dialog, and for its end.
    private static let (patience, patienceAtEnd): (UInt64, UInt64) = (5_000, 1_000)
    /// What the prompter does with the dialog after the answer.
    private static let (close, keep): (Int32, Int32) = (0, 1)

    /// - Parameter isTrusted: whether what is typed may be shown to the process of this number.
    init(on bus: SessionBus, for desk: PrompterDesk, isTrusted: @escaping (Int32) -> Bool) {
        self.bus = bus
        self.desk = desk
        search = PrompterSearch(for: Names.prompter, isTrusted: isTrusted)
        deadline = HelperProcess.milliseconds + Self.patience
    }

    private var ownPath: String { Names.ownPath + String(number) }

    func connected(as name: String) {
        begin(.searching)
        search.start(over: bus)
    }

    func woken() { work() }

    func tick(at now: UInt64) -> UInt64? {
        work()
        switch step {
        case .ready, .showing, .kept: return nil
        case .connecting, .searching, .asking:
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
        guard step == .ready || step == .kept, let dialog = desk.takeDialog() else { return }
        if step == .kept {
            if !dialog.warning.isEmpty, !dialog.isNew {
                send("Retry", [.string(dialog.warning)])
                step = .showing
                return desk.noteShown()
            }
            send("Dismiss", [])
        }
        begin(.asking)
        (number, isNew) = (number + 1, dialog.isNew)
        // Without a window to stand before, and without a token of a compositor.
        awaited = bus.call(
            isNew ? "CreateCollectionPrompt" : "UnlockCollectionPrompt", of: Names.prompter, at: Names.path,
            in: search.owner, [.path(ownPath), .string(""), .string(""), .string(dialog.text)])
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
            case .found:
                step = .ready
                work()
            case .failed: fail()
            }
            return
        }
        guard number == awaited else { return }
        awaited = nil
        switch step {
        case .asking:
            guard case .success = result else { return fail() }
            step = .showing
            desk.noteShown()
        case .over: bus.waker.stop()
        case .connecting, .searching, .ready, .showing, .kept: break
        }
    }

    private func called(_ call: BusCall) {
        guard !search.owner.isEmpty, call.sender == search.owner, call.interface == Names.callback else {
            return bus.refuse(call, BusFailure("org.freedesktop.DBus.Error.AccessDenied", "not for this caller"))
        }
        let isShown = (step == .showing || step == .asking) && call.path == ownPath
        switch (call.member, call.signature) {
        case ("Accepted", "h"):
            guard isShown, case .descriptor(let descriptor)? = call.arguments.first else {
                return bus.answer(call, [.int32(Self.close)])
            }
            guard let password = PrompterSecret.read(from: descriptor.number) else {
                bus.answer(call, [.int32(Self.close)])
                return fail()
            }
            bus.answer(call, [.int32(isNew ? Self.close : Self.keep)])
            over(isNew ? .ready : .kept, PrompterDialog.Answer(isRefused: false, password: password, isChosen: false))
        case ("Rejected", ""):
            bus.answer(call, [.int32(Self.close)])
            guard isShown else { return }
            over(.ready, PrompterDialog.Answer(isRefused: true, password: nil, isChosen: false))
        case ("Dismissed", ""):
            bus.answer(call, [])
            // It says so of each dialog at last; of one that nobody has answered it means that there is none.
            if isShown { fail() }
        default: bus.refuse(call, BusFailure("org.freedesktop.DBus.Error.UnknownMethod", "there is no such method"))
        }
    }

    private func over(_ next: Step, _ answer: PrompterDialog.Answer) {
        step = next
        awaited = nil
        desk.put(answer)
    }

    private func begin(_ next: Step) {
        step = next
        deadline = HelperProcess.milliseconds + Self.patience
    }

    /// To the prompter alone, about the dialog.
    private func send(_ member: String, _ arguments: [BusValue]) {
        bus.send(
            BusSignal(
                path: ownPath, interface: Names.callback, member: member, destination: search.owner,
                arguments: arguments))
    }

    private func fail() {
        desk.fail()
        end()
    }

    /// Takes the dialog away.
    private func end() {
        switch step {
        case .connecting, .searching, .ready, .over: return bus.waker.stop()
        case .asking, .showing, .kept: break
        }
        send("Dismiss", [])
        step = .over
        deadline = HelperProcess.milliseconds + Self.patienceAtEnd
        // Answered by the bus after it has passed the signal on.
        awaited = bus.call(
            "GetId", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", in: "org.freedesktop.DBus", [])
    }
}
