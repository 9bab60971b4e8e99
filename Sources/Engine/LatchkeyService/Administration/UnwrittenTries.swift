// Wrong passwords that their file could not take.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyStore
import Synchronization

/// Wrong passwords of keychains whose file could not be written, as on a full disk: this process remembers them, so
/// that whoever fills the disk of a daemon does not get to guess at full speed.
final class UnwrittenTries: Sendable {
    /// Those of keychains, of the whole process.
    static let ofKeychains = UnwrittenTries()

    /// More keychains than one process guards; beyond that, what is oldest is forgotten.
    private static let limit = 4096
    private let kept = Mutex<[RowIdentifier: WrongPasswords]>([:])

    func of(_ keychain: RowIdentifier) -> WrongPasswords? { kept.withLock { $0[keychain] } }

    func keep(_ wrong: WrongPasswords, of keychain: RowIdentifier) {
        kept.withLock { kept in
            kept[keychain] = wrong
            guard kept.count > Self.limit, let oldest = kept.min(by: { $0.value.last < $1.value.last }) else { return }
            kept[oldest.key] = nil
        }
    }

    func forget(_ keychain: RowIdentifier) { kept.withLock { $0[keychain] = nil } }
}
