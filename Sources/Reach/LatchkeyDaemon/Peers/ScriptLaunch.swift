// Finds out which script an interpreter runs, from the launcher that started it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature

/// A script has the identity of its launcher: a program of a trusted team, signed together with the digest of the
/// script, that is the parent of the interpreter and still runs.
/// Documentation/Design/Decisions/0017-scripts-by-launcher.md.
struct ScriptLaunch {
    let verdicts: VerdictCache
    let basis: IdentityBasis

    struct Script {
        let code: SignedCode
        let path: String
    }

    /// What a launcher names itself once it knows that all of its children are its own. No file has a name with a
    /// slash, so that nobody can give it to a process before it becomes the launcher.
    private static let readyName = Array("latchkey/script\n".utf8)

    /// - Returns: nil if the parent is no launcher.
    /// - Throws: `.missingEntitlement` if it is one, and something else is not as it must be. Also if it was one, and
    ///   its file has gone since: then the script is not what everybody runs, and nobody can say any more what it is.
    func script(
        of process: PeerProcess, running interpreter: PeerExecutable, _ facts: FileFacts, _ mounts: MountTable,
        _ run: VerdictCache.Run?
    ) throws(KeychainError) -> Script? {
        guard let number = process.parent, let launcher = PeerProcess(numbered: number),
            launcher.userID == process.userID
        else { return nil }
        guard let executable = try? launcher.executable() else {
            // Whoever calls itself so has children that are in doubt, and nothing else by it.
            guard !isReady(number) else {
                throw Self.refusal("the launcher's file was replaced or deleted while it runs; start the script again")
            }
            return nil
        }
        guard let file = try? launcher.openExecutable(),
            let launcherMounts = MountTable(of: number)
        else { return nil }
        defer { close(file) }
        guard let launcherFacts = FileFacts(file, mounts: launcherMounts), launcherFacts.node == executable.file.node,
            launcherFacts.isOwnerTrusted, (try? SignedFile(file).record()) != nil
        else { return nil }
        // Before anything is remembered of it: a process can say that it runs a file that it does not.
        let execution = try basis.execution(of: launcher, running: launcherFacts, file)
        let launcherRun = basis.run(of: launcher, in: execution)
        guard let verdict = try? verdicts.signature(of: file, launcherFacts, in: launcherRun),
            case .trusted(let code) = verdict,
            let pin = pin(of: file), FileFacts(file, mounts: launcherMounts) == launcherFacts
        else { return nil }
        guard isReady(number) else {
            throw Self.refusal("the launcher has not started the interpreter itself")
        }
        guard SystemPath.isOfSystem(pin.interpreter),
            PeerExecutable.File(atPath: pin.interpreter.utf8CString.map(\.self)) == interpreter.file, facts.isRoots
        else { throw Self.refusal("the interpreter is not the one that the launcher was signed for") }
        guard launcherMounts.hasCodeOfSystem, mounts.hasCodeOfSystem else {
            throw Self.refusal("a script runs where other files are mounted over the system's")
        }
        // The files that an interpreter reads are code as well.
        for one in [launcher, process] {
            try one.requireUntraced()
            guard one.hasOwnUsers, one.isUnfiltered else {
                throw Self.refusal(
                    "a script runs where others can answer its system calls: a user namespace or a filter")
            }
        }
        try LoadedCode(verdicts: verdicts, run: launcherRun, mounts: launcherMounts).requireTrusted(
            in: launcher, under: CodeTrust(program: launcherFacts, signed: code), allowsEngines: false)
        try LoadedCode(verdicts: verdicts, run: run, mounts: mounts).requireTrusted(
            in: process, under: CodeTrust(program: facts, signed: code), allowsEngines: true)
        // What was found is true of two processes that still run, and of which one is still the other's parent.
        try launcher.requireStill(executable)
        try process.requireStill(interpreter)
        guard process.parent == number else { throw Self.refusal("the launcher has ended") }
        // Read before the code was, it could have been the name of who was only about to become the launcher.
        guard isReady(number) else { throw Self.refusal("the launcher has not started the interpreter itself") }
        return Script(code: code, path: pin.script)
    }

    private func isReady(_ launcher: Int32) -> Bool {
        ProcessFile.contents("comm", of: launcher, atMost: 64) == Self.readyName
    }

    private func pin(of file: CInt) -> ScriptPin? {
        guard let signed = try? SignedFile(file), let record = try? signed.record() else { return nil }
        return try? signed.pin(endingAt: record.directory.fileSize)
    }

    private static func refusal(_ hint: StaticString) -> KeychainError {
        KeychainError(.missingEntitlement, during: "looking at the launcher of a script", hint: hint)
    }
}
