// A file of roots, and what tells one state of it from the next.
// SPDX-License-Identifier: Apache-2.0

import Glibc

struct AnchorFile {
    /// Longest file that is read, in bytes. The usual one has 220 000.
    static let largestSize = 16 << 20

    let state: State
    let bytes: [UInt8]

    struct State: Hashable, Sendable {
        private let device: UInt64
        private let node: UInt64
        private let size: Int
        private let modified: [Int]

        /// Nil if there is no such file, and for a device or a pipe.
        init?(path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            self.init(status)
        }

        /// The same for a directory as well, in which a file was added, removed or replaced if it differs.
        init?(place: String) {
            var status = stat()
            guard unsafe stat(place, &status) == 0 else { return nil }
            self.init(status, orDirectory: true)
        }

        fileprivate init?(_ status: stat, orDirectory: Bool = false) {
            let type = status.st_mode & S_IFMT
            guard type == S_IFREG || orDirectory && type == S_IFDIR, status.st_size <= largestSize else { return nil }
            device = UInt64(status.st_dev)
            node = UInt64(status.st_ino)
            size = Int(status.st_size)
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    /// Nil if the file cannot be read to the end that it had when it was opened.
    init?(path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, let state = State(status) else { return nil }
        let size = Int(status.st_size)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let received = unsafe read(descriptor, buffer.baseAddress! + count, size - count)
                if received < 0, errno == EINTR { continue }
                guard received > 0 else { return }
                count += received
            }
        }
        guard bytes.count == size else { return nil }
        self.state = state
        self.bytes = bytes
    }
}
