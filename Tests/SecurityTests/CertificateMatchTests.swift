// Searches by the subject of certificates, which only macOS has (Documentation/Reference/Compatibility.md).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

/// A certificate of Tests/Vectors/certificates.json.
private struct StoredCertificate: Decodable {
    let id: String
    let der: Hex

    static func named(_ id: String) throws -> Value {
        let found = try Vectors.all(StoredCertificate.self, in: "certificates.json") { $0.id == id }
        return .data(Data(try #require(found.first).der.bytes))
    }
}

@Suite struct CertificateMatchTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    /// Adds the certificates of the vectors under their names there.
    private func add(_ names: String...) throws {
        for name in names {
            let data = try StoredCertificate.named(name)
            let item = certificate([
                kSecAttrLabel: .text(name), kSecAttrSerialNumber: .bytes(name), kSecAttrPublicKeyHash: .bytes(name),
            ])
            #expect(keychain.add(item.with([kSecValueData: data])) == errSecSuccess)
        }
    }

    private func labels(_ query: Entries) -> [Value?] { keychain.list(kSecAttrLabel, certificate(query)) }

    @Test func `the subject has a text at its start, at its end, anywhere, or is the text`() throws {
        try add("openssl p256", "openssl p384", "organisation", "empty name")
        #expect(labels([kSecMatchSubjectContains: "key p"]) == ["openssl p256", "openssl p384"])
        #expect(labels([kSecMatchSubjectStartsWith: "Latchkey"]) == ["openssl p256", "openssl p384"])
        #expect(labels([kSecMatchSubjectStartsWith: "key"]) == [])
        #expect(labels([kSecMatchSubjectEndsWith: "p384"]) == ["openssl p384"])
        #expect(labels([kSecMatchSubjectEndsWith: "p"]) == [])
        #expect(labels([kSecMatchSubjectWholeString: "o"]) == ["organisation"])
        #expect(labels([kSecMatchSubjectWholeString: "Latchkey"]) == [])
        #expect(labels([kSecMatchSubjectStartsWith: "Latchkey", kSecMatchSubjectEndsWith: "p256"]) == ["openssl p256"])
        for key in [kSecMatchSubjectContains, kSecMatchSubjectWholeString] {
            #expect(keychain.status(of: certificate([key: 1])) == errSecParam)
        }
    }

    @Test func `letter case, accents and widths of the subject count unless the search says otherwise`() throws {
        try add("T.61 name", "organisation")
        #expect(labels([kSecMatchSubjectWholeString: "ZO\u{cb}"]) == [])
        #expect(labels([kSecMatchSubjectWholeString: "ZO\u{cb}", kSecMatchCaseInsensitive: true]) == ["T.61 name"])
        #expect(labels([kSecMatchSubjectWholeString: "Zoe"]) == [])
        #expect(labels([kSecMatchSubjectWholeString: "Zoe", kSecMatchDiacriticInsensitive: true]) == ["T.61 name"])
        #expect(labels([kSecMatchSubjectContains: "\u{ff4f}"]) == [])
        #expect(labels([kSecMatchSubjectWholeString: "\u{ff4f}", kSecMatchWidthInsensitive: true]) == ["organisation"])
        let all: Entries = [
            kSecMatchCaseInsensitive: true, kSecMatchDiacriticInsensitive: true, kSecMatchWidthInsensitive: true,
        ]
        #expect(labels(all.with([kSecMatchSubjectContains: "\u{ff3a}OE"])) == ["T.61 name"])
    }

    @Test func `bytes that are no certificate meet no condition`() {
        #expect(keychain.add(certificate([kSecValueData: .secret("nothing")])) == errSecSuccess)
        #expect(labels([:]).count == 1)
        for condition in [kSecMatchSubjectContains, kSecMatchEmailAddressIfPresent] {
            #expect(labels([condition: ""]) == [])
        }
        #expect(labels([kSecMatchValidOnDate: .null]) == [])
    }

    @Test func `an identity is found by its certificate`() throws {
        try add("openssl p256", "addresses in the subject as well")
        for name in ["openssl p256", "addresses in the subject as well"] {
            #expect(keychain.addPrivateKey(name) == errSecSuccess)
        }
        #expect(keychain.identities([kSecMatchSubjectEndsWith: "p256"]) == ["openssl p256"])
        let address: Entries = [kSecMatchEmailAddressIfPresent: "s@example.org"]
        #expect(keychain.identities(address) == ["addresses in the subject as well"])
        #expect(keychain.status(of: identity(address)) == errSecSuccess)
        #expect(keychain.identities([kSecMatchIssuers: .list([.bytes("nobody")])]) == [])
    }

    @Test func `certificates need not be trusted`() throws {
        try add("organisation")
        #expect(labels([kSecMatchTrustedOnly: false]) == ["organisation"])
    }

    @Test func `a key has neither issuer nor subject`() {
        #expect(keychain.add(key()) == errSecSuccess)
        #expect(keychain.status(of: key([kSecMatchIssuers: .list([.bytes("x")])])) == errSecUnimplemented)
        #expect(keychain.status(of: key([kSecMatchSubjectStartsWith: "x"])) == errSecUnimplemented)
        #expect(keychain.status(of: key([kSecMatchHostOrSubdomainOfHost: "x"])) == errSecUnimplemented)
    }
}
