// The keys of the vectors as keys.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

extension KeyVector {
    func keyKind() throws -> KeyKind { try #require(KeyKind.allCases.first { "\($0)" == kind }) }

    func publicKey() throws -> KeyData { try KeyData(keyKind(), .public, ItemSecret(recorded: self.public.bytes)) }
    func privateKey() throws -> KeyData { try KeyData(keyKind(), .private, ItemSecret(recorded: self.private.bytes)) }

    var traditionalFormat: KeyFormat { kind == "rsa" ? .pkcs1 : .sec1 }
}

extension ItemSecret {
    /// A damaged encoding, or a text that is no secret.
    convenience init(unrecorded bytes: [UInt8]) { self.init(SecretBytes(unrecorded: bytes)) }

    /// The bytes, for comparison.
    var found: [UInt8] { bytes.declassified(because: "a test looks at it") }
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
