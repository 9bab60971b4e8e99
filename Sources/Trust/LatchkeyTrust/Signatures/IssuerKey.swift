// The key of a certificate, as that which verifies what it has signed.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
package import LatchkeyCertificates
import LatchkeyModel

/// Verifies with swift-crypto, so that a process needs no OpenSSL to know whom it talks to.
package struct IssuerKey {
    private let certificate: Certificate
    private var kind: KeyKind? { certificate.publicKeyKind }
    private var octets: [UInt8] { certificate.publicKeyOctets }

    package init(_ certificate: Certificate) { self.certificate = certificate }

    /// Whether it is a key of a kind that is known here. Keys of P-192 and P-224 verify nothing.
    var isKey: Bool {
        switch kind {
        case .rsa: rsaKey != nil
        case .p192: octets.count == 49 && octets.first == 4
        case .p224: octets.count == 57 && octets.first == 4
        case .p256: (try? P256.Signing.PublicKey(x963Representation: octets)) != nil
        case .p384: (try? P384.Signing.PublicKey(x963Representation: octets)) != nil
        case .p521: (try? P521.Signing.PublicKey(x963Representation: octets)) != nil
        case .ed25519: (try? Curve25519.Signing.PublicKey(rawRepresentation: octets)) != nil
        case .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87, nil: false
        }
    }

    /// Only from the one form of PKCS#1: another would be the same key to a signature and another one to a denial.
    private var rsaKey: _RSA.Signing.PublicKey? {
        guard kind == .rsa, (try? certificate.publicKey()) != nil else { return nil }
        return try? _RSA.Signing.PublicKey(unsafeDERRepresentation: octets)
    }

    /// Whether it is a key whose signatures can be verified here.
    var verifies: Bool {
        switch kind {
        case .rsa, .p256, .p384, .p521, .ed25519: isKey
        case .p192, .p224, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87, nil: false
        }
    }

    /// Bits of an RSA key; nil for another.
    var rsaSize: Int? { rsaKey?.keySizeInBits }

    /// Whether the key has signed a certificate. False for a scheme or a key that is not verified here.
    package func hasSigned(_ certificate: Certificate) -> Bool {
        guard certificate.namesItsAlgorithm,
            let scheme = SignatureScheme(algorithm: certificate.signatureAlgorithm)
        else { return false }
        return isValid(certificate.signature, over: certificate.signedPart, by: scheme)
    }

    /// Whether the key has made a signature over bytes.
    package func isValid(
        _ signature: ArraySlice<UInt8>, over bytes: ArraySlice<UInt8>, by scheme: SignatureScheme
    ) -> Bool {
        switch scheme {
        case .rsa(let digest), .pss(let digest), .ecdsa(let digest):
            switch digest {
            case .sha1: isValid(signature, for: Insecure.SHA1.hash(data: bytes), by: scheme)
            case .sha256: isValid(signature, for: SHA256.hash(data: bytes), by: scheme)
            case .sha384: isValid(signature, for: SHA384.hash(data: bytes), by: scheme)
            case .sha512: isValid(signature, for: SHA512.hash(data: bytes), by: scheme)
            }
        case .ed25519:
            kind == .ed25519
                && (try? Curve25519.Signing.PublicKey(rawRepresentation: octets))
                    .map { $0.isValidSignature(signature, for: bytes) } ?? false
        }
    }

    private func isValid(_ signature: ArraySlice<UInt8>, for digest: some Digest, by scheme: SignatureScheme) -> Bool {
        switch scheme {
        case .rsa: isValidRSA(signature, for: digest, .insecurePKCS1v1_5)
        case .pss: isValidRSA(signature, for: digest, .PSS)
        case .ecdsa: isValidECDSA(signature, for: digest)
        case .ed25519: false
        }
    }

    private func isValidRSA(
        _ signature: ArraySlice<UInt8>, for digest: some Digest, _ padding: _RSA.Signing.Padding
    ) -> Bool {
        guard let key = rsaKey else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
    }

    private func isValidECDSA(_ signature: ArraySlice<UInt8>, for digest: some Digest) -> Bool {
        switch kind {
        case .p256:
            guard let key = try? P256.Signing.PublicKey(x963Representation: octets),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case .p384:
            guard let key = try? P384.Signing.PublicKey(x963Representation: octets),
                let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case .p521:
            guard let key = try? P521.Signing.PublicKey(x963Representation: octets),
                let signature = try? P521.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case .rsa, .p192, .p224, .ed25519, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87, nil:
            return false
        }
    }
}
