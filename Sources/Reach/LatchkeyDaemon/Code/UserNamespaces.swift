// Whether every user may be root of a namespace of their own.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Who may can have a process run under the name of any file (`PR_SET_MM_MAP` by a child that shares its memory):
/// ThreatModel.md.
enum UserNamespaces {
    /// False if that is sure: the kernel forbids it to all, or `exec-witness namespaces`, which runs without the
    /// daemon's own restrictions, has tried it.
    static var arePermitted: Bool {
        setting("user/max_user_namespaces") != 0 && setting("kernel/unprivileged_userns_clone") != 0
            && tried != "closed"
    }

    private static func setting(_ name: String) -> Int? {
        ProcessFile.contents(at: "/proc/sys/" + name, atMost: 64).flatMap { Int(line($0)) }
    }

    /// Where root alone can write what came of it.
    private static let result = "/run/latchkey/user-namespaces"

    private static var tried: String? {
        var status = stat()
        guard unsafe lstat(result, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == 0,
            status.st_mode & 0o022 == 0
        else { return nil }
        return ProcessFile.contents(at: result, atMost: 64).map(line)
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
