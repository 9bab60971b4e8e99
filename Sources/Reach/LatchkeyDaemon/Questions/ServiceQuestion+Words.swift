// What an agent shows for a client of the Secret Service, and what its answer means.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import LatchkeySecretService

extension PermissionQuestion {
    /// What the client gave is cut to what a dialog can show.
    init(_ question: ServiceQuestion, user: UInt32) {
        let program = question.requester
        var (keychain, label, owner, count) = ("", "", "", 1)
        let wish: Service.Wish
        switch question.subject {
        case .unlock(let name): (wish, keychain) = (.unlock, name.text)
        case .newKeychain(let name): (wish, keychain) = (.newKeychain, name)
        case .delete(let name, _): (wish, keychain) = (.delete, name.text)
        case .changePassword(let name, _): (wish, keychain) = (.changePassword, name.text)
        case .makeDefault(let name, let prover):
            (wish, keychain) = (.makeDefault(keychain: name.text.beginning), prover?.text ?? "")
        case .rename(let name, let label): (wish, keychain) = (.rename(label: label.beginning), name.text)
        case .permit(let reason, let name, let itemLabel, let number):
            (owner, label, count) = (name.beginning, itemLabel.beginning, number)
            wish = .permit(Service.Reason(reason), owner: owner)
        }
        self.init(
            number: 0,
            requester: IdentityReport(
                processID: 0, userID: user, executable: program.path.beginning, origin: .path,
                applicationIdentifier: program.program.beginning, accessGroups: []),
            startedBy: "", ownerGroup: AccessGroup(rawValue: owner), owner: nil,
            item: Subject(itemClass: .genericPassword, label: label, account: "", service: ""),
            itemCount: UInt32(clamping: max(1, count)), keychain: keychain.nameOfKeychain.beginning,
            needsPassword: question.wantsPassword, offersAlways: question.offersAlways, secondsLeft: 0)
        purpose = .service(Service(wish, of: Service.Requester(program.kind)))
    }
}

extension PermissionQuestion.Service.Reason {
    init(_ reason: BusQuestionReason) {
        switch reason {
        case .imported: self = .imported
        case .moved: self = .moved
        case .managed: self = .managed
        }
    }
}

extension PermissionQuestion.Service.Requester {
    init(_ kind: BusPrincipal.Kind) {
        switch kind {
        case .program: self = .program
        case .pool: self = .pool
        case .manager: self = .manager
        case .nobody: self = .nobody
        }
    }
}

extension ServiceQuestion {
    /// Whether the password that the keychain has now belongs to the answer.
    var wantsPassword: Bool {
        switch subject {
        case .unlock: true
        case .delete(_, let hasPassword), .changePassword(_, let hasPassword): hasPassword
        case .newKeychain: false
        case .makeDefault, .rename, .permit: needsPassword
        }
    }

    /// Whoever runs a program that any program can run would be permitted with it; a manager asks for each.
    var offersAlways: Bool {
        guard case .permit(let reason, _, _, _) = subject else { return false }
        return requester.kind == .program && requester.offersAlways && reason != .managed
    }

    /// Which questions that wait are answered with this one.
    var reach: Questions.Desk.Reach {
        switch subject {
        case .unlock: .keychain
        case .permit: .program
        case .newKeychain, .delete, .changePassword, .makeDefault, .rename: .alone
        }
    }

    /// What a refusal is remembered by. A manager has the user before it, who may try again.
    func refusalSubject(of user: UInt32, _ words: PermissionQuestion) -> Questions.Desk.Subject {
        let (kind, name) =
            switch subject {
            case .unlock(let name): ("unlock", name.identifier)
            case .newKeychain(let name): ("new", name)
            case .delete(let name, _): ("delete", name.identifier)
            case .changePassword(let name, _): ("password", name.identifier)
            case .makeDefault(let name, _): ("default", name.identifier)
            case .rename(let name, _): ("rename", name.identifier)
            case .permit(_, let owner, let label, _): ("permit \(owner.beginning)", label)
            }
        let place = String(name.unicodeScalars.prefix(4096).map(Character.init))
        return Questions.Desk.Subject(
            user: user, keychain: "\(kind)\n\(place)", program: requester.program, items: [],
            asksAgain: requester.kind == .manager)
    }

    /// What an agent's answer says to this question. One that does not fit is a refusal, as is a press of a button
    /// without the password that is asked for.
    func answer(_ answer: PermissionAnswer) -> ServiceAnswer {
        let isPermit = if case .permit = subject { true } else { false }
        switch answer {
        case .denied: return .dismissed
        case .unavailable: return .unavailable
        case .never: return isPermit ? .never : .dismissed
        case .once(let password):
            guard !wantsNewPassword, password != nil || !wantsPassword else { return .dismissed }
            return .confirmed(password: password)
        case .always(let password):
            guard offersAlways, password != nil || !wantsPassword else { return .dismissed }
            return .always(password: password)
        case .newPassword(let old, let new):
            guard wantsNewPassword, old != nil || !wantsPassword else { return .dismissed }
            return .newPassword(old: old, new: new)
        }
    }

    private var wantsNewPassword: Bool {
        switch subject {
        case .newKeychain, .changePassword: true
        case .unlock, .delete, .makeDefault, .rename, .permit: false
        }
    }
}

extension String {
    /// All of a text that a dialog shows.
    fileprivate var beginning: String { String(String.UnicodeScalarView(unicodeScalars.prefix(256))) }

    /// The name of a keychain by its path.
    fileprivate var nameOfKeychain: String {
        guard hasPrefix("/"), let file = split(separator: "/").last else { return self }
        let suffix = ".keychain-db"
        return file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : String(file)
    }
}
