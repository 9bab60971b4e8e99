// A descriptor of a socket in a process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

package struct HeldSocket: Hashable, Sendable {
    package let node: UInt32
    package let descriptor: Int32

    package init(node: UInt32, descriptor: Int32) {
        self.node = node
        self.descriptor = descriptor
    }

    /// - Returns: nil if the kernel does not say, or if there are more.
    static func all(of process: Int32, atMost most: Int) -> [HeldSocket]? {
        var count = 1 << 8
        while true {
            var list = [latchkey_socket](repeating: latchkey_socket(), count: count)
            let found = unsafe latchkey_sockets_of(process, &list, count)
            if found >= 0 { return list[..<found].map { HeldSocket(node: $0.node, descriptor: $0.descriptor) } }
            guard errno == E2BIG, count < most else { return nil }
            count = min(count * 8, most)
        }
    }
}
