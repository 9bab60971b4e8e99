// The file of a device key that a TPM has sealed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct SealedDeviceKeyTests {
    @Test(arguments: try Vectors.all(SealedKeyVector.self, in: "device-tpm.json"))
    fileprivate func `the shared vectors are read or refused as the specification says`(
        vector: SealedKeyVector
    ) throws {
        let read = Result { () throws(KeychainError) in try SealedDeviceKey(decoding: vector.encoded.bytes) }
        guard case .success(let key) = read else {
            #expect(failure(read) == vector.expect.code)
            return
        }
        #expect(vector.expect == .success)
        #expect(key.storageRoot.bytes == vector.storageRoot?.bytes)
        let objects = [key.current] + [key.former].compactMap(\.self)
        #expect(objects.flatMap { [$0.privatePart, $0.publicPart] } == vector.parts.map(\.bytes))
        #expect(key.encoded == vector.encoded.bytes)
    }

    @Test func `every bit that is another is refused`() throws {
        let vectors = try Vectors.all(SealedKeyVector.self, in: "device-tpm.json") { $0.id == "two keys" }
        let whole = try #require(vectors.first).encoded.bytes
        for place in 0..<8 * whole.count {
            var bytes = whole
            bytes[place / 8] ^= 1 << (place % 8)
            let read = Result { () throws(KeychainError) in try SealedDeviceKey(decoding: bytes) }
            let code = failure(read)
            #expect(code == (4..<6 ~= place / 8 ? .wrongVersion : .notAvailable))
        }
        for count in whole.indices {
            let read = Result { () throws(KeychainError) in try SealedDeviceKey(decoding: Array(whole.prefix(count))) }
            #expect(failure(read) == .notAvailable)
        }
    }

    @Test func `the key of before can be left out, and the other stays as it is`() throws {
        let vectors = try Vectors.all(SealedKeyVector.self, in: "device-tpm.json") {
            $0.id.hasSuffix("key") || $0.id.hasSuffix("keys")
        }
        for vector in vectors where vector.expect == .success {
            let key = try SealedDeviceKey(decoding: vector.encoded.bytes)
            #expect(
                key.withoutFormer == SealedDeviceKey(storageRoot: key.storageRoot, current: key.current, former: nil))
            #expect(try SealedDeviceKey(decoding: key.withoutFormer.encoded) == key.withoutFormer)
        }
    }

    /// What comes from a TPM fits in the file, and opens from it.
    @Test func `keys that a TPM has sealed come back from the bytes of the file`() throws {
        let software = try SoftwareTPM()
        let tpm = try TPM(software.name)
        let root = try tpm.enrol()
        let written = SealedDeviceKey(
            storageRoot: root, current: try tpm.seal(secret("device key"), for: .none, countsTries: false),
            former: try tpm.seal(secret("former"), for: .none, countsTries: false)
        ).encoded
        tpm.rest()
        let read = try SealedDeviceKey(decoding: written)
        let other = try TPM(software.name, storageRoot: read.storageRoot)
        #expect(try other.unseal(read.current, with: .none).inTest == secret("device key").inTest)
        #expect(try other.unseal(#require(read.former), with: .none).inTest == secret("former").inTest)
    }

    private func failure(_ result: Result<SealedDeviceKey, KeychainError>) -> KeychainError.Code? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }
}

private struct SealedKeyVector: Decodable, CustomTestStringConvertible, Sendable {
    let id: String
    let expect: VectorOutcome
    let encoded: Hex
    let storageRoot: Hex?
    let parts: [Hex]

    var testDescription: String { id }
}
