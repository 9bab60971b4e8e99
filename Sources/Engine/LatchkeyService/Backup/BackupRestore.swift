// Reads a backup twice: first it checks everything, then it puts the items in the place of those that are there.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

/// The file comes from the command, a piece at a time, and comes twice. Nothing changes before all of it was verified,
/// and what changes then is one transaction.
final class BackupRestore: Transfer {
    /// Others wait to write.
    let patience: Double = 30

    private let connection: Connection
    private let preamble: BackupPreamble
    private let key: BackupKey
    private let deviceKey: BackupDeviceKey
    private let isOfThisMachine: Bool
    private let clock: KeychainClock
    private var reader: BackupReader
    private var phase = Phase.verifying
    private var report: RestoreReport?
    private var found = Found()
    private var about: BackupAbout?
    private var transaction: LongTransaction?
    /// Bytes of the file behind the preamble, as the first time has counted them.
    private var streamSize = 0
    /// The item that an entry of an access list belongs to; nil if that does not come back.
    private var last: Last?
    private var listCount = 0
    /// Of a long item that has come in part.
    private var account = TransferAccount()

    private enum Phase { case verifying, verified, replacing, done }

    /// What became of the items.
    fileprivate struct Found {
        var (restored, removed, outdated, ofOtherDevice, renumbered) = (0, 0, 0, 0, 0)
        /// Of the removed ones those that no backup holds, and rows that did not open.
        var (lost, setAside) = (0, 0)
        var done: UInt64 = 0
    }

    private struct Last {
        /// What it is called in the backup.
        let reference: PersistentReference
        let protection: ProtectionClass
        let isOfDevice: Bool
        /// What it is called here; nil if nothing changes yet.
        let placed: PersistentReference?
    }

    init(
        _ preamble: BackupPreamble, under key: consuming BackupKey, on connection: Connection,
        deviceKey: borrowing SecretBytes, formerDeviceKey: ItemSecret?, isOfThisMachine: Bool, clock: KeychainClock
    ) {
        self.connection = connection
        self.preamble = preamble
        self.deviceKey = BackupDeviceKey(deviceKey, or: formerDeviceKey, for: preamble.header)
        reader = BackupReader(preamble, under: key)
        self.key = key
        self.isOfThisMachine = isOfThisMachine
        self.clock = clock
    }

    func perform(
        _ step: TransferStep, on keychain: OpenKeychain, charging memory: CallMemory,
        answering state: inout TransferState
    ) throws(KeychainError) {
        switch step {
        case .next: throw .otherStep
        case .piece(let bytes): try take(bytes, on: keychain, charging: memory)
        case .endOfFile:
            try finish(on: keychain, charging: memory)
            state.report = report
        case .replace: try beginReplacing(on: keychain, charging: memory)
        case .cancel: return
        }
        state.done = found.done
        state.total = about.map { $0.rows.reduce(0) { $0 &+ $1 } } ?? 0
    }

    // MARK: Steps

    private func take(
        _ bytes: [UInt8], on keychain: OpenKeychain, charging memory: CallMemory
    ) throws(KeychainError) {
        guard phase == .verifying || phase == .replacing else { throw .otherStep }
        if phase == .verifying { streamSize += bytes.count }
        try withKeys(of: keychain) { keys throws(KeychainError) in
            unsafe try bytes.withRawBytes { bytes throws(KeychainError) in
                unsafe try reader.take(
                    bytes, reserving: { size throws(KeychainError) in try account.hold(size, chargingAs: memory) }
                ) { entry throws(KeychainError) in
                    try note(entry, keys: keys, charging: memory)
                }
            }
        }
        try account.hold(reader.held, chargingAs: memory)
    }

