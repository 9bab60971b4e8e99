// Making the device key, on a disk that fails.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct DeviceKeyTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() }
    }

    private func key() throws -> [UInt8] {
        try DeviceKeyFile(directory: home.path).read().declassified(because: "it is test data")
    }

    @Test(arguments: DiskCall.allCases)
    func `a step that fails leaves neither a key nor a keychain, and the next try makes both`(step: DiskCall) throws {
        let refusal = try onOwnThread(.refusing(step)) { [home] in failure { try home.anotherClient().create() } }
        #expect(refusal == (step == .write ? .diskFull : .inputOutput))
        #expect(try names.isEmpty)
        try home.client.add("alice", secret: "one")
        #expect(try home.anotherClient().secret(of: "alice") == "one")
        home.client.close()
        #expect(try names == ["device.key", "login.keychain-db"])
    }

    @Test func `no keychain is made on a key whose name may not be on the disk`() throws {
        _ = try DeviceKeyFile(directory: home.path).readOrCreate()
        let made = try key()
        let refusal = try onOwnThread(.refusing(.sync)) { [home] in failure { try home.anotherClient().create() } }
        #expect(refusal == .inputOutput)
        #expect(try names == ["device.key"])
        try home.client.create()
        #expect(try key() == made)
    }

    @Test(arguments: [0, 7, 32])
    func `what a killed process has left of a key is none`(count: Int) throws {
        let draft = [UInt8](repeating: 6, count: count)
        try Data(draft).write(to: URL(fileURLWithPath: home.path + "/device.key.new"))
        try home.client.add("alice", secret: "one")
        home.client.close()
        #expect(try names == ["device.key", "login.keychain-db"])
        #expect(try key() != draft && key().count == 32)
    }

    @Test func `where nothing may be written there is no key, and there is one afterwards`() throws {
        try setMode(0o555, of: home.path)
        let refusal = try onOwnThread(.withoutRoot) { [home] in failure { try home.anotherClient().create() } }
        #expect(refusal == .readOnly)
        try setMode(0o700, of: home.path)
        #expect(try names.isEmpty)
        try home.client.create()
        #expect(try names.contains("device.key"))
    }
}
