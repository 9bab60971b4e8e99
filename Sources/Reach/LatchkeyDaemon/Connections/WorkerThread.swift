// The threads of the daemon.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Starts a thread with a stack that certificates with long chains fit in.
/// - Returns: nil if the kernel gives none.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 4 << 20)
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
        &thread, &attributes,
        { box in
            guard let box = unsafe box else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        unsafe box.release()
        return nil
    }
    return thread
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
