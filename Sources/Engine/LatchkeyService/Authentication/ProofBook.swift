// What was proved in the contexts of programs, for as long as it holds.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// What one context has proved to one keychain.
struct KeptProofs: Sendable {
    /// The time between two locks of the keychain in which it was proved.
    var era: UInt64
    /// For every item.
    var evaluated = ProofEvidence()
    /// For the items that the user was asked about.
    var items: [PersistentReference: ProofEvidence] = [:]
}

/// A finger that was shown to a program, for as long as the keychain is not locked.
struct KeptFinger: Sendable {
    let enrolledSet: [UInt8]
    let era: UInt64
}

/// The proofs of all contexts of one service. Bounded: what is forgotten is asked for again.
final class ProofBook: Sendable {
    /// Whose proofs, in which context, to which keychain.
    struct Key: Hashable, Sendable {
        let process: Int32
        let caller: Caller
        let context: ContextIdentifier
        let keychain: String

        static func == (lhs: Key, rhs: Key) -> Bool {
            lhs.process == rhs.process && lhs.caller == rhs.caller && lhs.context == rhs.context
                && lhs.keychain.hasSameBytes(as: rhs.keychain)
        }
    }

    private struct Entry: Sendable {
        var proofs: KeptProofs
        let connection: UInt64
    }

    private struct Finger: Sendable {
        let time: Double
        let kept: KeptFinger
        let connection: UInt64
    }

    private struct Program: Hashable, Sendable {
        let process: Int32
        let caller: Caller
        let keychain: String
    }

    private struct Pages: Sendable {
        var entries: [Key: Entry] = [:]
        var fingers: [Program: Finger] = [:]
        /// Contexts that ended lately, for calls that were under way.
        var ended: [Bearer] = []
    }

    private struct Bearer: Hashable, Sendable {
        let process: Int32
        let context: ContextIdentifier
    }

    private let pages = Mutex(Pages())

    /// Contexts, items of one context, and programs whose last finger is remembered.
    private static let (mostContexts, mostItems, mostPrograms, mostEnded) = (1024, 256, 256, 256)
    /// Seconds for which a finger holds for another call, at most.
    private static let longestReuse: UInt32 = 300

    func proofs(_ key: Key) -> KeptProofs? { pages.withLock { $0.entries[key]?.proofs } }

    /// Keeps what was proved until the connection ends.
    func change(_ key: Key, of connection: UInt64, in era: UInt64, _ change: (inout KeptProofs) -> Void) {
        pages.withLock { pages in
            guard !pages.ended.contains(Bearer(process: key.process, context: key.context)) else { return }
            if pages.entries[key] == nil, pages.entries.count >= Self.mostContexts { pages.entries = [:] }
            var entry = pages.entries[key] ?? Entry(proofs: KeptProofs(era: era), connection: connection)
            if entry.proofs.era != era { entry.proofs = KeptProofs(era: era) }
            change(&entry.proofs)
            if entry.proofs.items.count > Self.mostItems { entry.proofs.items = [:] }
            pages.entries[key] = entry
        }
    }

    /// Remembers that a finger matched for a program.
    func noteFinger(
        _ finger: KeptFinger, of bearer: ProofBearer, _ caller: Caller, inKeychainAt path: String, at time: Double
    ) {
        pages.withLock { pages in
            if pages.fingers.count >= Self.mostPrograms { pages.fingers = [:] }
            pages.fingers[Program(process: bearer.process, caller: caller, keychain: path)] = Finger(
                time: time, kept: finger, connection: bearer.connection)
        }
    }

    /// The finger that was shown to the same program, for the same keychain, not longer ago than so many seconds.
    func recentFinger(
        of bearer: ProofBearer, _ caller: Caller, inKeychainAt path: String, within seconds: UInt32, at now: Double
    ) -> KeptFinger? {
        guard seconds > 0 else { return nil }
        let program = Program(process: bearer.process, caller: caller, keychain: path)
        let finger = pages.withLock { $0.fingers[program] }
        guard let finger, now >= finger.time, now - finger.time <= Double(min(seconds, Self.longestReuse)) else {
            return nil
        }
        return finger.kept
    }

    func forget(_ context: ContextIdentifier, of process: Int32, _ caller: Caller) {
        pages.withLock { pages in
            if pages.ended.count >= Self.mostEnded { pages.ended.removeFirst() }
            pages.ended.append(Bearer(process: process, context: context))
            pages.entries = pages.entries.filter {
                $0.key.context != context || $0.key.process != process || $0.key.caller != caller
            }
        }
    }

    /// A connection has ended.
    func forget(connection: UInt64) {
        pages.withLock { pages in
            if pages.entries.contains(where: { $0.value.connection == connection }) {
                pages.entries = pages.entries.filter { $0.value.connection != connection }
            }
            if pages.fingers.contains(where: { $0.value.connection == connection }) {
                pages.fingers = pages.fingers.filter { $0.value.connection != connection }
            }
        }
    }

    func forgetAll() { pages.withLock { $0 = Pages(ended: $0.ended) } }
}
