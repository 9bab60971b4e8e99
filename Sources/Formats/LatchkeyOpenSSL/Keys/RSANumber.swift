// A number that RSA is done on.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// As many bytes as the modulus, the most significant first.
package struct RSANumber: ~Copyable {
    /// In wiped memory: it may be a plaintext.
    let bytes: SecretBytes

    /// - Throws: `.parameter` for what is longer than the modulus, and for words that are not whole.
    package init(_ input: UnsafeRawBufferPointer, _ form: RSANumberForm, size: Int) throws(KeychainError) {
        let count = min(input.count, size)
        let fits =
            switch form {
            case .bigEndian: count == input.count
            // What is above the modulus in the last word has to be nothing.
            case .words: unsafe input.count.isMultiple(of: 8) && input[count...].allSatisfy { $0 == 0 }
            }
        guard fits else { throw KeychainError(.parameter, during: "reading a number for RSA") }
        bytes = unsafe SecretBytes(count: size) { target in
            for place in 0..<count {
                switch form {
                case .bigEndian: unsafe target[size - count + place] = unsafe input[place]
                case .words: unsafe target[size - 1 - place] = unsafe input[place]
                }
            }
        }
    }
}

extension RSANumberForm {
    /// The number as the caller wants it.
    package func written(_ number: [UInt8]) -> [UInt8] {
        switch self {
        case .bigEndian: number
        case .words: number.reversed() + [UInt8](repeating: 0, count: (8 - number.count % 8) % 8)
        }
    }
}
