// Folds text so that names that differ in case only become the same.
// SPDX-License-Identifier: Apache-2.0

package enum TextFolding {
    /// The lower-case mapping of every Unicode scalar, without normalisation (Documentation/Formats/Database.md §5).
    package static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        return text.unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    }

    /// Folds text, or data that is text. Data that is not UTF-8 is kept as it is.
    package static func fold(_ bytes: [UInt8]) -> [UInt8] {
        String(validating: bytes, as: UTF8.self).map { Array(fold($0).utf8) } ?? bytes
    }
}
