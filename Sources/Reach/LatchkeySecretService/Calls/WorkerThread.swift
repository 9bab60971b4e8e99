// A thread for what takes a password: deriving its key takes a second.
// SPDX-License-Identifier: Apache-2.0

import Glibc

enum WorkerThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Returns: false if the kernel gives no thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { box in
                guard let box = unsafe box else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
