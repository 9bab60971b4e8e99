// The options before the command (reference 6.4).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package struct GlobalOptions: Sendable {
    package let showsHelp: Bool
    package let isInteractive: Bool
    package let isQuiet: Bool
    package let isVerbose: Bool
    package let prompt: String
    /// The command and what follows it.
    package let command: ArraySlice<ItemSecret>

    static let options = [
        CommandOption("h", "Show this help, or the usage of the commands that follow"),
        CommandOption("i", "Read commands from standard input"),
        CommandOption("l", "Accepted for compatibility; there is no leak check"),
        CommandOption("p", "prompt", "Use this prompt in interactive mode (implies -i)"),
        CommandOption("q", "Do not show the results of commands in interactive mode"),
        CommandOption("v", "Show each command before it runs"),
        CommandOption("R", "Accepted for compatibility", .hidden),
    ]

    /// - Parameter words: the command line without the name of the tool.
    package init(_ words: [ItemSecret]) throws(OptionFailure) {
        let parsed = try OptionParser(Self.options).parse(words)
        showsHelp = parsed.has("h")
        isQuiet = parsed.has("q")
        isVerbose = parsed.has("v")
        prompt = parsed.text("p") ?? "security> "
        isInteractive = parsed.has("i") || parsed.last("p") != nil
        command = words.suffix(parsed.operands.count)
    }
}
