// Fuzzes records at the end of files: what is read is written the same, and its message and entitlements are read as
// well.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyModel
import LatchkeySignature

@main enum FuzzSignature {
    static func main() {
        unsafe fuzz { start, count in
            FuzzSignature.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        checkMessage(bytes)
        if let directory = try? CodeDirectory(decoding: bytes) {
            check(directory.encoded == bytes, "a directory has one encoding")
        }
        checkPin(bytes)
        let size = [0, 0, UInt8(bytes.count >> 8 & 255), UInt8(bytes.count & 255)]
        checkPin(bytes + size + Array("~Latchkey pin of a script~~\n".utf8))
        // As it is, and with the end that a fuzzer seldom finds.
        checkRecord(bytes)
        checkRecord(bytes + SignatureRecord.magic)
    }

    private static func checkRecord(_ bytes: [UInt8]) {
        do throws(SignatureProblem) {
            let record = try SignatureRecord(endOfFile: bytes, fileSize: UInt64(bytes.count))
            check(bytes.suffix(record.encoded.count) == record.encoded[...], "a record has one encoding")
            check(
                record.directory.fileSize + UInt64(record.encoded.count) == UInt64(bytes.count),
                "a record says where the program ends")
            _ = Entitlements(embedded: record.directory.entitlements)?.accessGroups
            checkMessage(record.message)
        } catch {
            check(
                [.unsigned, .damagedRecord, .unknownVersion].contains(error),
                "a record is refused for what is wrong with it")
        }
    }

    private static func checkPin(_ bytes: [UInt8]) {
        guard let pin = try? ScriptPin.read(endOfProgram: bytes) else { return }
        check(bytes.suffix(pin.encoded.count) == pin.encoded[...], "a pin has one encoding")
    }

    private static func checkMessage(_ bytes: [UInt8]) {
        guard let message = try? SignedMessage(decoding: bytes) else { return }
        check(message.encoded == bytes, "a message has one encoding")
        _ = TeamIdentifier(message.signer)
        _ = TeamRoot(message.signer)
    }
}
