// What is done to a keychain while its disk fails.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

struct FaultOperation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let preparation: Preparation
    /// The answer if nothing fails; nil is success.
    let answer: KeychainError.Code?
    /// A state between, where the call is made of two steps that stand for themselves: the first add makes an empty
    /// keychain.
    private(set) var makesKeychain = false
    /// Does it to the keychain of a home.
    let perform: @Sendable (_ client: KeychainClient, _ keychain: String) throws -> Void

    init(
        _ name: String, on preparation: Preparation = .items, answers answer: KeychainError.Code? = nil,
        _ perform: @escaping @Sendable (KeychainClient) throws -> Void
    ) {
        testDescription = name
        self.preparation = preparation
        self.answer = answer
        self.perform = { client, _ in try perform(client) }
    }

    /// A checkpoint, and no change.
    private init(checkpointOf preparation: Preparation) {
        testDescription = "checkpoint"
        self.preparation = preparation
        answer = nil
        perform = { _, keychain in
            let connection = try Connection(path: keychain, readOnly: false)
            _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    static let onItems: [FaultOperation] = [
        FaultOperation("add") { try $0.add("new", secret: "new one") },
        FaultOperation("add beside a log", on: .itemsAndLog) { try $0.add("new", secret: "new one") },
        FaultOperation("add 60 000 bytes") {
            try $0.add("new", secret: TestSecret(String(repeating: "x", count: 60_000)))
        },
        FaultOperation("add a duplicate", answers: .duplicateItem) { try $0.add("alice", secret: "other") },
        FaultOperation("add in place of a tombstone") { client in
            try client.add("gone", secret: "again") { $0.attributes[.synchronizable] = .number(1) }
        },
        FaultOperation("update") { client in
            try client.update([.account: .string("alice")]) { change in
                change.secret = ItemSecret("changed")
                change.attributes[.label] = .string("label")
            }
        },
        FaultOperation("update all") { try $0.update([:]) { $0.secret = ItemSecret("changed") } },
        FaultOperation("rename a synchronizable item") { client in
            try client.update([.account: .string("travels")]) {
                $0.attributes[.account] = .string("renamed")
            } configure: {
                $0.synchronizable = .any
            }
        },
        FaultOperation("delete") { try $0.delete([.account: .string("alice")]) },
        FaultOperation("delete all beside a log", on: .itemsAndLog) { try $0.delete([:]) },
        FaultOperation("delete a synchronizable item") { client in
            try client.delete([.account: .string("travels")]) { $0.synchronizable = .any }
        },
        FaultOperation("settings") { client in
            _ = try client.perform(.set(LockSettings(locksOnSleep: true, idleTimeout: 300)))
        },
        storeOverBus,
        FaultOperation(checkpointOf: .itemsAndLog),
        FaultOperation("create", on: .withoutKeychain) { try $0.create() },
        firstAdd,
    ]

    /// The row and what it is found by, which an examination compares.
    private static let storeOverBus = FaultOperation(
        "store an item over a bus",
        storing: { keychain in
            let service = KeychainService(home: FileSystem.directory(of: keychain))
            defer { service.close() }
            let attributes = SearchAttributes([
                .init(name: "service", value: "git"), .init(name: "username", value: "me"),
            ])
            _ = try service.addServiceItem(
                NewServiceItem(
                    group: AccessGroup(rawValue: "TEAM123456.test"), label: "label", attributes: attributes ?? .none,
                    contentType: "", secret: ItemSecret("new one")),
                replacing: true, inKeychainAt: keychain)
        })

    private init(_ name: String, storing perform: @escaping @Sendable (_ keychain: String) throws -> Void) {
        testDescription = name
        preparation = .items
        answer = nil
        self.perform = { _, keychain in try perform(keychain) }
    }

    private static var firstAdd: FaultOperation {
        var operation = FaultOperation("the first add", on: .withoutKeychain) { try $0.add("new", secret: "new one") }
        operation.makesKeychain = true
        return operation
    }

    /// Argon2id makes these slow.
    static let onPasswords: [FaultOperation] = [
        FaultOperation("set a password") { try $0.changePassword(from: nil, to: "new") },
        FaultOperation("set a password beside a log", on: .itemsAndLog) { try $0.changePassword(from: nil, to: "new") },
        FaultOperation("set a password over more than SQLite keeps in memory", on: .longItems) {
            try $0.changePassword(from: nil, to: "new")
        },
        FaultOperation("change the password", on: .itemsWithPassword) {
            try $0.changePassword(from: Preparation.password, to: "new")
        },
        FaultOperation("remove the password", on: .itemsWithPassword) {
            try $0.changePassword(from: Preparation.password, to: nil)
        },
        FaultOperation("a wrong password", on: .itemsWithPassword, answers: .authFailed) { try $0.unlock("wrong") },
        FaultOperation("create with a password", on: .withoutKeychain) { try $0.create(password: "new") },
    ]
}
