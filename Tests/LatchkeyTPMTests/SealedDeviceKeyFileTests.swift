// The file `device.tpm` on the disk.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SealedDeviceKeyFileTests {
    private let home: TemporaryHome
    private var path: String { home.path + "/device.tpm" }
    private var file: SealedDeviceKeyFile { SealedDeviceKeyFile(directory: home.path) }

    init() throws { home = try TemporaryHome() }

    private func make(_ bytes: [UInt8], mode: Int = 0o600) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func read() throws { _ = try SealedDeviceKey(decoding: #require(try file.bytes())) }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o620, 0o601] as [Int])
    func `a file that others may read or write is refused`(mode: Int) throws {
        try make([1], mode: mode)
        #expect(failure { try read() } == .notAvailable)
        #expect(failure { _ = try file.bytes() } == .notAvailable)
    }

    @Test(arguments: [8, 4212, 4213, 100_000])
    func `a file of a newer version is said to be one, however long it is`(size: Int) throws {
        let header = Array("LTDK".utf8) + [2, 2, 0, 0]
        try make(header + [UInt8](repeating: 0, count: size - header.count))
        #expect(failure { try read() } == .wrongVersion)
    }

    @Test(arguments: [0, 4212, 4213, 100_000])
    func `other bytes are damage, however many there are`(size: Int) throws {
        let header = Array("LTDK".utf8) + [1, 2, 0, 0]
        try make(Array((header + [UInt8](repeating: 0, count: 100_000)).prefix(size)))
        #expect(failure { try read() } == .notAvailable)
        #expect(try #require(try file.bytes()).count <= SealedDeviceKey.largestSize + 1)
    }

    @Test func `without a file there are no bytes`() throws {
        #expect(try file.bytes() == nil && !file.exists)
    }
}
