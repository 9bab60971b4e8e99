// A file descriptor that came with a message.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Closed when nobody has it any more.
package final class BusDescriptor: Sendable {
    package let number: CInt

    /// - Parameter number: belongs to this object from now on.
    package init(owning number: CInt) { self.number = number }

    deinit { close(number) }
}
