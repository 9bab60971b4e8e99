// The key of a device moves into its TPM, and the keychains follow.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct DeviceKeyMoveTests {
    private let software: SoftwareTPM
    private let home: String
    private let caller = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])

    init() throws {
        software = try SoftwareTPM()
        home = software.directory + "/home"
        let service = service()
        try service.perform(.create(password: nil), inKeychainAt: open, from: caller)
        try service.perform(.create(password: ItemSecret(password)), inKeychainAt: closed, from: caller)
        for path in [open, closed] { try add(to: path, service) }
    }

    private let password: TestSecret = "password"
    private var open: String { home + "/open.keychain-db" }
    private var closed: String { home + "/closed.keychain-db" }

    /// As another process has it, with nothing unlocked.
    private func service(_ tpm: String? = nil) -> KeychainService {
        KeychainService(home: home, unlockPlace: .service, tpm: tpm ?? software.name)
    }

    private var key: LocalDeviceKey { LocalDeviceKey(home: home, tpm: software.name) }
    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home + "/" + name) }

    private func add(to path: String, _ service: KeychainService) throws {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string("me"), .service: .string("imap")]
        addition.secret = ItemSecret("item" as TestSecret)
        try service.perform(.add(addition), inKeychainAt: path, from: caller)
    }

    private func reads(_ path: String, _ service: KeychainService) throws -> Bool {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = [.account: .string("me")]
        query.returning = [.data]
        guard case .items(let items) = try service.perform(.copy(query), inKeychainAt: path, from: caller) else {
            return false
        }
        return items.first?.secret.map { TestSecret(found: $0.bytes) } == "item"
    }

    private func unlock(_ service: KeychainService) throws {
        try service.perform(.unlock(password: ItemSecret(password)), inKeychainAt: closed, from: caller)
    }

    @Test func `the old key leaves the disk, and stays in the TPM while a keychain depends on it`() throws {
        try key.moveToTPM()
        #expect(!exists("device.key") && exists("device.tpm") && key.isInTPM)
        #expect(try key.hasFormer() && key.isOfFormer(open) && key.isOfFormer(closed))
        #expect(try reads(open, service()))

        try service().perform(.changePassword(old: nil, new: nil), inKeychainAt: open, from: caller)
        #expect(try !key.isOfFormer(open) && key.isOfFormer(closed))
        #expect(failure { try key.forgetFormer() } == .interactionNotAllowed)

        try unlock(service())
        #expect(try !key.isOfFormer(closed))
        try key.forgetFormer()
        #expect(try !key.hasFormer())
        let service = service()
        try unlock(service)
        #expect(try reads(open, service) && reads(closed, service))
    }

    @Test func `a process that has the keychains open goes on`() throws {
        let service = service()
        try unlock(service)
        try key.moveToTPM()
        #expect(try reads(open, service) && reads(closed, service))
        try service.perform(.changePassword(old: nil, new: nil), inKeychainAt: open, from: caller)
        try self.service().perform(.unlock(password: ItemSecret(password)), inKeychainAt: closed, from: caller)
        try unlock(service)
        #expect(try reads(open, service) && reads(closed, service))
        #expect(try !key.isOfFormer(open) && !key.isOfFormer(closed))
    }

    @Test func `what changes a keybag works under the old key and brings the new one`() throws {
        try key.moveToTPM()
        let settings = LockSettings(locksOnSleep: true, idleTimeout: 300)
        try service().perform(.set(settings), inKeychainAt: open, from: caller)
        #expect(try key.isOfFormer(open), "settings alone wrap nothing")
        try service().perform(
            .changePassword(old: nil, new: ItemSecret(password)), inKeychainAt: open, from: caller)
        #expect(try !key.isOfFormer(open))
        let second: TestSecret = "second"
        try service().perform(
            .changePassword(old: ItemSecret(password), new: ItemSecret(second)), inKeychainAt: closed, from: caller)
        #expect(try !key.isOfFormer(closed))
        try key.forgetFormer()
        let service = service()
        try service.perform(.unlock(password: ItemSecret(second)), inKeychainAt: closed, from: caller)
        try service.perform(.unlock(password: ItemSecret(password)), inKeychainAt: open, from: caller)
        #expect(try reads(open, service) && reads(closed, service))
    }

    @Test(arguments: [false, true])
    func `a wrong password is wrong under the old key and under the new one`(hasFollowed: Bool) throws {
        let wrong = Request.unlock(password: ItemSecret("other" as TestSecret))
        try key.moveToTPM()
        if hasFollowed { try unlock(service()) }
        #expect(failure { try service().perform(wrong, inKeychainAt: closed, from: caller) } == .authFailed)
        #expect(try key.isOfFormer(closed) == !hasFollowed)
    }

    @Test func `without its TPM a home opens nothing, and nothing is made anew`() throws {
        try key.moveToTPM()
        let other = try SoftwareTPM()
        for tpm in [other.name, "device:/dev/no-such-tpm"] {
            #expect(failure { _ = try reads(open, service(tpm)) } == .notAvailable)
            #expect(failure { try unlock(service(tpm)) } == .notAvailable)
            let new = home + "/new.keychain-db"
            #expect(
                failure { try service(tpm).perform(.create(password: nil), inKeychainAt: new, from: caller) }
                    == .notAvailable)
        }
        #expect(!exists("device.key"))
        #expect(try reads(open, service()))
    }

    @Test(arguments: [false, true])
    func `a password that is set while the key moves is under the new key, or is not set`(isFirst: Bool) throws {
        let path = isFirst ? open : closed
        let second: TestSecret = "second"
        let writer = try Connection(path: path, readOnly: false)
        try writer.execute("BEGIN IMMEDIATE")
        let old = isFirst ? nil : ItemSecret(password)
        let (service, caller) = (service(), caller)
        let changing = startThread {
            _ = try service.perform(
                .changePassword(old: old, new: ItemSecret(second)), inKeychainAt: path, from: caller)
        }
        // It has the key by then, and waits for the file.
        usleep(700_000)
        let moving = startThread { [key] in try key.moveToTPM() }
        usleep(500_000)
        try writer.execute("ROLLBACK")
        let outcome = failure { try changing.wait() }
        _ = try moving.wait()
        #expect([nil, .notAvailable].contains(outcome))
        if isFirst, outcome != nil {
            #expect(try reads(open, self.service()))
        } else {
            let password = outcome == nil ? second : password
            try self.service().perform(.unlock(password: ItemSecret(password)), inKeychainAt: path, from: caller)
        }
        if isFirst { try unlock(self.service()) }
        if !isFirst || outcome != nil {
            try self.service().perform(.changePassword(old: nil, new: nil), inKeychainAt: open, from: caller)
        }
        try key.forgetFormer()
        if !isFirst || outcome != nil { #expect(try reads(open, self.service())) }
    }

    @Test func `the key moves once, and what a killed process has left is taken away`() throws {
        let old = try Data(contentsOf: URL(fileURLWithPath: home + "/device.key"))
        try key.moveToTPM()
        let sealed = try Data(contentsOf: URL(fileURLWithPath: home + "/device.tpm"))
        try old.write(to: URL(fileURLWithPath: home + "/device.key"))
        #expect(unsafe chmod(home + "/device.key", 0o600) == 0)
        #expect(try reads(open, service()))
        #expect(try !key.moveToTPM())
        #expect(!exists("device.key"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: home + "/device.tpm")) == sealed)
        try unlock(service())
    }

    @Test func `a backup of before the move brings items of the device back until the old key is given up`() throws {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string("here"), .accessible: .string(ProtectionClass.dku.rawValue)]
        addition.secret = ItemSecret("item" as TestSecret)
        try service().perform(.add(addition), inKeychainAt: open, from: caller)
        let before = try backup(service())
        try key.moveToTPM()
        for _ in 0..<2 {
            let report = try restore(before, service())
            #expect(report.restored == 2 && report.ofOtherDevice == 0)
            try service().perform(.changePassword(old: nil, new: nil), inKeychainAt: open, from: caller)
        }
        let after = try backup(service())
        try unlock(service())
        try key.forgetFormer()
        var report = try restore(after, service())
        #expect(report.restored == 2 && report.ofOtherDevice == 0)
        report = try restore(before, service())
        #expect(report.restored == 1 && report.ofOtherDevice == 1 && report.isOfThisMachine)
    }

    private func step(_ request: Request, _ service: KeychainService) throws -> TransferState {
        guard case .transfer(let state) = try service.perform(request, inKeychainAt: open, from: caller) else {
            throw KeychainError(.internalError, during: "backing up in a test")
        }
        return state
    }

    private func backup(_ service: KeychainService) throws -> [UInt8] {
        let word = ItemSecret("backup" as TestSecret)
        let number = try step(.beginBackup(password: word, proof: nil), service).number
        let state = try step(.transfer(number, .next), service)
        #expect(state.summary?.counts.deviceItems == 1)
        return state.bytes
    }

    private func restore(_ bytes: [UInt8], _ service: KeychainService) throws -> RestoreReport {
        let word = ItemSecret("backup" as TestSecret)
        let begun = try step(.beginRestore(beginning: bytes, password: word, proof: nil), service)
        let piece = TransferStep.piece(Array(bytes[Int(begun.position)...]))
        for next in [piece, .endOfFile, .replace, piece] { _ = try step(.transfer(begun.number, next), service) }
        return try #require(try step(.transfer(begun.number, .endOfFile), service).report)
    }

    @Test func `a home without a key gets its first one in the TPM`() throws {
        let empty = software.directory + "/empty"
        let key = LocalDeviceKey(home: empty, tpm: software.name)
        try key.moveToTPM()
        #expect(try key.isInTPM && !key.hasFormer())
        let service = KeychainService(home: empty, unlockPlace: .service, tpm: software.name)
        let path = empty + "/new.keychain-db"
        try service.perform(.create(password: nil), inKeychainAt: path, from: caller)
        try add(to: path, service)
        #expect(try reads(path, KeychainService(home: empty, unlockPlace: .service, tpm: software.name)))
        #expect(!FileManager.default.fileExists(atPath: empty + "/device.key"))
    }
}
