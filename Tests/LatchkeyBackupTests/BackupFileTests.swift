// Backup files: what is written is read, and nothing else is.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct BackupFileTests {
    @Test(arguments: [1, 7, 4096, framePlaintext, frameSize, frameSize + 1, 1 << 20])
    func `what is written is read, in pieces of any size`(size: Int) throws {
        let fixture = try BackupFixture()
        let long = item(3, .certificate, under: .dk, metadata: 70_000, secret: 200_000)
        let device = try fixture.deviceKey.seal(item(4, .key, under: .aku))
        let entries: [BackupEntry] = [
            .item(item(1)), listEntry(), listEntry(128), .item(item(2, .internetPassword, under: .ck)), .item(long),
            .deviceItem(device), listEntry(106), .tombstone(item(5, secret: nil)),
        ]
        var leftOut = BackupOmissions()
        leftOut.note(.constrained)
        leftOut.note(.constrained)
        leftOut.note(.token)
        let file = try fixture.file(entries, leavingOut: leftOut)
        guard size > 7 || file.count < 1 << 20 else { return }
        let expected = ["about test [3, 0, 1, 2] Märch"] + entries.map(words(of:)) + ["end 3 1 3 3"]
        #expect(try fixture.read(file, inPiecesOf: size) == expected)
    }

    /// The one case in which a stream and a frame end together.
    @Test(arguments: [-1, 0, 1]) func `a last frame may be full`(difference: Int) throws {
        let fixture = try BackupFixture()
        let rest = try fixture.plaintextSize(of: []) + 5 + 25 + 4
        let size = 2 * framePlaintext + difference - rest - 40
        let file = try fixture.file([.item(item(secret: size))])
        let frames = file.count - (try fixture.preamble(of: file).count)
        #expect(frames == 2 * frameSize + (difference == 1 ? 42 : 0) + difference)
        #expect(try fixture.read(file).count == 3)
    }

    @Test func `every flipped byte is refused`() throws {
        let fixture = try BackupFixture()
        let file = try fixture.file([.item(item()), listEntry(), .tombstone(item(2, secret: nil))])
        let start = try fixture.preamble(of: file).count
        for place in file.indices {
            var changed = file
            changed[place] ^= 1
            // Whoever has the password reads the header; what follows it is authenticated by the key.
            let code = failure {
                if place < start { try fixture.readAsStranger(changed) } else { _ = try fixture.read(changed) }
            }
            #expect(code != nil, "byte \(place)")
        }
    }

    @Test func `every shorter file and one with more bytes are refused`() throws {
        let fixture = try BackupFixture()
        let file = try fixture.file([.item(item())])
        for count in file.indices { #expect(failure { _ = try fixture.read(Array(file[..<count])) } == .decode) }
        #expect(failure { _ = try fixture.read(file + [0]) } == .decode)
        #expect(failure { _ = try fixture.read(file + file.suffix(200)) } == .decode)
    }

    @Test func `no frame can be dropped, doubled, moved, or taken from another backup`() throws {
        let fixture = try BackupFixture()
        let entries: [BackupEntry] = [.item(item(1, secret: 150_016)), .item(item(2, secret: 100_032))]
        let file = try fixture.file(entries)
        let start = try fixture.preamble(of: file).count
        let frames = stride(from: start, to: file.count, by: frameSize)
            .map { Array(file[$0..<min($0 + frameSize, file.count)]) }
        try #require(frames.count == 4)
        let preamble = Array(file[..<start])
        func refuses(_ frames: [[UInt8]], _ words: Comment) {
            #expect(failure { _ = try fixture.read(preamble + frames.flatMap(\.self)) } == .decode, words)
        }
        for place in frames.indices {
            var dropped = frames
            dropped.remove(at: place)
            refuses(dropped, "\(place) dropped")
            var doubled = frames
            doubled.insert(frames[place], at: place)
            refuses(doubled, "\(place) doubled")
            for other in frames.indices where other > place {
                var swapped = frames
                swapped.swapAt(place, other)
                refuses(swapped, "\(place) and \(other) swapped")
            }
            refuses(Array(frames[..<place]), "cut before \(place)")
        }
        refuses(frames + [frames[3]], "another end")
        let stranger = try BackupFixture()
        let theirs = try stranger.file(entries)
        let theirStart = try stranger.preamble(of: theirs).count
        refuses([Array(theirs[theirStart..<theirStart + frameSize])] + frames[1...], "a frame of another backup")
    }

    @Test func `entries come in their order, and are counted`() throws {
        let fixture = try BackupFixture()
        let about = BackupEntry.about(BackupFixture.about)
        for wrong: [BackupEntry] in [
            [about], [listEntry()], [.tombstone(item(secret: nil)), listEntry()],
            [.item(item()), .tombstone(item(2, secret: nil)), listEntry()],
        ] {
            let file = try fixture.file(wrong)
            #expect(failure { _ = try fixture.read(file) } == .decode)
        }
    }

    @Test func `an item of the device is no other entry`() throws {
        let fixture = try BackupFixture()
        let file = try fixture.file([.item(item(under: .aku))])
        #expect(failure { _ = try fixture.read(file) } == .decode)
    }

    @Test func `a wrong password opens nothing, and the right one does`() throws {
        let fixture = try BackupFixture()
        let preamble = try fixture.preamble(of: try fixture.file([]))
        #expect(throws: Never.self) {
            _ = try BackupKey(of: preamble, opening: SecretBytes(recorded: fixture.password.bytes))
        }
        #expect(
            failure {
                _ = try BackupKey(of: preamble, opening: SecretBytes(recorded: TestSecret("hiccup-staircase").bytes))
            } == .authFailed)
    }

    /// Argon2id would take longer than the whole suite, and more memory than there is.
    @Test(arguments: [
        PasswordCost(memory: 1 << 31, passes: 3), PasswordCost(memory: 64 * 1024, passes: 65),
        PasswordCost(memory: 19 * 1024 - 1, passes: 3), PasswordCost(memory: 64 * 1024, passes: 1),
        PasswordCost(memory: .max, passes: .max),
    ])
    func `a cost outside the limits is refused before it is paid`(cost: PasswordCost) throws {
        let fixture = try BackupFixture()
        var file = try fixture.file([])
        // Magic, length, two UUIDs, a time, a device, the number of wrappings, kind, length, salt.
        let place = 12 + 16 + 16 + 8 + 16 + 1 + 3 + 16
        file.replaceSubrange(place..<place + 8, with: cost.memory.bigEndianBytes + cost.passes.bigEndianBytes)
        let preamble = try fixture.preamble(of: file)
        #expect(preamble.header.passwordWrapping?.cost == cost)
        #expect(
            failure { _ = try BackupKey(of: preamble, opening: SecretBytes(recorded: fixture.password.bytes)) }
                == .notAvailable)
    }

    @Test func `what no password opens is said to be so`() throws {
        let fixture = try BackupFixture()
        let unknown = BackupWrapping.unknown(kind: 2, body: [1, 2, 3])
        let both = fixture.withWrappings(fixture.header.wrappings + [unknown])
        let file = try both.file([.item(item())])
        #expect(try both.read(file).count == 3)
        #expect(try both.preamble(of: file).header.wrappings.count == 2)
        let none = fixture.withWrappings([unknown])
        let preamble = try none.preamble(of: try none.file([]))
        #expect(
            failure { _ = try BackupKey(of: preamble, opening: SecretBytes(recorded: fixture.password.bytes)) }
                == .wrongVersion)
    }

    @Test func `another version is no damage, and another file no backup`() throws {
        let fixture = try BackupFixture()
        var file = try fixture.file([])
        file[7] = 2
        #expect(failure { _ = try fixture.preamble(of: file) } == .wrongVersion)
        #expect(failure { _ = try fixture.preamble(of: Array("SQLite format 3\0 and so on".utf8)) } == .decode)
        #expect(failure { _ = try fixture.preamble(of: []) } == .decode)
    }

    @Test func `another device opens no item of this one, and no list`() throws {
        let fixture = try BackupFixture()
        let own = item(7, under: .dku)
        let device = fixture.deviceKey
        let sealed = try device.seal(own)
        let reference = PersistentReference(itemClass: own.itemClass, identifier: own.identifier)
        let plaintext = SecretBytes(unrecorded: [UInt8](repeating: 3, count: 64))
        let list = try device.seal(listEntry: plaintext, of: reference, under: .dku)
        let opened = try device.open(sealed).map(words(of:))
        let size = try device.open(listEntry: list, of: reference, under: .dku).count
        #expect(opened == words(of: own) && size == 64)
        let other = BackupDeviceKey(SecretBytes(recorded: [UInt8](repeating: 0x77, count: 32)), for: fixture.header)
        let foreign = try other.open(sealed).map(words(of:))
        let foreignList = failure { _ = try other.open(listEntry: list, of: reference, under: .dku) }
        let another = PersistentReference(itemClass: own.itemClass, identifier: .random(numbered: 8))
        let moved = failure { _ = try device.open(listEntry: list, of: another, under: .dku) }
        #expect(foreign == nil && foreignList == .decode && moved == .decode)
    }
}
