// Searches that look into certificates (reference 3.2.5, 3.2.7, 3.2.9).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

/// A certificate of Tests/Vectors/certificates.json.
struct StoredCertificate: Decodable {
    let id: String
    let der: Hex

    static func named(_ id: String) throws -> Value {
        let found = try Vectors.all(StoredCertificate.self, in: "certificates.json") { $0.id == id }
        return .data(Data(try #require(found.first).der.bytes))
    }
}

@Suite(.everyTransport) struct CertificateMatchRules {
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

    @Test func `3.2.7 a date keeps the certificates that are valid then, null means now`() throws {
        try add("times of both forms", "leap day")
        #expect(labels([kSecMatchValidOnDate: .date(0)]) == ["times of both forms", "leap day"])
        #expect(labels([kSecMatchValidOnDate: .date(-26_479_504)]) == ["times of both forms", "leap day"])
        #expect(labels([kSecMatchValidOnDate: .date(-26_479_505)]) == ["times of both forms"])
        #expect(labels([kSecMatchValidOnDate: .date(-1_609_459_201)]) == [])
        #expect(labels([kSecMatchValidOnDate: .date(3_129_235_201)]) == ["times of both forms"])
        #expect(labels([kSecMatchValidOnDate: .null]) == ["times of both forms", "leap day"])
        #expect(keychain.status(of: certificate([kSecMatchValidOnDate: "today"])) == errSecParam)
    }

    @Test func `3.2.9 an address keeps the certificates that name it`() throws {
        try add("empty name, addresses", "addresses in the subject as well", "version 1")
        #expect(
            labels([kSecMatchEmailAddressIfPresent: "x@example.org"])
                == ["empty name, addresses", "addresses in the subject as well"])
        #expect(labels([kSecMatchEmailAddressIfPresent: "S@Example.org"]) == ["addresses in the subject as well"])
        #expect(labels([kSecMatchEmailAddressIfPresent: "z@example.org"]) == [])
        #expect(keychain.status(of: certificate([kSecMatchEmailAddressIfPresent: .data(Data())])) == errSecParam)
        let bare = certificate([kSecMatchEmailAddressIfPresent: "s@example.org"])
        #expect(keychain.status(of: bare) == errSecSuccess)
        #expect(keychain.find(bare.with([kSecReturnAttributes: true])).attributes["v_Data"] == nil)
    }

    // MARK: Issuers

    /// A certificate of these names, which are no DER and so are compared as they are.
    private func add(_ subject: String, issuedBy issuer: String) {
        let item = certificate([
            kSecAttrLabel: .text(subject), kSecAttrSubject: .bytes(subject), kSecAttrIssuer: .bytes(issuer),
            kSecAttrSerialNumber: .bytes(subject), kSecAttrPublicKeyHash: .bytes(subject),
        ])
        #expect(keychain.add(item) == errSecSuccess)
    }

    private func issued(by issuers: String...) -> [Value?] {
        labels([kSecMatchIssuers: .list(issuers.map { .bytes($0) })])
    }

    @Test func `3.2.5 an issuer is found along the stored certificates`() {
        add("root", issuedBy: "root")
        add("middle", issuedBy: "root")
        add("leaf", issuedBy: "middle")
        add("orphan", issuedBy: "missing")
        #expect(issued(by: "root") == ["root", "middle", "leaf"])
        #expect(issued(by: "middle") == ["leaf"])
        #expect(issued(by: "leaf") == [])
        #expect(issued(by: "missing", "middle") == ["leaf", "orphan"])
        #expect(keychain.delete(certificate([kSecAttrSubject: .bytes("middle")])) == errSecSuccess)
        #expect(issued(by: "root") == ["root"])
    }

    @Test func `3.2.5 a circle of issuers ends, and so does a chain of more than ten`() {
        add("a", issuedBy: "b")
        add("b", issuedBy: "a")
        #expect(issued(by: "c") == [])
        #expect(issued(by: "b") == ["a", "b"])
        for number in 0..<12 { add("chain \(number)", issuedBy: "chain \(number + 1)") }
        #expect(issued(by: "chain 10").first == "chain 0")
        #expect(issued(by: "chain 11").first == "chain 1")
    }

    @Test func `3.2.5 one item is looked for behind others that do not match`() {
        for number in 0..<3 { add("leaf \(number)", issuedBy: number == 2 ? "wanted" : "other") }
        let query = certificate([kSecMatchIssuers: .list([.bytes("wanted")]), kSecReturnAttributes: true])
        #expect(keychain.find(query).attributes["labl"] == "leaf 2")
    }

    @Test func `3.2.5 a list of issuers without a name is no condition, anything but a list is refused`() {
        add("leaf", issuedBy: "root")
        for list in [[], ["root"], [.null, 1]] as [[Value]] {
            #expect(labels([kSecMatchIssuers: .list(list)]) == ["leaf"])
        }
        #expect(keychain.status(of: certificate([kSecMatchIssuers: .bytes("root")])) == errSecParam)
    }

    @Test func `3.2.5 the certificates of other programs are no links of a chain`() throws {
        let both = try Keychain(groups: ["TEAM123456.test", "TEAM123456.other"])
        let link: Entries = [kSecAttrAccessGroup: "TEAM123456.other", kSecAttrLabel: "link"]
        let names: Entries = [kSecAttrSubject: .bytes("middle"), kSecAttrIssuer: .bytes("root")]
        #expect(both.add(certificate(names.with(link))) == errSecSuccess)
        #expect(both.add(certificate([kSecAttrIssuer: .bytes("middle"), kSecAttrLabel: "leaf"])) == errSecSuccess)
        let query = certificate([kSecMatchIssuers: .list([.bytes("root")])])
        #expect(both.list(kSecAttrLabel, query) == ["link", "leaf"])
        #expect(both.asProgram(of: "TEAM123456.test").status(of: query) == errSecItemNotFound)
    }

    @Test func `3.2.5 only certificates and identities have issuers`() {
        #expect(keychain.addCertificate("first", forKey: "one") == errSecSuccess)
        #expect(keychain.addPrivateKey("one") == errSecSuccess)
        let wanted: Entries = [kSecMatchIssuers: .list([.bytes("issuer")])]
        #expect(keychain.identities(wanted) == ["first"])
        #expect(keychain.identities([kSecMatchIssuers: .list([.bytes("nobody")])]) == [])
        for item in [key(wanted), generic(wanted), internet(wanted)] {
            #expect(keychain.status(of: item) == errSecUnimplemented)
        }
    }
}
