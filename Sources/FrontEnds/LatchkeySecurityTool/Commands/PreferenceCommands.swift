// `list-keychains`, `default-keychain` and `login-keychain`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum PreferenceCommands {
    package static let listKeychains: Command.Action = { (arguments, context) throws(CommandFailure) in
        let domain = try domain(of: arguments)
        let preferences = context.client.preferences
        guard arguments.has("s") else {
            guard arguments.operands.isEmpty else { throw .usage() }
            let paths = try calling("SecKeychainCopySearchList") { () throws(KeychainError) in
                try preferences.searchList(of: domain)
            }
            for path in paths { context.output.writeLine(line(for: path)) }
            return
        }
        let paths = arguments.operands.map { context.named($0).path }
        try calling("SecKeychainSetDomainSearchList") { () throws(KeychainError) in
            try preferences.setSearchList(paths, of: domain)
        }
    }

    package static let defaultKeychain: Command.Action = { (arguments, context) throws(CommandFailure) in
        let domain = try domain(of: arguments)
        let preferences = context.client.preferences
        try showOrSet(
            arguments, context, reading: "SecKeychainCopyDomainDefault", writing: "SecKeychainSetDomainDefault",
            read: { () throws(KeychainError) in try preferences.defaultKeychain(of: domain) },
            write: { path throws(KeychainError) in try preferences.setDefaultKeychain(path, of: domain) })
    }

    package static let loginKeychain: Command.Action = { (arguments, context) throws(CommandFailure) in
        let domain = try domain(of: arguments)
        let preferences = context.client.preferences
        try showOrSet(
            arguments, context, reading: "SecKeychainCopyLogin", writing: "SecKeychainSetLogin",
            read: { () throws(KeychainError) in try preferences.loginKeychain(of: domain) },
            write: { path throws(KeychainError) in try preferences.setLoginKeychain(path, of: domain) })
    }

    /// A path on its own line, after four blanks, in quotes.
    package static func line(for path: String) -> String { "    \"\(path)\"" }

    private static func domain(of arguments: ParsedArguments) throws(CommandFailure) -> KeychainDomain {
        guard let name = arguments.text("d") else { return .user }
        guard let domain = KeychainDomain(rawValue: name) else { throw .usage("there is no such domain") }
        return domain
    }

    private static func showOrSet(
        _ arguments: ParsedArguments, _ context: ToolContext, reading: String, writing: String,
        read: () throws(KeychainError) -> String, write: (String?) throws(KeychainError) -> Void
    ) throws(CommandFailure) {
        guard arguments.has("s") else {
            guard arguments.operands.isEmpty else { throw .usage() }
            return context.output.writeLine(line(for: try calling(reading, read)))
        }
        guard arguments.operands.count <= 1 else { throw .usage() }
        let path = arguments.operands.first.map { context.named($0).path }
        try calling(writing) { () throws(KeychainError) in try write(path) }
    }
}