    private func finish(on keychain: OpenKeychain, charging memory: CallMemory) throws(KeychainError) {
        guard phase == .verifying || phase == .replacing else { throw .otherStep }
        try withKeys(of: keychain) { keys throws(KeychainError) in
            let end = try reader.finish { entry throws(KeychainError) in
                try note(entry, keys: keys, charging: memory)
            }
            report = makeReport(end)
        }
        guard phase == .replacing else {
            try forEachGivingWay(on: keychain, charging: memory) { _ in }
            report?.note(found)
            phase = .verified
            return
        }
        try renameCollection()
        try transaction?.commit()
        transaction = nil
        phase = .done
        // What was deleted is in the file until then.
        keychain.emptyLog()
    }

    private func beginReplacing(
        on keychain: OpenKeychain, charging memory: CallMemory
    ) throws(KeychainError) {
        guard phase == .verified else { throw .otherStep }
        // What is sealed anew, its digests and indices, once in the log and once in the file.
        try connection.requireSpace(streamSize / 5 * 11)
        var pauses = WritePauses(for: .minute)
        while transaction == nil {
            transaction = try LongTransaction(on: connection, triesAgain: !pauses.isOver)
            guard transaction == nil else { break }
            guard !pauses.isOver else { throw .othersWrite }
            pauses.pause()
        }
        found = Found()
        last = nil
        reader = BackupReader(preamble, under: key)
        phase = .replacing
        try connection.requireKnownSchema()
        try forEachGivingWay(on: keychain, charging: memory) { batch throws(KeychainError) in
            try transaction?.perform { transaction throws(KeychainError) in
                try RestoreStore(connection).delete(batch, now: clock.now(), in: transaction)
            }
        }
    }

    /// Counts the rows that give way. Others have their turn with the keychain in between, and none while rows are
    /// deleted, which needs no keys.
    private func forEachGivingWay(
        on keychain: OpenKeychain, charging memory: CallMemory,
        _ visit: (RestoreStore.Batch) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var last: RestoreStore.Batch?
        (found.removed, found.lost, found.setAside) = (0, 0, 0)
        while true {
            let batch = try withKeys(of: keychain) { keys throws(KeychainError) in
                try RestoreStore(connection, charging: memory).rowsGivingWay(after: last, keys: keys)
            }
            guard let batch else { return }
            found.removed += batch.removed
            found.lost += batch.lost
            found.setAside += batch.damaged.count
            try visit(batch)
            last = batch
        }
    }

    /// The name that the collection had, if it has none here.
    private func renameCollection() throws(KeychainError) {
        guard let label = about?.label, !label.isEmpty, try CollectionStore(connection).read()?.label == nil else {
            return
        }
        try transaction?.perform { transaction throws(KeychainError) in
            try CollectionStore(connection).rename(to: label, now: clock.now(), in: transaction)
        }
    }

    /// Lends the keys of the keychain, all of them, which are those of the file that is written.
    private func withKeys<R>(
        of keychain: OpenKeychain, _ body: (borrowing UnlockedKeybag) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try keychain.withState { open throws(KeychainError) in
            try open.readingRefresh()
            try open.requireEveryKey()
            let own = try LockedKeybag(decoding: KeybagStore(connection).encodedKeybag())
            guard own.keybag == open.keybag.keybag else { throw .changedMeanwhile }
            return try body(open.keys)
        }
    }

    // MARK: Entries

    private func note(
        _ entry: BackupEntry, keys: borrowing UnlockedKeybag, charging memory: CallMemory
    ) throws(KeychainError) {
        switch entry {
        case .about(let about): self.about = about
        case .item(let item): try note(item, isOfDevice: false, keys: keys, charging: memory)
        case .deviceItem(let sealed):
            guard let item = try deviceKey.open(sealed) else {
                found.ofOtherDevice += 1
                found.done += 1
                (last, listCount) = (nil, 0)
                return
            }
            try note(item, isOfDevice: true, keys: keys, charging: memory)
        case .listEntry(let body): try note(listEntry: body, keys: keys)
        case .tombstone(let item): try note(item, isOfDevice: false, keys: keys, charging: memory)
        case .end: break
        }
    }

