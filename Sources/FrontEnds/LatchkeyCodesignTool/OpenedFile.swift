// A file that is open for reading, and is closed at the end.
// SPDX-License-Identifier: Apache-2.0

import Glibc

struct OpenedFile: ~Copyable {
    let descriptor: CInt
    let status: stat

    /// - Parameter flags: `O_NOFOLLOW` if a link is not taken for the file that it leads to.
    init(_ path: String, flags: CInt = 0) throws(CodesignFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
        guard descriptor >= 0 else {
            guard errno != ELOOP || flags & O_NOFOLLOW == 0 else {
                throw .message("a symbolic link; name the file that it leads to")
            }
            throw .system()
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw .system()
        }
        self.descriptor = descriptor
        self.status = status
    }

    deinit { close(descriptor) }

    /// The whole of a small file.
    static func contents(of path: String, atMost limit: Int) throws(CodesignFailure) -> [UInt8] {
        let file = try OpenedFile(path)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = unsafe read(file.descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system() }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .message("the file is too long") }
        }
    }
}
