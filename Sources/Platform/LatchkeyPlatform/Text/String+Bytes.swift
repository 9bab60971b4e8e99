// Texts that are the same if their bytes are.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension String {
    /// Whether both have the same bytes. `==` takes two spellings of one letter for equal, which as paths are two files
    /// and as hosts two machines.
    package func hasSameBytes(as other: String) -> Bool {
        // Where they lie: one by one takes ten times as long.
        let same = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                guard let start = own.baseAddress, let end = other.baseAddress else { return own.count == other.count }
                return unsafe own.count == other.count && memcmp(start, end, own.count) == 0
            }
        }
        if let same, let same { return same }
        return utf8.elementsEqual(other.utf8)
    }

    /// Lets the bytes decide what a hash is, as they decide what is equal.
    package func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Sequence<String> {
    /// Whether one of them has the bytes of `text`.
    package func containsBytes(of text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
