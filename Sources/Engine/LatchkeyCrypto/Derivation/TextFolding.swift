// Folds text so that names that differ in case only become the same.
// SPDX-License-Identifier: Apache-2.0

package enum TextFolding {
    /// The version of Unicode whose letters are folded, and no later ones: the columns of a file depend on it, so that
    /// every build must fold alike.
    private static let unicode = (major: 15, minor: 0)

    /// The lower-case mapping of every Unicode scalar, without normalisation
    /// (Documentation/Reference/Formats/Database.md §5).
    package static func fold(_ text: String) -> String { String(decoding: fold(Array(text.utf8)), as: UTF8.self) }

    /// Folds text, or data that is text. Data that is not UTF-8 is kept as it is.
    package static func fold(_ bytes: [UInt8]) -> [UInt8] {
        unsafe bytes.withUnsafeBytes { unsafe folded($0) } ?? bytes
    }

    /// - Returns: nil if the bytes are folded already, or are no text.
    package static func folded(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var isASCII = true
        var hasCapital = false
        for offset in 0..<bytes.count {
            let byte = unsafe bytes[offset]
            if byte >= 0x80 { isASCII = false }
            if (0x41...0x5a).contains(byte) { hasCapital = true }
        }
        if isASCII {
            return hasCapital ? unsafe bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 } : nil
        }
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else { return nil }
        var folded: [UInt8] = []
        folded.reserveCapacity(bytes.count)
        for scalar in text.unicodeScalars { folded.append(contentsOf: fold(scalar).utf8) }
        return unsafe folded.elementsEqual(bytes) ? nil : folded
    }

    private static func fold(_ scalar: Unicode.Scalar) -> String {
        let lower = scalar.properties.lowercaseMapping
        let isKnown = isKnown(scalar) && lower.unicodeScalars.allSatisfy(isKnown)
        return isKnown ? lower : String(scalar)
    }

    private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.age.map { $0 <= unicode } ?? false
    }
}
