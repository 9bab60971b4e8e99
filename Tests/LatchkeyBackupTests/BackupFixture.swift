// Backups of a test: written, cut into frames, and read.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

/// The least that a reader accepts, so that tests are quick.
let cheap = PasswordCost(memory: 19 * 1024, passes: 2)

/// The plaintext size of a frame and what sealing adds, as Documentation/Reference/Formats/Backup.md says.
let (framePlaintext, frameSize) = (65_536, 65_578)

/// One backup with its key, whose password a test need not derive.
struct BackupFixture {
    let header: BackupHeader
    let key: BackupKeyBox
    let password: TestSecret
    let device = [UInt8](repeating: 0x5d, count: 32)

    /// Shares a key that has one owner.
    final class BackupKeyBox: Sendable {
        let key: BackupKey
        init(_ key: consuming BackupKey) { self.key = key }
    }

    init(password: TestSecret = "backup password", cost: PasswordCost = cheap) throws {
        let key = BackupKey()
        let (backup, keychain) = (RowIdentifier.random(), RowIdentifier.random())
        let wrapping = try key.wrapped(
            by: SecretBytes(recorded: password.bytes), salt: SystemRandom.bytes(count: 16), cost: cost, for: backup,
            of: keychain)
        header = BackupHeader(
            backup: backup, keychain: keychain, time: 800_000_000, device: .random(), wrappings: [wrapping])
        self.key = BackupKeyBox(key)
        self.password = password
    }

    private init(_ other: BackupFixture, wrappings: [BackupWrapping]) {
        header = BackupHeader(
            backup: other.header.backup, keychain: other.header.keychain, time: other.header.time,
            device: other.header.device, wrappings: wrappings)
        key = other.key
        password = other.password
    }

    /// The same with other things that open it.
    func withWrappings(_ wrappings: [BackupWrapping]) -> BackupFixture { BackupFixture(self, wrappings: wrappings) }

    var deviceKey: BackupDeviceKey { BackupDeviceKey(SecretBytes(recorded: device), for: header) }

    /// The file with these entries between the first and the last.
    func file(_ entries: [BackupEntry], leavingOut leftOut: BackupOmissions = BackupOmissions()) throws -> [UInt8] {
        var writer = BackupWriter(header, under: key.key)
        try writer.append(.about(Self.about))
        for entry in entries { try writer.append(entry) }
        _ = try writer.finish(leavingOut: leftOut)
        var file: [UInt8] = []
        while writer.waiting > 0 { file += writer.take(atMost: 100_000) }
        return file
    }

    func preamble(of file: [UInt8]) throws -> BackupPreamble {
        try BackupPreamble(reading: Array(file.prefix(BackupPreamble.largestSize)))
    }

    /// Bytes of the stream of a file with these entries.
    func plaintextSize(of entries: [BackupEntry]) throws -> Int {
        let file = try file(entries)
        return file.count - (try preamble(of: file).count) - 42
    }

    /// Reads a file as somebody who has its password and nothing else.
    func readAsStranger(_ file: [UInt8]) throws {
        let preamble = try preamble(of: file)
        // A changed cost is one that is not asked for here.
        guard let wrapping = preamble.header.passwordWrapping, wrapping.cost == cheap else {
            throw KeychainError(.decode, during: "reading a changed cost in a test")
        }
        let opened = try BackupKey(of: preamble, opening: SecretBytes(recorded: password.bytes))
        var reader = BackupReader(preamble, under: opened)
        try unsafe Array(file[preamble.count...]).withRawBytes { bytes throws(KeychainError) in
            unsafe try reader.take(bytes) { _ in }
        }
        _ = try reader.finish { _ in }
    }

    static let about = BackupAbout(
        writer: "test", rows: [3, 0, 1, 2], settings: LockSettings(locksOnSleep: true, idleTimeout: 300), label: "Märch"
    )

    /// What is in a file, read in pieces of `size` bytes with the key of the fixture.
    func read(_ file: [UInt8], inPiecesOf size: Int = 10_000) throws -> [String] {
        let preamble = try preamble(of: file)
        var reader = BackupReader(preamble, under: key.key)
        var found: [String] = []
        var rest = file[preamble.count...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            try unsafe piece.withRawBytes { bytes throws(KeychainError) in
                unsafe try reader.take(bytes) { found.append(words(of: $0)) }
            }
        }
        _ = try reader.finish { found.append(words(of: $0)) }
        return found
    }
}

/// An entry as tests compare it: no secret is longer than its length there.
func words(of entry: BackupEntry) -> String {
    switch entry {
    case .about(let about): "about \(about.writer) \(about.rows) \(about.label)"
    case .item(let item): "item \(words(of: item))"
    case .deviceItem(let item): "device item \(item.itemClass.rawValue) \(item.protection.rawValue)"
    case .listEntry(let body): "list entry \(body.count)"
    case .tombstone(let item): "tombstone \(words(of: item))"
    case .end(let end):
        "end \(end.counts.items) \(end.counts.deviceItems) \(end.counts.listEntries) \(end.leftOut.total)"
    }
}

func words(of item: BackupItem) -> String {
    "\(item.itemClass.rawValue) \(item.protection.rawValue) \(item.identifier.hexadecimal) \(item.metadata.count) "
        + "\(item.secret?.count ?? -1)"
}

func item(
    _ number: Int64 = 1, _ itemClass: ItemClass = .genericPassword, under protection: ProtectionClass = .ak,
    metadata: Int = 40, secret: Int? = 64
) -> BackupItem {
    BackupItem(
        itemClass: itemClass, protection: protection, identifier: .random(numbered: number),
        metadata: ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 1, count: metadata))),
        secret: secret.map { ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 2, count: $0))) })
}

func listEntry(_ count: Int = 64) -> BackupEntry {
    .listEntry(ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 3, count: count))))
}
