// A home of keychains that is gone when its test is over.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
package import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
package import LatchkeyPresence
package import LatchkeyService
import LatchkeyTrust
import Synchronization

/// A fresh directory with a client on it.
package final class TemporaryHome: Sendable {
    package let path: String
    package let client: KeychainClient
    private let companions = Mutex<[String: any Sendable]>([:])

    /// - Parameter groups: the access groups of the caller, the default first.
    package init(groups: [String] = ["TEAM123456.test"], passwordFiles: [String] = []) throws {
        path = FileManager.default.temporaryDirectory.path + "/latchkey-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        client = Self.client(
            home: path, groups: groups, passwordFiles: passwordFiles, clock: .system, user: ScriptedUser())
    }

    /// What lives as long as the home, made at the first question.
    package func companion<Value: Sendable>(_ name: String, make: () throws -> Value) rethrows -> Value {
        try companions.withLock { companions in
            if let value = companions[name] as? Value { return value }
            let value = try make()
            companions[name] = value
            return value
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Another client on the same files, as another process has one.
    package func anotherClient(
        groups: [String] = ["TEAM123456.test"], passwordFiles: [String] = [], clock: KeychainClock = .system,
        user: any UserAsking = ScriptedUser()
    ) -> KeychainClient {
        Self.client(home: path, groups: groups, passwordFiles: passwordFiles, clock: clock, user: user)
    }

    private static func client(
        home: String, groups: [String], passwordFiles: [String], clock: KeychainClock, user: any UserAsking
    ) -> KeychainClient {
        KeychainClient(
            configuration: ClientConfiguration(home: home, passwordFiles: passwordFiles),
            identity: .caller(Caller(accessGroups: groups.map(AccessGroup.init(rawValue:)))), clock: clock,
            anchors: TrustAnchors(files: [TrustFixture.anchors]), user: user)
    }

    /// A home of the user of ``ThreadSetting/withoutRoot`` with the same device key. That user may then read this
    /// home's keychain, and write nothing here.
    package func homeOfReader() throws -> TemporaryHome {
        let reader = try TemporaryHome()
        let files = FileManager.default
        try files.copyItem(atPath: path + "/device.key", toPath: reader.path + "/device.key")
        for path in [reader.path + "/device.key", reader.path] where geteuid() == 0 {
            try files.setAttributes([.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: path)
        }
        try setMode(0o755, of: path)
        for suffix in ["", "-wal", "-shm"] where files.fileExists(atPath: keychain + suffix) {
            try setMode(0o644, of: keychain + suffix)
        }
        return reader
    }

    /// The login keychain's file.
    package var keychain: String { path + "/login.keychain-db" }
}
