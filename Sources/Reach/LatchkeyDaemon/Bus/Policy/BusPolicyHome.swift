// The policy of one user's session bus, with what it is read from and what of it is kept.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPolicy
import LatchkeySignature
import Synchronization

/// One for each user, for as long as the daemon runs. Used by the thread of the bus, and by workers.
package final class BusPolicyHome: Sendable {
    private struct Work {
        var problems: [String] = []
        var stamps: [BusPolicyFile.Stamp] = []
        var lookedAt: UInt64 = 0
        var writtenDecisions: UInt64 = 0
        var writtenRecord: UInt64 = 0
        /// When the record may be written again; what could not be is tried later.
        var nextRecord: UInt64 = 0
        var nextDecisions: UInt64 = 0
        var hasFailed = false
        var lacksRoom = false
    }

    private let user: UInt32
    private let places: BusPolicyPlaces
    private let isKeptApart: Bool
    private let log: @Sendable (String) -> Void
    private let facts: @Sendable ([UInt8]) -> BusProgramFacts?
    private let state: BusPolicyState
    private let work = Mutex(Work())
    /// Whether the configuration is to be read again, whatever the files look like.
    private let isOutdated = Atomic(false)

    /// Milliseconds between two looks at the files, between two writes of the record, and after a failure.
    private static let lookTime: UInt64 = 5000
    private static let recordTime: UInt64 = 5000
    private static let failureTime: UInt64 = 60_000
    private static let largestCountOfShipped = 256

    /// - Parameters:
    ///   - isKeptApart: whether the daemon keeps programs of one user apart.
    ///   - facts: what is known of the program that runs from a file, by its path; nil if there is none.
    ///   - log: takes one line.
    package init(
        of user: UInt32, _ places: BusPolicyPlaces, isKeptApart: Bool,
        facts: @escaping @Sendable ([UInt8]) -> BusProgramFacts?, log: @escaping @Sendable (String) -> Void
    ) {
        self.user = user
        self.places = places
        self.isKeptApart = isKeptApart
        self.facts = facts
        self.log = log
        let decisions = Self.kept(places.kept + "/decisions", BusDecisions.largestSize, log) {
            BusDecisions(decoding: $0)
        }
        let record = Self.kept(places.kept + "/record", BusRecord.largestSize, log) { BusRecord(decoding: $0) }
        state = BusPolicyState(
            BusPolicyState.Contents(.builtIn, decisions ?? BusDecisions(), record ?? BusRecord()))
        work.withLock { configure(&$0) }
    }

    /// What decides, for the thread of the bus.
    package func policy() -> BusPolicy {
        BusPolicy(
            state, isKeptApart: isKeptApart,
            clock: BusPolicy.Clock(now: monotonicMilliseconds, date: { UInt64(max(0, time(nil))) }),
            unsignedGroup: unsignedGroup)
    }

    private var unsignedGroup: @Sendable ([UInt8]) -> AccessGroup {
        let user = user
        return { AccessGroup(rawValue: UnsignedProgram.identifier(ofProgramAt: $0, user: user)) }
    }

    package var report: BusReport {
        let problems = work.withLock { work in
            if isOutdated.load(ordering: .acquiring) { configure(&work) }
            return work.problems
        }
        let isKeptApart = isKeptApart
        return state.withLock { $0.report(isDaemonOfSystem: isKeptApart, problems: problems) }
    }

    /// - Throws: `.parameter` for a name that nobody has, and for what cannot be allowed; or why the decision could not
    ///   be kept.
    package func decide(_ choice: BusChoice) throws(KeychainError) {
        let contents = state.withLock { $0 }
        let namer = BusNamer(contents.configuration, unsignedGroup: unsignedGroup)
        let pair = try BusNames(contents, namer, facts: facts).pair(of: choice)
        let hasRoom = state.withLock { contents in
            switch choice.verdict {
            case .allow: return contents.decide(.allow, for: pair)
            case .deny: return contents.decide(.deny, for: pair)
            case .forget:
                contents.forget(pair)
                return true
            }
        }
        guard hasRoom else {
            throw KeychainError(
                .diskFull, during: "deciding about programs on the session bus",
                hint: "there are too many decisions; forget some: `latchkey deny --forget`")
        }
        try work.withLock { work throws(KeychainError) in try writeDecisions(&work) }
    }

    /// Call it when the thread of the bus has nothing else to do: files that have changed are read again, and what has
    /// changed is written.
    /// - Parameter now: milliseconds of the monotonic clock.
    /// - Returns: milliseconds until it wants to be called again.
    package func tick(at now: UInt64) -> UInt64? {
        work.withLock { work in
            if isOutdated.load(ordering: .acquiring) {
                configure(&work)
            } else if now >= work.lookedAt &+ Self.lookTime {
                work.lookedAt = now
                if stamps != work.stamps { configure(&work) }
            }
            return write(&work, at: now)
        }
    }

    /// The bus has ended: managers ask anew.
    package func forgetManagers() { policy().forgetManagers() }

    /// The daemon ends, or the user is gone: what has changed is written.
    package func flush() {
        work.withLock { work in
            work.nextRecord = 0
            work.nextDecisions = 0
            _ = write(&work, at: monotonicMilliseconds())
        }
    }

    /// Has the configuration read again by the next ``tick(at:)``, or the next report. It waits for nothing.
    package func setOutdated() { isOutdated.store(true, ordering: .releasing) }
}

