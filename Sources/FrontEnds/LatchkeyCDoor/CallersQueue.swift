// A queue of a C program, on which its block is called.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor

/// Safe to hand over: queues are.
@safe
final class CallersQueue: @unchecked Sendable {
    private let queue: UnsafeRawPointer

    /// Nil without a queue, and if the program has no libdispatch.
    init?(_ queue: UnsafeRawPointer?) {
        guard let queue = unsafe queue, unsafe latchkey_queue_retain(queue) else { return nil }
        unsafe self.queue = unsafe queue
    }

    deinit { unsafe latchkey_queue_release(queue) }

    func async(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        unsafe latchkey_queue_async(queue, work) { work in
            guard let work = unsafe work else { return }
            unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
