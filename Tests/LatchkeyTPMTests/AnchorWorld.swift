// Processes on one keychain file, its anchor, crashes, and somebody who copies the file and puts old ones in place.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyCrypto

/// One state of everything, of which a search follows every next one. What the processes do is decided by ``AnchorRun``
/// itself.
struct AnchorWorld: Hashable {
    /// What is tried.
    struct Bounds {
        var processes = 1
        var writes = 2
        var advances = 2
        /// Copies that the attacker has at once; nil for no attacker.
        var copies: Int?
        /// How often the TPM takes no extension.
        var refusals = 0
        /// How often the attacker removes the index.
        var removals = 0
        /// Whether the attacker takes the record out of the file.
        var strips = false
        var mistake: Mistake?
        /// Whether the keychain has an anchor at the beginning.
        var isAnchored = true
    }

    /// What is done wrongly, to see that the search finds it.
    enum Mistake: Hashable, CaseIterable {
        /// The lock is held over neither phase.
        case noLock
        /// An advance is said to be done when its record is written.
        case noExtension
        /// Finishing the advance of another is taken for an anchor of everything that the file holds.
        case finishingAnchorsEverything
        /// An index that is not there is no reason to refuse a file.
        case openingLooksAtNoIndex
    }

    struct File: Hashable {
        /// The numbers of the writes, in their order.
        var data: [UInt8] = []
        var record: AnchorRecord?
        /// What of the data the record's advance anchors.
        var covered: [UInt8] = []
    }

    enum Process: Hashable {
        case down
        case opening(AnchorRun)
        case up
        case advancing(AnchorRun)
    }

    /// What must not be.
    enum Fault: Hashable {
        case falseAlarm, acceptedRollback, lostWrite
    }

    private var file = File()
    private var index = AnchorReading.missing
    private var processes: [Process]
    private var copies: Set<File> = []
    private var acknowledged: [UInt8] = []
    /// What the last finished advance has anchored.
    private var anchored: [UInt8] = []
    private var writes = 0
    private var advances = 0
    private var refusals = 0
    private var removals = 0
    private var lockHolder: Int?
    private var isAttacked = false

    init(_ bounds: Bounds) {
        processes = Array(repeating: .down, count: bounds.processes)
        guard bounds.isAnchored else { return }
        let record = AnchorRecord(index: Self.handle, previous: .zero, extension: Self.extension(255), time: 0)
        file.record = record
        index = .value(record.current)
    }

    private static let handle = AnchorPlace.handles.lowerBound

    private static func `extension`(_ number: Int) -> AnchorValue {
        AnchorValue(Array(SHA256.hash(data: [UInt8(number)]))) ?? .zero
    }

    /// Calls `found` with every state that can follow, and with what is wrong on the way to it.
    func forEachNext(_ bounds: Bounds, _ found: (AnchorWorld, Fault?) -> Void) {
        for place in processes.indices {
            var next = self
            switch processes[place] {
            case .down:
                next.processes[place] = .opening(AnchorRun(.open))
                found(next, nil)
            case .opening(let run), .advancing(let run):
                guard let faults = next.step(run, of: place, bounds) else { break }
                found(next, faults.first)
                guard case .extend? = run.effect, refusals < bounds.refusals else { break }
                next = self
                next.refusals += 1
                found(next, next.step(run, of: place, bounds, isRefused: true)?.first)
            case .up:
                if writes < bounds.writes {
                    next.writes += 1
                    next.file.data.append(UInt8(next.writes))
                    next.acknowledged = next.file.data
                    found(next, nil)
                }
                guard advances < bounds.advances else { break }
                next = self
                next.advances += 1
                let advance = AnchorRun.Advance(
                    index: Self.handle, extension: Self.extension(advances), time: 0)
                next.processes[place] = .advancing(
                    AnchorRun(file.record == nil ? .establish(advance) : .advance(advance)))
                found(next, nil)
            }
            if processes[place] != .down {
                next = self
                next.kill(place)
                found(next, nil)
            }
        }
        // The power fails.
        var next = self
        for place in processes.indices { next.kill(place) }
        if next != self { found(next, nil) }
        if removals < bounds.removals, index != .missing {
            next = self
            next.removals += 1
            next.index = .missing
            next.isAttacked = true
            found(next, nil)
        }
        guard let most = bounds.copies else { return }
        if copies.count < most, !copies.contains(file) {
            next = self
            next.copies.insert(file)
            found(next, nil)
        }
        guard processes.allSatisfy({ $0 == .down }) else { return }
        if bounds.strips, file.record != nil {
            next = self
            next.file.record = nil
            next.isAttacked = true
            found(next, nil)
        }
        for copy in copies where copy != file {
            next = self
            next.file = copy
            next.acknowledged = copy.data
            next.isAttacked = true
            found(next, nil)
        }
    }

