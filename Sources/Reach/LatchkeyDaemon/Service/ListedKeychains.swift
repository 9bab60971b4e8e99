// The keychains that a user has put on a list, wherever they are.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform

/// What `security list-keychains`, `default-keychain` and `login-keychain` have written for the user, and root for
/// everybody.
struct ListedKeychains {
    private let user: UInt32
    private let paths: [String]

    private static let largestFile = 1 << 16
    private static let ofEverybody = "/etc/latchkey/common.plist"

    private struct Lists: Decodable {
        let searchList: [String]?
        let defaultKeychain: String?
        let loginKeychain: String?
    }

    init(of user: UInt32, home: String) {
        self.user = user
        paths = Self.paths(in: home + "/preferences.plist", of: user) + Self.paths(in: Self.ofEverybody, of: 0)
    }

    /// Whether a file, whose path has no links, is on a list, and is root's or the user's alone. One that is not there
    /// is nobody's.
    /// - Parameter resolved: gives a path without its links.
    func contain(_ path: String, resolved: (String) -> String) -> Bool {
        // Other files of the list may be where looking takes long.
        let isListed =
            paths.contains { $0.hasSameBytes(as: path) }
            || paths.contains { resolved($0).hasSameBytes(as: path) }
        guard isListed else { return false }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return errno == ENOENT }
        return Self.isOnly(of: [0, user], status)
    }

    /// - Returns: none for a file that others can write: what it says is not the user's word.
    private static func paths(in file: String, of owner: UInt32) -> [String] {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, isOnly(of: [owner], status),
            let text = ProcessFile.contents(at: "/proc/self/fd/\(descriptor)", atMost: largestFile),
            let lists = PropertyListText(text)?.decoded(as: Lists.self)
        else { return [] }
        let named = (lists.searchList ?? []) + [lists.defaultKeychain, lists.loginKeychain].compactMap(\.self)
        return named.filter { $0.utf8.first == UInt8(ascii: "/") && !$0.utf8.contains(0) }
    }

    private static func isOnly(of owners: [UInt32], _ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && owners.contains(status.st_uid)
            && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }
}
