// The variables of the process.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Given by the process, or by a test.
package struct Environment: Sendable {
    private let find: @Sendable (String) -> String?

    /// The process's own.
    package init() {
        find = { name in
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }
    }

    package init(_ variables: [String: String]) { find = { variables[$0] } }

    /// - Returns: nil for an empty one, too.
    package subscript(name: String) -> String? { find(name).flatMap { $0.isEmpty ? nil : $0 } }
}
