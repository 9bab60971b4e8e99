// Identities as objects (reference 5.9).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct IdentityObjectTests {
    @Test(arguments: ["rsa2048", "rsa3072", "rsa4096", "p256", "p384", "p521", "ed25519"])
    func `an identity hands back its halves`(id: String) throws {
        let (certificate, key) = try (CertificateVector.of(id), KeyVector.named(id).privateKey())
        let identity = try #require(SecIdentityCreate(nil, certificate, key))
        var foundCertificate: SecCertificate?
        var foundKey: SecKey?
        #expect(unsafe SecIdentityCopyCertificate(identity, &foundCertificate) == errSecSuccess)
        #expect(unsafe SecIdentityCopyPrivateKey(identity, &foundKey) == errSecSuccess)
        #expect(foundCertificate === certificate && foundKey === key)
        #expect(SecIdentityCreate(kCFAllocatorDefault, certificate, key) === identity)
        #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
        #expect(Set([SecIdentityGetTypeID(), SecKeyGetTypeID(), SecCertificateGetTypeID()]).count == 3)
    }

    @Test func `a key of another pair makes no identity, and a public key makes none`() throws {
        let certificate = try CertificateVector.of("p256")
        #expect(try SecIdentityCreate(nil, certificate, KeyVector.named("p384").privateKey()) == nil)
        #expect(try SecIdentityCreate(nil, certificate, KeyVector.named("p256").publicKey()) == nil)
        #expect(
            try SecIdentityCreate(
                nil, CertificateVector.named("unknown kind of key").object(), KeyVector.named("p256").privateKey())
                == nil)
    }

    @Test func `two certificates of one key are two identities`() throws {
        let key = try KeyVector.named("p256").privateKey()
        let first = try SecIdentityCreate(nil, CertificateVector.of("p256"), key)
        let second = try SecIdentityCreate(nil, CertificateVector.named("version 1").object(), key)
        #expect(first != nil && second != nil && first != second)
    }
}
