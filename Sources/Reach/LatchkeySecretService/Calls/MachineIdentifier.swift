// What the bus calls the machine.
// SPDX-License-Identifier: Apache-2.0

import Glibc

enum MachineIdentifier {
    private static let digits = 32

    /// Nil if the machine has none.
    static func read() -> String? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: digits)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            let isSound = bytes.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
            if count == digits, isSound { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }
}

/// The clock that waits are measured with.
package enum MonotonicTime {
    package static let milliseconds: @Sendable () -> UInt64 = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
