// The anchor of a file in a software TPM.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct AnchorTests {
    private let software: SoftwareTPM
    private let bus: TPMProxy
    private let root: TPMName

    init() throws {
        software = try SoftwareTPM()
        root = try TPM(software.name).enrol()
        bus = try TPMProxy(software)
    }

    private let keychain = RowIdentifier.random()

    /// The file as another process has it.
    private func file(patience: Duration = .seconds(5)) throws -> AnchoredFile {
        AnchoredFile(
            directory: software.directory, keychain: keychain, tpm: try TPM(bus.name, storageRoot: root),
            patience: patience)
    }

    @Test func `a file without an anchor is taken until it has one`() throws {
        defer { bus.end() }
        let file = try file()
        try file.write()
        #expect(try file.open() == .accepted(.unanchored))
        #expect(try file.advance() == .unanchored)
        let old = file.copy()
        #expect(try file.establish() == .anchored)
        #expect(try file.open() == .accepted(.agrees))
        // One of before knows nothing of an anchor.
        try file.putInPlace(old)
        #expect(try file.open() == .refused(.fileIsOlder))
    }

    @Test func `an old file is refused at each step of its life, and the newest is taken`() throws {
        defer { bus.end() }
        let file = try file()
        #expect(try file.establish() == .anchored)
        var copies: [Data] = []
        for _ in 0..<6 {
            try file.write()
            copies.append(file.copy())
            #expect(try file.advance() == .anchored)
        }
        let newest = file.copy()
        for old in copies {
            try file.putInPlace(old)
            #expect(try file.open() == .refused(.fileIsOlder))
            #expect(try file.advance() == .refused(.fileIsOlder))
        }
        try file.putInPlace(newest)
        #expect(try file.open() == .accepted(.agrees))
        // What was written since the last advance is what can be taken back.
        try file.write()
        try file.putInPlace(newest)
        #expect(try file.open() == .accepted(.agrees))
    }

    @Test func `a user who accepts an old file goes on from it`() throws {
        defer { bus.end() }
        let file = try file()
        #expect(try file.establish() == .anchored)
        try file.write()
        let old = file.copy()
        #expect(try file.advance() == .anchored)
        let newer = file.copy()
        try file.putInPlace(old)
        #expect(try file.establish() == .anchored)
        #expect(try file.open() == .accepted(.agrees))
        try file.putInPlace(newer)
        #expect(try file.open() == .refused(.fileIsOlder))
    }

    @Test func `an index that is gone is no file that is older`() throws {
        defer { bus.end() }
        let file = try file()
        #expect(try file.establish() == .anchored)
        try file.tpm.removeIndex(AnchorPlace.handle(of: keychain))
        #expect(try file.open() == .refused(.indexIsGone))
        // Somebody else has made one there.
        file.tpm.rest()
        let handle = "0x" + String(AnchorPlace.handle(of: keychain), radix: 16)
        try software.mustRun("tpm2_nvdefine", handle, "-C", "o", "-s", "32", "-a", "authread|authwrite|no_da|nt=extend")
        #expect(try file.open() == .refused(.indexIsGone))
        #expect(try file.establish() == .refused(.indexIsGone))
        try file.tpm.removeIndex(AnchorPlace.handle(of: keychain))
        #expect(try file.establish() == .anchored)
        #expect(try file.open() == .accepted(.agrees))
    }

    @Test func `a TPM that was cleared has no index`() throws {
        defer { bus.end() }
        let file = try file()
        #expect(try file.establish() == .anchored)
        file.tpm.rest()
        try software.mustRun("tpm2_clear")
        #expect(try file.open() == .refused(.indexIsGone))
    }

    @Test(arguments: [0x920, 0x923, 0x922] as [UInt32])
    func `a TPM that limits writes is asked again, and left to the next who opens`(code: UInt32) throws {
        defer { bus.end() }
        let file = try file(patience: .milliseconds(200))
        #expect(try file.establish() == .anchored)
        try file.write()
        // libtss2 asks again by itself if the TPM says that it is to.
        let times = code == 0x922 ? 7 : 2
        let left = Countdown(times)
        bus.act { _, command in command == 0x136 && left.isCounting() ? .answer(code) : .pass }
        #expect(try file.advance() == .anchored)
        bus.act { _, command in command == 0x136 ? .answer(code) : .pass }
        try file.write()
        #expect(try file.advance() == .pending)
        #expect(try file.open() == .accepted(.unfinished))
        #expect(try file.advance() == .pending)
        bus.act { _, _ in .pass }
        #expect(try file.open() == .accepted(.unfinished))
        #expect(try file.open() == .accepted(.agrees))
        #expect(try file.advance() == .anchored)
    }

    /// The power of the TPM fails at each command of an advance, before the TPM has it and after it has executed it.
    @Test func `the power may fail at each command of an advance`() throws {
        defer { bus.end() }
        var finished = 0
        for cut in 0..<6 {
            for isExecuted in [false, true] {
                let software = software
                let file = try file()
                if cut == 0, !isExecuted { #expect(try file.establish() == .anchored) }
                try file.write()
                let (writes, before) = (file.writes, file.copy())
                file.tpm.rest()
                bus.act { number, _ in
                    guard number == cut else { return .pass }
                    // After the answer is too late for the command that is relayed now.
                    if !isExecuted { software.powerDown() }
                    return isExecuted ? .cutAfter : .cutBefore
                }
                let outcome = try? file.advance()
                bus.act { _, _ in .pass }
                #expect((outcome == .anchored) == (cut >= 5), "an advance is five commands from the opening on")
                if cut < 5 { try software.powerCycle() }

                // Another process.
                let next = try self.file()
                let opened = try next.open()
                #expect(opened == .accepted(.agrees) || opened == .accepted(.unfinished))
                if opened == .accepted(.unfinished) { finished += 1 }
                #expect(next.writes == writes, "no write is lost")
                #expect(try next.advance() == .anchored)
                let newest = next.copy()
                try next.putInPlace(before)
                #expect(try next.open() == .refused(.fileIsOlder))
                try next.putInPlace(newest)
                next.tpm.rest()
            }
        }
        #expect(finished == 1, "the extension alone can be left to the next")
    }

    @Test func `an advance is four commands once the storage root is known`() throws {
        defer { bus.end() }
        let file = try file()
        #expect(try file.establish() == .anchored)
        _ = bus.takeExchanges()
        #expect(try file.advance() == .anchored)
        #expect(bus.takeExchanges().count == 4)
    }

    /// Each with its own descriptors, as processes have them. A software TPM has one client, so they share that.
    @Test func `those who advance at once raise no alarm, and lose no write`() throws {
        defer { bus.end() }
        let first = try file()
        #expect(try first.establish() == .anchored)
        let rounds = ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == "1" ? 250 : 20
        let alarms = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<rounds {
                do {
                    let opened = try first.open()
                    try first.write()
                    let advanced = try first.advance()
                    guard opened != .accepted(.agrees) || advanced != .anchored else { continue }
                    alarms.withLock { $0.append("\(opened), \(advanced)") }
                } catch {
                    alarms.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(alarms.withLock(\.self) == [])
        #expect(first.writes == 4 * rounds)
    }
}

/// Counts down for a proxy.
private final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func isCounting() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
