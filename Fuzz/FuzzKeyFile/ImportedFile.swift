// A file as `security import` takes it: told from the others by its bytes, with lines of OpenSSH between its blocks, or
// raw.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform

struct ImportedFile {
    private let file: ItemSecret
    private let passphrase: FilePassphrase

    private static let types: [ExternalItem.ItemType] = [
        .publicKey, .privateKey, .sessionKey, .certificate, .aggregate,
    ]
    /// Most parts of a text.
    private static let largestCount = 16
    /// What asks for hashing was opened before: here it is told from the others, and refused.
    private static let nothing = WorkBudget(rounds: 0)

    init(_ file: ItemSecret, _ password: ItemSecret) {
        self.file = file
        passphrase = .given(password)
    }

    func run() {
        FuzzKeyFile.attempt { () throws(KeychainError) in try checkParts() }
        if let items = list(nil, nil) {
            // The size chooses, so that a file needs no byte more.
            let format = ExternalFormat.allCases[file.count % ExternalFormat.allCases.count]
            let type = Self.types[file.count % Self.types.count]
            if format != .raw, let same = list(format, type) {
                check(same == items, "a file holds the same whatever the user says that it is")
            }
        }
        checkRaw(.privateKey, .private)
        checkRaw(.publicKey, .public)
        FuzzKeyFile.attempt { () throws(KeychainError) in
            let found = try ExternalItem.certificates(in: file)
            check(found.others >= 0, "certificates are no more than there are blocks")
        }
    }

    private func checkRaw(_ type: ExternalItem.ItemType, _ keyClass: KeyClass) {
        guard let items = list(.raw, type) else { return }
        guard items.count == 1, case .key(let key) = items[0] else { return check(false, "a raw file is one key") }
        check(key.keyClass == keyClass, "a raw key is what the user says that it is")
        check(key.externalRepresentation == file, "a raw key is its own representation")
    }

    /// What the file holds, or nil if it is refused.
    private func list(_ format: ExternalFormat?, _ type: ExternalItem.ItemType?) -> [ExternalItem]? {
        do throws(TransferFailure) {
            return try ExternalItem.list(
                in: file, format: format, type: type, passphrase: passphrase, within: Self.nothing)
        } catch {
            switch error {
            case .keychain(let failure): check(failure, isOneOf: FuzzKeyFile.codes.union([.unknownFormat]))
            case .isNotOfForm, .isNotOfType, .doesNotBelong:
                check(format != nil || type != nil, "what nobody has said excludes nothing")
            default: check(false, "a file is refused by the keychain, or for what the user says")
            }
            return nil
        }
    }

    private func checkParts() throws(KeychainError) {
        let parts = try Self.parts(of: file)
        check(parts.count <= Self.largestCount, "a text has no more parts than may be")
        var text: [UInt8] = []
        for part in parts {
            switch part {
            case .block(let block): text += Self.bytes(of: block.text)
            case .line(let line):
                let bytes = Self.bytes(of: line)
                check(!bytes.contains(0x0a), "a line has no end in it")
                text += bytes + [0x0a]
            }
        }
        let again = try Self.parts(of: ItemSecret(copying: text))
        let areSame = again.count == parts.count && zip(again, parts).allSatisfy { Self.isSame($0, $1) }
        check(areSame, "parts of a text are written and read again")
    }

    private static func parts(of text: ItemSecret) throws(KeychainError) -> [PEMPart] {
        try unsafe PEMPart.parts(in: text, atMost: largestCount) { line in
            unsafe OpenSSHPublicKey.isBeginning(of: line)
        }
    }

    /// But for how a block is encrypted, which is not written.
    private static func isSame(_ first: PEMPart, _ second: PEMPart) -> Bool {
        switch (first, second) {
        case (.block(let first), .block(let second)):
            first.label == second.label && first.contents == second.contents
        case (.line(let first), .line(let second)): first == second
        default: false
        }
    }

    private static func bytes(of secret: ItemSecret) -> [UInt8] {
        secret.bytes.declassified(because: "an input of a fuzzer is no secret")
    }
}
