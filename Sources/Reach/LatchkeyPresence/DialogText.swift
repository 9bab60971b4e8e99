// Names of programs and items in a dialog, so that none of them looks like the dialog's own words.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package enum DialogText {
    /// Bytes of a name, of a path.
    private static let largestName = 48
    private static let largestPath = 90
    /// Bytes of what a program says, and of the name of a button.
    private static let (largestReason, largestButton) = (160, 24)

    /// What the user is asked, in lines. Bounded, so that it goes through Assuan.
    package static func description(of question: PermissionQuestion) -> String {
        if let proof = question.proof { return description(of: proof, for: question) }
        if let service = question.service { return description(of: service, for: question) }
        var lines: [String] = []
        if case .tool? = question.requester.origin {
            lines.append("The command of the keychain")
            lines.append("   " + path(question.requester.executable))
            lines.append(starter(question.startedBy))
        } else {
            lines.append("The program")
            lines.append("   " + path(question.requester.executable))
            lines.append("   " + signer(of: question.requester))
        }
        lines.append(question.itemCount > 1 ? "wants to read secrets of" : "wants to read a secret of")
        if let owner = question.owner {
            lines.append("   " + path(owner.executable))
            lines.append("   " + signer(of: owner))
        } else {
            lines.append("   the program of the group " + quoted(question.ownerGroup.rawValue))
        }
        lines.append("")
        lines += subject(question)
        lines.append("Keychain: " + quoted(question.keychain))
        return lines.joined(separator: "\n")
    }

    /// The words of a proof: who wants it, and what for.
    private static func description(of proof: PermissionQuestion.Proof, for question: PermissionQuestion) -> String {
        var lines = [question.requester.origin == .tool ? "The command of the keychain" : "The program"]
        lines.append("   " + path(question.requester.executable))
        lines.append(
            question.requester.origin == .tool
                ? starter(question.startedBy) : "   " + signer(of: question.requester))
        lines.append(wish(proof, itemCount: question.itemCount))
        if !proof.reason.isEmpty {
            lines.append("and says:")
            lines.append("   \u{201C}" + bounded(plain(proof.reason), largestReason) + "\u{201D}")
        }
        lines.append("")
        if proof.isForItem { lines += subject(question) }
        lines.append("Keychain: " + quoted(question.keychain))
        if proof.methods.contains(.finger) {
            lines.append(
                proof.methods.contains(.password)
                    ? "Put a finger on the reader, or type the password." : "Put a finger on the reader.")
        }
        return lines.joined(separator: "\n")
    }

    private static func wish(_ proof: PermissionQuestion.Proof, itemCount: UInt32) -> String {
        if proof.methods == .applicationPassword {
            return proof.isForNewItem
                ? "wants to store a secret under a new password" : "wants to open a secret that has a password"
        }
        guard proof.isForItem else { return "wants to know that it is you" }
        return "wants to use \(itemCount > 1 ? "secrets" : "a secret") for which it must be you"
    }

    /// The name of a button that a program gives: without marks for keys.
    static func button(_ title: String) -> String {
        bounded(plain(title).replacing("_", with: "-"), largestButton)
    }

    /// Who started a command. It is its parent, which any program can choose.
    private static func starter(_ program: String) -> String {
        guard !program.isEmpty else { return "started by a program that has ended" }
        let name = String(program.split(separator: "/").last ?? "")
        let kind =
            switch name {
            case "sh", "bash", "dash", "zsh", "fish", "ksh", "ksh93", "mksh", "csh", "tcsh", "ash", "busybox":
                "the shell "
            case "systemd", "init", "runit", "s6-supervise", "cron", "crond", "atd": "the service manager "
            default: ""
            }
        guard kind.isEmpty else { return "through " + kind + path(program) + ",\nfor a program that is not known" }
        return "started by " + path(program) + ",\nwhich cannot be verified"
    }

    static func subject(_ question: PermissionQuestion) -> [String] {
        let item = question.item
        let kind =
            switch item.itemClass {
            case .genericPassword: "Password"
            case .internetPassword: "Internet password"
            case .key: "Key"
            default: "Item"
            }
        var lines = [kind + ": " + quoted(item.label.isEmpty ? item.service : item.label)]
        if !item.service.isEmpty {
            lines.append((item.itemClass == .internetPassword ? "Server: " : "Service: ") + quoted(item.service))
        }
        if !item.account.isEmpty { lines.append("Account: " + quoted(item.account)) }
        if question.itemCount > 1 { lines.append("and \(question.itemCount - 1) more") }
        return lines
    }

    /// Who vouches for a program.
    private static func signer(of program: IdentityReport) -> String {
        switch program.origin {
        case .signature(let team, let identifier, _):
            "(team \(bounded(plain(team), largestName)), \(bounded(plain(identifier), largestName)))"
        case .script(let team, let identifier, _, let script):
            "(script \(path(script)), team \(bounded(plain(team), largestName)), \(bounded(plain(identifier), largestName)))"
        case .tool: "(a command of the keychain)"
        case .service(let unit): "(service \(bounded(plain(unit), largestName)) of this machine)"
        case .snap(let name): "(snap \(bounded(plain(name), largestName)))"
        case .flatpak(let name): "(Flatpak \(bounded(plain(name), largestName)))"
        case .path, .embedded, nil: "(unsigned)"
        }
    }

    static func path(_ path: String) -> String { "\u{201C}" + bounded(plain(path), largestPath) + "\u{201D}" }

    static func quoted(_ name: String) -> String {
        "\u{201C}" + bounded(plain(name), largestName) + "\u{201D}"
    }

    /// Without what would end a line, turn the direction of the rest, look like a closing quotation mark, be taken for
    /// markup, push the rest out of sight, or cover what is beside it.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            let category = scalar.properties.generalCategory
            marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
            switch category {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: scalars.append("?")
            case .spaceSeparator: if scalars.last != " " { scalars.append(" ") }
            case .nonspacingMark, .enclosingMark: scalars.append(marks > 1 || scalars.isEmpty ? "?" : scalar)
            default: scalars.append(replacement(of: scalar))
            }
        }
        return String(scalars)
    }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "<": "\u{2039}"
        case ">": "\u{203A}"
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}": "\""
        case "&": "+"
        // Letters and symbols that are blank.
        case "\u{3164}", "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{2800}": "?"
        default: scalar
        }
    }

    /// At most so many bytes, as Assuan writes them; of a longer text the beginning and the end.
    private static func bounded(_ text: String, _ limit: Int) -> String {
        guard text.unicodeScalars.reduce(0, { $0 + size($1) }) > limit else { return text }
        let half = (limit - 3) / 2
        return prefix(text.unicodeScalars, half) + "\u{2026}"
            + String(prefix(text.unicodeScalars.reversed(), half).unicodeScalars.reversed().map(Character.init))
    }

    private static func size(_ scalar: Unicode.Scalar) -> Int { scalar == "%" ? 3 : UTF8.width(scalar) }

    private static func prefix(_ scalars: some Sequence<Unicode.Scalar>, _ limit: Int) -> String {
        var (kept, count) = (String.UnicodeScalarView(), 0)
        for scalar in scalars {
            count += size(scalar)
            guard count <= limit else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
