// A backup that is restored: read twice, so that it is a file and no pipe.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform

package final class BackupFile {
    private let descriptor: CInt

    package init(path: String) throws(FileFailure) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure(message: unsafe String(cString: strerror(errno))) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure(message: "this is no file; a backup is read twice, and a pipe can be read once")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The UUID of the backup, which stands in its header (Documentation/Reference/Formats/Backup.md, section 2).
    package func identifier() throws(FileFailure) -> String {
        do throws(KeychainError) {
            let beginning = try read(28, from: 0)
            guard beginning.count == 28, beginning.starts(with: Array("LTCKBAK\u{1}".utf8)),
                let backup = RowIdentifier(beginning[12...])
            else { throw KeychainError(.decode, during: "reading a backup") }
            let digits = Array(backup.hexadecimal.uppercased())
            return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
        } catch {
            throw FileFailure(message: "this file is no backup of a keychain that this version reads")
        }
    }

    /// At most so many bytes from an offset on, and none behind the end.
    func read(_ count: Int, from offset: UInt64) throws(KeychainError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let (start, place) = (done, Int(offset) + done)
            let number = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe pread(descriptor, bytes.baseAddress.map { unsafe $0 + start }, count - start, place)
            }
            if number < 0, errno == EINTR { continue }
            guard number >= 0 else {
                throw KeychainError(.inputOutput, during: "reading a backup", cause: .errno(errno))
            }
            if number == 0 { break }
            done += number
        }
        bytes.removeLast(count - done)
        return bytes
    }
}
