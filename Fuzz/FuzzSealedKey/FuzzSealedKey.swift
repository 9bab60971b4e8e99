// Fuzzes what stands in files for a TPM: the sealed device key, an anchor's record, and the parts of objects.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FuzzSupport
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTPM

@main enum FuzzSealedKey {
    static func main() {
        unsafe fuzz { start, count in
            FuzzSealedKey.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        readKey(bytes)
        // Few inputs have the right digest by themselves.
        readKey(bytes + SHA256.hash(data: bytes))
        readContents(bytes)
        readRecord(bytes)
        if bytes.count >= 108 {
            // Nor a record the right value.
            let previous = AnchorValue(bytes[4..<36]) ?? .zero
            let current = previous.extended(with: AnchorValue(bytes[68..<100]) ?? .zero)
            readRecord(bytes[..<36] + current.bytes + bytes[68...])
        }
        if let key = TPMObject(privatePart: [], publicPart: bytes).publicKey {
            check(key.count == 65 && key[0] == 4, "a public key is a point of P-256")
        }
        if let name = TPMName(bytes) { check(name.bytes == bytes, "a Name is kept as it is") }
    }

    private static func readKey(_ bytes: [UInt8]) {
        do {
            let key = try SealedDeviceKey(decoding: bytes)
            check(key.encoded == bytes, "a file that is read has one form")
            check(bytes.count <= SealedDeviceKey.largestSize, "a file is bounded")
        } catch {
            check(error, isOneOf: [.notAvailable, .wrongVersion])
        }
    }

    /// What a TPM gives back.
    private static func readContents(_ bytes: [UInt8]) {
        let contents = SecretBytes(copying: bytes)
        for role in [DeviceKeyRole.current, .former] {
            do {
                let key = try role.key(in: contents)
                check(key.count == 32 && role.contents(of: key).isEqual(to: contents), "a key has one form")
            } catch {
                check(error, isOneOf: [.notAvailable])
            }
        }
    }

    private static func readRecord(_ bytes: some Collection<UInt8>) {
        do {
            let record = try AnchorRecord(decoding: bytes)
            check(record.encoded.elementsEqual(bytes), "a record that is read has one form")
        } catch {
            check(error, isOneOf: [.decode])
        }
    }
}
