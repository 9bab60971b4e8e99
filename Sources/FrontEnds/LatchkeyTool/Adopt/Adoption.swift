// One keychain of the home moves to the daemon.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

/// The items go first, page by page, and the file gets its dated name when the daemon has all that it takes. Whoever
/// comes after an interruption finds the file under its own name, and what was taken is recognised.
struct Adoption<Moving: KeychainMoving> {
    private let path: String
    private let name: String
    private let target: KeychainAddress
    private let client: KeychainClient
    private let moving: Moving
    private let groups: [AccessGroup: AccessGroup]
    private let leavesRest: Bool

    /// How often the items are gone through because programs write meanwhile that do not know the daemon yet.
    private static var mostRounds: Int { 20 }
    /// Conflicts that are named.
    private static var mostNamed: Int { 20 }

    /// - Parameter groups: the new names of groups.
    init(
        of path: String, by client: KeychainClient, opening moving: Moving,
        renaming groups: [AccessGroup: AccessGroup], leavesRest: Bool
    ) {
        self.groups = groups
        self.path = path
        self.client = client
        self.moving = moving
        self.leavesRest = leavesRest
        name = path.split(separator: "/").last.map(String.init) ?? path
        target = .file(client.configuration.home + "/" + name)
    }

    /// - Returns: whether nothing stays in the old file.
    func run(with passwords: inout AdoptionPasswords) throws(ToolFailure) -> Bool {
        // Before any password is asked for: the variables of the environment may have been set by a program.
        Console.output.writeLine("adopting \(shownPath)")
        let before = try prepare(&passwords)
        let proof = try lifting { () throws(KeychainError) in try passwords.proof() }
        let found = try lifting { () throws(KeychainError) in try moving.itemCount(of: path) }
        Console.output.writeLine(
            "\(shownPath): \(found) items; \(before.path): \(before.itemCount) items before")
        var taken = 0
        for _ in 0..<Self.mostRounds {
            // Nothing is renamed before the numbers say that nothing was lost on the way.
            var conflicts: [String] = []
            let (tally, state) = try takeAll(provenBy: proof, alreadyTaken: &taken, noting: &conflicts)
            let found = try lifting { () throws(KeychainError) in try moving.itemCount(of: path) }
            guard found <= tally.all else { continue }
            let after = try survey()
            guard before.itemCount + taken <= after.itemCount else {
                throw .message(
                    "the numbers do not agree: \(before.itemCount) items before and \(taken) taken, but \(after.itemCount) are there; the old file keeps its name, run it again"
                )
            }
            guard tally[.needsPassword] == 0 || leavesRest else {
                report(tally, taken, after, conflicts)
                Console.errors.writeLine(
                    "latchkey: hint: set a password with `security set-keychain-password` and run `latchkey adopt` again, or finish without them by --leave-rest; until then the old file keeps its name"
                )
                return false
            }
            guard let state else { continue }
            if let kept = try lifting({ () throws(KeychainError) in try moving.keep(path, ifStill: state) }) {
                report(tally, taken, after, conflicts)
                Console.output.writeLine(
                    "the old file is kept: \(PrintableText.of(kept)); any program of yours can read it: delete it when you need nothing of it (`latchkey adopt --undo` leads back as long as it is there)"
                )
                return tally.left == 0
            }
        }
        throw .message("programs go on writing to \(path); end those that ran before the daemon, and run it again")
    }

    /// Any program could have chosen the name.
    private var shownPath: String { PrintableText.of(path) }

    /// Unlocks both keychains, and makes the daemon's with the password of the one in the home.
    private func prepare(_ passwords: inout AdoptionPasswords) throws(ToolFailure) -> KeychainSurvey {
        let status = try lifting { () throws(KeychainError) in try moving.status(of: path) }
        var password: ItemSecret?
        if status.hasPassword {
            let given = try lifting { () throws(KeychainError) in try passwords.ofHome(path) }
            try lifting { () throws(KeychainError) in try moving.unlock(path, with: given) }
            password = given
        }
        let before = try survey()
        guard before.exists else {
            guard let password else { return before }
            try lifting { () throws(KeychainError) in
                try client.create(password: password, in: target)
                if status.settings != LockSettings() { try client.set(status.settings, in: target) }
            }
            passwords.note(password, of: target)
            return before
        }
        let there = try lifting { () throws(KeychainError) in try client.status(target) }
        guard there.hasPassword || !status.hasPassword else {
            throw .message(
                "\(name) has a password, and the daemon's has none; set one with `security set-keychain-password \(name)` and run `latchkey adopt` again"
            )
        }
        try lifting { () throws(KeychainError) in try passwords.unlock(target, named: name) }
        return before
    }

    private func survey() throws(ToolFailure) -> KeychainSurvey {
        try lifting { () throws(KeychainError) in try client.survey(in: target) }
    }

    /// - Parameter taken: how many were taken in this run.
    /// - Returns: the state of the file that the first page was read from.
    private func takeAll(
        provenBy proof: ItemSecret?, alreadyTaken taken: inout Int, noting conflicts: inout [String]
    ) throws(ToolFailure) -> (AdoptionTally, Moving.State?) {
        var tally = AdoptionTally()
        var state: Moving.State?
        var place: MovePlace? = .start
        while let next = place {
            let page = try lifting { () throws(KeychainError) in try moving.items(of: path, after: next) }
            if state == nil { state = page.state }
            place = page.place
            tally.add(page.staying)
            guard !page.items.isEmpty else { continue }
            let outcomes = try lifting { () throws(KeychainError) in
                try client.adopt(page.items.map { $0.inGroups(groups) }, provenBy: proof, in: target)
            }
            for (item, outcome) in zip(page.items, outcomes) {
                tally.add(outcome)
                if outcome == .taken { taken += 1 }
                if outcome == .conflict, conflicts.count < Self.mostNamed { conflicts.append(item.name) }
            }
        }
        return (tally, state)
    }

    private func report(_ tally: AdoptionTally, _ taken: Int, _ after: KeychainSurvey, _ conflicts: [String]) {
        for conflict in conflicts { Console.errors.writeLine("latchkey: conflict: \(conflict)") }
        Console.output.writeLine(
            "taken \(taken), there already \(tally.moved - min(taken, tally.moved)), left \(tally.left); \(after.path): \(after.itemCount) items now"
        )
        for reason in tally.reasons { Console.errors.writeLine("latchkey: \(reason)") }
    }
}

extension MovedItem {
    /// What tells it from others, for the terminal.
    fileprivate var name: String {
        let shown: [Attribute] = [.label, .service, .server, .account]
        let words = shown.compactMap { attribute -> String? in
            guard case .string(let text)? = attributes[attribute], !text.isEmpty else { return nil }
            return PrintableText.of(String(text.prefix(80)))
        }
        return ([reference.itemClass.rawValue] + words).joined(separator: " ")
    }
}
