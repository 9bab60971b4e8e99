// Keys that never leave a TPM.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMKeyTests {
    private let software: SoftwareTPM
    private let tpm: TPM

    init() throws {
        software = try SoftwareTPM()
        tpm = try TPM(software.name)
        _ = try tpm.enrol()
    }

    private func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    @Test(arguments: [false, true])
    func `a signature is that of the key over the digest`(keepsLoaded: Bool) throws {
        let key = try tpm.makeKey(for: secret("auth"))
        let publicKey = try P256.Signing.PublicKey(x963Representation: #require(key.publicKey))
        for text in ["one", "two", "three"] {
            let signature = try tpm.sign(
                digest(text), with: key, authorisation: secret("auth"), keepsLoaded: keepsLoaded)
            let read = try P256.Signing.ECDSASignature(rawRepresentation: signature)
            #expect(publicKey.isValidSignature(read, for: SHA256.hash(data: Array(text.utf8))))
            #expect(!publicKey.isValidSignature(read, for: SHA256.hash(data: Array("other".utf8))))
        }
    }

    @Test func `the same key agrees with another`() throws {
        let key = try tpm.makeKey(for: secret("auth"))
        let mine = try P256.KeyAgreement.PublicKey(x963Representation: #require(key.publicKey))
        for _ in 0..<4 {
            let other = P256.KeyAgreement.PrivateKey()
            let found = try tpm.agree(
                with: Array(other.publicKey.x963Representation), using: key, authorisation: secret("auth"))
            let expected = try other.sharedSecretFromKeyAgreement(with: mine)
            let isSame = unsafe expected.withUnsafeBytes { unsafe Array($0) == found.inTest }
            #expect(isSame)
        }
    }

    @Test func `a point that is on no curve is refused`() throws {
        let key = try tpm.makeKey(for: secret("auth"))
        for point in [[], [4], [UInt8](repeating: 4, count: 65), [2] + [UInt8](repeating: 1, count: 64)] {
            let refused = refusal {
                try tpm.agree(with: point, using: key, authorisation: secret("auth"))
            }
            #expect(refused != nil && refused != .wrongAuthorisation)
        }
    }

    @Test(arguments: [false, true])
    func `a key needs its authorisation each time, and a wrong one is not counted`(keepsLoaded: Bool) throws {
        let key = try tpm.makeKey(for: secret("auth"))
        for _ in 0..<4 {
            _ = try tpm.sign(digest("text"), with: key, authorisation: secret("auth"), keepsLoaded: keepsLoaded)
            for wrong in ["other", ""] {
                let refused = refusal {
                    let authorisation = wrong.isEmpty ? SecretBytes.none : secret("other")
                    _ = try tpm.sign(digest("text"), with: key, authorisation: authorisation, keepsLoaded: keepsLoaded)
                }
                #expect(refused == .wrongAuthorisation)
            }
        }
        #expect(try tpm.lockout().failures == 0)
    }

    @Test func `a key that is kept loaded gives way to another, and leaves when it is told to`() throws {
        let keys = try (0..<4).map { _ in try tpm.makeKey(for: secret("auth")) }
        for key in keys + keys {
            _ = try tpm.sign(digest("text"), with: key, authorisation: secret("auth"), keepsLoaded: true)
        }
        let sealed = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        #expect(try tpm.unseal(sealed, with: .none).inTest == secret("sealed").inTest)
        tpm.rest()
        #expect(try software.transientHandles() == [])
    }

    @Test func `a key of another TPM is not loaded`() throws {
        let other = try TPM(try SoftwareTPM().name)
        let foreign = refusal { try other.enrol() }
        #expect(foreign == .noTPM, "that TPM is switched off by now")
        let second = try SoftwareTPM()
        let stranger = try TPM(second.name)
        _ = try stranger.enrol()
        let key = try tpm.makeKey(for: secret("auth"))
        let refused = refusal {
            try stranger.sign(digest("text"), with: key, authorisation: secret("auth"))
        }
        #expect(refused == .foreignObject)
    }

    @Test func `what is no P-256 key has no public key`() throws {
        let sealed = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        #expect(sealed.publicKey == nil)
        let key = try tpm.makeKey(for: .none)
        for cut in 0..<key.publicPart.count {
            #expect(TPMObject(privatePart: [], publicPart: Array(key.publicPart.prefix(cut))).publicKey == nil)
        }
    }
}
