// The words of a wish that came over the bus of a session.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension DialogText {
    static func description(of service: PermissionQuestion.Service, for question: PermissionQuestion) -> String {
        var lines = requester(service.requester, question.requester)
        switch service.wish {
        case .unlock: lines.append("wants to unlock a keychain")
        case .newKeychain: lines.append("wants to make a keychain")
        case .delete: lines.append("wants to delete a keychain with all that is in it")
        case .changePassword: lines.append("wants to change the password of a keychain")
        case .makeDefault(let name):
            lines.append("wants to store new secrets from now on in the keychain")
            lines.append("   " + quoted(name))
        case .rename(let label):
            lines.append("wants to rename a keychain to")
            lines.append("   " + quoted(label))
        case .permit(let reason, let owner):
            lines += permission(reason, owner: owner, itemCount: question.itemCount) + [""]
            return (lines + subject(question) + keychain(question)).joined(separator: "\n")
        }
        return (lines + [""] + keychain(question)).joined(separator: "\n")
    }

    /// The name that a prompter shows which knows of wallets alone: the keychain, and who asks.
    /// - Returns: nil if the question is not to unlock or to make one, or needs no password.
    package static func wallet(of question: PermissionQuestion) -> String? {
        guard let service = question.service else { return nil }
        switch service.wish {
        case .unlock: guard question.needsPassword else { return nil }
        case .newKeychain: break
        case .delete, .changePassword, .makeDefault, .rename, .permit: return nil
        }
        let lines = requester(service.requester, question.requester).map { $0.drop { $0 == " " } }
        let who = lines.joined(separator: " ")
        return quoted(question.keychain) + ", for " + who.prefix(1).lowercased() + who.dropFirst()
    }

    private static func keychain(_ question: PermissionQuestion) -> [String] {
        question.keychain.isEmpty ? [] : ["Keychain: " + quoted(question.keychain)]
    }

    private static func requester(
        _ requester: PermissionQuestion.Service.Requester, _ program: IdentityReport
    ) -> [String] {
        let name = program.executable.isEmpty ? program.applicationIdentifier ?? "" : program.executable
        switch requester {
        case .program: return ["The program", "   " + path(name)]
        case .pool: return ["A program that is not known, through", "   " + path(name), "   (any program can run it)"]
        case .manager: return ["The program", "   " + path(name), "   (it shows the secrets of all programs)"]
        case .nobody:
            return ["A program that is not known" + (name.isEmpty ? "" : ",")]
                + (name.isEmpty ? [] : ["   " + path(name)])
        }
    }

    private static func permission(
        _ reason: PermissionQuestion.Service.Reason, owner: String, itemCount: UInt32
    ) -> [String] {
        let secret = itemCount > 1 ? "secrets" : "a secret"
        switch reason {
        case .imported:
            return ["wants to read \(secret), imported from another keyring"]
                + (owner.isEmpty ? [] : ["for", "   " + path(owner)])
        case .moved:
            return ["wants to read \(secret) of a program of the same name,", "which was at another place:"]
                + ["   " + path(owner)]
        case .managed:
            return ["wants to show \(secret) of", "   " + (owner.isEmpty ? "an unknown program" : path(owner))]
        }
    }
}
