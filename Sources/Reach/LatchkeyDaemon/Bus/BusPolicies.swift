// The policies of all session buses, by user.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySignature

/// Each is made with the first bus of its user, and stays: what was decided is known to the next one.
package final class BusPolicies: BusRecords {
    private let homes: KeychainHomes
    private let identifier: any PeerIdentifying
    private let log: DaemonLog
    private let policies = UserTable<BusPolicyHome>()

    package init(homes: KeychainHomes, identifier: any PeerIdentifying, log: DaemonLog) {
        self.homes = homes
        self.identifier = identifier
        self.log = log
    }

    /// That of a user whose bus is served. The first time it reads files of the user.
    func policy(of user: UInt32) -> BusPolicyHome {
        policies.value(of: user) {
            let (identifier, log) = (identifier, log)
            return BusPolicyHome(
                of: user, BusPolicyPlaces(of: user, home: homes.folder(of: user)),
                isKeptApart: homes.keepsProgramsApart,
                facts: { Self.facts(ofFileAt: $0, user, identifier) },
                log: { line in log.aboutClient(of: user, on: .noise, line.printable) })
        }
    }

    package func report(for user: UInt32) throws(KeychainError) -> BusReport { try known(user).report }

    package func decide(_ choice: BusChoice, for user: UInt32) throws(KeychainError) {
        try known(user).decide(choice)
    }

    /// Has the configuration read again before it is used next. It reads nothing itself.
    package func reload() { for policy in policies.all.values { policy.setOutdated() } }

    /// A user, or for nil each of them, is away, or has locked a keychain.
    package func forgetManagers(of user: UInt32?) {
        for (owner, policy) in policies.all where user == nil || owner == user { policy.forgetManagers() }
    }

    private func known(_ user: UInt32) throws(KeychainError) -> BusPolicyHome {
        guard let policy = policies[user] else {
            throw KeychainError(
                .notAvailable, during: "asking about programs on the session bus",
                hint: "this daemon answers no session bus; see keychaind(8)")
        }
        return policy
    }

    /// What is known of a program that does not run, by its file.
    private static func facts(
        ofFileAt path: [UInt8], _ user: UInt32, _ identifier: any PeerIdentifying
    ) -> BusProgramFacts? {
        guard let file = PeerExecutable.File(atPath: path.map { CChar(bitPattern: $0) } + [0]) else { return nil }
        let executable = PeerExecutable(path: path, file: file)
        guard let identity = try? identifier.statedIdentity(of: executable, user: user) else { return nil }
        return BusProgramFacts(
            path: path, origin: identity.origin, applicationIdentifier: identity.caller.applicationIdentifier,
            groups: identity.caller.accessGroups, isRoots: executable.isRoots,
            isReplaceable: executable.isReplaceable(by: user),
            isInterpreter: identity.origin == .path && Interpreter.isName(executable.name))
    }
}
