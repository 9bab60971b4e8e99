// What is known of a process that calls over a bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

/// Finds out what the policy is told of a program.
struct BusCaller {
    let identifier: any PeerIdentifying
    /// False if nothing depends on what a program is: then its path has to do, whatever was loaded into it.
    let keepsProgramsApart: Bool

    /// What came of a look.
    struct Look {
        let facts: BusProgramFacts
        /// Nil if nobody can say which file runs.
        let executable: PeerExecutable?
    }

    /// - Parameter doubt: why the caller is not taken for the process, whatever that is.
    func look(at process: PeerProcess, doubting doubt: String? = nil) -> Look {
        if FlatpakProxy.isRun(by: process) { return proxy(process, doubt) }
        do throws(KeychainError) {
            let executable = try process.executable(takesReplaced: true)
            do throws(KeychainError) {
                let identity = try identifier.identity(of: executable, in: process)
                return Look(facts: facts(of: executable, identity, in: process, doubt), executable: executable)
            } catch {
                if let stated = stated(executable, process) { return stated }
                let isInterpreter = identifier.isInterpreter(executable, in: process)
                // Whoever runs an interpreter is one of many, unless it was started for a script that has an identity:
                // what that stores is not for the others.
                let isOneOfMany = isInterpreter && error.hint == KeychainError.ofInterpreter.hint
                let refusal = doubt ?? (isOneOfMany ? nil : Self.words(of: error))
                let facts = BusProgramFacts(
                    path: executable.path, origin: nil, applicationIdentifier: nil,
                    groups: likelyGroups(of: executable, process.userID), isRoots: isRoots(executable, process),
                    isInterpreter: isInterpreter, refusal: refusal)
                return Look(facts: facts, executable: executable)
            }
        } catch {
            return unknown(process, doubt ?? Self.words(of: error))
        }
    }

    /// As in a keychain without a daemon.
    private func stated(_ executable: PeerExecutable, _ process: PeerProcess) -> Look? {
        guard !keepsProgramsApart, !executable.path.isEmpty,
            let identity = try? identifier.statedIdentity(of: executable, user: process.userID)
        else { return nil }
        return Look(
            facts: facts(of: executable, identity, in: process, nil),
            executable: process.runningFile.map {
                PeerExecutable(path: executable.path, file: $0)
            })
    }

    private func facts(
        of executable: PeerExecutable, _ identity: PeerIdentity, in process: PeerProcess, _ doubt: String?
    ) -> BusProgramFacts {
        BusProgramFacts(
            path: executable.path, origin: identity.origin,
            applicationIdentifier: identity.caller.applicationIdentifier, groups: identity.caller.accessGroups,
            isRoots: isRoots(executable, process),
            isReplaceable: executable.isReplaceable(by: process.userID),
            isInterpreter: identity.origin == .path && identifier.isInterpreter(executable, in: process),
            refusal: doubt)
    }

    /// On a file system that a user may have brought an owner says nothing.
    private func isRoots(_ executable: PeerExecutable, _ process: PeerProcess) -> Bool {
        executable.isRoots && process.isOnFileSystemOfSystem
    }

    private func proxy(_ process: PeerProcess, _ doubt: String?) -> Look {
        let path = process.shownPath ?? []
        let application = FlatpakProxy.application(servedBy: process)
        let facts = BusProgramFacts(
            path: path, enclosure: application.map { .flatpakProxy(application: $0) } ?? .container, origin: nil,
            applicationIdentifier: nil, groups: [], isRoots: true, refusal: doubt)
        let executable = process.runningFile.map { PeerExecutable(path: path, file: $0) }
        return Look(facts: facts, executable: executable)
    }

    /// Of a process whose file is not to be had, or not the one at its path.
    private func unknown(_ process: PeerProcess, _ refusal: String) -> Look {
        guard process.hasOwnUsers, process.hasOwnProcesses else {
            let facts = BusProgramFacts(
                path: [], enclosure: .container, origin: nil, applicationIdentifier: nil, groups: [], isRoots: false,
                refusal: refusal)
            return Look(facts: facts, executable: nil)
        }
        // The path still tells whose items these would be.
        let path = process.formerPath ?? process.shownPath ?? []
        let file = PeerExecutable.File(atPath: path.map { CChar(bitPattern: $0) } + [0]) ?? process.runningFile
        let executable = file.map { PeerExecutable(path: path, file: $0) }
        if let executable, let stated = stated(executable, process) { return stated }
        let facts = BusProgramFacts(
            path: path, origin: nil, applicationIdentifier: nil,
            groups: executable.map { likelyGroups(of: $0, process.userID) } ?? [],
            isRoots: executable.map { isRoots($0, process) } ?? false, refusal: refusal)
        let running = process.runningFile.map { PeerExecutable(path: path, file: $0) }
        return Look(facts: facts, executable: running)
    }

    /// The groups that a program would have if it could be told: those of the file at its path.
    private func likelyGroups(of executable: PeerExecutable, _ user: UInt32) -> [AccessGroup] {
        let path = AdHocIdentity.group(of: executable, user: user)
        let stated = try? identifier.statedIdentity(of: executable, user: user)
        // Not what a tool of the keychain has, which is everybody's.
        let groups = (stated?.caller.accessGroups ?? []).filter { $0 != .all }
        return groups.contains(path) ? groups : groups + [path]
    }

    private static func words(of error: KeychainError) -> String { (error.hint ?? error.operation).description }
}
