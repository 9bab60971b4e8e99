// The bytes of Foundation's buffers.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NSData {
    /// The bytes, as long as the object lives.
    var buffer: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: bytes, count: length) }

    /// A copy of the bytes. The way over `Data` takes them one after the other.
    var octets: [UInt8] { unsafe Array(buffer) }
}
