// Which keychain is the default one over the bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform

/// One name in a small file, which is not secret.
package struct DefaultAlias {
    let path: String
    private static let suffix: [UInt8] = [0x0a]

    /// What is kept.
    enum Contents: Equatable {
        /// There is no file, or none that says a name.
        case missing
        case name(KeychainName)
        /// It is there, or may be, and cannot be read now.
        case unreadable
    }

    /// - Parameter path: of the file.
    package init(path: String) { self.path = path }

    /// A keychain is deleted: if it was the default one, it is that no more, also if another one gets its name.
    package func forget(_ name: KeychainName) { if read() == .name(name) { try? write(CollectionTable.loginName) } }

    func read() -> Contents {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? .missing : .unreadable
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { return .missing }
        var bytes = [UInt8](repeating: 0, count: CollectionIdentifier.longestName + 2)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { return .unreadable }
        guard count > Self.suffix.count, count < bytes.count, bytes[..<count].suffix(1).elementsEqual(Self.suffix)
        else { return .missing }
        return String(validating: bytes[..<(count - 1)], as: UTF8.self).map { .name(KeychainName($0)) } ?? .missing
    }

    func write(_ name: KeychainName) throws(KeychainError) {
        try FileReplacement(
            of: path, mode: .exactly(0o600), during: "keeping which keychain is the default",
            hint: "the folder of the keychains cannot be written"
        ).write(Array(name.text.utf8) + Self.suffix)
    }
}
