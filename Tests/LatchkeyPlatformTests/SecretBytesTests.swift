// Secret bytes: their memory, their comparison and their end.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private let sizes = [0, 1, 64, 65, 1024, 1025, 1 << 20]

private func pattern(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed }
}

@Suite struct SecretBytesTests {
    @Test(arguments: sizes)
    func `bytes of every size are kept, copied and compared`(size: Int) {
        let bytes = pattern(size)
        let secret = SecretBytes(recorded: bytes)
        let copy = secret.copy()
        #expect(secret.count == size)
        #expect(copy.declassified(because: "a test looks at it") == bytes)
        let isEqual = secret.isEqual(to: copy)
        #expect(isEqual)
    }

    @Test(arguments: sizes.filter { $0 > 0 })
    func `one bit at either end makes secrets differ, and so does the length`(size: Int) {
        let secret = SecretBytes(recorded: pattern(size))
        for offset in [0, size - 1] {
            var other = secret.copy()
            unsafe other.withUnsafeMutableBytes { unsafe $0[offset] ^= 0x80 }
            let isEqual = secret.isEqual(to: other)
            #expect(!isEqual)
        }
        let isLongerEqual = secret.isEqual(to: SecretBytes(recorded: pattern(size + 1)))
        #expect(!isLongerEqual)
    }

    @Test(arguments: sizes)
    func `fresh bytes are zero, also in a block that was used before`(size: Int) {
        for _ in 0..<3 {
            let secret = unsafe SecretBytes(count: size) { _ in }
            #expect(secret.declassified(because: "it is zero").allSatisfy { $0 == 0 })
            _ = SecretBytes(unrecorded: .init(repeating: 0xaa, count: size))
        }
    }

    @Test(arguments: [16, 64, 65, 1024])
    func `the block of a small secret is wiped when its owner ends`(size: Int) {
        // Blocks stay mapped; one may be given out again meanwhile, but then not with this random content.
        let content = (0..<size).map { _ in UInt8.random(in: 1...255) }
        let address = addressAfterEnd(of: content)
        let found = unsafe UnsafeRawPointer(bitPattern: address).map {
            unsafe Array(UnsafeRawBufferPointer(start: $0, count: size))
        }
        #expect(found != nil && found != content)
        #expect(zip(found ?? [], content).count { $0 == $1 } < size / 4)
    }

    private func addressAfterEnd(of content: [UInt8]) -> UInt {
        let secret = SecretBytes(recorded: content)
        return unsafe secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }

    @Test func `what was written is wiped where filling it fails`() {
        struct Refusal: Error {}
        var address: UInt = 0
        let content = (0..<64).map { _ in UInt8.random(in: 1...255) }
        #expect(throws: Refusal.self) {
            _ = unsafe try SecretBytes(count: 64) { target throws(Refusal) in
                unsafe target.copyBytes(from: content)
                address = UInt(bitPattern: target.baseAddress)
                throw Refusal()
            }
        }
        let found = unsafe UnsafeRawPointer(bitPattern: address).map {
            unsafe Array(UnsafeRawBufferPointer(start: $0, count: 64))
        }
        #expect(found != nil && found != content)
    }

    @Test(arguments: [64, 1024])
    func `blocks are used again, so that keys do not use up the locked memory`(size: Int) {
        let addresses = Set((0..<10_000).map { _ in addressAfterEnd(of: .init(repeating: 1, count: size)) })
        #expect(addresses.count < 1000)
    }

    @Test(arguments: [32, 480, 1024])
    func `a small secret lies in pages that are left out of core dumps`(size: Int) throws {
        let secret = unsafe SecretBytes(count: size) { _ in }
        let address = unsafe secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let flags = try #require(try flagsOfMapping(holding: address))
        #expect(flags.contains("dd"), "madvise(MADV_DONTDUMP) is missing among \(flags)")
    }

    private func flagsOfMapping(holding address: UInt) throws -> [Substring]? {
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var isInside = false
        for line in maps.split(separator: "\n") {
            if line.hasPrefix("VmFlags:") {
                if isInside { return line.split(separator: " ").dropFirst().map(\.self) }
                continue
            }
            let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2 { isInside = (bounds[0]..<bounds[1]).contains(address) }
        }
        return nil
    }

    @Test func `threads never share a block`() throws {
        let threads = (1...8).map { seed in
            startThread {
                for round in 0..<500 {
                    let expected = pattern([7, 64, 200, 1000, 2000][round % 5], seed: UInt8(seed))
                    let secret = SecretBytes(recorded: expected)
                    if round % 16 == 0 { usleep(1) }
                    guard secret.declassified(because: "a test looks at it") == expected else { return false }
                }
                return true
            }
        }
        for thread in threads { #expect(try thread.wait()) }
    }
}
