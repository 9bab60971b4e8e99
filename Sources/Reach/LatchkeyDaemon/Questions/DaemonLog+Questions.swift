// Who asked the user for what, and what they said: programs and outcomes, never an item.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

extension DaemonLog {
    func question(of call: WaitingCall, _ question: PermissionQuestion) {
        guard question.proof == nil else { return line(of: call, "\(program(of: call)) wants a proof of the user") }
        let group = String(question.ownerGroup.rawValue.prefix(128)).printable
        let starter = question.startedBy.isEmpty ? "" : ", started by \(question.startedBy.printable),"
        let number = question.itemCount > 1 ? "\(question.itemCount) items" : "an item"
        line(of: call, "\(program(of: call))\(starter) wants \(number) of \(group)")
    }

    func finger(of call: WaitingCall, matches: Bool) {
        line(of: call, "\(program(of: call)): \(matches ? "a finger matched" : "no finger matched")")
    }

    func answer(to call: WaitingCall, _ answer: PermissionAnswer) {
        let outcome =
            switch answer {
            case .denied, .never, .newPassword: "denied by the user"
            case .unavailable: "the user could not be asked"
            case .once where call.asked?.proof?.methods == .applicationPassword: "a password for its item was given"
            case .once: "permitted once by the user"
            case .always: "permitted for good by the user"
            }
        line(of: call, "\(program(of: call)): \(outcome)")
    }

    func refusedQuestion(of call: WaitingCall, _ error: KeychainError) {
        let hint = error.hint.map { " (\($0))" } ?? ""
        line(of: call, "\(program(of: call)): refused \(error.code.rawValue)\(hint)")
    }

    private func line(of call: WaitingCall, _ text: @autoclosure () -> String) {
        aboutClient(of: call.client.peer.userID, on: .user, text())
    }

    private func program(of call: WaitingCall) -> String {
        "process \(call.client.peer.processID) \(call.known.executable.printable) of user \(call.client.peer.userID)"
    }
}
