// Keys for the tests of what they do.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

extension KeyData {
    /// The key as it computes.
    func working() throws(KeychainError) -> WorkingKey {
        try WorkingKey(kind, keyClass, externalRepresentation, publicOctets: publicOctets)
    }

    /// A new private key.
    static func new(_ kind: KeyKind, bits: Int = 0) throws(KeychainError) -> KeyData {
        let representation = try KeyMath.newKey(kind, bits: bits)
        unsafe representation.bytes.withUnsafeBytes { unsafe SecretLedger.record($0) }
        return try KeyData(kind, .private, representation)
    }
}

/// Both halves of a new pair, as they compute.
struct Pair {
    let privateKey: WorkingKey
    let publicKey: WorkingKey

    init(_ kind: KeyKind, bits: Int = 0) throws(KeychainError) {
        let key = try KeyData.new(kind, bits: bits)
        privateKey = try key.working()
        publicKey = try key.publicKey.working()
    }
}

extension WorkingKey {
    func sign(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        try unsafe bytes.withRawBytes { bytes throws(KeychainError) in try unsafe signature(over: bytes, algorithm) }
    }

    /// The code of what is wrong with a signature, or nil.
    func refusal(of signature: [UInt8], _ bytes: [UInt8], _ algorithm: KeyAlgorithm) -> KeychainError.Code? {
        failure { () throws(KeychainError) in
            try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                try unsafe verify(signature, over: bytes, algorithm)
            }
        }
    }

    func encrypt(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        try unsafe bytes.withRawBytes { bytes throws(KeychainError) in try unsafe encrypted(bytes, algorithm) }
    }

    func decrypt(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
            try unsafe decrypted(bytes, algorithm).declassified(because: "a test looks at it")
        }
    }

    func decapsulate(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
            try unsafe decapsulated(bytes, algorithm).bytes.declassified(because: "a test looks at it")
        }
    }
}

/// The code that `body` fails with, or nil.
func failure(_ body: () throws(KeychainError) -> Void) -> KeychainError.Code? {
    do throws(KeychainError) {
        try body()
        return nil
    } catch {
        return error.code
    }
}

extension ItemSecret {
    /// Published bytes in the place of a secret.
    convenience init(unrecorded bytes: [UInt8]) { self.init(SecretBytes(unrecorded: bytes)) }
}
