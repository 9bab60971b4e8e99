// Usage and help, made from the table of commands.
// SPDX-License-Identifier: Apache-2.0

package enum UsageText {
    /// `[-a account] [-g] [keychain...]`.
    package static func synopsis(of command: Command) -> String {
        var parts = command.options.filter { !$0.traits.contains(.hidden) }.map { option in
            let words = option.value.map { "-\(option.letter) \($0)" } ?? "-\(option.letter)"
            return option.traits.contains(.required) ? words : "[\(words)]"
        }
        let leads = command.operandPlace == .leading
        if !command.operands.isEmpty { parts.insert(command.operands, at: leads ? 0 : parts.count) }
        return parts.joined(separator: " ")
    }

    /// The synopsis, a line for each option, and the description (reference 6.4.2).
    package static func usage(of command: Command) -> String {
        let synopsis = synopsis(of: command)
        var text = "Usage: \(command.name)\(synopsis.isEmpty ? "" : " ")\(synopsis)\n"
        for option in command.options where !option.traits.contains(.hidden) {
            text += "    -\(option.letter)  \(option.summary)\n"
        }
        return text + "        \(command.summary)\n"
    }

    /// The help of the tool as a whole.
    package static var tool: String {
        var text = "Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [arg...]\n"
        for option in GlobalOptions.options where !option.traits.contains(.hidden) {
            text += "    -\(option.letter)  \(option.summary)\n"
        }
        text += "security commands are:\n"
        let width = CommandTable.shown.map(\.name.count).max() ?? 0
        for command in CommandTable.shown {
            let padding = String(repeating: " ", count: width - command.name.count + 2)
            text += "    \(command.name)\(padding)\(command.summary)\n"
        }
        return text + "A command may be abbreviated to any prefix; the first match in this order is meant.\n"
    }
}
