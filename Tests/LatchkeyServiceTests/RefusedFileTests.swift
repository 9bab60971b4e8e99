// Files that cannot be used, and that are nobody's to rename: they are refused and stay where they are.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct RefusedFileTests {
    let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
        let client = home.anotherClient()
        try client.add("old")
        client.close()
    }

    private var url: URL { URL(fileURLWithPath: home.keychain) }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: home.path).filter { !$0.hasSuffix("-shm") })
    }

    /// The bytes of the header from `offset` on, and the rest cut off after the first page.
    private func ruin(_ header: [UInt8], at offset: Int) throws {
        var data = try Data(contentsOf: url).prefix(4096)
        data.replaceSubrange(offset..<offset + header.count, with: header)
        try data.write(to: url)
    }

    @Test(
        arguments: [
            ("another program's application_id", [0x4c, 0x54, 0x00, 0x01], 68),
            ("a newer user_version", [0, 0, 0, 3], 60),
            ("a newer SQLite", [3, 3], 18),
        ] as [(String, [UInt8], Int)])
    func `a damaged file that another program may read is refused and stays`(
        what: String, header: [UInt8], offset: Int
    ) throws {
        try ruin(header, at: offset)
        let data = try Data(contentsOf: url)
        for _ in 1...2 {
            let code = failure { _ = try home.anotherClient().items() }
            #expect([.notAvailable, .invalidKeychain].contains(code))
        }
        #expect(try names() == ["device.key", "login.keychain-db"])
        #expect(try Data(contentsOf: url) == data)
    }

    @Test(
        arguments: [
            ("PRAGMA application_id = 7", .invalidKeychain), ("PRAGMA user_version = 3", .wrongVersion),
            ("DELETE FROM keybag", .decode), ("DELETE FROM tversion", .invalidKeychain),
        ] as [(String, KeychainError.Code)])
    func `a database that opens is refused and stays`(statement: String, expected: KeychainError.Code) throws {
        _ = try Connection(path: home.keychain, readOnly: false).rows(statement)
        for _ in 1...2 { #expect(failure { try home.anotherClient().add("new") } == expected) }
        #expect(try names().filter { $0.contains(KeptFile.marker) }.isEmpty)
    }

    @Test func `a file that a user names elsewhere, or by another name, is refused and stays`() throws {
        let elsewhere = try TemporaryHome()
        let text = Data(repeating: 0x41, count: 5000)
        for path in [elsewhere.keychain, home.path + "/letter.txt"] {
            try text.write(to: URL(fileURLWithPath: path))
            let query = ItemQuery(itemClass: .genericPassword)
            #expect(failure { _ = try home.client.perform(.copy(query), in: .file(path)) } == .invalidKeychain)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == ["login.keychain-db"])
    }

    @Test func `a link to a damaged file is refused and stays`() throws {
        let elsewhere = try TemporaryHome()
        let text = Data(repeating: 0x41, count: 5000)
        try text.write(to: URL(fileURLWithPath: elsewhere.keychain))
        try FileManager.default.removeItem(atPath: home.keychain)
        try FileManager.default.createSymbolicLink(atPath: home.keychain, withDestinationPath: elsewhere.keychain)
        #expect(failure { _ = try home.anotherClient().items() } == .invalidKeychain)
        #expect(try names() == ["device.key", "login.keychain-db"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere.keychain)) == text)
    }

    /// Neither the right to read the file nor the right to write its directory is missing for ever.
    @Test(arguments: [(0o000, 0o777), (0o444, 0o777), (0o666, 0o555)] as [(Int, Int)])
    func `a damaged file or directory without permission stays`(file: Int, directory: Int) throws {
        try Data(repeating: 0x41, count: 5000).write(to: url)
        let reader = try home.homeOfReader()
        try setMode(file, of: home.keychain)
        try setMode(directory, of: home.path)
        defer { try? setMode(0o700, of: home.path) }
        let code = try onOwnThread(.withoutRoot) { [home] in
            failure {
                let query = ItemQuery(itemClass: .genericPassword)
                _ = try reader.client.perform(.copy(query), in: .file(home.keychain))
            }
        }
        #expect(code == (file == 0 ? .notAvailable : .invalidKeychain))
        let moved = try onOwnThread(.withoutRoot) { [home] in
            try KeychainFile(path: home.keychain).setAsideIfDamaged(now: 0)
        }
        #expect(!moved)
        #expect(try names() == ["device.key", "login.keychain-db"])
    }

    @Test func `a keychain that opens after all stays, whoever took it for damaged`() throws {
        #expect(try !KeychainFile(path: home.keychain).setAsideIfDamaged(now: 0))
        #expect(try home.anotherClient().items().count == 1)
    }

    /// A writer that was about to begin when the file got its new name.
    @Test func `nothing is written to a file that was taken away`() throws {
        let connection = try KeychainFile(path: home.keychain).open()
        try FileManager.default.moveItem(atPath: home.keychain, toPath: home.keychain + KeptFile.marker + "now")
        #expect(failure { try connection.write { _ throws(KeychainError) in } } == .noSuchKeychain)
    }
}
