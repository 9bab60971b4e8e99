// Whether every person may be root of a namespace of her own.
// SPDX-License-Identifier: Apache-2.0

/// Whoever may can have a process run under the name of any file (`PR_SET_MM_MAP` by a child that shares its memory): ThreatModel.md.
enum UserNamespaces {
    /// What the kernel is set to; nil where it does not say.
    static var arePermitted: Bool? {
        func setting(_ name: String) -> Int? {
            guard let bytes = ProcessFile.contents(at: "/proc/sys/" + name, atMost: 64) else { return nil }
            return Int(String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? "")
        }
        guard let most = setting("user/max_user_namespaces") else { return nil }
        // Debian's and Ubuntu's own.
        return most > 0 && setting("kernel/unprivileged_userns_clone") != 0
            && setting("kernel/apparmor_restrict_unprivileged_userns") != 1
    }
}
