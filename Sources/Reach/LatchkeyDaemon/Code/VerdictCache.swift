// What is known of files that run or are loaded, so that each is read once.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeySignature
import Synchronization

/// A verdict holds for one state of a file, as long as the teams that root trusts stay and no certificate expires. For
/// a file that somebody but root can write it holds for one exec besides: while the file runs, nobody can open it for
/// writing, but a file that nobody runs can get other bytes on some file systems, and nothing in its facts tells (XFS
/// exchanges those of two files). A process can run the file, run another, and run what is there by then.
package final class VerdictCache: Sendable {
    private let teams: TeamRoots
    /// Seconds since 2001-01-01 UTC.
    private let now: @Sendable () -> Double
    private struct Known {
        var teams: TeamRoots.Snapshot?
        var signatures: [Key: SignatureVerdict] = [:]
        var interpreters: [Key: Bool] = [:]
    }
    private struct Key: Hashable {
        let facts: FileFacts
        /// Nil for a file of root's.
        let run: Run?
    }
    private let known = Mutex(Known())

    /// What runs a file, or has it loaded, from an exec to the next.
    package struct Run: Hashable, Sendable {
        let process: PeerProcess.Name
        /// Its number to the kernel; nil if programs of one user are not kept apart, and it makes no difference.
        let execution: UInt64?
    }

    /// Files that are remembered; then all are forgotten.
    private static let largestCount = 4096

    package init(teams: TeamRoots = .system, now: @escaping @Sendable () -> Double = VerdictCache.clock) {
        self.teams = teams
        self.now = now
    }

    package static let clock: @Sendable () -> Double = { Double(time(nil)) - epoch }
    /// 2001-01-01 UTC in seconds since 1970.
    private static let epoch = 978_307_200.0

    /// - Parameter facts: those of `descriptor`.
    /// - Parameter run: nil if nobody can tell one exec of a process from the next.
    /// - Throws: `.unreadable` if the teams cannot be looked at.
    package func signature(
        of descriptor: CInt, _ facts: FileFacts, in run: Run?
    ) throws(SignatureProblem) -> SignatureVerdict {
        let snapshot = try teams.snapshot()
        let date = now()
        let key = key(of: facts, in: run)
        let found: SignatureVerdict? = known.withLock { known in
            if known.teams != snapshot { known = Known(teams: snapshot) }
            return key.flatMap { known.signatures[$0] }
        }
        if let found, found.code?.validUntil.map({ date <= $0 }) ?? true { return found }
        // Without the lock: a long file must not keep the others waiting.
        let signature = SignatureVerifier(teams: teams).verify(
            descriptor, at: date, accepting: facts.isOwnerTrusted ? .teams : .none)
        guard signature.isLasting, let key else { return signature }
        known.withLock { known in
            guard known.teams == snapshot else { return }
            if known.signatures.count >= Self.largestCount { known.signatures = [:] }
            known.signatures[key] = signature
        }
        return signature
    }

    /// Whether a program looks like an interpreter, by what is in its file; its name counts besides.
    func looksLikeInterpreter(_ descriptor: CInt, _ facts: FileFacts, in run: Run?) -> Bool {
        let key = key(of: facts, in: run)
        if let key, let found = known.withLock({ $0.interpreters[key] }) { return found }
        let isInterpreter = Interpreter.isInterpreter(named: "", descriptor)
        guard let key else { return isInterpreter }
        known.withLock { known in
            if known.interpreters.count >= Self.largestCount { known.interpreters = [:] }
            known.interpreters[key] = isInterpreter
        }
        return isInterpreter
    }

    /// - Returns: nil for what is not remembered: a file that was just written could be written once more within one
    ///   step of the kernel's clock, and nothing would tell.
    private func key(of facts: FileFacts, in run: Run?) -> Key? {
        let age = now() + Self.epoch - Double(facts.changed)
        guard facts.isOwnerTrusted, age > 2 else { return nil }
        if facts.isRoots { return Key(facts: facts, run: nil) }
        return run.map { Key(facts: facts, run: $0) }
    }
}

extension SignatureVerdict {
    /// Whether the next look at the same file comes to the same.
    fileprivate var isLasting: Bool {
        switch self {
        case .trusted, .adHoc: true
        case .refused(.unsigned), .refused(.adHoc), .refused(.damagedRecord), .refused(.unknownVersion),
            .refused(.digestDiffers), .refused(.badSignature), .refused(.damagedEntitlements):
            true
        // A date may come, a team may be trusted, a descriptor may be free again.
        case .refused: false
        }
    }
}
