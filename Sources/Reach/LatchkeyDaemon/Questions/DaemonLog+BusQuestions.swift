// What programs on a bus asked the user for, and what they said: programs and keychains, never an item.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySecretService

extension DaemonLog {
    func question(of question: BusQuestion) { line(of: question, "wants \(wish(of: question))") }

    func refusedQuestion(of question: BusQuestion, _ error: KeychainError) {
        guard error.code != .userCanceled else {
            return line(of: question, "is not permitted \(wish(of: question)): the user has said no, or nothing")
        }
        let remedy =
            switch question.asked.subject {
            case .unlock(let keychain): "run `\(Self.unlockCommand(keychain.text))`, or start `latchkey agent`"
            case .newKeychain, .delete, .changePassword, .makeDefault, .rename, .permit: "start `latchkey agent`"
            }
        line(of: question, "wants \(wish(of: question)), and the user cannot be asked: \(remedy)")
    }

    func answer(to question: BusQuestion, _ answer: ServiceAnswer, _ failure: KeychainError?) {
        let outcome =
            switch answer {
            case .dismissed where failure != nil: "several passwords were wrong"
            case .unavailable where failure != nil: "failed with \(failure?.code.rawValue ?? 0)"
            case .dismissed, .never: "denied by the user"
            case .unavailable: "the user could not be asked"
            case .confirmed, .newPassword: "permitted once by the user"
            case .always: "permitted for good by the user"
            }
        line(of: question, "wants \(wish(of: question)): \(outcome)")
    }

    private func line(of question: BusQuestion, _ text: @autoclosure () -> String) {
        let program = question.asked.requester
        let name = String(program.path.isEmpty ? program.program.prefix(128) : program.path.prefix(256)).printable
        aboutClient(of: question.user, on: .user, "\(name) of user \(question.user), over its bus, \(text())")
    }

    private func wish(of question: BusQuestion) -> String {
        switch question.asked.subject {
        case .unlock: "to unlock a keychain"
        case .newKeychain: "to make a keychain"
        case .delete: "to delete a keychain"
        case .changePassword: "to change the password of a keychain"
        case .makeDefault: "to make a keychain the default one"
        case .rename: "to rename a keychain"
        case .permit(_, let owner, _, let count):
            "to read \(count > 1 ? "\(count) items" : "an item") of \(String(owner.prefix(128)).printable)"
        }
    }

    /// A name goes into a command only if it means nothing else to a shell: programs choose it.
    private static func unlockCommand(_ keychain: String) -> String {
        let isPlain =
            !keychain.hasPrefix("-") && keychain.utf8.count <= 256
            && keychain.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        return isPlain && !keychain.isEmpty ? "security unlock-keychain \(keychain)" : "security unlock-keychain"
    }
}
