// Runs the command line: global options, one command, or the commands of the interactive mode.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyTooling

package struct Tool {
    private let client: KeychainClient
    private let output: Console
    private let errors: Console

    package init(client: KeychainClient, output: Console = .output, errors: Console = .errors) {
        self.client = client
        self.output = output
        self.errors = errors
    }

    /// - Parameter words: the command line without the name of the tool.
    /// - Parameter wipe: takes a password out of the memory that other users can see.
    /// - Returns: the exit status.
    package func run(_ words: [ItemSecret], wipe: (ParsedArguments.SecretPlace) -> Void) -> Int32 {
        let options: GlobalOptions
        do {
            options = try GlobalOptions(words)
        } catch {
            errors.write("security: \(error.message)\n\(UsageText.tool)")
            return 2
        }
        if options.showsHelp { return help(options) }
        if let name = options.command.first {
            let context = ToolContext(client: client, output: output, errors: errors)
            let start = options.command.startIndex + 1
            let result = execute(name, Array(words[start...]), options, context) { place in
                wipe(.init(word: start + place.word, offset: place.offset))
            }
            return CommandFailure.exitStatus(of: result)
        }
        guard options.isInteractive else {
            output.write(UsageText.tool)
            return 2
        }
        return interact(options)
    }

    private func help(_ options: GlobalOptions) -> Int32 {
        var arguments = ParsedArguments()
        arguments.operands = Array(options.command)
        do {
            try HelpCommand.run(arguments, ToolContext(client: client, output: output, errors: errors))
            return 0
        } catch {
            return CommandFailure.exitStatus(of: error.result)
        }
    }

    /// Reads commands up to the end of the input, or until the user leaves a prompt (reference 6.4.7).
    private func interact(_ options: GlobalOptions) -> Int32 {
        let context = ToolContext(client: client, output: output, errors: errors, readsCommandsFromInput: true)
        let isTerminal = isatty(STDIN_FILENO) == 1
        var input = CommandInput(descriptor: STDIN_FILENO)
        var result: Int32 = 0
        while true {
            if isTerminal { errors.write(options.prompt) }
            let words: [ItemSecret]
            do {
                guard let next = try input.nextWords() else { break }
                words = next
            } catch {
                errors.writeLine("security: \(error.message)")
                result = 1
                continue
            }
            guard let name = words.first else { continue }
            result = execute(name, Array(words.dropFirst()), options, context) { _ in }
            if result == -1 { return 0 }
            if result != 0, !options.isQuiet { errors.writeLine("\(name.publicText): returned \(result)") }
        }
        return CommandFailure.exitStatus(of: result)
    }

    /// - Returns: the result of the command, an `OSStatus` in full width.
    private func execute(
        _ name: ItemSecret, _ words: [ItemSecret], _ options: GlobalOptions, _ context: ToolContext,
        wipe: (ParsedArguments.SecretPlace) -> Void
    ) -> Int32 {
        let name = name.publicText
        guard let command = CommandTable.command(abbreviated: name) else {
            errors.writeLine("security: unknown command \"\(name)\"")
            return 1
        }
        do throws(CommandFailure) {
            try run(command, called: name, words, options, context, wipe: wipe)
            return 0
        } catch {
            errors.write(error.report)
            if case .usage = error { errors.write(UsageText.usage(of: command)) }
            return error.result
        }
    }

    private func run(
        _ command: Command, called name: String, _ words: [ItemSecret], _ options: GlobalOptions,
        _ context: ToolContext, wipe: (ParsedArguments.SecretPlace) -> Void
    ) throws(CommandFailure) {
        guard let action = command.action else {
            throw .keychain(
                KeychainError(.unimplemented, during: "looking up a command"), function: command.name)
        }
        let arguments = try Self.parse(words, of: command)
        arguments.secretPlaces.forEach(wipe)
        if options.isVerbose { errors.writeLine(Self.echo(name, words, arguments)) }
        try action(arguments, context)
    }

    /// The words as the options and operands of `command`.
    package static func parse(_ words: [ItemSecret], of command: Command) throws(CommandFailure) -> ParsedArguments {
        guard command.readsOptions else {
            var arguments = ParsedArguments()
            arguments.operands = words
            return arguments
        }
        do {
            return try OptionParser(command.options, operands: command.operandPlace).parse(words)
        } catch {
            throw .usage(error.message)
        }
    }

    /// The name, then each argument in double quotes; passwords are left out.
    package static func echo(_ name: String, _ words: [ItemSecret], _ arguments: ParsedArguments) -> String {
        words.enumerated().reduce(into: name) { line, entry in
            if let place = arguments.secretPlaces.first(where: { $0.word == entry.offset }) {
                let visible = String(decoding: entry.element.publicBytes.prefix(place.offset), as: UTF8.self)
                line += " \"\(visible)<password>\""
            } else {
                line += " \"\(entry.element.publicText)\""
            }
        }
    }
}
