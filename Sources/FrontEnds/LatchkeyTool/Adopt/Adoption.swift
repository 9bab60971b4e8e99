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

    /// - Parameters:
    ///   - name: of the file that the keychain has with the daemon.
    ///   - groups: the new names of groups.
    init(
        of path: String, as name: String, by client: KeychainClient, opening moving: Moving,
        renaming groups: [AccessGroup: AccessGroup], leavesRest: Bool
    ) {
        self.groups = groups
        self.path = path
        self.name = name
        self.client = client
        self.moving = moving
        self.leavesRest = leavesRest
        target = .file(client.configuration.home + "/" + name)
    }

    /// - Returns: whether nothing stays in the old file.
    func run(with passwords: inout AdoptionPasswords) throws(ToolFailure) -> Bool {
        // Before any password is asked for: the variables of the environment may have been set by a program.
        Console.output.writeLine("adopting \(shownPath)")
        let before = try prepare(&passwords)
        let proof = try lifting { () throws(KeychainError) in try passwords.proof() }
        let found = try itemCount()
        Console.output.writeLine(
            "\(shownPath): \(found) items; \(PrintableText.of(before.path)): \(before.itemCount) items before")
        if !leavesRest {
            // Nothing is taken by halves: what the user deletes or renames with the daemon until the next run would
            // come again with that.
            var (handed, former) = (HandedItems(), FormerItems(groups, by: client, in: target))
            let trial = try goThrough(provenBy: proof, isTrial: true, noting: &handed, &former)
            guard trial.tally.left == 0 else {
                Console.output.writeLine(
                    "nothing was taken: \(trial.tally.left) of \(trial.tally.all) items would stay, and the old file keeps its name"
                )
                explain(trial, proof, passwords)
                return false
            }
        }
        return try take(from: before, provenBy: proof, passwords)
    }

    private func take(
        from before: KeychainSurvey, provenBy proof: ItemSecret?, _ passwords: AdoptionPasswords
    ) throws(ToolFailure) -> Bool {
        var (handed, former) = (HandedItems(), FormerItems(groups, by: client, in: target))
        // Of a former group, taken away when it was in the new one.
        var removed = 0
        for _ in 0..<Self.mostRounds {
            // Nothing is renamed before the numbers say that nothing was lost on the way.
            let round = try goThrough(provenBy: proof, isTrial: false, noting: &handed, &former)
            let found = try itemCount()
            guard found <= round.tally.rows else { continue }
            let after = try survey()
            guard before.itemCount + handed.count - removed <= after.itemCount else {
                throw .message(
                    "the numbers do not agree: \(before.itemCount) items before and \(handed.count) taken, but \(after.itemCount) are there; the old file keeps its name, run it again"
                )
            }
            guard round.tally.left == 0 || leavesRest else {
                say(round.tally, handed.count, after)
                explain(round, proof, passwords)
                return false
            }
            guard let state = round.state else { continue }
            // They are in the new group by now. After the rename nobody would look for them again.
            removed += try lifting { () throws(KeychainError) in try former.remove() }
            if let kept = try lifting({ () throws(KeychainError) in try moving.keep(path, ifStill: state) }) {
                say(round.tally, handed.count, after)
                for line in round.staying + round.tally.reasons { Console.errors.writeLine("latchkey: \(line)") }
                Console.output.writeLine(
                    "the old file is kept: \(PrintableText.of(kept)); any program of yours can read it: delete it when you need nothing of it (`latchkey adopt --undo` leads back as long as it is there)"
                )
                return round.tally.left == 0
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

    private func itemCount() throws(ToolFailure) -> Int {
        try lifting { () throws(KeychainError) in try moving.itemCount(of: path) }
    }

    /// - Parameters:
    ///   - handed: what was taken in this run.
    ///   - former: what was taken in a run before under the old name of a group.
    private func goThrough(
        provenBy proof: ItemSecret?, isTrial: Bool, noting handed: inout HandedItems, _ former: inout FormerItems
    ) throws(ToolFailure) -> AdoptionRound<Moving.State> {
        var round = AdoptionRound<Moving.State>()
        var place: MovePlace? = .start
        while let next = place {
            let page = try lifting { () throws(KeychainError) in try moving.items(of: path, after: next) }
            round.begin(page)
            place = page.place
            let unknown = try lifting { () throws(KeychainError) in try former.look(for: page.items, provenBy: proof) }
            for item in page.items where unknown.contains(item.reference) { round.add(.notCompared, of: item) }
            var items = page.items.filter { !unknown.contains($0.reference) }
            if isTrial {
                let (first, second) = round.firstOfTheirNames(items, in: groups)
                for item in second { round.add(.conflict, of: item) }
                items = first
            }
            guard !items.isEmpty else { continue }
            let outcomes = try lifting { () throws(KeychainError) in
                try client.adopt(items.map { $0.inGroups(groups) }, provenBy: proof, isTrial: isTrial, in: target)
            }
            for (item, outcome) in zip(items, outcomes) {
                let settled = handed.settled(outcome, of: item)
                round.add(settled, of: item)
                if outcome == .taken, !isTrial { handed.note(item) }
                if settled != .taken, settled != .present { former.keep(item.reference) }
            }
        }
        return round
    }

    private func say(_ tally: AdoptionTally, _ taken: Int, _ after: KeychainSurvey) {
        Console.output.writeLine(
            "taken \(taken), there already \(tally.moved - min(taken, tally.moved)), left \(tally.left); \(PrintableText.of(after.path)): \(after.itemCount) items now"
        )
    }

    /// What stays, why, and what the user can do about it.
    private func explain(
        _ round: AdoptionRound<Moving.State>, _ proof: ItemSecret?, _ passwords: AdoptionPasswords
    ) {
        for line in round.staying + round.tally.reasons { Console.errors.writeLine("latchkey: \(line)") }
        var hints: [String] = []
        if round.tally[.needsPassword] + round.tally[.notCompared] > 0 {
            let command = proof == nil ? passwords.commandForLogin : "security set-keychain-password \(name)"
            hints.append("set a password with `\(PrintableText.of(command))` and run `latchkey adopt` again")
        }
        if round.tally[.conflict] > 0 {
            hints.append("to have the old one of a conflict, delete what the daemon has and run it again")
        }
        hints.append(
            "`latchkey adopt --leave-rest` takes the others and finishes; until then the old file keeps its name")
        for hint in hints { Console.errors.writeLine("latchkey: hint: \(hint)") }
    }
}
