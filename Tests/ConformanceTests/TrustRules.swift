// Searches for certificates and identities that a policy accepts, or that are trusted (reference 3.2.6, 3.2.8, 3.2.13).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct TrustRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    /// Adds fixtures under their names.
    private func add(_ names: String..., to keychain: Keychain? = nil, _ others: Entries = [:]) throws {
        for name in names {
            let status = (keychain ?? self.keychain).add(try item(of: name).with(others))
            #expect(status == errSecSuccess, "\(name)")
        }
    }

    private func item(of name: String) throws -> Entries {
        let stored = try TrustFixture.certificate(name)
        return certificate([
            kSecAttrLabel: .text(name), kSecValueData: .data(Data(stored.der)),
            kSecAttrSubject: .data(Data(stored.subject.normalizedContents)),
            kSecAttrIssuer: .data(Data(stored.issuer.normalizedContents)),
            kSecAttrSerialNumber: .data(Data(stored.serialNumber)),
            kSecAttrPublicKeyHash: .data(Data(stored.publicKeyHash)),
        ])
    }

    /// A private key by its attributes, which make it the one of a fixture.
    private func addKey(of name: String) throws {
        let hash = try TrustFixture.certificate(name).publicKeyHash
        let item = key([
            kSecAttrApplicationLabel: .data(Data(hash)), kSecAttrKeyClass: .constant(kSecAttrKeyClassPrivate),
            kSecAttrIsPrivate: true, kSecValueData: .secret("key of \(name)"),
        ])
        #expect(keychain.add(item) == errSecSuccess)
    }

    private func labels(_ query: Entries) -> [Value?] { keychain.list(kSecAttrLabel, certificate(query)) }

    private let basic = Value.policy(SecPolicyCreateBasicX509())
    private let server = Value.policy(SecPolicyCreateSSL(true, nil))
    private let client = Value.policy(SecPolicyCreateSSL(false, nil))

    @Test func `3.2.6 a policy keeps what is good for its use, whoever issued it`() throws {
        try add("server", "client", "code-signer", "self-signed", "short-lived", "unknown-demand", "root")
        #expect(labels([kSecMatchPolicy: basic]) == ["server", "client", "code-signer", "self-signed", "root"])
        #expect(labels([kSecMatchPolicy: server]) == ["server", "self-signed", "root"])
        #expect(labels([kSecMatchPolicy: client]) == ["client", "root"])
        let host = Value.policy(SecPolicyCreateSSL(true, "www.example.test"))
        #expect(labels([kSecMatchPolicy: host]) == ["server", "self-signed"])
        let other = certificate([kSecMatchPolicy: .policy(SecPolicyCreateSSL(true, "example.test"))])
        #expect(keychain.status(of: other) == errSecItemNotFound)
    }

    @Test func `3.2.6 a policy looks at the dates, of the day that the search names`() throws {
        try add("short-lived", "not-yet-valid")
        #expect(labels([kSecMatchPolicy: server]) == [])
        #expect(labels([kSecMatchPolicy: server, kSecMatchValidOnDate: .date(600_000_000)]) == ["short-lived"])
        #expect(labels([kSecMatchPolicy: server, kSecMatchValidOnDate: .date(3_500_000_000)]) == ["not-yet-valid"])
        #expect(labels([kSecMatchPolicy: server, kSecMatchValidOnDate: .null]) == [])
    }

    @Test(arguments: ["basic", 1, true, .null, .data(Data()), .list([])] as [Value])
    func `3.2.6 a policy is a policy object`(value: Value) {
        #expect(keychain.status(of: certificate([kSecMatchPolicy: value])) == errSecParam)
        #expect(keychain.status(of: identity([kSecMatchPolicy: value])) == errSecParam)
    }

    @Test func `3.2.6 other classes have no policy, and are all the same to trust`() {
        for query in [generic(), internet(), key()] {
            #expect(keychain.status(of: query.with([kSecMatchPolicy: basic])) == errSecUnimplemented)
        }
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecMatchTrustedOnly: true])) == errSecSuccess)
    }

    @Test func `3.2.8 a chain over stored intermediates to a root of the system is trusted`() throws {
        try add("server", "self-signed", "of-foreign-root", "foreign-root", "sha1")
        let trusted = certificate([kSecMatchTrustedOnly: true])
        #expect(keychain.status(of: trusted) == errSecItemNotFound)
        try add("intermediate")
        #expect(labels([kSecMatchTrustedOnly: true]) == ["server", "intermediate"])
        #expect(labels([kSecMatchTrustedOnly: false]).count == 6)
        // The root itself need not be stored.
        try add("root")
        #expect(labels([kSecMatchTrustedOnly: true]) == ["server", "intermediate", "root"])
    }

    @Test func `3.2.8 a self-signed certificate is not trusted`() throws {
        try add("self-signed")
        #expect(keychain.status(of: certificate([kSecMatchTrustedOnly: true])) == errSecItemNotFound)
    }

    @Test func `3.2.8 trust and policy together mean trust for that use`() throws {
        try add("of-client-intermediate", "client-intermediate", "server", "intermediate", "client")
        let both: Entries = [kSecMatchTrustedOnly: true, kSecMatchPolicy: server]
        // A certificate of a server that a root of the system vouches for names this use; the intermediate names none.
        #expect(labels(both) == ["server"])
        #expect(labels([kSecMatchPolicy: server]) == ["of-client-intermediate", "server", "intermediate"])
    }

    @Test func `3.2.8 trust is that of the day that the search names`() throws {
        try add("short-lived", "intermediate")
        #expect(labels([kSecMatchTrustedOnly: true]) == ["intermediate"])
        let then: Entries = [kSecMatchTrustedOnly: true, kSecMatchValidOnDate: .date(600_000_000)]
        #expect(labels(then) == ["short-lived", "intermediate"])
    }

    @Test func `3.2.13 the limit counts what is kept, not what is looked at`() throws {
        try add("self-signed", "client", "server", "rsa-server", "intermediate", "rsa-intermediate")
        let first = keychain.find(
            certificate([kSecMatchTrustedOnly: true, kSecMatchPolicy: server, kSecReturnAttributes: true]))
        #expect(first.attributes["labl"] == "server")
        #expect(
            labels([kSecMatchTrustedOnly: true, kSecMatchPolicy: server, kSecMatchLimit: 2]) == [
                "server", "rsa-server",
            ])
        #expect(labels([kSecMatchTrustedOnly: true, kSecMatchLimit: 2]) == ["client", "server"])
        #expect(
            keychain.find(certificate([kSecMatchPolicy: client, kSecReturnAttributes: true])).attributes["labl"]
                == "client")
    }

    @Test func `3.2.8 the data comes back where it is asked for only`() throws {
        try add("server", "intermediate")
        let query = certificate([kSecMatchTrustedOnly: true, kSecAttrLabel: "server"])
        #expect(keychain.find(query.with([kSecReturnAttributes: true])).attributes["v_Data"] == nil)
        let data = try TrustFixture.certificate("server").der
        #expect(keychain.find(query.with([kSecReturnData: true])).value == .data(Data(data)))
    }

    @Test func `3.2.8 what is no certificate is not trusted`() throws {
        #expect(keychain.add(certificate([kSecValueData: .secret("no certificate")])) == errSecSuccess)
        #expect(labels([kSecMatchTrustedOnly: true]) == [])
        #expect(labels([kSecMatchPolicy: basic]) == [])
        #expect(labels([:]).count == 1)
    }

    @Test func `3.2.8 intermediates of another program do not count`() throws {
        let shared = try Keychain(groups: ["TEAM123456.one", "TEAM123456.two"])
        try add("server", to: shared, [kSecAttrAccessGroup: "TEAM123456.one"])
        try add("intermediate", to: shared, [kSecAttrAccessGroup: "TEAM123456.two"])
        let trusted = certificate([kSecMatchTrustedOnly: true, kSecAttrLabel: "server"])
        #expect(shared.status(of: trusted) == errSecSuccess)
        #expect(shared.asProgram(of: "TEAM123456.one").status(of: trusted) == errSecItemNotFound)
    }

    @Test func `3.2.8 identities are kept by their certificates`() throws {
        try add("server", "client", "self-signed", "intermediate")
        for name in ["server", "client", "self-signed"] { try addKey(of: name) }
        func identities(_ query: Entries) -> [Value?] { keychain.list(kSecAttrLabel, identity(query)) }
        #expect(identities([:]) == ["server", "client", "self-signed"])
        #expect(identities([kSecMatchTrustedOnly: true]) == ["server", "client"])
        #expect(identities([kSecMatchPolicy: server]) == ["server", "self-signed"])
        #expect(identities([kSecMatchPolicy: server, kSecMatchTrustedOnly: true]) == ["server"])
        let one = identity([kSecMatchPolicy: client, kSecReturnAttributes: true])
        #expect(keychain.find(one).attributes["labl"] == "client")
    }

    @Test func `3.2.8 an update or delete touches what a search finds`() throws {
        try add("server", "client", "self-signed", "intermediate")
        let trusted = certificate([kSecMatchPolicy: client, kSecMatchTrustedOnly: true])
        #expect(keychain.update(trusted, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == ["server", "new", "self-signed", "new"])
        let first = certificate([kSecMatchPolicy: server, kSecMatchTrustedOnly: true, kSecMatchLimit: 1])
        #expect(keychain.delete(first) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == ["new", "self-signed", "new"])
        #expect(keychain.delete(certificate([kSecMatchPolicy: client])) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == ["self-signed"])
        #expect(keychain.delete(certificate([kSecMatchTrustedOnly: true])) == errSecItemNotFound)
    }
}
