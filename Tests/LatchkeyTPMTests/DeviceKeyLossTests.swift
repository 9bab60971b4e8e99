// No key that a keychain may need is lost when the device key moves, and the old one leaves the disk.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct DeviceKeyLossTests {
    private let home: TPMHome

    init() throws { home = try TPMHome() }

    @Test func `what a killed process has left is removed, as long as the TPM has the old key`() throws {
        let old = try home.contents(of: home.deviceKey)
        #expect(try home.key.moveToTPM())
        try home.write(old, to: home.deviceKey)
        #expect(try !home.key.moveToTPM())
        #expect(!home.exists("device.key"))
        try home.unlock()
    }

    /// As if a whole backup of the folder had been put back.
    @Test func `the old key is not removed once the TPM has given it up`() throws {
        let (old, keychain) = (try home.contents(of: home.deviceKey), try home.contents(of: home.open))
        try home.key.moveToTPM()
        try home.follow()
        try home.key.forgetFormer()
        try home.write(old, to: home.deviceKey)
        #expect(failure { try home.key.moveToTPM() } == .notAvailable)
        #expect(try home.contents(of: home.deviceKey) == old)
        #expect(try home.reads(home.open))

        // The files of the backup in a folder of their own open as they did.
        let restored = home.software.directory + "/restored"
        #expect(unsafe mkdir(restored, 0o700) == 0)
        try home.write(old, to: restored + "/device.key")
        try home.write(keychain, to: restored + "/open.keychain-db")
        let service = KeychainService(home: restored, unlockPlace: .service, tpm: home.software.name)
        #expect(try home.reads(restored + "/open.keychain-db", service))
    }

    @Test func `the key of another machine is not removed`() throws {
        try home.key.moveToTPM()
        let other = Array("LTDK".utf8) + [1, 1, 0, 0] + [UInt8](repeating: 6, count: 32)
        for bytes in [other, Array(other.dropLast()), [], [UInt8](repeating: 0, count: 40)] {
            try home.write(bytes, to: home.deviceKey)
            #expect(failure { try home.key.moveToTPM() } == .notAvailable)
            #expect(try home.contents(of: home.deviceKey) == bytes)
        }
    }

    @Test func `without the TPM nothing is removed`() throws {
        let old = try home.contents(of: home.deviceKey)
        try home.key.moveToTPM()
        try home.write(old, to: home.deviceKey)
        let other = try SoftwareTPM()
        for tpm in [other.name, "device:/dev/no-such-tpm"] {
            #expect(failure { try LocalDeviceKey(home: home.path, tpm: tpm).moveToTPM() } == .notAvailable)
            #expect(try home.contents(of: home.deviceKey) == old)
        }
    }

    @Test(arguments: ["closed.keychain-db", "notes", ".hidden", "closed.keychain-db.damaged-20261121T190400Z"])
    func `no key is made beside keychains whose key is missing`(name: String) throws {
        let old = try home.contents(of: home.deviceKey)
        try home.rename(home.closed, to: "away")
        try home.rename(home.path + "/away", to: name)
        #expect(unsafe unlink(home.open) == 0 && unlink(home.deviceKey) == 0)
        #expect(failure { try home.key.moveToTPM() } == .notAvailable)
        #expect(!home.exists("device.tpm") && !home.exists("device.key"))
        try home.write(old, to: home.deviceKey)
        #expect(try home.key.moveToTPM())
        try home.unlock(at: home.path + "/" + name)
    }

    @Test func `the bytes of the old key are written over before its name goes`() throws {
        let descriptor = unsafe open(home.deviceKey, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        try home.key.moveToTPM()
        var bytes = [UInt8](repeating: 1, count: 40)
        let count = unsafe pread(descriptor, &bytes, 40, 0)
        #expect(count == 40)
        #expect(bytes.dropFirst(8).allSatisfy { $0 == 0 })
    }

    @Test func `a second name of the old key is somebody's copy, and is left alone`() throws {
        let old = try home.contents(of: home.deviceKey)
        let copy = home.software.directory + "/copy"
        #expect(unsafe link(home.deviceKey, copy) == 0)
        try home.key.moveToTPM()
        #expect(try !home.exists("device.key") && home.contents(of: copy) == old)
    }

    @Test func `a key that was written over is none, and is removed`() throws {
        let erased = Array("LTDK".utf8) + [1, 1, 0, 0] + [UInt8](repeating: 0, count: 32)
        try home.key.moveToTPM()
        try home.write(erased, to: home.deviceKey)
        #expect(try home.reads(home.open))
        #expect(try !home.key.moveToTPM())
        #expect(!home.exists("device.key"))
        // Without device.tpm nothing is made of it.
        try home.rename(home.path + "/device.tpm", to: "away")
        try home.write(erased, to: home.deviceKey)
        #expect(failure { _ = try home.reads(home.open) } == .notAvailable)
        #expect(failure { try home.key.moveToTPM() } == .notAvailable)
    }
}
