// What is known of files that run or are loaded, so that each is read once.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import KeychainSignature
import Synchronization

/// A verdict holds for one state of a file, as long as the teams that root trusts stay and no certificate expires.
package final class VerdictCache: Sendable {
    package struct Verdict: Sendable {
        package let signature: SignatureVerdict
        /// By what is in the file; its name counts besides.
        package let looksLikeInterpreter: Bool
    }

    private let teams: TeamRoots
    /// Seconds since 2001-01-01 UTC.
    private let now: @Sendable () -> Double
    private struct Known {
        var teams: TeamRoots.Snapshot?
        var verdicts: [FileFacts: Verdict] = [:]
    }
    private let known = Mutex(Known())

    /// Files that are remembered; then all are forgotten.
    private static let largestCount = 4096

    package init(teams: TeamRoots = .system, now: @escaping @Sendable () -> Double = VerdictCache.clock) {
        self.teams = teams
        self.now = now
    }

    package static let clock: @Sendable () -> Double = { Double(time(nil)) - 978_307_200 }

    /// - Parameter facts: those of `descriptor`.
    /// - Throws: `.unreadable` where the teams cannot be looked at.
    package func verdict(of descriptor: CInt, _ facts: FileFacts) throws(SignatureProblem) -> Verdict {
        let snapshot = try teams.snapshot()
        let date = now()
        let found: Verdict? = known.withLock { known in
            if known.teams != snapshot { known = Known(teams: snapshot) }
            return known.verdicts[facts]
        }
        if let found, found.signature.code?.validUntil.map({ date <= $0 }) ?? true { return found }
        // Without the lock: a long file must not keep the others waiting.
        let signature = SignatureVerifier(teams: teams).verify(descriptor, at: date, acceptsAdHoc: false)
        let verdict = Verdict(
            signature: signature, looksLikeInterpreter: Interpreter.isInterpreter(named: "", descriptor))
        guard signature.isLasting, FileFacts(descriptor) == facts else { return verdict }
        known.withLock { known in
            guard known.teams == snapshot else { return }
            if known.verdicts.count >= Self.largestCount { known.verdicts = [:] }
            known.verdicts[facts] = verdict
        }
        return verdict
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
