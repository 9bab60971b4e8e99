// A thread of the C library.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

package enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that somebody joins or detaches.
    /// - Parameter stackSize: bytes; nil for as many as the system gives.
    /// - Returns: nil if the kernel gives none.
    package static func start(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        if let stackSize { unsafe pthread_attr_setstacksize(&attributes, stackSize) }
        let box = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, &attributes,
            { box in
                guard let box = unsafe box else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            return nil
        }
        return thread
    }

    /// Starts a thread for which nobody waits.
    /// - Returns: false if the kernel gives none.
    package static func startDetached(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = start(body) else { return false }
        pthread_detach(thread)
        return true
    }
}