    private func note(
        _ item: BackupItem, isOfDevice: Bool, keys: borrowing UnlockedKeybag, charging memory: CallMemory
    ) throws(KeychainError) {
        let size = item.metadata.count + (item.secret?.count ?? 0)
        let footprint = size > Self.shortItem ? Self.copies * size : 0
        try memory.holding(footprint) { () throws(KeychainError) in
            let reference = PersistentReference(itemClass: item.itemClass, identifier: item.identifier)
            let restored = try RestoredItem(
                reference, under: item.protection, metadata: item.metadata, secret: item.secret,
                latest: max(clock.now(), min(preamble.header.time, Self.latestTime)))
            switch KeychainPolicy.decideBackup(of: restored.item) {
            case .mayBackUp: break
            case .leftOut(let reason):
                // Nobody writes such a backup. What is left of a deleted item has an access control that says nothing.
                guard restored.isTombstone, reason == .constrained else { throw .damagedBackup }
            }
            found.done += 1
            listCount = 0
            // What a deleted item has left is no item to anybody who reads the report.
            let one = restored.isTombstone ? 0 : 1
            let store = RestoreStore(connection, charging: memory)
            guard let transaction else {
                let comes = try store.wouldPlace(restored, keys: keys)
                if comes { found.restored += one } else { found.outdated += one }
                last =
                    comes
                    ? Last(reference: reference, protection: item.protection, isOfDevice: isOfDevice, placed: nil) : nil
                return
            }
            let placement = try transaction.perform { transaction throws(KeychainError) in
                try store.place(restored, now: clock.now(), keys: keys, in: transaction)
            }
            switch placement {
            case .inserted(let placed), .renumbered(let placed):
                found.restored += one
                last = Last(
                    reference: reference, protection: item.protection, isOfDevice: isOfDevice, placed: placed)
            case .outdated:
                found.outdated += one
                last = nil
            }
            if case .renumbered = placement { found.renumbered += 1 }
        }
    }

    /// The year 2106: a backup of a later time was made by a clock that went wrong.
    private static let latestTime = Double(UInt32.max) - 978_307_200

    /// Bytes of an item that is charged to nobody, and copies of a longer one until it has its row.
    private static let (shortItem, copies) = (TransferAccount.free, 6)

    private func note(listEntry body: ItemSecret, keys: borrowing UnlockedKeybag) throws(KeychainError) {
        listCount += 1
        guard listCount <= AccessLists.mostEntries else { throw .damagedBackup }
        guard let last else { return }
        let plaintext =
            try last.isOfDevice
            ? deviceKey.open(listEntry: body, of: last.reference, under: last.protection) : body
        let entry = try AccessListPlaintext(decoding: plaintext.bytes).entry
        guard let transaction, let placed = last.placed else { return }
        do throws(KeychainError) {
            try transaction.perform { transaction throws(KeychainError) in
                try AccessLists(connection).insert(
                    entry, of: placed, under: last.protection, keys: keys, in: transaction)
            }
        } catch  where error.code == .duplicateItem || error.code == .parameter {
            throw .damagedBackup
        }
    }

    private func makeReport(_ end: BackupEnd) -> RestoreReport {
        var report = RestoreReport(
            backup: BackupSummary(counts: end.counts, leftOut: end.leftOut), time: preamble.header.time,
            isOfThisMachine: isOfThisMachine, settings: about?.settings ?? LockSettings())
        report.note(found)
        return report
    }
}

extension RestoreReport {
    fileprivate mutating func note(_ found: BackupRestore.Found) {
        (restored, removed, outdated) = (found.restored, found.removed, found.outdated)
        (ofOtherDevice, renumbered) = (found.ofOtherDevice, found.renumbered)
        (lost, setAside) = (found.lost, found.setAside)
    }
}
