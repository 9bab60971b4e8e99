// Items that are sealed under a password of their program as well, behind the client.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
@testable import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct ApplicationPasswordTests {
    private static let flag: UInt64 = 1 << 31
    let home: TemporaryHome
    var client: KeychainClient { home.client }

    init() throws { home = try TemporaryHome() }

    @discardableResult
    private func add(
        _ account: String, secret: TestSecret = "secret", under protection: ProtectionClass = .ak,
        password: TestSecret = "own", through client: KeychainClient? = nil,
        configure: (inout ItemAddition) -> Void = { _ in }
    ) throws(KeychainError) -> ReturnedItem {
        try (client ?? self.client).add(account, secret: secret, under: protection) {
            $0.accessControl = AccessControl(protection: protection, flags: Self.flag)
            $0.authentication.applicationPassword = ItemSecret(password)
            configure(&$0)
        }
    }

    private func secret(of account: String, password: TestSecret? = "own") throws(KeychainError) -> TestSecret? {
        try client.items([.account: .string(account)]) {
            $0.authentication.applicationPassword = password.map { ItemSecret($0) }
        }.first?.secret.map { TestSecret(found: $0.bytes) }
    }

    @Test func `where the program gives no password the user is asked, for a new item and to read it`() throws {
        let user = ScriptedUser()
        let client = home.anotherClient(user: user)
        func add() throws(KeychainError) {
            try client.add("alice") {
                $0.accessControl = AccessControl(protection: .ak, flags: Self.flag)
                $0.attributes[.accessible] = nil
            }
        }
        func read(_ configure: (inout Authentication) -> Void = { _ in }) throws(KeychainError) -> TestSecret? {
            try client.items([.account: .string("alice")]) { configure(&$0.authentication) }
                .first?.secret.map { TestSecret(found: $0.bytes) }
        }
        #expect(failure { try add() } == .interactionNotAllowed, "nobody can be asked")
        user.willAnswer(.password("typed"), .password("wrong"), .password("typed"))
        try add()
        #expect(try read() == "secret")
        let proofs = user.asked.compactMap(\.proof)
        #expect(proofs.allSatisfy { $0.methods == .applicationPassword && $0.isForItem })
        #expect(proofs.map(\.isForNewItem) == [true, true, false, false])
        #expect(proofs.map(\.wrongPasswords) == [0, 0, 0, 1])
        #expect(user.asked.map(\.item.account) == ["alice", "alice", "alice", "alice"])
        #expect(try secret(of: "alice", password: "typed") == "secret")
        #expect(failure { _ = try secret(of: "alice", password: "wrong") } == .authFailed, "a program is not asked for")

        user.willAnswer(.password("wrong"), .password("wrong"), .password("wrong"), .cancels)
        #expect(failure { _ = try read() } == .authFailed)
        #expect(failure { _ = try read() } == .userCanceled)
        let count = user.asked.count
        #expect(failure { _ = try read { $0.ui = .fail } } == .interactionNotAllowed)
        #expect(failure { _ = try read { $0.ui = .skip } } == .itemNotFound)
        #expect(user.asked.count == count)
    }

    @Test func `a change of the keychain's password touches no item under a program's`() throws {
        try client.create(password: "first")
        try add("alice")
        let before = try sealedData()
        try client.changePassword(from: "first", to: "second")
        #expect(try sealedData() == before)
        #expect(try secret(of: "alice") == "secret")
        try client.changePassword(from: "second", to: nil)
        #expect(try secret(of: "alice") == "secret")
        #expect(failure { _ = try secret(of: "alice", password: "second") } == .authFailed)
    }

    private func sealedData() throws -> [SQLValue] {
        try Connection(path: home.keychain, readOnly: true).rows("SELECT data FROM genp").map { $0[0] }
    }

    @Test func `while its class is locked a program's password opens nothing`() throws {
        try client.create(password: "first")
        try add("alice")
        try add("always", under: .dk)
        try client.lock()
        #expect(failure { _ = try secret(of: "alice") } == .interactionNotAllowed)
        #expect(failure { try add("bob") } == .interactionNotAllowed)
        #expect(try secret(of: "always") == "secret")
        try client.unlock("first")
        #expect(try secret(of: "alice") == "secret")
    }

    @Test func `renaming without the password seals the row anew and leaves the envelope`() throws {
        let added = try add("alice")
        let before = try sealedData()
        try client.update([.account: .string("alice")]) { $0.attributes[.account] = .string("bob") }
        #expect(try sealedData() != before)
        #expect(try secret(of: "bob") == "secret")
        #expect(try client.items(returning: .attributes).first?.reference == added.reference)
    }

    @Test func `a wrong password is no damage, and changes nothing`() throws {
        try add("alice")
        for _ in 0..<3 { #expect(failure { _ = try secret(of: "alice", password: "wrong") } == .authFailed) }
        #expect(
            failure {
                try client.update([:], { $0.secret = ItemSecret("new") }) {
                    $0.authentication.applicationPassword = ItemSecret("wrong")
                }
            } == .authFailed)
        let examination = try client.examine()
        #expect(examination.intact == 1 && examination.quarantined.isEmpty && examination.fileProblems.isEmpty)
        #expect(try secret(of: "alice") == "secret")
    }

    @Test func `an update of several items is done for all of them or for none`() throws {
        try add("alice")
        try add("bob", password: "another")
        let change: (inout ItemChange) -> Void = { $0.secret = ItemSecret("new") }
        let own: (inout ItemQuery) -> Void = { $0.authentication.applicationPassword = ItemSecret("own") }
        #expect(failure { try client.update([:], change, configure: own) } == .authFailed)
        #expect(try secret(of: "alice") == "secret" && secret(of: "bob", password: "another") == "secret")
        try client.delete([.account: .string("bob")])
        try add("carol")
        try client.update([:], change, configure: own)
        #expect(try secret(of: "alice") == "new" && secret(of: "carol") == "new")
    }

    @Test(arguments: [flag, flag | 1 << 30])
    func `the item digest says nothing about the secret`(flags: UInt64) throws {
        let clock = ManualClock()
        func digest(_ secret: TestSecret) throws -> AttributeValue? {
            let home = try TemporaryHome()
            return try add("alice", secret: secret, through: home.anotherClient(clock: clock.clock)) {
                $0.accessControl = AccessControl(protection: .ak, flags: flags)
            }.attributes[.sha1]
        }
        #expect(try digest("one") == digest("two"))
        let plain = try ["one", "two"].map { secret in
            try TemporaryHome().anotherClient(clock: clock.clock).add("alice", secret: TestSecret(secret))
                .attributes[.sha1]
        }
        #expect(plain[0] != plain[1])
    }

    @Test func `a key that is for use alone is under the password, too`() throws {
        try add("alice") { $0.accessControl = AccessControl(protection: .ak, flags: Self.flag | 1 << 30) }
        #expect(failure { _ = try secret(of: "alice", password: nil) } == .interactionNotAllowed)
        #expect(failure { _ = try secret(of: "alice", password: "wrong") } == .authFailed)
        #expect(try secret(of: "alice") == "secret")
        // Nor does another access control take the password away.
        let open: (inout ItemChange) -> Void = { $0.accessControl = AccessControl(protection: .ak, flags: 0) }
        #expect(failure { try client.update([:], open) } == .interactionNotAllowed)
    }

    @Test(arguments: [flag | 1, flag | 1 << 4])
    func `the password is no proof of the user`(flags: UInt64) throws {
        try add("alice") { $0.accessControl = AccessControl(protection: .ak, flags: flags) }
        let code = failure {
            _ = try client.items {
                $0.authentication.ui = .fail
                $0.authentication.applicationPassword = ItemSecret("own")
            }
        }
        #expect(code == .interactionNotAllowed)
    }

    @Test func `damage is set aside like any other`() throws {
        try add("alice")
        try add("bob")
        let connection = try Connection(path: home.keychain, readOnly: false)
        try connection.run(
            """
            UPDATE genp SET data = (SELECT data FROM genp ORDER BY rowid DESC LIMIT 1) \
            WHERE rowid = (SELECT min(rowid) FROM genp)
            """)
        #expect(failure { _ = try secret(of: "alice") } == .itemNotFound)
        #expect(try client.examine().quarantined.count == 1)
        #expect(try secret(of: "bob") == "secret")
    }

    @Test func `a deleted item makes room for one under another password`() throws {
        try add("alice")
        try client.delete([.account: .string("alice")])
        try add("alice", secret: "second", password: "another")
        #expect(try secret(of: "alice", password: "another") == "second")
    }

    @Test func `an item that changes while its key is derived is opened as it is then`() throws {
        try add("alice")
        let keychain = OpenKeychain(in: home)
        let keys = try #require(ApplicationKeys(of: Authentication(applicationPassword: "own")))
        let call = CallContext(of: Caller(accessGroups: [.all]), applicationKeys: keys)
        func found() throws(KeychainError) -> [TestSecret]? {
            if case .done(let secrets) = try keychain.secrets(for: call) { return secrets }
            try keys.deriveWanted(taking: keychain.derivation, at: keychain.unlockPlace)
            return nil
        }
        #expect(try found() == nil)
        try client.delete([.account: .string("alice")])
        try add("alice", secret: "second")
        #expect(try found() == nil, "the new item has a salt of its own")
        #expect(try found() == ["second"])
    }

    @Test func `an envelope that the right password does not open is damage, and a wrong one does not tell`() throws {
        try add("alice")
        let call = CallContext(of: Caller(accessGroups: [.all]))
        _ = try OpenKeychain(in: home).write { state, transaction throws(KeychainError) in
            let rows = try state.rows(of: ItemQuery(itemClass: .genericPassword), in: .all, for: call)
            guard let row = rows.kept.first else {
                throw KeychainError(.itemNotFound, during: "damaging an item in a test")
            }
            let old = try row.open(with: state.keys)
            let right = KeychainPolicy.mayKeep(old.item.reference)
            guard case .underPassword(let envelope) = try old.openSecret(with: state.keys, by: right) else {
                throw KeychainError(.decode, during: "opening a secret in a test")
            }
            var bytes = envelope.encoded
            bytes[bytes.count - 1] ^= 1
            let damaged = try SealedItem(
                old.item, secret: .kept(PasswordEnvelope(decoding: bytes)), replacing: old.item, with: state.keys)
            try state.items(call).replace(rowID: old.row.rowID, with: damaged, in: transaction)
            return .done(())
        }
        #expect(failure { _ = try secret(of: "alice", password: "wrong") } == .authFailed)
        #expect(try client.examine().quarantined.isEmpty)
        #expect(failure { _ = try secret(of: "alice") } == .itemNotFound)
        #expect(try client.examine().quarantined.count == 1)
    }

    @Test func `an item takes the place of its tombstone under its password`() throws {
        let first = try add("alice")
        try client.delete([.account: .string("alice")]) { $0.leavesTombstones = true }
        #expect(failure { _ = try secret(of: "alice") } == .itemNotFound)
        let second = try add("alice", secret: "second", password: "another")
        #expect(second.reference == first.reference)
        #expect(try secret(of: "alice", password: "another") == "second")
        #expect(failure { _ = try secret(of: "alice") } == .authFailed)
    }

    @Test func `a secret that is put under a password does not stay in the files as it was`() throws {
        try client.add("alice")
        guard case .blob(let before)? = try sealedData().first else {
            Issue.record("no secret")
            return
        }
        #expect(try files().contains { $0.firstRange(of: before) != nil })
        let control = AccessControl(protection: .ak, flags: Self.flag)
        try client.update([:], { $0.accessControl = control }) {
            $0.authentication.applicationPassword = ItemSecret("own")
        }
        #expect(try files().allSatisfy { $0.firstRange(of: before) == nil })
        #expect(try secret(of: "alice") == "secret")
    }

    /// The bytes of the keychain and of its log.
    private func files() throws -> [Data] {
        try ["", "-wal"].map { try Data(contentsOf: URL(filePath: home.keychain + $0)) }
    }

    @Test func `threads that open items at once all get theirs`() throws {
        for account in ["a", "b", "c"] { try add(account, secret: "of \(account)") }
        let threads = ["a", "b", "c"].map { account in
            startThread { try secret(of: account) == "of \(account)" }
        }
        for thread in threads { #expect(try thread.wait()) }
    }
}
