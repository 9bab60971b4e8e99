// The service gives nobody the data of a private key that is not extractable.
// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainModel
import TestSupport
import Testing

@Suite struct StayingKeyTests {
    let home: TemporaryHome
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.client
        var certificate = ItemAddition(itemClass: .certificate)
        certificate.attributes = [.issuer: .data([1]), .serialNumber: .data([1]), .publicKeyHash: .data([7])]
        certificate.secret = ItemSecret(TestSecret("certificate"))
        var key = ItemAddition(itemClass: .key)
        key.attributes = [
            .applicationLabel: .data([7]), .isPrivate: .number(1), .keyClass: .number(1), .isExtractable: .number(0),
        ]
        key.secret = ItemSecret(TestSecret("key"))
        _ = try client.perform(.addIdentity(IdentityAddition(certificate: certificate, key: key)))
    }

    private func keys(_ returning: ReturnOptions) throws(KeychainError) -> [Item] {
        var query = ItemQuery(itemClass: .key)
        query.returning = returning
        guard case .items(let items) = try client.perform(.copy(query)) else { return [] }
        return items
    }

    private func identities(_ returning: ReturnOptions) throws(KeychainError) -> [Identity] {
        var query = IdentityQuery()
        query.returning = returning
        guard case .identities(let identities) = try client.perform(.copyIdentities(query)) else { return [] }
        return identities
    }

    @Test(arguments: [.data, [.data, .attributes], [.data, .reference]] as [ReturnOptions])
    func `a search for the data is refused`(returning: ReturnOptions) {
        #expect(failure { _ = try keys(returning) } == .dataNotAvailable)
        #expect(failure { _ = try identities(returning) } == .dataNotAvailable)
    }

    @Test func `a search for the object gives the bytes that it works with`() throws {
        let secret = ItemSecret(TestSecret("key"))
        #expect(try keys(.reference).map(\.secret) == [secret])
        #expect(try identities(.reference).map(\.key.secret) == [secret])
        #expect(try keys(.attributes).map(\.secret) == [nil])
    }

    @Test func `a search for the certificates alone is not concerned`() throws {
        var query = ItemQuery(itemClass: .certificate)
        query.returning = .data
        guard case .items(let items) = try client.perform(.copy(query)) else { return }
        #expect(items.map(\.secret) == [ItemSecret(TestSecret("certificate"))])
    }
}
