// Programs that a test has written and is about to start.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum WrittenProgram {
    /// `F_SETLEASE` of fcntl(2), which Swift does not import.
    private static let setLease: CInt = 1024

    /// Waits until nobody has the file open for writing: it could not be started before (`ETXTBSY`). The test has closed it, but children that
    /// other tests have started at that moment have it open until they become their programs. The kernel gives a lease for reading to nobody
    /// while somebody writes.
    package static func waitUntilStartable(_ path: String) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        for _ in 0..<10_000 {
            if fcntl(file, setLease, CInt(F_RDLCK)) == 0 { break }
            guard errno == EAGAIN else { return }
            usleep(1000)
        }
        _ = fcntl(file, setLease, CInt(F_UNLCK))
    }
}
