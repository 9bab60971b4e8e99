// The name of a program within its team, such as com.example.app.
// SPDX-License-Identifier: Apache-2.0

/// 1 to 255 visible characters of ASCII, without `/` and `*`: it becomes part of names that people read and policy
/// compares.
package struct CodeIdentifier: Hashable, Sendable {
    package let text: String

    /// Greatest length in bytes.
    package static let largestSize = 255

    package init?(_ text: String) {
        guard (1...Self.largestSize).contains(text.utf8.count),
            text.utf8.allSatisfy({
                (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "*")
            })
        else { return nil }
        self.text = text
    }
}

extension CodeIdentifier: CustomStringConvertible {
    package var description: String { text }
}
