// What latchkey-session sends: Documentation/Reference/Formats/Wire.md, "The session's socket".
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux

package enum SessionHandover {
    /// Comes with one descriptor, the socket to the bus, and with nothing behind it.
    package static let frame: [UInt8] = Array("LATCHBUS".utf8) + [0, 0, 0, 1, 0, 0, 0, 0]

    /// Reads what has come. It does not wait.
    /// - Returns: the socket, which is the caller's; nil for anything else, whose descriptors another thread closes.
    package static func socket(from connection: CInt) -> CInt? {
        var bytes = [UInt8](repeating: 0, count: frame.count + 1)
        var rights = [CInt](repeating: -1, count: Int(LATCHKEY_LARGEST_RIGHTS))
        var (number, missing, sender): (CInt, CInt, Int32) = (0, 0, 0)
        let count = unsafe latchkey_receive_rights(
            connection, &bytes, bytes.count, &rights, &number, &missing, &sender)
        let passed = rights.prefix(Int(max(0, number)))
        guard count == frame.count, bytes.starts(with: frame), missing == 0, passed.count == 1,
            let socket = passed.first
        else {
            passed.forEach(latchkey_close_elsewhere)
            return nil
        }
        return socket
    }
}
