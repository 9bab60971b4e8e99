// Makes and deletes keychains, and sets their passwords.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum KeychainCommands {
    package static let create: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage() }
        let password =
            if let word = arguments.last("p") {
                try PasswordArgument.readNew(word, in: context)
            } else {
                try PasswordArgument.askNew(
                    "password for new keychain: ", again: "retype password for new keychain: ", in: context)
            }
        for keychain in arguments.operands.map(context.named) {
            try calling("SecKeychainCreate", on: keychain.name) { () throws(KeychainError) in
                try context.client.create(
                    password: password.count == 0 ? nil : password, in: keychain.address)
            }
            try changeSearchList(in: context) { list in
                if !list.contains(keychain.path) { list.append(keychain.path) }
            }
        }
    }

    package static let delete: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage() }
        for keychain in arguments.operands.map(context.named) {
            try calling("SecKeychainDelete", on: keychain.name) { () throws(KeychainError) in
                try destroy(keychain, in: context)
            }
            try changeSearchList(in: context) { list in list.removeAll { $0 == keychain.path } }
            try unsetDefault(keychain, in: context)
        }
    }

    package static let setPassword: Command.Action = { (arguments, context) throws(CommandFailure) in
        let function = "SecKeychainChangePassword"
        let keychain = try context.keychain(from: arguments.operands)
        if let old = arguments.last("o"), let new = arguments.last("p"), old.isEqual(to: "-"), new.isEqual(to: "-") {
            throw .usage("only one of the two passwords can come from standard input")
        }
        let status = try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.client.status(keychain.address)
        }
        var old: ItemSecret?
        if let word = arguments.last("o") {
            old = try PasswordArgument.read(word, in: context)
        } else if status.hasPassword {
            old = try PasswordArgument.askExisting(
                "Old Password: ", function: function, keychain: keychain, in: context)
        }
        let new =
            if let word = arguments.last("p") {
                try PasswordArgument.readNew(word, in: context)
            } else {
                try PasswordArgument.askNew("New Password: ", again: "Retype New Password: ", in: context)
            }
        try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.client.changePassword(
                from: old, to: new.count == 0 ? nil : new, in: keychain.address)
        }
        if new.count == 0, status.hasPassword {
            context.note("\(keychain.name) has no password now: it opens with this device alone")
        }
    }

    /// A file that has gone already is no failure where the search list still names it.
    private static func destroy(_ keychain: NamedKeychain, in context: ToolContext) throws(KeychainError) {
        do {
            try context.client.destroy(keychain.address)
        } catch  where error.code == .noSuchKeychain {
            guard try context.client.preferences.searchList().contains(keychain.path) else { throw error }
        }
    }

    private static func changeSearchList(
        in context: ToolContext, _ body: (inout [String]) -> Void
    ) throws(CommandFailure) {
        try calling("SecKeychainSetSearchList") { () throws(KeychainError) in
            try context.client.preferences.changeSearchList(body)
        }
    }

    private static func unsetDefault(_ keychain: NamedKeychain, in context: ToolContext) throws(CommandFailure) {
        try calling("SecKeychainSetDefault") { () throws(KeychainError) in
            try context.client.preferences.unsetDefault(keychain.path)
        }
    }
}
