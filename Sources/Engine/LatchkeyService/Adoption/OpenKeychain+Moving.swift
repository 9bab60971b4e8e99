// The items of a keychain, some at a time, for another keychain; and the end of its file under its name.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Rows of one page, and bytes of their items and of one item.
    private static let (mostItems, mostBytes, longestItem) = (128, 1 << 20, 24 << 20)

    /// The items behind a place. What does not move is counted.
    /// - Throws: `.interactionNotAllowed` if one of them is locked.
    func movedItems(
        after start: MovePlace, charging memory: CallMemory
    ) throws(KeychainError) -> MovePage<MoveState> {
        try withState { state throws(KeychainError) in
            try state.connection.read { snapshot throws(KeychainError) in
                try state.refresh(in: snapshot)
                var page = MovePage(state: MoveState(state.fileIdentity, state.dataVersion), place: start)
                var bytes = 0
                let items = ItemStore(state.connection, charging: memory)
                while let place = page.place, page.items.count < Self.mostItems, bytes < Self.mostBytes {
                    var isAtEnd = true
                    try items.forEachRow(
                        after: place.row, of: place.itemClass, longest: Self.longestItem, in: snapshot
                    ) { number, passed throws(KeychainError) in
                        switch try state.moved(passed) {
                        case .item(let item):
                            page.items.append(item)
                            bytes += item.size
                        case .stays(let reason): page.staying[reason, default: 0] += 1
                        }
                        page.place = MovePlace(itemClass: place.itemClass, row: number)
                        isAtEnd = page.items.count < Self.mostItems && bytes < Self.mostBytes
                        return isAtEnd
                    }
                    if isAtEnd { page.place = place.nextClass }
                }
                if page.place == nil {
                    let count = try state.quarantine.count()
                    if count > 0 { page.staying[.quarantined] = count }
                }
                return page
            }
        }
    }

    /// Gives the file its dated name, if nobody has written to it since it was in a state.
    /// - Returns: the new path, or nil if somebody has.
    func keepAsMoved(ifStill expected: MoveState) throws(KeychainError) -> String? {
        try keep(behind: KeptFile.adoptedMarker, ifStill: expected)
    }

    /// Gives the file a dated name because an older one comes back to its place.
    /// - Returns: the new path, or nil if there is no file.
    func setAside() throws(KeychainError) -> String? {
        do throws(KeychainError) {
            return try keep(behind: KeptFile.replacedMarker, ifStill: nil)
        } catch  where error.code == .noSuchKeychain {
            return nil
        }
    }

    /// - Parameter expected: nil for any state.
    private func keep(behind marker: String, ifStill expected: MoveState?) throws(KeychainError) -> String? {
        let turn = try DirectoryLock(file.directory)
        defer { turn.release() }
        let now = clock.now()
        let ending = try tryingAgain { state, triesAgain throws(KeychainError) -> FileEnding? in
            let ending = try state.keep(behind: marker, ifStill: expected, now: now, triesAgain: triesAgain)
            guard case .inTheWay = ending else { return ending }
            guard triesAgain else { throw .othersReadLong }
            return nil
        }
        guard case .kept(let kept) = ending else { return nil }
        // Before another keychain of this name is made, whose log SQLite would take for its own.
        close()
        KeychainFile(path: kept).tidy()
        return kept
    }
}

/// What became of giving a file its dated name.
private enum FileEnding {
    case kept(String)
    /// Somebody has written to it.
    case changed
    /// Somebody reads it, or writes to it.
    case inTheWay
}

/// What becomes of a row when the keychain moves.
private enum MovedRow {
    case item(MovedItem)
    case stays(StayReason)
}

extension KeychainState {
    fileprivate mutating func keep(
        behind marker: String, ifStill expected: MoveState?, now: Double, triesAgain: Bool
    ) throws(KeychainError) -> FileEnding {
        guard connection.emptyLog() else { return .inTheWay }
        let connection = connection
        let ending = try connection.writeAtOnce(
            triesAgain: triesAgain, keeping: { (ending: FileEnding) in if case .kept = ending { true } else { false } }
        ) { transaction throws(KeychainError) in
            try refresh(in: transaction.snapshot)
            if let expected, expected != MoveState(fileIdentity, dataVersion) { return .changed }
            // Somebody may have written between the two.
            guard file.hasEmptyLog else { return .inTheWay }
            return .kept(try file.keep(behind: marker, now: now))
        }
        return ending ?? .inTheWay
    }

    fileprivate func moved(_ passed: ItemStore.Passed) throws(KeychainError) -> MovedRow {
        switch passed {
        case .tooLong: return .stays(.tooLong)
        case .row(.failure(let damage)): return .stays(damage.isOfNewerVersion ? .ofNewerVersion : .damaged)
        case .row(.success(let row)):
            guard !row.isTombstone else { return .stays(.deleted) }
            do throws(KeychainError) {
                let opened = try row.open(with: keys)
                guard
                    case .open(let item) = try opened.openSecret(
                        with: keys, by: KeychainPolicy.mayMove(opened.item.reference))
                else { return .stays(.underPassword) }
                guard item.fields.isEmpty else { return .stays(.damaged) }
                return .item(
                    MovedItem(
                        reference: item.item.reference, attributes: item.item.attributes,
                        accessControl: item.item.accessControl, secret: item.secret))
            } catch  where error.isOfRowThatDoesNotOpen {
                return .stays(error.code == .wrongVersion ? .ofNewerVersion : .damaged)
            }
        }
    }
}

extension KeychainError {
    fileprivate static let othersReadLong = KeychainError(
        .notAvailable, during: "renaming a keychain file",
        hint: "another program has the keychain open and is reading it; end that program and try again")
}
