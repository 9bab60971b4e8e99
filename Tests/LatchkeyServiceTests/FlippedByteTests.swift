// Each byte of a small keychain is changed: nothing crashes, and nothing wrong comes out.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// With `LATCHKEY_SLOW_TESTS=1` every byte, which takes a quarter of an hour; with `part` some minutes' worth, other
/// bytes in every run.
private let wanted = ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"]
private let isThorough = wanted == "1"
private let sampled = wanted == "part" ? 30_000 : nil
private let masks: [UInt8] = [0x01, 0x80, 0xff]

private struct Flip: Sendable {
    let offset: Int
    let mask: UInt8
}

/// The files of a small keychain, and what they hold.
private struct SmallKeychain: Sendable {
    let home: TemporaryHome
    let doors: Doors
    /// By what the name of the keychain has at its end.
    private(set) var files: [String: Data] = [:]

    /// - Parameter withLog: the youngest item is in SQLite's log only.
    init(withLog: Bool = false) throws {
        home = try TemporaryHome()
        let source = try TemporaryHome()
        try Self.addItems(to: source.anotherClient())
        let open = source.anotherClient()
        if withLog { try open.add("late", secret: "only in the log") }
        doors = try Doors(open)
        for name in withLog ? ["", "-wal"] : [""] {
            files[name] = try Data(contentsOf: URL(fileURLWithPath: source.keychain + name))
        }
        try FileManager.default.copyItem(atPath: source.path + "/device.key", toPath: home.path + "/device.key")
    }

    private static func addItems(to client: KeychainClient) throws {
        for account in ["alice", "bob"] { try client.add(account, secret: "secret of \(account)") }
        try client.add("travels") { $0.attributes[.synchronizable] = .number(1) }
        try client.add("gone") { $0.attributes[.synchronizable] = .number(1) }
        try client.delete([.account: .string("gone")]) { $0.synchronizable = .any }
        var addition = ItemAddition(itemClass: .internetPassword)
        addition.attributes = [.server: .string("host"), .account: .string("alice")]
        addition.secret = ItemSecret("internet secret")
        _ = try client.perform(.add(addition))
    }

    /// Makes each change in a copy.
    /// - Returns: what came out that must not, with the place.
    func problems(of flips: [Flip], in changed: String) throws -> [String] {
        let copy = try TemporaryHome()
        try FileManager.default.copyItem(atPath: home.path + "/device.key", toPath: copy.path + "/device.key")
        return try flips.flatMap { flip in
            for name in ["", "-wal", "-shm", "-journal"] {
                _ = unsafe unlink(copy.keychain + name)
                guard var data = files[name] else { continue }
                if name == changed { data[flip.offset] ^= flip.mask }
                try data.write(to: URL(fileURLWithPath: copy.keychain + name))
            }
            return doors.problems(through: copy.anotherClient()).map { "\(flip.offset) ^ \(flip.mask): \($0)" }
        }
    }
}

@Suite struct FlippedByteTests {
    /// Runs on two cores.
    private func problems(of flips: [Flip], in changed: String, of keychain: SmallKeychain) throws -> [String] {
        let parts = (0..<2).map { part in flips.indices.filter { $0 % 2 == part }.map { flips[$0] } }
        let threads = parts.map { part in startThread { try keychain.problems(of: part, in: changed) } }
        print("flipped: \(flips.count) changes of keychain-db\(changed)")
        return try threads.flatMap { try $0.wait() }
    }

    /// One change of every byte, or every change of it if all are wanted.
    private func flips(_ range: Range<Int>) -> [Flip] {
        range.flatMap { offset in
            (isThorough ? masks : [masks[offset % 3]]).map { Flip(offset: offset, mask: $0) }
        }
    }

    /// Bytes anywhere; few are the same ones in every run.
    private func sample(_ count: Int, of size: Int) -> [Flip] {
        let count = sampled ?? count
        var state: UInt64 = sampled == nil ? 1 : .random(in: 1 ... .max)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Flip(offset: Int(state >> 33) % size, mask: masks[Int(state >> 20 & 0xff) % 3])
        }
    }

    @Test func `a changed byte of the header, of a page's header or of the keybag never gives a wrong item`() throws {
        let keychain = try SmallKeychain()
        let data = try #require(keychain.files[""])
        try data.write(to: URL(fileURLWithPath: keychain.home.keychain))
        let keybag = try KeybagStore(Connection(path: keychain.home.keychain, readOnly: true)).encodedKeybag()
        let place = try #require(data.range(of: Data(keybag)))
        var changes = (0..<100).flatMap { offset in masks.map { Flip(offset: offset, mask: $0) } }
        changes += flips(100..<112)
        for page in stride(from: 4096, to: data.count, by: 4096) { changes += flips(page..<page + 12) }
        changes += flips(place)
        let problems = try problems(of: changes, in: "", of: keychain)
        #expect(problems.isEmpty)
    }

    @Test func `a changed byte anywhere never gives a wrong item`() throws {
        let keychain = try SmallKeychain()
        let size = try #require(keychain.files[""]?.count)
        let changes =
            isThorough ? (0..<size).map { Flip(offset: $0, mask: masks[$0 % 3]) } : sample(150, of: size)
        let problems = try problems(of: changes, in: "", of: keychain)
        #expect(problems.isEmpty)
    }

    @Test func `a changed byte of the log never gives a wrong item`() throws {
        let keychain = try SmallKeychain(withLog: true)
        let size = try #require(keychain.files["-wal"]?.count)
        // Its header, and that of the first frame.
        let changes = flips(0..<56) + (isThorough ? flips(56..<size) : sample(60, of: size))
        let problems = try problems(of: changes, in: "-wal", of: keychain)
        #expect(problems.isEmpty)
    }
}
