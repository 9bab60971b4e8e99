// The sealed bytes of a secret, asked for.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SealedDataTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func sealedData(of item: ReturnedItem, as client: KeychainClient) throws -> [UInt8] {
        guard case .sealedData(let bytes) = try client.perform(.sealedData(item.reference)) else { return [] }
        return bytes
    }

    @Test func `the sealed data of an item are the bytes of its row`() throws {
        try home.client.add("alice")
        let item = try home.client.add("bob")
        let rows = try Connection(path: home.keychain, readOnly: true)
            .rows("SELECT data FROM genp WHERE persistref = ?", [.blob(item.reference.identifier.bytes)])
        #expect(try [[.blob(sealedData(of: item, as: home.client))]] == rows)
    }

    @Test func `it is there while the keychain is locked, and not for other groups`() throws {
        try home.client.create(password: "password")
        let item = try home.client.add("alice")
        let before = try sealedData(of: item, as: home.client)
        try home.client.lock()
        #expect(try sealedData(of: item, as: home.client) == before)
        let stranger = home.anotherClient(groups: ["TEAM123456.other"])
        #expect(failure { _ = try sealedData(of: item, as: stranger) } == .itemNotFound)
    }
}
