// Turns SQLite's result codes into the keychain's (reference 4.2).
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import LatchkeyModel
package import LatchkeyPlatform

extension KeychainError {
    /// - Parameter extendedCode: SQLite's extended result code.
    package static func sqlite(_ extendedCode: CInt, during operation: StaticString) -> KeychainError {
        let (code, hint): (Code, StaticString?) =
            switch extendedCode & 0xff {
            case SQLITE_READONLY: (.readOnly, "the keychain or its directory cannot be written")
            case SQLITE_PERM: (.readOnly, "the keychain or its directory cannot be written")
            case SQLITE_CONSTRAINT: (.duplicateItem, nil)
            case SQLITE_ABORT: (Code(rawValue: -1), nil)
            case SQLITE_MISMATCH: (.noSuchAttribute, nil)
            case SQLITE_NOMEM: (.allocate, nil)
            case SQLITE_IOERR: (.inputOutput, "the disk under the keychain reports an error")
            case SQLITE_INTERNAL: (.internalComponent, nil)
            case SQLITE_FULL: (.diskFull, "make room on the disk; nothing was changed")
            case SQLITE_NOTADB: (.invalidKeychain, "the file is not a keychain")
            case SQLITE_CORRUPT: (.notAvailable, "the keychain file is damaged; `latchkey doctor` tells where")
            default: (.notAvailable, nil)
            }
        return KeychainError(code, during: operation, hint: hint, cause: .sqlite(extendedCode: extendedCode))
    }

    static func fullDisk(during operation: StaticString) -> KeychainError {
        KeychainError(.diskFull, during: operation, hint: "make room on the disk; nothing was changed")
    }

    /// If others wrote for longer than a call waits.
    package static let othersWrite = KeychainError(
        .notAvailable, during: "waiting for another process that writes to the keychain",
        cause: .sqlite(extendedCode: SQLITE_BUSY))

    /// True if somebody else has the lock that was asked for.
    var isBusy: Bool {
        guard case .sqlite(let extendedCode)? = cause else { return false }
        return extendedCode & 0xff == SQLITE_BUSY
    }

    /// True if SQLite could not make the memory that the processes of a file share.
    var lacksSharedMemory: Bool {
        guard case .sqlite(let extendedCode)? = cause else { return false }
        // SQLITE_IOERR_SHMOPEN, SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_SHMMAP, which Swift does not see.
        return [18, 19, 21].contains { extendedCode == SQLITE_IOERR | $0 << 8 }
    }

    /// True if SQLite took the bytes of the file for damaged, or for no database at all.
    package var suggestsDamage: Bool {
        guard case .sqlite(let extendedCode)? = cause else { return false }
        return [SQLITE_NOTADB, SQLITE_CORRUPT].contains(extendedCode & 0xff)
    }
}
