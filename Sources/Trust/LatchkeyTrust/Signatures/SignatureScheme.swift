// How a certificate is signed, by its AlgorithmIdentifier (RFC 4055, RFC 5758, RFC 8410).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// The schemes that are verified here. MD5 and older digests are none of them, so that no chain leads over one.
package enum SignatureScheme: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5.
    case rsa(Digest)
    /// RSASSA-PSS with MGF1 over the same digest, and a salt as long as that.
    case pss(Digest)
    case ecdsa(Digest)
    case ed25519

    package enum Digest: Hashable, Sendable, CaseIterable {
        case sha1, sha256, sha384, sha512

        /// Bytes.
        var size: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }
    }

    /// Nil for a scheme that is not verified here.
    /// - Parameter algorithm: DER.
    init?(algorithm: ArraySlice<UInt8>) {
        guard let parts = try? AlgorithmParts(algorithm) else { return nil }
        let parameters = parts.parameters
        if let scheme = Self.simple[parts.name] {
            // Of RSA they are NULL, which many leave out; the others have none.
            guard parameters == nil || parameters?.identifier == .null && scheme.isRSA else { return nil }
            self = scheme
        } else {
            guard parts.name == Self.rsaPSS, let digest = try? parameters.map(PSSParameters.init)?.digest else {
                return nil
            }
            self = .pss(digest)
        }
    }

    private static let rsaPSS: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 10]
    private static let simple: [ASN1ObjectIdentifier: SignatureScheme] = [
        [1, 2, 840, 113_549, 1, 1, 5]: .rsa(.sha1), [1, 2, 840, 113_549, 1, 1, 11]: .rsa(.sha256),
        [1, 2, 840, 113_549, 1, 1, 12]: .rsa(.sha384), [1, 2, 840, 113_549, 1, 1, 13]: .rsa(.sha512),
        [1, 2, 840, 10_045, 4, 1]: .ecdsa(.sha1), [1, 2, 840, 10_045, 4, 3, 2]: .ecdsa(.sha256),
        [1, 2, 840, 10_045, 4, 3, 3]: .ecdsa(.sha384), [1, 2, 840, 10_045, 4, 3, 4]: .ecdsa(.sha512),
        [1, 3, 101, 112]: .ed25519,
    ]

    private var isRSA: Bool {
        switch self {
        case .rsa: true
        case .pss, .ecdsa, .ed25519: false
        }
    }

    /// Whether somebody may have made another certificate with the same signature (SHA-1).
    var isWeak: Bool {
        switch self {
        case .rsa(.sha1), .pss(.sha1), .ecdsa(.sha1): true
        case .rsa, .pss, .ecdsa, .ed25519: false
        }
    }
}
