// What a program's client is put together of.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct CompositionTests {
    @Test func `without a socket the keychain is in the home, opened by the process itself`() throws {
        let home = try TemporaryHome()
        let client = KeychainClient(ClientConfiguration(home: home.path), as: .program)
        try client.create()
        try client.add("alice")
        #expect(try client.secret(of: "alice") == "secret")
        #expect(FileManager.default.fileExists(atPath: home.keychain))
    }

    @Test func `with a socket the daemon is asked, and no keychain is opened without it`() throws {
        let home = try TemporaryHome()
        let configuration = ClientConfiguration(home: home.path, socket: home.path + "/missing.sock")
        let client = KeychainClient(configuration, as: .program)
        #expect(failure { try client.add("alice") } == .notAvailable)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test func `a process has one client`() { #expect(KeychainClient.shared === KeychainClient.shared) }
}
