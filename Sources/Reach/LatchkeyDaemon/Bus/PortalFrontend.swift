// The program that speaks for sandboxed applications.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPolicy

enum PortalFrontend {
    /// The places in which distributions have it.
    private static let paths = [
        "/usr/libexec/xdg-desktop-portal", "/usr/lib/xdg-desktop-portal",
        "/usr/lib/xdg-desktop-portal/xdg-desktop-portal",
    ]

    /// Whether a program is root's `xdg-desktop-portal`, and nothing speaks against it.
    static func isRun(by principal: BusPrincipal) -> Bool {
        guard principal.doubt == nil, principal.kind == .program, paths.contains(principal.path),
            let file = PeerExecutable.File(atPath: principal.path.utf8CString.map(\.self))
        else { return false }
        return file.owner == 0 && file.mode & 0o022 == 0
    }
}
