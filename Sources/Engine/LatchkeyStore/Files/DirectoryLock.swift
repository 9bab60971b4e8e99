// An advisory lock on the directory of keychains, for the few things that only one process may do at a time.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyPlatform

package struct DirectoryLock {
    private let descriptor: CInt

    /// Waits for its turn. The directory itself is locked, so that no file is left behind.
    package init(_ directory: String) throws(KeychainError) {
        descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystem.failure(during: "opening the directory of keychains") }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw FileSystem.failure(during: "locking the directory of keychains")
            }
        }
    }

    package func release() {
        // A child that another thread has forked meanwhile has the descriptor as well: closing it here would not be
        // enough.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
