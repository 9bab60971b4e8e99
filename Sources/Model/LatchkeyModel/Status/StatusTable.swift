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
        for table in [keychain, certificates, modules, attributes, records] {
            guard let first = table.first, let last = table.last else { continue }
            if code <= first.code, code >= last.code { return search(code, in: table) }
        }
        return nil
    }

    /// Every description, from the greatest code to the least.
    package static var all: [StatusDescription] { keychain + certificates + modules + attributes + records }

    /// - Precondition: the codes of `table` fall.
    private static func search(_ code: Int32, in table: [StatusDescription]) -> StatusDescription? {
        var low = 0
        var high = table.count
        while low < high {
            let middle = low + (high - low) / 2
            if table[middle].code > code { low = middle + 1 } else { high = middle }
        }
        return low < table.count && table[low].code == code ? table[low] : nil
    }
}
