// A setting of the kernel.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum MachineSetting {
    /// The text of a file below /proc/sys without its line end; nil if there is none, or it cannot be read.
    package static func text(_ name: String) -> String? {
        let file = unsafe open("/proc/sys/" + name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
