// Who may move keychains to a daemon, and what proves that it is the user.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
@testable import LatchkeyDaemon
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct AdoptionRequestTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    @Test(arguments: [IdentityReport.Origin.path, .tool])
    func `no program but latchkey moves keychains, another command neither`(origin: IdentityReport.Origin) throws {
        let socket = home.path + "/socket"
        let daemon = try OwnDaemon(
            at: socket, home: home.path, DaemonLimits(), identifier: OneIdentity(origin: origin))
        let client = KeychainClient(
            configuration: ClientConfiguration(home: home.path, socket: socket),
            identity: .caller(Caller(accessGroups: [])))
        #expect(failure { _ = try client.survey() } == .missingEntitlement)
        #expect(failure { _ = try client.adopt([], provenBy: nil) } == .missingEntitlement)
        #expect(failure { _ = try client.adopt([], provenBy: ItemSecret("password")) } == .missingEntitlement)
        withExtendedLifetime(daemon) {}
    }

    @Test func `the password is that of the login keychain, and one that it has`() throws {
        let handler = RequestHandler(
            homes: KeychainHomes(.ofEveryUser(folder: home.path)), identifier: OneIdentity(origin: .tool))
        let user: UInt32 = 1000
        func outcome(_ password: TestSecret) -> KeychainError.Code? {
            failure { _ = try handler.proveAdoption(by: ItemSecret(password), for: user, noting: AdoptionProof()) }
        }
        #expect(outcome("anything") == .interactionNotAllowed, "a keychain that is not there proves nothing")
        #expect(outcome("") == .interactionNotAllowed)
        // A program makes one whose password it knows.
        let other = try handler.homes.place(of: "other.keychain-db", for: user, byTool: true)
        try other.service.perform(
            .create(password: ItemSecret("known")), inKeychainAt: other.path, from: Caller(accessGroups: []))
        #expect(outcome("known") == .interactionNotAllowed)
        let login = try handler.homes.place(of: "login.keychain-db", for: user, byTool: true)
        try login.service.perform(.create(password: nil), inKeychainAt: login.path, from: Caller(accessGroups: []))
        #expect(outcome("") == .interactionNotAllowed, "nor does one without a password")
        try login.service.perform(
            .changePassword(old: nil, new: ItemSecret("of the login")), inKeychainAt: login.path,
            from: Caller(accessGroups: []))
        #expect(outcome("known") == .authFailed, "of another keychain anybody could have chosen it")
    }

    @Test func `the right password proves it`() throws {
        let handler = RequestHandler(
            homes: KeychainHomes(.ofEveryUser(folder: home.path)), identifier: OneIdentity(origin: .tool))
        let login = try handler.homes.place(of: "login.keychain-db", for: 1000, byTool: true)
        try login.service.perform(
            .create(password: ItemSecret("of the login")), inKeychainAt: login.path, from: Caller(accessGroups: []))
        func proves(_ user: UInt32, noting proof: AdoptionProof) throws -> Bool {
            try handler.proveAdoption(by: ItemSecret("of the login"), for: user, noting: proof)
        }
        let proof = AdoptionProof()
        #expect(try proves(1000, noting: proof))
        #expect(try !proves(1000, noting: proof), "it is compared once for a connection")
        #expect(try proves(1000, noting: AdoptionProof()), "and once for another one")
        #expect(throws: KeychainError.self, "of that user") { _ = try proves(1001, noting: AdoptionProof()) }
    }

    @Test func `a lock between two pages of items is not undone by the second`() throws {
        let handler = RequestHandler(
            homes: KeychainHomes(.ofEveryUser(folder: home.path)), identifier: OneIdentity(origin: .tool))
        let login = try handler.homes.place(of: "login.keychain-db", for: 1000, byTool: true)
        let anybody = Caller(accessGroups: [])
        try login.service.perform(
            .create(password: ItemSecret("of the login")), inKeychainAt: login.path, from: anybody)
        let proof = AdoptionProof()
        func outcome() -> KeychainError.Code? {
            failure {
                _ = try handler.proveAdoption(by: ItemSecret("of the login"), for: 1000, noting: proof)
            }
        }
        #expect(outcome() == nil)
        handler.homes.lock(after: .screenLock)
        #expect(outcome() == .interactionNotAllowed)
        let reply = try login.service.perform(.status, inKeychainAt: login.path, from: anybody)
        guard case .status(let status) = reply else { Issue.record("no status"); return }
        #expect(status.lockState != .unlocked, "the screen is locked, and so is the keychain")
        try login.service.perform(
            .unlock(password: ItemSecret("of the login")), inKeychainAt: login.path, from: anybody)
        #expect(outcome() == .interactionNotAllowed, "a connection proves it once")
    }

    @Test func `items of the Secret Service come into the login keychain alone`() throws {
        let handler = RequestHandler(
            homes: KeychainHomes(.ofEveryUser(folder: home.path)), identifier: OneIdentity(origin: .tool))
        func item(_ attributes: AttributeValues) -> MovedItem {
            MovedItem(
                reference: PersistentReference(itemClass: .genericPassword, identifier: .random()),
                attributes: attributes, accessControl: AccessControl(protection: .ak, flags: nil), secret: nil)
        }
        let items = [item([:]), item([.searchAttributes: .data([])])]
        #expect(handler.adoptable(items, atDefault: true) == Set(items.map(\.reference)))
        #expect(handler.adoptable(items, atDefault: false) == [items[0].reference])
        let outcomes: [AdoptionOutcome] = [.needsPassword, .needsPassword]
        #expect(handler.explained(outcomes, of: items, atDefault: true) == outcomes)
        #expect(
            handler.explained(outcomes, of: items, atDefault: false) == [.needsPassword, .ofLoginKeychain],
            "no password would let it in")
        #expect(handler.explained([.taken, .refused], of: items, atDefault: false) == [.taken, .refused])
    }

    @Test func `the commands have the groups that they have without a daemon, and nobody else gets one`() throws {
        let user = getuid()
        let before = EmbeddedIdentity(executable: "/usr/bin/security").adHocGroup
        #expect(before == EmbeddedIdentity.adHocGroup(ofProgramNamed: "security", user: user))
        let file = try #require(PeerExecutable.File(atPath: "/proc/self/exe".utf8CString.map(\.self)))
        for path in ["/usr/bin/security", "/home/ann/security", "/tmp/x/security"] {
            let group = AdHocIdentity.group(of: PeerExecutable(path: Array(path.utf8), file: file), user: user)
            #expect(group != before && group.rawValue.split(separator: ".").count == 3)
        }
    }
}
