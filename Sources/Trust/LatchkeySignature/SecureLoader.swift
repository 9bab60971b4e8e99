// Where the loaders are that keep the libraries of others out of signed programs.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What codesign names in programs, and the daemon knows. Documentation/Design/Decisions/0029-the-secure-loader.md.
package enum SecureLoader: String, Sendable {
    case standard = "secure-loader"
    /// For programs that debuggers may look into (`com.apple.security.get-task-allow`).
    case debuggable = "debuggable-loader"

    /// The library by which it has the dynamic linker ask what may be loaded.
    /// Documentation/Design/Decisions/0032-plugins-are-roots.md.
    package static let audit = "liblatchkey-audit.so"

    /// Its path, without links.
    package var path: String {
        switch self {
        case .standard: Self.standardPath
        case .debuggable: Self.debuggablePath
        }
    }

    private static let standardPath = HelperFile.path(named: standard.rawValue)
    private static let debuggablePath = HelperFile.path(named: debuggable.rawValue)

    /// Whether the path leads to what nobody can change but root and who runs this process.
    package var isProtected: Bool { SystemPath.isProtectedFile(path, besideRoot: geteuid(), belowShared: true) }

    /// Whether the kernel keeps a process from debuggers that it starts with this file: root alone can read it.
    package var hidesProcesses: Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o044 == 0
    }

    /// The machine that they are made for, by its number in ELF; nil if there is none.
    package static let machine: UInt64? = {
        #if arch(x86_64)
            62
        #elseif arch(arm64)
            183
        #else
            nil
        #endif
    }()
}
