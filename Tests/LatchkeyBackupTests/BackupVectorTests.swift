// The shared vectors of backups, which the independent reader has made.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct BackupVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let expect: VectorOutcome
    /// The types of the entries, in their order.
    let kinds: [UInt8]?
    let file: Hex
    /// Where it is not the one of all vectors.
    let password: String?
    var testDescription: String { id }
}

/// What all vectors have in common.
private struct CommonValues: Decodable {
    let password: String
    let fileKey: Hex
    let salt: Hex
    let keyNonce: Hex
    let memory: UInt32
    let passes: UInt32
    let deviceKey: Hex
    let frameNonces: [Hex]
}

@Suite struct BackupVectorTests {
    private let common: CommonValues

    init() throws { common = try Vectors.load(CommonValues.self, from: "backup.json") }

    @Test(arguments: try Vectors.all(BackupVector.self, in: "backup.json"))
    fileprivate func `the shared vectors are read, or refused`(vector: BackupVector) throws {
        guard vector.expect == .success else {
            #expect(failure { _ = try read(vector) } == vector.expect.code)
            return
        }
        let (preamble, entries) = try read(vector)
        #expect(entries.map(number(of:)) == vector.kinds)
        #expect(preamble.header.time == 800_000_000)
        let device = BackupDeviceKey(SecretBytes(recorded: common.deviceKey.bytes), for: preamble.header)
        var last: BackupItem?
        for entry in entries {
            switch entry {
            case .deviceItem(let item):
                last = try device.open(item)
                #expect(last != nil)
            case .item: last = nil
            case .listEntry(let body):
                guard let last else { continue }
                let reference = PersistentReference(itemClass: last.itemClass, identifier: last.identifier)
                let size = try device.open(listEntry: body, of: reference, under: last.protection).count
                #expect(size == 64)
            case .about, .tombstone, .end: break
            }
        }
        // What is read is written to the same bytes.
        let key = BackupKey(copying: SecretBytes(recorded: common.fileKey.bytes))
        let nonces = common.frameNonces.map(\.bytes)
        var writer = BackupWriter(preamble.header, under: key) { nonces[Int($0)] }
        var written: [UInt8] = []
        for entry in entries {
            if case .end(let end) = entry {
                let written = try writer.finish(leavingOut: end.leftOut)
                #expect(written == end)
            } else {
                try writer.append(entry)
            }
        }
        while writer.waiting > 0 { written += writer.take(atMost: 1 << 20) }
        #expect(written == vector.file.bytes)
        let cost = PasswordCost(memory: common.memory, passes: common.passes)
        let wrapping = try key.wrapped(
            by: SecretBytes(recorded: Array(common.password.utf8)), salt: common.salt.bytes, cost: cost,
            for: preamble.header.backup, of: preamble.header.keychain, nonce: common.keyNonce.bytes)
        #expect(preamble.header.wrappings.first == wrapping)
    }

    private func read(_ vector: BackupVector) throws -> (BackupPreamble, [BackupEntry]) {
        let file = vector.file.bytes
        let preamble = try BackupPreamble(reading: Array(file.prefix(BackupPreamble.largestSize)))
        let password = SecretBytes(recorded: Array((vector.password ?? common.password).utf8))
        let key = try BackupKey(of: preamble, opening: password)
        var reader = BackupReader(preamble, under: key)
        var entries: [BackupEntry] = []
        try unsafe Array(file[preamble.count...]).withRawBytes { bytes throws(KeychainError) in
            unsafe try reader.take(bytes) { entries.append($0) }
        }
        _ = try reader.finish { entries.append($0) }
        return (preamble, entries)
    }

    private func number(of entry: BackupEntry) -> UInt8 {
        switch entry {
        case .about: 1
        case .item: 2
        case .deviceItem: 3
        case .listEntry: 4
        case .tombstone: 5
        case .end: 255
        }
    }
}
