// The words of `security item`, as a dictionary of the four calls.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyQuery
import LatchkeyTooling

/// What a list of `attr=value` says. The calls of the library decide what of it is allowed.
package struct RawItem: Sendable {
    private var assignments: [RawAssignment] = []
    package private(set) var secret: Secret?

    /// Where the value of `v_Data` comes from.
    package enum Secret: Sendable {
        case given(ItemSecret)
        /// `v_Data=-`
        case standardInput
        /// `v_Data` without a value.
        case prompt
    }

    package init(_ words: [ItemSecret]) throws(CommandFailure) {
        for word in words {
            for assignment in try RawAssignment.list(of: word) { try read(assignment) }
        }
    }

    private mutating func read(_ assignment: RawAssignment) throws(CommandFailure) {
        guard assignment.name != "v_Data" else {
            guard let value = assignment.value else { return secret = .prompt }
            let isInput = !assignment.isHexadecimal && value.isEqual(to: "-")
            return secret = isInput ? .standardInput : .given(value)
        }
        guard assignment.value != nil else { throw .usage("\(assignment.name) needs a value") }
        assignments.append(assignment)
    }

    package func names(_ name: String) -> Bool { assignments.contains { $0.name == name } }

    /// - Parameters:
    ///   - data: What is read for `v_Data`, or nil before that.
    ///   - others: Entries that stand for what is not said.
    /// - Throws: the codes of reference 3.1 for names and values that no dictionary can have.
    package func dictionary(
        data: ItemSecret? = nil, and others: [(key: QueryKey, value: QueryValue)] = []
    ) throws(KeychainError) -> QueryDictionary {
        var entries = others
        for assignment in assignments {
            guard let value = assignment.value else { continue }
            let key = try key(of: assignment.name)
            entries.append((key, try RawValue.value(value, isHexadecimal: assignment.isHexadecimal, for: key)))
        }
        if secret != nil { entries.append((.value(.data), .secret(data ?? ItemSecret(copying: [])))) }
        let dictionary = try QueryDictionary(entries)
        // Both take objects, which no command line has; -k names a keychain.
        _ = try dictionary.searchList()
        _ = try dictionary.keychain()
        return dictionary
    }

    private func key(of name: String) throws(KeychainError) -> QueryKey {
        do {
            return try QueryKey(named: name)
        } catch  where name.utf8.count != 4 {
            throw KeychainError(
                error.code, saying: error.operation, hint: "the name of an attribute is that of a column, such as acct")
        }
    }
}
