// Signs and verifies.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension WorkingKey {
    /// The signature over `bytes`, which are a message or a digest by what the algorithm says.
    /// - Throws: `.parameter` for what the key cannot do, and for a digest of another length.
    package func signature(
        over bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        try require(.sign, algorithm)
        return try unsafe withInput(bytes, algorithm) { (scheme, hash, input) throws(KeychainError) in
            switch engine {
            case .lattice(let key): return try unsafe key.signature(of: input)
            case .openSSL(let key):
                let signature = try unsafe key.signature(scheme, hash, input)
                guard scheme == .ecdsaFixed, let fieldSize = kind.fieldSize else { return signature }
                return try ECDSASignature.fixed(ofDER: signature, fieldSize: fieldSize)
            }
        }
    }

    /// - Throws: `.verifyFailed` for a private key, and if the signature is not the key's over `bytes`. Otherwise as
    ///   ``signature(over:_:)``.
    package func verify(
        _ signature: [UInt8], over bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) {
        try abilities.requireVerifying(algorithm)
        try unsafe withInput(bytes, algorithm) { (scheme, hash, input) throws(KeychainError) in
            switch engine {
            case .lattice(let key): try unsafe key.verify(signature, over: input)
            case .openSSL(let key):
                var signature = signature
                if scheme == .ecdsaFixed {
                    guard let der = ECDSASignature.der(ofFixed: signature, fieldSize: kind.fieldSize ?? 0) else {
                        throw KeychainError(.verifyFailed, during: "measuring a signature")
                    }
                    signature = der
                }
                try unsafe key.verify(signature, scheme, hash, input)
            }
        }
    }

    /// Gives `body` what the scheme works on.
    private func withInput<R>(
        _ bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm,
        _ body: (SignatureScheme, KeyHash?, UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard case .signature(let scheme, let input) = algorithm else { throw Self.unsupported }
        switch input {
        case .message(let hash?):
            return try unsafe hash.digest(of: bytes).withRawBytes { digest throws(KeychainError) in
                try unsafe body(scheme, hash, digest)
            }
        case .digest(let hash?) where bytes.count != hash.size:
            throw KeychainError(.parameter, during: "measuring a digest")
        case .digest(let hash), .message(let hash): return try unsafe body(scheme, hash, bytes)
        }
    }
}
