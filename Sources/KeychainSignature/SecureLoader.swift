// Where the loader is that keeps the libraries of others out of signed programs.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// `secure-loader`: codesign names it in programs, and the daemon knows it. Documentation/Decisions/0029-the-secure-loader.md.
package enum SecureLoader {
    /// Its path, without links.
    package static let path = HelperFile.path(named: "secure-loader")

    /// Whether the path leads to what nobody can change but root and who runs this process.
    package static func isProtected() -> Bool {
        SystemPath.isProtectedFile(path, besideRoot: geteuid(), belowShared: true)
    }

    /// The machine that it is made for, by its number in ELF; nil where there is none.
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
