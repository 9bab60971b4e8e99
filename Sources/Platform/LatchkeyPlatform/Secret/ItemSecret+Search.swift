// Looks for a text in a word or a file that may hold a secret.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ItemSecret {
    /// The offset of the first occurrence of `text`, or nil if there is none.
    package func firstPlace(of text: StaticString) -> Int? {
        let size = text.utf8CodeUnitCount
        guard count >= size else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return (0...bytes.count - size).first { unsafe memcmp(start + $0, text.utf8Start, size) == 0 }
        }
    }
}
