// Writes every item of a keychain to a backup, some at each step.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

/// One state of the file from the first item to the last: it reads in one transaction, while others write.
final class BackupExport: Transfer {
    /// It is in nobody's way, and a pipe may be slow.
    let patience: Double = 600

    /// Rows that a step looks at.
    private static let mostRows = 2048

    private let connection: Connection
    /// That of the keys that the items are under.
    private let keybag: RowIdentifier
    private let deviceKey: BackupDeviceKey
    private var writer: BackupWriter
    private var leftOut = BackupOmissions()
    private let total: UInt64
    private var done: UInt64 = 0
    /// The classes that are still to come, the one that it is at first.
    private var classes = ItemClass.allCases[...]
    /// The number from which on rows of that class are to come; nil behind the last.
    private var next: Int64? = .min
    private var summary: BackupSummary?
    /// Of a long item whose bytes nobody has taken yet.
    private var account = TransferAccount()

    /// - Parameters:
    ///   - connection: its own.
    ///   - header: the backup's, with how its key is wrapped.
    ///   - keybag: that of the state that the keys belong to.
    /// - Throws: `.notAvailable` if the file has other keys by now.
    init(
        of file: KeychainFile, on connection: Connection, header: BackupHeader, key: borrowing BackupKey,
        deviceKey: borrowing SecretBytes, keybag: RowIdentifier, settings: LockSettings
    ) throws(KeychainError) {
        try connection.execute("BEGIN")
        try connection.requireKnownSchema()
        let current = try LockedKeybag(decoding: KeybagStore(connection).encodedKeybag())
        guard current.keybag == keybag else { throw .changedMeanwhile }
        var rows: [UInt64] = []
        for itemClass in ItemClass.allCases {
            let count = try connection.rows("SELECT count(*) FROM \(itemClass.rawValue)").first?.first
            if case .integer(let number)? = count { rows.append(UInt64(number)) } else { rows.append(0) }
        }
        let about = BackupAbout(
            writer: "Latchkey", rows: rows, settings: settings,
            label: try CollectionStore(connection).read()?.label ?? "")
        self.connection = connection
        self.keybag = keybag
        self.deviceKey = BackupDeviceKey(deviceKey, for: header)
        writer = BackupWriter(header, under: key)
        total = rows.reduce(0, +)
        try writer.append(.about(about))
    }

    func perform(
        _ step: TransferStep, on keychain: OpenKeychain, charging memory: CallMemory,
        answering state: inout TransferState
    ) throws(KeychainError) {
        switch step {
        case .next: break
        case .piece, .endOfFile, .replace: throw .otherStep
        case .cancel: return
        }
        try keychain.withState { open throws(KeychainError) in
            try open.readingRefresh()
            guard open.keybag.keybag == keybag else { throw .changedMeanwhile }
            try open.requireEveryKey()
            // Rows that are left out write nothing, and others wait for the keychain.
            var rows = 0
            while writer.waiting < TransferStep.pieceSize, summary == nil, rows < Self.mostRows {
                try advance(keys: open.keys, charging: memory)
                rows += 1
            }
        }
        if summary != nil, connection.isOutdated(of: keychain.file) { throw .changedMeanwhile }
        state.bytes = writer.take(atMost: TransferStep.pieceSize)
        try account.hold(writer.held, chargingAs: memory)
        (state.done, state.total) = (done, total)
        if writer.waiting == 0 { state.summary = summary }
    }

    /// Writes one row, or the end.
    private func advance(keys: borrowing UnlockedKeybag, charging memory: CallMemory) throws(KeychainError) {
        guard let itemClass = classes.first else {
            let end = try writer.finish(leavingOut: leftOut)
            summary = BackupSummary(counts: end.counts, leftOut: end.leftOut)
            return
        }
        var visited: Int64?
        if let number = next {
            let items = ItemStore(connection, charging: memory)
            visited = try items.visitRow(from: number, of: itemClass) { row throws(KeychainError) in
                switch row {
                case .success(let row):
                    try memory.holding(row.sizeToRewrite) { () throws(KeychainError) in
                        try append(row, keys: keys)
                    }
                case .failure(let damage): leftOut.note(damage.isOfNewerVersion ? .newer : .damaged)
                }
            }
        }
        if let visited {
            done += 1
            next = visited < .max ? visited + 1 : nil
        } else {
            classes = classes.dropFirst()
            next = .min
        }
    }

    /// A row that does not open is left out, and counted.
    private func append(_ row: ItemRow, keys: borrowing UnlockedKeybag) throws(KeychainError) {
        do throws(KeychainError) {
            let (opened, metadata) = try row.openKeepingMetadata(with: keys)
            var secret: ItemSecret?
            switch KeychainPolicy.decideBackup(of: opened.item) {
            case .leftOut(let reason):
                // What is left of a deleted item has an access control that says nothing.
                guard row.isTombstone, reason == .constrained else { return leftOut.note(reason) }
            case .mayBackUp(let right):
                if !row.isTombstone { secret = try opened.secretPlaintext(with: keys, by: right) }
            }
            // As strictly as it will be read: one item that does not come back would keep all others from it.
            _ = try RestoredItem(
                row.reference, under: row.protection, metadata: metadata, secret: secret,
                latest: .greatestFiniteMagnitude)
            let item = BackupItem(
                itemClass: row.itemClass, protection: row.protection, identifier: row.identifier, metadata: metadata,
                secret: secret)
            guard !row.isTombstone else { return try writer.append(.tombstone(item)) }
            let list = try list(of: row, keys: keys)
            let isDeviceOnly = row.protection.isDeviceOnly
            try writer.append(isDeviceOnly ? .deviceItem(deviceKey.seal(item)) : .item(item))
            for entry in list.entries {
                let plaintext = AccessListPlaintext(entry).encoded()
                if isDeviceOnly {
                    let sealed = try deviceKey.seal(listEntry: plaintext, of: row.reference, under: row.protection)
                    try writer.append(.listEntry(sealed))
                } else {
                    try writer.append(.listEntry(ItemSecret(plaintext)))
                }
            }
        } catch  where error.isOfRowThatDoesNotOpen {
            leftOut.note(error.isDamage ? .damaged : .newer)
        }
    }

    /// A list that does not open shares the item with nobody, here and in the backup.
    private func list(of row: ItemRow, keys: borrowing UnlockedKeybag) throws(KeychainError) -> AccessList {
        do throws(KeychainError) {
            return try AccessLists(connection).list(of: row.reference, under: row.protection, keys: keys)
        } catch  where error.isOfRowThatDoesNotOpen {
            return AccessList([])
        }
    }
}

extension KeychainState {
    /// - Throws: `.interactionNotAllowed` unless every class can be opened: nothing smaller is ever made in silence.
    func requireEveryKey() throws(KeychainError) {
        for protection in ProtectionClass.allCases where protection != .akpu || keybag.hasPassword {
            guard keys.has(.classKey(protection)), keys.has(.metadataKey(protection)) else {
                throw .lockedForTransfer
            }
        }
    }
}