    private mutating func kill(_ place: Int) {
        processes[place] = .down
        if lockHolder == place { lockHolder = nil }
    }

    /// Does one effect of a run.
    /// - Parameter isRefused: the TPM takes no extension.
    /// - Returns: nil if it has to wait; else what is wrong, if something is.
    private mutating func step(
        _ run: AnchorRun, of place: Int, _ bounds: Bounds, isRefused: Bool = false
    ) -> [Fault]? {
        var run = run
        var faults: [Fault] = []
        switch run.effect {
        case .lock:
            if bounds.mistake != .noLock {
                guard lockHolder == nil else { return nil }
                lockHolder = place
            }
            run.handle(.locked)
        case .unlock:
            if lockHolder == place { lockHolder = nil }
            run.handle(.unlocked)
        case .readRecord: run.handle(.record(file.record))
        case .readIndex:
            if bounds.mistake == .openingLooksAtNoIndex, case .opening = processes[place], let record = file.record {
                run.handle(.index(.value(record.current)))
            } else {
                run.handle(.index(index))
            }
        case .defineIndex:
            index = .value(.zero)
            run.handle(.defined)
        case .commit(let record):
            file.record = record
            file.covered = file.data
            run.handle(.committed)
        case .extend where isRefused: run.handle(.notExtended)
        case .extend(let data):
            // Somebody has removed it meanwhile: the run ends with an error.
            guard index != .missing else {
                kill(place)
                return []
            }
            if bounds.mistake != .noExtension, case .value(let value) = index {
                index = .value(value.extended(with: data))
            }
            if isAttacked, !file.data.starts(with: anchored) { faults.append(.acceptedRollback) }
            anchored = bounds.mistake == .finishingAnchorsEverything ? file.data : file.covered
            run.handle(.extended)
        case nil: break
        }
        guard let outcome = run.outcome else {
            if case .opening = processes[place] {
                processes[place] = .opening(run)
            } else {
                processes[place] = .advancing(run)
            }
            return faults
        }
        switch outcome {
        case .refused:
            if !isAttacked { faults.append(.falseAlarm) }
            processes[place] = .down
        case .accepted:
            if isAttacked, !file.data.starts(with: anchored) { faults.append(.acceptedRollback) }
            if !isAttacked, !file.data.starts(with: acknowledged) { faults.append(.lostWrite) }
            processes[place] = .up
        case .anchored, .pending, .unanchored: processes[place] = .up
        }
        return faults
    }
}

/// Every state that can be reached.
struct AnchorSearch {
    private(set) var states = 0
    private(set) var faults: [AnchorWorld.Fault: Int] = [:]

    init(_ bounds: AnchorWorld.Bounds) {
        let start = AnchorWorld(bounds)
        var seen: Set = [start]
        var waiting = [start]
        while let world = waiting.popLast() {
            states += 1
            world.forEachNext(bounds) { next, fault in
                if let fault { faults[fault, default: 0] += 1 }
                if seen.insert(next).inserted { waiting.append(next) }
            }
        }
    }
}
