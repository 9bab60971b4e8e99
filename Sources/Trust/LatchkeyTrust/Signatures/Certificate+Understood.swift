// Which certificates an evaluation looks at, and which keys are too short.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel

extension Certificate {
    /// False for one above ``TrustEvaluator/largestCertificate``, one whose signature is by another algorithm than is
    /// signed, and one with a signature or a key of a kind that is not known.
    var isUnderstood: Bool {
        guard der.count <= TrustEvaluator.largestCertificate, namesItsAlgorithm,
            SignatureScheme(algorithm: signatureAlgorithm) != nil
        else { return false }
        return IssuerKey(self).isKey
    }

    /// Whether its own key has signed it.
    var isSelfSigned: Bool { isSelfIssued && IssuerKey(self).hasSigned(self) }

    /// Whether the key is shorter than any that is trusted: RSA below 2048 bits, a curve below 224, and
    /// for a server of TLS below 256.
    func hasShortKey(forServer isServer: Bool) -> Bool {
        switch publicKeyKind {
        case .rsa: IssuerKey(self).rsaSize.map { $0 < 2048 } ?? false
        case .p192: true
        case .p224: isServer
        case .p256, .p384, .p521, .ed25519, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87, nil:
            false
        }
    }
}
