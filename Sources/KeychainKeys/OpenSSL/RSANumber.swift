// A number that RSA is done on.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel

/// As many bytes as the modulus, the most significant first.
struct RSANumber {
    let bytes: [UInt8]

    /// - Throws: `.parameter` for what is longer than the modulus, and for words that are not whole.
    init(_ input: UnsafeRawBufferPointer, _ form: RSANumberForm, size: Int) throws(KeychainError) {
        let digits: [UInt8]
        switch form {
        case .bigEndian: digits = unsafe Array(input)
        case .words:
            // What is above the modulus in the last word has to be nothing.
            let reversed = unsafe Array(input.reversed())
            guard reversed.count.isMultiple(of: 8), reversed.dropLast(size).allSatisfy({ $0 == 0 }) else {
                throw KeychainError(.parameter, during: "reading a number for RSA")
            }
            digits = Array(reversed.suffix(size))
        }
        guard digits.count <= size else { throw KeychainError(.parameter, during: "reading a number for RSA") }
        bytes = [UInt8](repeating: 0, count: size - digits.count) + digits
    }
}

extension RSANumberForm {
    /// The number as the caller wants it.
    func written(_ number: [UInt8]) -> [UInt8] {
        switch self {
        case .bigEndian: number
        case .words: number.reversed() + [UInt8](repeating: 0, count: (8 - number.count % 8) % 8)
        }
    }
}
