// A credential that is wiped when its owner ends and that does not print.
// SPDX-License-Identifier: Apache-2.0

import Foundation
private import Glibc

/// A copy of the bytes of a credential. Filled in `init` only, so it may be shared.
@safe
final class Credential: @unchecked Sendable {
    private let storage: UnsafeMutableRawBufferPointer

    /// Copies `data`. The caller's own copy is not wiped: Foundation gives no way to do it.
    init(copying data: Data) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 16)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<data.count])
        unsafe data.copyBytes(to: bytes)
        unsafe storage = buffer
        count = data.count
    }

    deinit {
        unsafe explicit_bzero(storage.baseAddress!, storage.count)
        unsafe storage.deallocate()
    }

    /// How many bytes. Not secret.
    let count: Int

    /// The bytes, for as long as `self` is borrowed.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let span = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: storage[..<count]))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }
}
