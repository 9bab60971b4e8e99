// Texts that are the same where their bytes are.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether both have the same bytes. `==` takes two spellings of one letter for equal, which as paths are two files and as hosts two
    /// machines.
    package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Sequence<String> {
    /// Whether one of them has the bytes of `text`.
    package func containsBytes(of text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
