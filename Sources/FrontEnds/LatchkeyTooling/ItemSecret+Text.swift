// Reads a word of the command line, which is kept as a secret until it is known to be none.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemSecret {
    /// True if the bytes are those of `text`.
    package func isEqual(to text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count == count else { return false }
        return unsafe bytes.withUnsafeBytes { own in
            text.withUTF8Buffer { other in unsafe own.elementsEqual(other) }
        }
    }

    /// The bytes of a word that is not secret.
    package var publicBytes: [UInt8] { bytes.declassified(because: "the word is an option or a name, no password") }

    /// The word as text; bytes that are no UTF-8 are replaced, so it is for paths and messages only.
    package var publicText: String { String(decoding: publicBytes, as: UTF8.self) }

    /// The word as an attribute: text, or data where it is no UTF-8, so that nothing is lost.
    package var attributeValue: AttributeValue {
        let bytes = publicBytes
        return String(validating: bytes, as: UTF8.self).map(AttributeValue.string) ?? .data(bytes)
    }
}
