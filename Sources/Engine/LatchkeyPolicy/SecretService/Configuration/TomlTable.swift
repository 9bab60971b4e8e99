// What a configuration file says.
// SPDX-License-Identifier: Apache-2.0

package enum TomlValue: Hashable, Sendable {
    case string(String)
    case strings([String])
    case flag(Bool)
    case number(Int64)
}

package struct TomlEntry: Hashable, Sendable {
    package let key: String
    package let value: TomlValue
    /// Where it begins; the first line is 1.
    package let line: Int

    package init(key: String, value: TomlValue, line: Int) {
        self.key = key
        self.value = value
        self.line = line
    }
}

/// A table of the file, or one element of an array of tables. The entries before the first header are in a table
/// without a name.
package struct TomlTable: Hashable, Sendable {
    package let name: String
    package let isElement: Bool
    package let line: Int
    package internal(set) var entries: [TomlEntry] = []
}

/// Why a configuration file is not used.
package struct TomlProblem: Error, Hashable {
    package let line: Int
    package let reason: StaticString

    package init(line: Int, reason: StaticString) {
        self.line = line
        self.reason = reason
    }

    package static func == (lhs: TomlProblem, rhs: TomlProblem) -> Bool {
        lhs.line == rhs.line && lhs.reason.description == rhs.reason.description
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(reason.description)
    }
}
