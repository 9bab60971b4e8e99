// The keychain of the model test as a whole: its password and its lock, changed with the command `security`.
// SPDX-License-Identifier: Apache-2.0

import Foundation

struct ModelKeychain {
    let keychain: Keychain
    let tool: String
    /// The file for what the command says of its errors.
    let errors: String
    /// False if the kernel keeps no keys, and so no process can lock for another.
    private(set) var locks = false
    private(set) var isLocked = false
    private var password: String?
    private var passwords = 0
    /// Wrong passwords since the last right one, at most: those that come too early are not counted.
    private var wrongPasswords = 0

    var hasPassword: Bool { password != nil }
    var home: String { keychain.home }

    init(keychain: Keychain, tool: String, errors: String) {
        (self.keychain, self.tool, self.errors) = (keychain, tool, errors)
    }

    mutating func findOutWhetherItLocks() throws {
        try changePassword()
        try security("show-keychain-info", "login")
        locks = try !String(contentsOfFile: errors, encoding: .utf8).contains("each process unlocks for itself")
        try removePassword()
    }

    /// One random change of the state, and what it answers.
    mutating func change(_ session: inout ModelSession) throws {
        guard hasPassword else {
            if session.chance(50) {
                try changePassword()
                session.setPassword(true)
            } else {
                // There is nothing to lock.
                try security("lock-keychain", "login")
                try security("unlock-keychain", "-p", "wrong", "login", answering: Self.wrongPassword)
            }
            return
        }
        if session.chance(12) {
            if session.chance(40) {
                try security(
                    "set-keychain-password", "-o", "wrong", "-p", "other", "login", answering: Self.wrongPassword)
                wrongPasswords += 1
            } else if session.chance(20) {
                try removePassword()
                session.setPassword(false)
            } else {
                try changePassword()
            }
        } else if isLocked {
            if session.chance(20) {
                try security("unlock-keychain", "-p", "wrong", "login", answering: Self.wrongPassword)
                wrongPasswords += 1
            } else {
                try unlock()
            }
        } else {
            try lock()
        }
        session.setLocked(isLocked)
    }

    /// The states of the concurrent part.
    mutating func enter(phase: Int) throws {
        switch phase % 8 {
        case 0: if hasPassword { try removePassword() }
        case 1: try changePassword()
        case 2, 5: try lock()
        case 3, 6: try unlock()
        case 4: break
        default: try removePassword()
        }
    }

    /// The exit status of the command for -25293.
    private static let wrongPassword: CInt = 51

    /// After wrong passwords the right one has to wait.
    private mutating func waitForPassword() {
        guard wrongPasswords > 0 else { return }
        sleep(UInt32(min(60, 1 << min(wrongPasswords - 1, 6))))
        wrongPasswords = 0
    }

    private mutating func lock() throws {
        try security("lock-keychain", "login")
        isLocked = true
    }

    private mutating func unlock() throws {
        waitForPassword()
        try security("unlock-keychain", "-p", password ?? "", "login")
        isLocked = false
    }

    /// Sets or changes it; either leaves the keychain unlocked.
    mutating func changePassword() throws {
        waitForPassword()
        passwords += 1
        let next = "password-\(passwords)"
        let old = password.map { ["-o", $0] } ?? []
        try security(["set-keychain-password"] + old + ["-p", next, "login"])
        password = next
        isLocked = false
    }

    private mutating func removePassword() throws {
        waitForPassword()
        try security(["set-keychain-password"] + (password.map { ["-o", $0] } ?? []) + ["-p", "", "login"])
        password = nil
        isLocked = false
    }

    /// Leaves the keychain unlocked and without a password.
    mutating func clear(_ session: inout ModelSession) throws {
        guard hasPassword else { return }
        try removePassword()
        session.setPassword(false)
    }

    func remove() throws { try security("delete-keychain", "login") }

    private func security(_ words: String..., answering status: CInt = 0) throws {
        try security(words, answering: status)
    }

    private func security(_ words: [String], answering status: CInt = 0) throws {
        let process = try ChildProcess(program: tool, arguments: words, home: keychain.home, errors: errors)
        let ending = try process.wait(atMost: 60)
        guard ending == .exited(status) else { throw Violation("security \(words[0]) ends with \(ending)") }
    }
}
