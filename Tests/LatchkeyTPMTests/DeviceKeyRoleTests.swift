// Which key is which is said inside what the TPM has sealed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct DeviceKeyRoleTests {
    @Test(arguments: try Vectors.all(KeyVector.self, in: "device-tpm-keys.json"))
    fileprivate func `the shared vectors are read or refused as the specification says`(vector: KeyVector) throws {
        var found: [UInt8]?
        let code = failure { found = try vector.role.value.key(in: vector.sealed).inTest }
        #expect(code == vector.expect.code)
        #expect(found == vector.key?.bytes)
        guard let key = vector.key else { return }
        #expect(vector.role.value.contents(of: SecretBytes(recorded: key.bytes)).inTest == vector.contents.bytes)
    }

    /// Whoever can write the file needs no TPM for this.
    @Test func `two keys that were exchanged are refused, and nothing is wrapped under the old one`() throws {
        let software = try SoftwareTPM()
        let home = software.directory + "/home"
        let caller = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])
        let path = home + "/open.keychain-db"
        func perform(_ request: Request) throws {
            try KeychainService(home: home, unlockPlace: .service, tpm: software.name)
                .perform(request, inKeychainAt: path, from: caller)
        }
        try perform(.create(password: nil))
        try LocalDeviceKey(home: home, tpm: software.name).moveToTPM()
        let file = SealedDeviceKeyFile(directory: home)
        let right = try SealedDeviceKey(decoding: #require(try file.bytes()))
        let former = try #require(right.former)
        let exchanged = [
            SealedDeviceKey(storageRoot: right.storageRoot, current: former, former: right.current),
            SealedDeviceKey(storageRoot: right.storageRoot, current: former, former: nil),
            SealedDeviceKey(storageRoot: right.storageRoot, current: right.current, former: right.current),
        ]
        for key in exchanged {
            try file.write(key)
            #expect(failure { try perform(.status) } == .notAvailable)
            #expect(failure { try perform(.changePassword(old: nil, new: nil)) } == .notAvailable)
        }
        try file.write(right)
        try perform(.changePassword(old: nil, new: nil))
        #expect(try !LocalDeviceKey(home: home, tpm: software.name).isOfFormer(path))
    }
}

private struct KeyVector: Decodable, CustomTestStringConvertible, Sendable {
    let id: String
    let expect: VectorOutcome
    let role: Role
    let contents: Hex
    let key: Hex?

    var sealed: SecretBytes {
        if expect == .success { return SecretBytes(recorded: contents.bytes) }
        return SecretBytes(unrecorded: contents.bytes)
    }

    enum Role: String, Decodable {
        case current, former

        var value: DeviceKeyRole {
            switch self {
            case .current: .current
            case .former: .former
            }
        }
    }

    var testDescription: String { id }
}
