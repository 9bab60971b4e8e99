// How a team signs: the two kinds of signatures that are the same bytes each time.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyTrust

package enum SigningAlgorithm: Hashable, Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, RFC 5754).
    case rsaSHA256
    /// RFC 8032, in CMS as RFC 8419 has it.
    case ed25519

    /// The algorithm for a key, or nil for a kind that has none here: signatures of elliptic curves over prime fields
    /// hold a random number.
    package init?(_ kind: KeyKind) {
        switch kind {
        case .rsa: self = .rsaSHA256
        case .ed25519: self = .ed25519
        default: return nil
        }
    }

    /// The AlgorithmIdentifier of the signature, DER.
    package var identifier: [UInt8] {
        switch self {
        case .rsaSHA256:
            [0x30, 13, 0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b, 0x05, 0]
        case .ed25519: [0x30, 5, 0x06, 3, 0x2b, 0x65, 0x70]
        }
    }

    /// The AlgorithmIdentifier of the digest, DER. For Ed25519 it names the one inside, SHA-512.
    var digestIdentifier: [UInt8] {
        let last: UInt8 = self == .rsaSHA256 ? 1 : 3
        return [0x30, 11, 0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last]
    }

    var scheme: SignatureScheme {
        switch self {
        case .rsaSHA256: .rsa(.sha256)
        case .ed25519: .ed25519
        }
    }
}
