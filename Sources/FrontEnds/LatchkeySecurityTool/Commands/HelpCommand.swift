// `security help`: all commands, or the usage of some.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTooling

package enum HelpCommand {
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { return context.output.write(UsageText.tool) }
        var isEveryOneKnown = true
        for name in arguments.operandTexts {
            let commands = CommandTable.shownCommands(abbreviated: name)
            for command in commands { context.output.write(UsageText.usage(of: command)) }
            if commands.isEmpty {
                context.errors.writeLine("security: unknown command \"\(name)\"")
                isEveryOneKnown = false
            }
        }
        guard isEveryOneKnown else { throw .reported(result: 1) }
    }
}
