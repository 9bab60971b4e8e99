// A home with a keychain that has a password, one that has none, and a TPM that nobody uses yet.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport

/// With an item in each of its keychains.
struct TPMHome: Sendable {
    let software: SoftwareTPM
    let path: String
    let caller = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])
    let password: TestSecret = "password"

    init() throws {
        software = try SoftwareTPM()
        path = software.directory + "/home"
        let service = service()
        try service.perform(.create(password: nil), inKeychainAt: open, from: caller)
        try service.perform(.create(password: ItemSecret(password)), inKeychainAt: closed, from: caller)
        for keychain in [open, closed] {
            var addition = ItemAddition(itemClass: .genericPassword)
            addition.attributes = [.account: .string("me"), .service: .string("imap")]
            addition.secret = ItemSecret("item" as TestSecret)
            try service.perform(.add(addition), inKeychainAt: keychain, from: caller)
        }
        service.close()
    }

    var open: String { path + "/open.keychain-db" }
    var closed: String { path + "/closed.keychain-db" }
    var deviceKey: String { path + "/device.key" }
    var key: LocalDeviceKey { LocalDeviceKey(home: path, tpm: software.name) }

    /// As another process has it, with nothing unlocked.
    func service(automaticPassword: AutomaticPassword? = nil) -> KeychainService {
        KeychainService(
            home: path, unlockPlace: .service, tpm: software.name, automaticPassword: automaticPassword)
    }

    func reads(_ keychain: String, _ service: KeychainService? = nil) throws -> Bool {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = [.account: .string("me")]
        query.returning = [.data]
        let reply = try perform(.copy(query), at: keychain, service)
        guard case .items(let items) = reply else { return false }
        return items.first?.secret.map { TestSecret(found: $0.bytes) } == "item"
    }

    func unlock(_ service: KeychainService? = nil, at keychain: String? = nil) throws {
        try perform(.unlock(password: ItemSecret(password)), at: keychain ?? closed, service)
    }

    /// - Parameter service: nil for a process that ends afterwards.
    @discardableResult
    func perform(_ request: Request, at keychain: String, _ service: KeychainService? = nil) throws -> Reply {
        let own = service ?? self.service()
        defer { if service == nil { own.close() } }
        return try own.perform(request, inKeychainAt: keychain, from: caller)
    }

    /// Wraps the keychain without a password anew.
    func wrapOpenAnew() throws { try perform(.changePassword(old: nil, new: nil), at: open) }

    /// Has both keychains follow the key that has moved.
    func follow() throws {
        try wrapOpenAnew()
        try unlock()
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

    func contents(of file: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: file))) }

    /// Writes a file of mode 0600.
    func write(_ bytes: [UInt8], to file: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }

    func rename(_ file: String, to name: String) throws {
        try FileManager.default.moveItem(atPath: file, toPath: path + "/" + name)
    }
}
