// The attributes that a key has by itself, and its item with it (reference 5.5).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension KeyOutline {
    /// Everything but the class and the bytes.
    package var attributes: AttributeValues {
        var attributes: AttributeValues = [
            .keyClass: .number(keyClass.rawValue),
            .type: .number(kind.type.rawValue),
            .keySizeInBits: .number(Int64(sizeInBits)),
            .effectiveKeySize: .number(Int64(sizeInBits)),
            .applicationLabel: .data(applicationLabel),
        ]
        for (flag, value) in flags { attributes[flag] = .number(value ? 1 : 0) }
        return attributes
    }

    /// What the key may be used for, and how it is kept.
    package var flags: [(key: Attribute, value: Bool)] {
        let isPrivate = keyClass == .private
        let encrypts = kind.type == .rsa || kind.type == .ellipticCurve
        let signs = encrypts || kind.type == .ed25519 || kind.type == .ed448 || kind.type == .mlDSA
        let derives = kind.type == .ellipticCurve || kind.type == .x25519 || kind.type == .x448
        return [
            (.isPermanent, true), (.isPrivate, true), (.isModifiable, true), (.isSensitive, false),
            (.wasAlwaysSensitive, false), (.isExtractable, true), (.wasNeverExtractable, false),
            (.canEncrypt, encrypts && !isPrivate),
            // Public RSA keys have it too, as on Apple's systems.
            (.canDecrypt, kind == .rsa || encrypts && isPrivate),
            (.canDerive, derives && isPrivate),
            (.canSign, signs && isPrivate),
            (.canVerify, signs && !isPrivate),
            (.canSignRecover, false), (.canVerifyRecover, false),
            (.canWrap, encrypts && !isPrivate),
            (.canUnwrap, encrypts && isPrivate),
        ]
    }
}
