// What the file that a process runs is known by.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// How strong an identity is that rests on the file of a process. Documentation/Design/Decisions/0033-exec-witness.md.
package enum IdentityBasis: Sendable {
    /// The kernel's word of each exec.
    case witness(ExecWitness)
    /// The kernel's word of what the process runs now, and nobody wants more: programs of one user are not kept apart.
    case shared
    /// The same, which no user can change: nobody has user namespaces.
    case file
    /// The same, if every user can change it, and an administrator takes that (`--weak-identity`).
    case weak
    /// The same, if nobody has said so: a signature gives no identity, and the keychain's own tools do not reach what
    /// others have stored.
    case none

    /// - Parameter witness: nil if none is attached.
    /// - Parameter hasNamespaces: whether every user may make user namespaces.
    package init(witness: ExecWitness?, keepsProgramsApart: Bool, hasNamespaces: Bool, takesWeak: Bool) {
        self =
            if !keepsProgramsApart {
                .shared
            } else if let witness {
                .witness(witness)
            } else if !hasNamespaces {
                .file
            } else {
                takesWeak ? .weak : .none
            }
    }

    /// What the daemon's log says of it, if there is something to do.
    package var notice: StaticString? {
        switch self {
        case .witness, .shared, .file: nil
        case .weak:
            "programs of one user can pass for one another (--weak-identity); start exec-witness, see keychaind(8)"
        case .none:
            "every user may make user namespaces, and exec-witness is not attached: signatures give no identity, and security and latchkey do not reach what others have stored; see keychaind(8)"
        }
    }

    var evidence: IdentityReport.Evidence {
        switch self {
        case .witness: .witnessed
        case .shared, .file: .file
        case .weak, .none: .weakFile
        }
    }

    /// Whether the keychain's own tools are known well enough to work on every item.
    var reachesEverything: Bool {
        switch self {
        case .witness, .shared, .file, .weak: true
        case .none: false
        }
    }

    /// What a process has executed, if that is known.
    /// - Parameter facts: those of the file that it runs now, `file`.
    /// - Throws: `.missingEntitlement` if it has executed another file, or a debugger had it then.
    func execution(
        of process: PeerProcess, running facts: FileFacts, _ file: CInt
    ) throws(KeychainError) -> Execution? {
        switch self {
        case .shared, .file, .weak, .none: return nil
        case .witness(let witness):
            let execution = try witness.execution(of: process)
            guard execution.isOf(facts, file) else {
                throw Self.refusal("the process says that it runs another file than the kernel saw it execute")
            }
            guard !execution.wasTraced else {
                throw Self.refusal("the program was started by a debugger; run it without")
            }
            return execution
        }
    }

    /// For what is remembered of files that run.
    /// - Returns: nil if one exec of a process cannot be told from the next.
    func run(of process: PeerProcess, in execution: Execution?) -> VerdictCache.Run? {
        switch self {
        case .witness:
            guard let execution, let name = process.name else { return nil }
            return VerdictCache.Run(process: name, execution: execution.number)
        case .shared: return process.name.map { VerdictCache.Run(process: $0, execution: nil) }
        case .file, .weak, .none: return nil
        }
    }

    /// The number of the last exec, if that is known.
    func number(of process: PeerProcess) throws(KeychainError) -> UInt64? {
        switch self {
        case .shared, .file, .weak, .none: nil
        case .witness(let witness): try witness.execution(of: process).number
        }
    }

    /// Whether a process has made these connections, which it has open, since its last exec. True if nobody keeps that.
    func isOwn(_ sockets: [HeldSocket], of process: PeerProcess) -> Bool {
        switch self {
        case .shared, .file, .weak, .none: return true
        case .witness(let witness):
            guard let connections = witness.connections else { return true }
            // A process of which nothing is known has no identity, and made its connections when nothing was known.
            let number = (try? witness.execution(of: process).number) ?? 0
            return sockets.allSatisfy { connections.isMade($0, by: number, of: process) }
        }
    }

    /// - Throws: `.missingEntitlement` if a process can pass for a signed program.
    func requireSignatureCounts() throws(KeychainError) {
        switch self {
        case .witness, .shared, .file, .weak: return
        case .none:
            throw Self.refusal(
                "every user can have a process pass for this program: start exec-witness, or run keychaind with --weak-identity; see keychaind(8)"
            )
        }
    }

    /// - Throws: `.missingEntitlement` if whoever started the program chose code for it, by a variable or by answering
    ///   its system calls.
    func requireNoChosenCode(_ execution: Execution) throws(KeychainError) {
        guard case .witness(let witness) = self else { return }
        guard execution.filters == 0 || execution.filters <= PeerProcess.filtersOfAll else {
            throw Self.refusal(
                "the program was started with a filter of system calls (seccomp), which may show it other files; start it without, or sign it with codesign"
            )
        }
        guard let variables = execution.variables else {
            throw Self.refusal("not all of the environment could be read with which the program was started")
        }
        guard let name = variables.lazy.compactMap(witness.name(ofVariable:)).first else { return }
        throw KeychainError(
            .missingEntitlement, saying: "looking at the environment that the program was started with",
            hint: ErrorWords(
                received:
                    "the variable \(name) was set, which chooses code for a program; start it without, or sign it with codesign"
            ))
    }

    private static func refusal(_ hint: StaticString) -> KeychainError {
        KeychainError(.missingEntitlement, during: "asking what the kernel saw of the calling program", hint: hint)
    }
}
