// Single writes of tests, each in a transaction of its own.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension ItemStore {
    func insert(_ item: SealedItem) throws(KeychainError) {
        try connection.write { transaction throws(KeychainError) in try insert(item, in: transaction) }
    }

    func replace(rowID: Int64, with item: SealedItem) throws(KeychainError) {
        try connection.write { transaction throws(KeychainError) in
            try replace(rowID: rowID, with: item, in: transaction)
        }
    }

    func delete(rowID: Int64, of itemClass: ItemClass) throws(KeychainError) {
        try connection.write { transaction throws(KeychainError) in
            try delete(rowID: rowID, of: itemClass, in: transaction)
        }
    }

    func nextIdentifier(of itemClass: ItemClass, now: Double) throws(KeychainError) -> RowIdentifier {
        try connection.write { transaction throws(KeychainError) in
            try nextIdentifier(of: itemClass, now: now, in: transaction)
        }
    }
}
