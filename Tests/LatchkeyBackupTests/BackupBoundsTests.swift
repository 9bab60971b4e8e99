// How much of a backup is in memory at once.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct BackupBoundsTests {
    @Test func `what was taken of a file does not stay in memory`() throws {
        let fixture = try BackupFixture()
        var writer = BackupWriter(fixture.header, under: fixture.key.key)
        try writer.append(.about(BackupFixture.about))
        let item = BackupEntry.item(
            BackupItem(
                itemClass: .genericPassword, protection: .ak, identifier: .random(numbered: 7),
                metadata: ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 1, count: 700))),
                secret: ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 2, count: 300)))))
        var most = 0
        for _ in 0..<20_000 {
            try writer.append(item)
            while writer.waiting >= TransferStep.pieceSize { _ = writer.take(atMost: TransferStep.pieceSize) }
            most = max(most, writer.held)
        }
        #expect(most < 4 << 20)
    }

    @Test(arguments: [(1, 8 << 10), (4, 8 << 10), (255, 4 << 10)] as [(UInt8, UInt32)])
    func `an entry that is longer than any of its kind is refused by its beginning`(kind: UInt8, most: UInt32) {
        func take(_ length: UInt32) -> KeychainError.Code? {
            var reader = EntryReader()
            var bytes = [kind]
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
            return failure { try reader.take(SecretBytes(unrecorded: bytes)) { _ in } }
        }
        #expect(take(most) == nil)
        #expect(take(most + 1) == .decode)
        var unknown = EntryReader()
        #expect(
            failure { try unknown.take(SecretBytes(unrecorded: [99, 0xff, 0, 0, 0])) { _ in } } == .wrongVersion)
    }

    @Test func `the room for an entry is asked for before it is taken`() throws {
        var reader = EntryReader()
        var asked: [Int] = []
        let head: [UInt8] = [2, 0x10, 0, 0, 0]
        try reader.take(SecretBytes(unrecorded: head + [UInt8](repeating: 0, count: 60_000))) { _ in }
        let piece = SecretBytes(unrecorded: [UInt8](repeating: 0, count: 200_000))
        #expect(
            failure {
                try reader.take(
                    piece,
                    reserving: { count throws(KeychainError) in
                        asked.append(count)
                        throw KeychainError(.allocate, during: "reserving in a test")
                    }
                ) { _ in }
            } == .allocate)
        #expect(asked.count == 1 && asked[0] > 200_000 && reader.held < 200_000)
    }
}
