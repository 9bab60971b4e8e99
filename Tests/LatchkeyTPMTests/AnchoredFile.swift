// A file with writes and an anchor, as a keychain is one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTPM
import LatchkeyTestSupport

/// Replaced as a whole with every change, which is on the disk then. Writers take turns, as transactions do.
struct AnchoredFile {
    let directory: String
    let keychain: RowIdentifier
    let tpm: TPM
    var patience = Duration.seconds(5)

    private var path: String { directory + "/file" }
    private var replacement: FileReplacement {
        FileReplacement(of: path, mode: .exactly(0o600), during: "writing a file of a test", hint: "the test said so")
    }

    var anchor: KeychainAnchor {
        KeychainAnchor(
            of: keychain, deviceKey: secret("device key"), in: tpm, directory: directory, patience: patience)
    }

    /// The number of writes, four bytes, and the record.
    private var contents: [UInt8] { (FileManager.default.contents(atPath: path).map { Array($0) }) ?? [0, 0, 0, 0] }

    var writes: Int { contents.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

    func write() throws {
        try replacement.inTurn { () throws(KeychainError) in
            try replacement.write(UInt32(writes + 1).bigEndianBytes + contents.dropFirst(4))
        }
    }

    var file: KeychainAnchor.File {
        KeychainAnchor.File(
            readRecord: { () throws(KeychainError) in
                let record = contents.dropFirst(4)
                return record.isEmpty ? nil : try AnchorRecord(decoding: record)
            },
            commit: { (record: AnchorRecord) throws(KeychainError) in
                try replacement.inTurn { () throws(KeychainError) in
                    try replacement.write(contents.prefix(4) + record.encoded)
                }
            })
    }

    func open() throws -> AnchorRun.Outcome { try anchor.open(file) }
    func advance() throws -> AnchorRun.Outcome { try anchor.advance(file, time: 7) }
    func establish() throws -> AnchorRun.Outcome { try anchor.establish(file, time: 7) }

    func copy() -> Data { FileManager.default.contents(atPath: path) ?? Data() }
    func putInPlace(_ copy: Data) throws { try copy.write(to: URL(fileURLWithPath: path)) }
}
