// What a prompter has written for this process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyPlatform

enum PrompterSecret {
    /// Bytes of a password. The daemon takes no longer one.
    private static let most = 4096
    /// Milliseconds for each part. The prompter has written all before it says so.
    private static let patience: CInt = 1_000

    /// Reads to the end. The descriptor may be of anything.
    /// - Returns: nil if it does not end, or is too long, or cannot be read.
    static func read(from descriptor: CInt) -> ItemSecret? {
        var count = 0
        var isOver = false
        let deadline = HelperProcess.milliseconds + UInt64(patience)
        let all = unsafe SecretBytes(count: most + 1) { room in
            while !isOver, count < room.count, HelperProcess.milliseconds < deadline {
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&ready, 1, patience) == 1 else { return }
                let part = unsafe Glibc.read(descriptor, room.baseAddress! + count, room.count - count)
                if part < 0 {
                    guard errno == EAGAIN || errno == EINTR else { return }
                    continue
                }
                count += part
                isOver = part == 0
            }
        }
        guard isOver, count <= most else { return nil }
        return ItemSecret(all).part(0..<count)
    }
}
