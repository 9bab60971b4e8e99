// As whom the processes of a user run.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform
import Synchronization

/// The user, the users of namespaces that the user can make (`subuid(5)`), and root, as whom setuid programs run.
///
/// Processes of others are not searched for what the user's programs have: else any user of the machine could make that
/// take as long as he likes, by descriptors that he opens.
struct OwnUsers {
    private let user: UInt32
    private let subordinate: [Range<UInt64>]

    private static let file = "/etc/subuid"
    private static let longestFile = 1 << 20
    private static let names = Mutex<[UInt32: String]>([:])

    init(of user: UInt32) {
        let text = ProcessFile.contents(at: Self.file, atMost: Self.longestFile) ?? []
        self.init(of: user, named: text.isEmpty ? nil : Self.name(of: user), subordinate: text)
    }

    /// - Parameters:
    ///   - name: nil if nobody can tell it; then the lines of all users count.
    ///   - subordinate: lines of `NAME:FIRST:COUNT`, with a user's name or number.
    init(of user: UInt32, named name: String?, subordinate text: [UInt8]) {
        self.user = user
        subordinate = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard words.count == 3, name == nil || words[0] == String(user) || words[0] == name,
                let first = UInt32(words[1]),
                let count = UInt32(words[2])
            else { return nil }
            return UInt64(first)..<UInt64(first) + UInt64(count)
        }
    }

    func contains(_ other: UInt32) -> Bool {
        other == user || other == 0 || subordinate.contains { $0.contains(UInt64(other)) }
    }

    /// Descriptors up to which a process of root's is searched without a look at who has started it.
    private static let fewDescriptors = 256

    /// Whether a process may be the user's: it runs as one of them, or was started as one. Setuid programs of others
    /// have descriptors of others.
    func mayRun(_ process: Int32) -> Bool {
        var status = stat()
        guard unsafe stat("/proc/\(process)", &status) == 0 else { return false }
        if status.st_uid != 0, contains(status.st_uid) { return true }
        if status.st_uid == 0 {
            // The size is their number since Linux 6.2.
            guard unsafe stat("/proc/\(process)/fd", &status) == 0, status.st_size > Self.fewDescriptors else {
                return true
            }
        }
        // Of one that nobody can tell the user's descriptors are searched.
        guard let users = ProcessFile.users(of: process)?.compactMap({ UInt32($0) }), users.count == 4 else {
            return true
        }
        return users.contains { $0 != 0 && contains($0) } || users.allSatisfy { $0 == 0 }
    }

    /// It is asked for once: a directory of users may be on another machine.
    private static func name(of user: UInt32) -> String? {
        if let known = names.withLock({ $0[user] }) { return known }
        let name = UserEntry(of: user)?.name
        if let name { names.withLock { $0[user] = name } }
        return name
    }
}
