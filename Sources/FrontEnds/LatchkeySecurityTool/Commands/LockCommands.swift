// Locks and unlocks keychains, and says when they lock by themselves.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum LockCommands {
    package static let lock: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.has("a") else {
            return try lock(try context.keychain(from: arguments.operands), calling: "SecKeychainLock", in: context)
        }
        guard arguments.operands.isEmpty else { throw .usage() }
        for keychain in try context.searchedKeychains(from: []) {
            try lock(keychain, calling: "SecKeychainLockAll", in: context)
        }
    }

    package static let unlock: Command.Action = { (arguments, context) throws(CommandFailure) in
        let function = "SecKeychainUnlock"
        let keychain = try context.keychain(from: arguments.operands)
        let status = try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.client.status(keychain.address)
        }
        let password: ItemSecret
        if let word = arguments.last("p") {
            password = try PasswordArgument.read(word, in: context)
        } else if arguments.has("u") || !status.hasPassword {
            password = ItemSecret(copying: [])
        } else {
            password = try PasswordArgument.askExisting(
                "password to unlock \(keychain.name): ", function: function, keychain: keychain, in: context)
        }
        try calling(function, on: keychain.name) { () throws(KeychainError) in
            try context.client.unlock(with: password, in: keychain.address)
        }
        if !status.hasPassword {
            context.note("\(keychain.name) has no password: it opens with this device alone")
        } else if !status.isUnlockShared {
            context.note(
                "\(keychain.name): the password is right, but the kernel keeps no session keys here, so each process "
                    + "unlocks for itself; name a password file in LATCHKEY_PASSWORD_FILE for that")
        }
    }

    package static let setSettings: Command.Action = { (arguments, context) throws(CommandFailure) in
        var timeout: UInt32?
        if let text = arguments.text("t") {
            guard let seconds = UInt32(text), seconds > 0, seconds <= UInt32(Int32.max) else {
                throw .usage("the time is a number of seconds from 1 to \(Int32.max)")
            }
            timeout = seconds == UInt32(Int32.max) ? nil : seconds
        }
        let settings = LockSettings(
            locksOnSleep: arguments.has("l"), idleTimeout: timeout, usesLockInterval: arguments.has("u"))
        let keychain = try context.keychain(from: arguments.operands)
        try calling("SecKeychainSetSettings", on: keychain.name) { () throws(KeychainError) in
            try context.client.set(settings, in: keychain.address)
        }
    }

    package static let showInfo: Command.Action = { (arguments, context) throws(CommandFailure) in
        let keychain = try context.keychain(from: arguments.operands)
        let status = try calling("SecKeychainCopySettings", on: keychain.name) { () throws(KeychainError) in
            try context.client.status(keychain.address)
        }
        context.errors.writeLine(line(for: status.settings, of: keychain.name))
        if !status.hasPassword {
            context.errors.writeLine("Keychain \"\(keychain.name)\" has no password: it opens with this device alone")
        } else if !status.isUnlockShared {
            context.errors.writeLine(
                "Keychain \"\(keychain.name)\": the kernel keeps no session keys here: each process unlocks for itself")
        }
    }

    /// `Keychain "NAME" [lock-on-sleep] [use-lock-interval] no-timeout`, or `timeout=Ns` at the end.
    package static func line(for settings: LockSettings, of name: String) -> String {
        let sleep = settings.locksOnSleep ? " lock-on-sleep" : ""
        let timeout = settings.idleTimeout.map { " timeout=\($0)s" } ?? " no-timeout"
        let interval = settings.usesLockInterval ? " use-lock-interval" : ""
        return "Keychain \"\(name)\"\(sleep)\(interval)\(timeout)"
    }

    private static func lock(
        _ keychain: NamedKeychain, calling function: String, in context: ToolContext
    ) throws(CommandFailure) {
        let status = try calling(function, on: keychain.name) { () throws(KeychainError) in
            // First: whatever is wrong with the file, the keys go.
            try context.client.lock(keychain.address)
            return try context.client.status(keychain.address)
        }
        guard !status.hasPassword else { return }
        context.note(
            "\(keychain.name) has no password, so it cannot be locked; set one with `security set-keychain-password`")
    }
}