extension BusPolicyHome {
    private var stamps: [BusPolicyFile.Stamp] {
        [places.system, places.shipped, places.users ?? ""].map { BusPolicyFile.Stamp($0) }
    }

    /// A problem makes nothing wider than the files say without it, nor than `enforce` with the lists that are built in
    /// and shipped.
    private func configure(_ work: inout Work) {
        // Before the files: what comes meanwhile has them read once more.
        isOutdated.store(false, ordering: .sequentiallyConsistent)
        work.stamps = stamps
        var problems: [String] = []
        var configuration = BusConfiguration.builtIn
        for name in BusPolicyFile.names(in: places.shipped, endingIn: ".toml", atMost: Self.largestCountOfShipped) {
            read(places.shipped + "/" + name, ofSystem: true, into: &problems) { bytes throws(TomlProblem) in
                try configuration.read(ofSystem: bytes, isShipped: true)
            }
        }
        let isRoots = read(places.system, ofSystem: true, into: &problems) { bytes throws(TomlProblem) in
            try configuration.read(ofSystem: bytes, isShipped: false)
        }
        if !isRoots { configuration.mode = .enforce }
        if let users = places.users {
            let isUsers = read(users, ofSystem: false, into: &problems) { bytes throws(TomlProblem) in
                try configuration.read(ofUser: bytes)
            }
            if !isUsers { configuration.mode = .enforce }
        }
        for problem in problems where !work.problems.contains(problem) { log(problem) }
        work.problems = problems
        if configuration != state.configuration { state.use(configuration) }
    }

    /// - Returns: false if the file is there and does not count.
    @discardableResult
    private func read(
        _ path: String, ofSystem: Bool, into problems: inout [String], _ take: ([UInt8]) throws(TomlProblem) -> Void
    ) -> Bool {
        let owners: Set<UInt32> = ofSystem ? [0] : [0, user]
        let contents: BusPolicyFile.Contents =
            if ofSystem, BusPolicyFile.Stamp(path) == BusPolicyFile.Stamp("") {
                .missing
            } else if ofSystem, !places.isOfSystem(path) {
                .refused("others than root can write it, or a folder on the way to it")
            } else {
                BusPolicyFile.read(
                    path, of: ofSystem ? owners.union(places.systemOwners) : owners, atMost: TomlReader.largestSize)
            }
        let reason: String
        switch contents {
        case .missing: return true
        case .refused(let words): reason = words
        case .bytes(let bytes):
            do throws(TomlProblem) {
                try take(bytes)
                return true
            } catch {
                reason = "line \(error.line): \(error.reason)"
            }
        }
        problems.append("\(path) is not used: \(reason)")
        return false
    }
}

extension BusPolicyHome {
    private func write(_ work: inout Work, at now: UInt64) -> UInt64? {
        let (decisions, record, lacksRoom) = state.withLock {
            ($0.changesOfDecisions, $0.changesOfRecord, $0.lacksRoom)
        }
        if lacksRoom, !work.lacksRoom { log(BusPolicyState.Contents.noRoom) }
        work.lacksRoom = lacksRoom
        var next: UInt64?
        if decisions != work.writtenDecisions {
            if now >= work.nextDecisions, (try? writeDecisions(&work)) == nil {
                work.nextDecisions = now + Self.failureTime
                note(failure: "decisions", &work)
            }
            if decisions != work.writtenDecisions, work.nextDecisions > now { next = work.nextDecisions - now }
        }
        if record != work.writtenRecord {
            if now >= work.nextRecord {
                let (bytes, count) = state.withLock { ($0.record.encoded, $0.changesOfRecord) }
                if (try? write(bytes, to: "record")) != nil {
                    work.writtenRecord = count
                    work.nextRecord = now + Self.recordTime
                } else {
                    work.nextRecord = now + Self.failureTime
                    note(failure: "record", &work)
                }
            }
            if record != work.writtenRecord, work.nextRecord > now {
                next = min(next ?? .max, work.nextRecord - now)
            }
        }
        return next
    }

    private func note(failure name: String, _ work: inout Work) {
        if !work.hasFailed { log("\(places.kept)/\(name) cannot be written") }
        work.hasFailed = true
    }

    private func writeDecisions(_ work: inout Work) throws(KeychainError) {
        let (bytes, count) = state.withLock { ($0.decisions.encoded, $0.changesOfDecisions) }
        try write(bytes, to: "decisions")
        work.writtenDecisions = count
    }

    private func write(_ bytes: [UInt8], to name: String) throws(KeychainError) {
        unsafe mkdir(places.kept, 0o700)
        try FileReplacement(
            of: places.kept + "/" + name, mode: .exactly(0o600),
            during: "keeping what was decided about programs on the session bus",
            hint: "the folder secret-service beside the keychains cannot be written"
        ).write(bytes)
    }

    /// What is kept in a file, or nil. A damaged one is moved aside: nothing of it counts.
    private static func kept<Kept>(
        _ path: String, _ largest: Int, _ log: (String) -> Void, _ decode: ([UInt8]) -> Kept?
    ) -> Kept? {
        switch BusPolicyFile.read(path, of: [geteuid()], atMost: largest) {
        case .missing: return nil
        case .bytes(let bytes):
            if let kept = decode(bytes) { return kept }
            log("\(path) is damaged, and was moved to \(path).damaged")
        case .refused(let reason): log("\(path) is not used: \(reason); it was moved to \(path).damaged")
        }
        if unsafe rename(path, path + ".damaged") != 0 { log("\(path) cannot be moved aside") }
        return nil
    }
}
