// Identities as requests: added and deleted as a whole, and locked as their halves are.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct IdentityTests {
    let home: TemporaryHome
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.client
    }

    private func addition(
        _ serialNumber: UInt8, key hash: UInt8, certificateUnder protection: ProtectionClass = .dk
    ) -> IdentityAddition {
        var certificate = ItemAddition(itemClass: .certificate)
        certificate.attributes = [
            .issuer: .data([1]), .serialNumber: .data([serialNumber]), .publicKeyHash: .data([hash]),
            .accessible: .string(protection.rawValue),
        ]
        certificate.secret = ItemSecret(TestSecret("certificate"))
        var key = ItemAddition(itemClass: .key)
        key.attributes = [.applicationLabel: .data([hash]), .isPrivate: .number(1), .keyClass: .number(1)]
        key.secret = ItemSecret(TestSecret("key"))
        return IdentityAddition(certificate: certificate, key: key)
    }

    @discardableResult
    private func add(_ addition: IdentityAddition) throws(KeychainError) -> Identity {
        guard case .identities(let identities) = try client.perform(.addIdentity(addition)),
            let identity = identities.first
        else { throw KeychainError(.internalError, during: "adding in a test") }
        return identity
    }

    private func identities(
        _ returning: ReturnOptions = [.attributes, .data], _ configure: (inout IdentityQuery) -> Void = { _ in }
    ) throws(KeychainError) -> [Identity] {
        var query = IdentityQuery()
        query.limit = .all
        query.returning = returning
        configure(&query)
        guard case .identities(let identities) = try client.perform(.copyIdentities(query)) else { return [] }
        return identities
    }

    private func count(_ itemClass: ItemClass) throws -> Int {
        var query = ItemQuery(itemClass: itemClass)
        query.limit = .all
        do throws(KeychainError) {
            guard case .items(let items) = try client.perform(.copy(query)) else { return -1 }
            return items.count
        } catch {
            return error.code == .itemNotFound ? 0 : -1
        }
    }

    private func edit(_ statement: String) throws {
        try Connection(path: home.keychain, readOnly: false).run(statement)
    }

    /// The query of an object: each half by its own attributes.
    private func object(_ serialNumber: UInt8, key hash: UInt8) -> IdentityQuery {
        var query = IdentityQuery()
        query.certificate.matching = [.issuer: .data([1]), .serialNumber: .data([serialNumber])]
        query.key.matching = [.applicationLabel: .data([hash]), .keyClass: .number(1)]
        query.limit = .all
        return query
    }

    @Test func `an identity is added as certificate and key`() throws {
        let added = try add(addition(1, key: 1))
        let found = try identities()
        #expect(found.map(\.reference) == [added.reference])
        #expect(found.first?.certificate.secret.map { TestSecret(found: $0.bytes) } == TestSecret("certificate"))
        #expect(found.first?.key.secret.map { TestSecret(found: $0.bytes) } == TestSecret("key"))
    }

    @Test func `a half that is there already is taken, two are a duplicate`() throws {
        let first = try add(addition(1, key: 1))
        let second = try add(addition(2, key: 1))
        #expect(second.key.reference == first.key.reference)
        #expect(second.certificate.reference != first.certificate.reference)
        #expect(failure { try add(addition(1, key: 1)) } == .duplicateItem)
        #expect(try count(.certificate) == 2)
        #expect(try count(.key) == 1)
        _ = try client.perform(.delete(.init(itemClass: .key)))
        #expect(try add(addition(1, key: 1)).certificate.reference == first.certificate.reference)
    }

    @Test func `where the key cannot be added, the certificate is not`() throws {
        try client.create(password: "password")
        try client.lock()
        #expect(failure { try add(addition(1, key: 1)) } == .interactionNotAllowed)
        try client.unlock("password")
        #expect(try count(.certificate) == 0)
    }

    @Test func `an identity is locked while its key is`() throws {
        try client.create(password: "password")
        try add(addition(1, key: 1))
        try client.lock()
        for returning in [[], .attributes, .data, .persistentReference, .reference] as [ReturnOptions] {
            #expect(failure { _ = try identities(returning) } == .interactionNotAllowed)
        }
        #expect(try count(.certificate) == 1)
        try client.unlock("password")
        #expect(try identities().count == 1)
    }

    @Test func `one locked identity fails a search for all, a filter by class finds the others`() throws {
        try client.create(password: "password")
        try add(addition(1, key: 1))
        var open = addition(2, key: 2)
        open.key.attributes[.accessible] = .string("ck")
        try add(open)
        try client.lock()
        #expect(failure { _ = try identities() } == .interactionNotAllowed)
        #expect(try identities { $0.key.matching = [.accessible: .string("ck")] }.count == 1)
    }

    @Test func `an identity is deleted by its object while locked, and its key with its last certificate`() throws {
        try client.create(password: "password")
        try add(addition(1, key: 1, certificateUnder: .ak))
        try add(addition(2, key: 1))
        try client.lock()
        _ = try client.perform(.deleteIdentity(object(1, key: 1)))
        #expect(failure { _ = try client.perform(.deleteIdentity(object(1, key: 1))) } == .itemNotFound)
        try client.unlock("password")
        #expect(try count(.key) == 1)
        _ = try client.perform(.deleteIdentity(object(2, key: 1)))
        #expect(try count(.certificate) == 0)
        #expect(try count(.key) == 0)
    }

    @Test func `a damaged half makes the identity vanish and goes to quarantine`() throws {
        try add(addition(1, key: 1))
        try add(addition(2, key: 2))
        try edit("UPDATE keys SET data = x'01' WHERE rowid = (SELECT min(rowid) FROM keys)")
        #expect(try identities().count == 1)
        #expect(try client.examine().quarantined.map(\.itemClass) == [.key])
    }

    @Test func `a certificate that somebody gave another key's digest is no identity of that key`() throws {
        try add(addition(1, key: 1))
        try add(addition(2, key: 2))
        try edit(
            """
            UPDATE cert SET pkhh = (SELECT pkhh FROM cert ORDER BY rowid DESC LIMIT 1) \
            WHERE rowid = (SELECT min(rowid) FROM cert)
            """)
        let found = try identities()
        let identity = try #require(found.first)
        #expect(found.count == 1)
        #expect(identity.key.attributes[.applicationLabel] == identity.certificate.attributes[.publicKeyHash])
    }
}
