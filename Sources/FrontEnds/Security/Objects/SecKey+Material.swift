// What a key is, the half of a pair or symmetric, and who holds its bytes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyObjects
package import LatchkeyPlatform

extension SecKey {
    enum Material: Hashable, Sendable {
        case half(KeyOutline, Holding)
        case symmetric(SymmetricKeyData)

        /// Of what is public: no hash says anything of a private or symmetric key.
        func hash(into hasher: inout Hasher) {
            switch self {
            case .half(let outline, _): hasher.combine(outline)
            case .symmetric(let key): hasher.combine(key)
            }
        }
    }

    /// Where the bytes of a half are.
    enum Holding: Hashable, Sendable {
        case here(KeyData)
        case keychain(KeyPlace)
    }

    /// What is public of the half of a pair; nil of a symmetric key.
    package var outline: KeyOutline? {
        switch material {
        case .half(let outline, _): outline
        case .symmetric: nil
        }
    }

    /// Where the key is, if it is a private one that is not here.
    var place: KeyPlace? {
        switch material {
        case .half(_, .keychain(let place)): place
        case .half(_, .here), .symmetric: nil
        }
    }

    /// The half of a pair that this is.
    /// - Throws: `.parameter` for a symmetric key, which has none of the algorithms of pairs.
    func half() throws(KeychainError) -> KeyOutline {
        guard let outline else { throw .isSymmetric }
        return outline
    }

    /// The bytes of the key.
    /// - Throws: `.dataNotAvailable` for those of a key that stays in the keychain.
    package func bytes() throws(KeychainError) -> ItemSecret {
        switch material {
        case .half(_, .here(let content)): return content.externalRepresentation
        case .symmetric(let key):
            if let bytes = key.bytes { return bytes }
        case .half(_, .keychain): break
        }
        throw KeychainError(.dataNotAvailable, during: "reading the bytes of a key that stays in the keychain")
    }

    /// The attributes that the key has by itself.
    var attributes: AttributeValues {
        switch material {
        case .half(let outline, _): outline.attributes
        case .symmetric(let key): key.attributes
        }
    }

    /// What the key may be used for, and how it is kept.
    var flags: [(key: Attribute, value: Bool)] {
        switch material {
        case .half(let outline, _): outline.flags
        case .symmetric(let key): key.flags
        }
    }

    /// Bytes.
    var blockSize: Int {
        switch material {
        case .half(let outline, _): outline.blockSize
        case .symmetric(let key): key.type.blockSize
        }
    }
}

extension KeychainError {
    static var isSymmetric: KeychainError {
        KeychainError(.parameter, during: "using a symmetric key as the half of a pair")
    }
}
