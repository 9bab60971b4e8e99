// The key of a backup file, wrapped by one of the things that open it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, section 3.
package enum BackupWrapping: Hashable, Sendable {
    case password(Password)
    /// Of a kind that is not known. Others may still open the file.
    case unknown(kind: UInt8, body: [UInt8])

    /// What a backup password makes a key with, and what that key opens.
    package struct Password: Hashable, Sendable {
        package let salt: [UInt8]
        package let cost: PasswordCost
        /// The sealed key of the file.
        package let blob: [UInt8]
    }

    private static let passwordKind: UInt8 = 1
    /// A salt, two numbers, and a sealed key.
    private static let passwordSize = PasswordKey.saltSize + 8 + SealedBlob.overhead + XAES256GCM.keySize

    var kind: UInt8 {
        switch self {
        case .password: Self.passwordKind
        case .unknown(let kind, _): kind
        }
    }

    private var body: [UInt8] {
        switch self {
        case .password(let password):
            var bytes = password.salt
            bytes.append(bigEndian: password.cost.memory)
            bytes.append(bigEndian: password.cost.passes)
            return bytes + password.blob
        case .unknown(_, let body): return body
        }
    }

    func append(to bytes: inout [UInt8]) {
        let body = body
        bytes.append(kind)
        bytes.append(bigEndian: UInt16(body.count))
        bytes += body
    }

    init(from reader: inout ByteReader) throws(KeychainError) {
        let kind = try reader.number(UInt8.self)
        let count = Int(try reader.number(UInt16.self))
        guard kind == Self.passwordKind else {
            guard kind != 0 else { throw .damagedBackup }
            self = .unknown(kind: kind, body: try reader.array(count))
            return
        }
        guard count == Self.passwordSize else { throw .damagedBackup }
        let salt = try reader.array(PasswordKey.saltSize)
        let memory = try reader.number(UInt32.self)
        let cost = PasswordCost(memory: memory, passes: try reader.number(UInt32.self))
        self = .password(Password(salt: salt, cost: cost, blob: try reader.array(count - PasswordKey.saltSize - 8)))
    }
}
