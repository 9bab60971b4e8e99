// Splits a line of the interactive mode into words (reference 6.4.7).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

package enum LineFailure: Error, Hashable, Sendable {
    case tooManyWords
    case unfinishedQuote

    package var message: String {
        switch self {
        case .tooManyWords: "a line holds at most \(WordSplitter.largestWordCount) words"
        case .unfinishedQuote: "a quote is not closed"
        }
    }
}

/// Words are separated by blanks. Single quotes keep everything, double quotes keep all but a backslash, and a
/// backslash keeps the next byte.
package enum WordSplitter {
    package static let largestWordCount = 32

    package static func words(of line: borrowing SecretBytes) throws(LineFailure) -> [ItemSecret] {
        var words: [ItemSecret] = []
        var word = unsafe SecretBytes(count: line.count) { _ in }
        var count = 0
        var isInWord = false
        var quote: UInt8?
        var isEscaped = false

        func finish() throws(LineFailure) {
            guard words.count < largestWordCount else { throw .tooManyWords }
            let end = count
            words.append(
                unsafe word.withUnsafeBytes { bytes in
                    unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end])))
                })
            count = 0
            isInWord = false
        }
        func append(_ byte: UInt8) {
            let position = count
            unsafe word.withUnsafeMutableBytes { unsafe $0[position] = byte }
            count += 1
            isInWord = true
        }

        for offset in 0..<line.count {
            let byte = unsafe line.withUnsafeBytes { unsafe $0[offset] }
            switch byte {
            case _ where isEscaped:
                append(byte)
                isEscaped = false
            case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"):
                isEscaped = true
                isInWord = true
            case _ where byte == quote:
                quote = nil
            case _ where quote != nil:
                append(byte)
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                quote = byte
                isInWord = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                if isInWord { try finish() }
            default:
                append(byte)
            }
        }
        guard quote == nil, !isEscaped else { throw .unfinishedQuote }
        if isInWord { try finish() }
        return words
    }
}
