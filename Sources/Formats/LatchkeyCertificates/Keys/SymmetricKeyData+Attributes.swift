// The attributes that a symmetric key has by itself, and its item with it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension SymmetricKeyData {
    /// Everything but the class and the bytes.
    package var attributes: AttributeValues {
        var attributes: AttributeValues = [
            .keyClass: .number(Self.keyClass),
            .type: .number(type.rawValue),
            .keySizeInBits: .number(Int64(sizeInBits)),
            .effectiveKeySize: .number(Int64(sizeInBits)),
            .applicationLabel: .data(applicationLabel),
        ]
        for (flag, value) in flags { attributes[flag] = .number(value ? 1 : 0) }
        return attributes
    }

    /// What the key may be used for, which is everything (`CSSM_KEYUSE_ANY`), and how it is kept.
    package var flags: [(key: Attribute, value: Bool)] {
        [
            (.isPermanent, true), (.isPrivate, true), (.isModifiable, true), (.isSensitive, false),
            (.wasAlwaysSensitive, false), (.isExtractable, true), (.wasNeverExtractable, false),
            (.canEncrypt, true), (.canDecrypt, true), (.canDerive, true), (.canSign, true), (.canVerify, true),
            (.canSignRecover, false), (.canVerifyRecover, false), (.canWrap, true), (.canUnwrap, true),
        ]
    }
}
