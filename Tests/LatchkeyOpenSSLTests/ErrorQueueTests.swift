// A program that uses OpenSSL itself finds its own errors in the queue, all of them and no others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct ErrorQueueTests {
    enum Work: CaseIterable {
        case notAKey, notAPoint, wrongSignature, signing, notACertificate, wrongTag, wrongPadding, digest, newKey,
            agreement
    }

    private func secret(_ bytes: [UInt8]) -> ItemSecret { ItemSecret(SecretBytes(unrecorded: bytes)) }

    private func ed25519() throws -> OpenSSLKey {
        try unsafe [UInt8](repeating: 7, count: 32).withRawBytes { bytes throws(KeychainError) in
            try unsafe OpenSSLKey(.ed25519, .private, bytes)
        }
    }

    /// Most of it fails, as it should.
    private func perform(_ work: Work) throws {
        let bytes = [UInt8](repeating: 0xff, count: 64)
        switch work {
        case .notAKey:
            #expect(throws: KeychainError.self) {
                _ = try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                    try unsafe OpenSSLKey(.rsa, .private, bytes)
                }
            }
        case .notAPoint:
            #expect(throws: KeychainError.self) {
                _ = try unsafe ([4] + bytes).withRawBytes { bytes throws(KeychainError) in
                    try unsafe OpenSSLKey(.p256, .public, bytes)
                }
            }
        case .wrongSignature:
            let key = try OpenSSLKey(newRSAKeyOfBits: 1024)
            #expect(throws: KeychainError.self) {
                try unsafe Array(bytes.prefix(32)).withRawBytes { digest throws(KeychainError) in
                    try unsafe key.verify([UInt8](repeating: 1, count: 128), .rsaPKCS1, .sha256, digest)
                }
            }
        case .signing:
            let key = try ed25519()
            let signature = try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                try unsafe key.signature(.ed25519, nil, bytes)
            }
            try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                try unsafe key.verify(signature, .ed25519, nil, bytes)
            }
        case .notACertificate:
            let isRead = OpenSSLCertificate(bytes) != nil
            #expect(!isRead)
        case .wrongTag:
            #expect(throws: KeychainError.self) {
                _ = try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                    try unsafe SessionCipher(SecretBytes(unrecorded: [UInt8](repeating: 1, count: 16)), keySize: 16)
                        .open(bytes)
                }
            }
        case .wrongPadding:
            let key = try OpenSSLKey(newRSAKeyOfBits: 1024)
            #expect(throws: KeychainError.self) {
                _ = try unsafe [UInt8](repeating: 1, count: 128).withRawBytes { bytes throws(KeychainError) in
                    try unsafe key.decrypted(bytes, .oaep(.sha256))
                }
            }
        case .digest: #expect(try KeyHash.sha256.value(of: secret(bytes)).count == 32)
        case .newKey: #expect(throws: KeychainError.self) { _ = try OpenSSLKey(newRSAKeyOfBits: 1) }
        case .agreement:
            let key = try ed25519()
            #expect(throws: KeychainError.self) { _ = try key.sharedSecret(with: key) }
        }
    }

    @Test(arguments: Work.allCases)
    func `what is done here leaves the errors of the program as they were`(work: Work) throws {
        let host = try HostLibrary()
        host.clearErrors()
        host.fail()
        let own = host.takeErrors()
        #expect(!own.isEmpty)
        try perform(work)
        #expect(host.takeErrors() == [])
        host.fail()
        try perform(work)
        #expect(host.takeErrors() == own)
    }
}
