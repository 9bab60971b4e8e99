// The object identifiers that certificates and keys are read by.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension ASN1ObjectIdentifier {
    static let commonName: Self = [2, 5, 4, 3]
    static let organization: Self = [2, 5, 4, 10]
    static let organizationalUnit: Self = [2, 5, 4, 11]
    static let description: Self = [2, 5, 4, 13]
    static let emailAddress: Self = [1, 2, 840, 113_549, 1, 9, 1]

    static let subjectKeyIdentifier: Self = [2, 5, 29, 14]
    static let subjectAlternativeName: Self = [2, 5, 29, 17]
    static let authorityKeyIdentifier: Self = [2, 5, 29, 35]

    static let rsaEncryption: Self = [1, 2, 840, 113_549, 1, 1, 1]
    static let ecPublicKey: Self = [1, 2, 840, 10_045, 2, 1]
    static let secp192r1: Self = [1, 2, 840, 10_045, 3, 1, 1]
    static let secp224r1: Self = [1, 3, 132, 0, 33]
    static let x25519: Self = [1, 3, 101, 110]
    static let x448: Self = [1, 3, 101, 111]
    static let ed25519: Self = [1, 3, 101, 112]
    static let ed448: Self = [1, 3, 101, 113]
    static let mlKEM768: Self = [2, 16, 840, 1, 101, 3, 4, 4, 2]
    static let mlKEM1024: Self = [2, 16, 840, 1, 101, 3, 4, 4, 3]
    static let mlDSA65: Self = [2, 16, 840, 1, 101, 3, 4, 3, 18]
    static let mlDSA87: Self = [2, 16, 840, 1, 101, 3, 4, 3, 19]
}
