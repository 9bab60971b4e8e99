// An object of a C program, kept until a block was called with it.
// SPDX-License-Identifier: Apache-2.0

/// Safe to hand over: nothing is done with it but to keep it and to give it back.
@safe
final class CallersObject: @unchecked Sendable {
    private let object: Unmanaged<AnyObject>

    /// Nil for NULL.
    init?(_ pointer: UnsafeRawPointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).retain()
    }

    deinit { unsafe object.release() }

    func lend(_ body: (UnsafeRawPointer) -> Void) { unsafe body(UnsafeRawPointer(object.toOpaque())) }
}
