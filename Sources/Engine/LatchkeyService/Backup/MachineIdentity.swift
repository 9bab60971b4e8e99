// What this machine is called in backups.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

/// It says whether a backup was made here, and nothing depends on it: items of a device open with its device key.
enum MachineIdentity {
    /// Documentation/Reference/Formats/Backup.md, section 2. Zeros if the machine has no name.
    static let current: RowIdentifier = {
        guard let name = machineID else { return .zero }
        let code = Authenticator.code(for: Array("latchkey device".utf8), key: SecretBytes(copying: name))
        return RowIdentifier(Array(code[..<RowIdentifier.byteCount])) ?? .zero
    }()

    /// 32 hexadecimal digits, see machine-id(5).
    private static var machineID: [UInt8]? {
        let descriptor = unsafe open("/etc/machine-id", O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count == bytes.count, bytes.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return bytes
    }
}
