// Names and describes every result code of the keychain, for messages to people and for logs.
// SPDX-License-Identifier: Apache-2.0

/// What a result code is called and means.
package struct StatusDescription: Hashable, Sendable {
    /// The code, an `OSStatus`.
    package let code: Int32
    /// Apple's name of the code.
    package let name: String
    /// One English sentence.
    package let message: String

    init(_ code: Int32, _ name: String, _ message: String) {
        self.code = code
        self.name = name
        self.message = message
    }
}

/// Every result code that has a name.
package enum StatusTable {
    /// The description of `code`, or nil if no code of this number is known. O(log n).
    package static func description(of code: Int32) -> StatusDescription? {
        // The codes fall.
        var low = 0
        var high = all.count
        while low < high {
            let middle = low + (high - low) / 2
            if all[middle].code > code { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].code == code ? all[low] : nil
    }
}
