// Who decided which libraries a signed program was started with.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature

/// A library can be gone before the daemon looks, and have left behind what the C library is to do (`atexit`,
/// `aio_write`). So it does not suffice that no foreign code is found: whoever starts a signed program must have had no
/// say. `secure-loader` has started it. Documentation/Design/Decisions/0029-the-secure-loader.md.
struct LibraryChoice {
    let process: PeerProcess
    /// Those of the process.
    let mounts: MountTable
    /// Whether the loader must also keep other programs of the user out of the process.
    let keepsProgramsApart: Bool

    /// - Throws: `.missingEntitlement` if somebody else may have had libraries loaded.
    func requireProgramsOwn(_ code: SignedCode) throws(KeychainError) {
        guard !code.entitlements.takesLibrariesOfCaller else { return }
        try requireProgramsOwn(code.start, startedBy: loader(of: code))
    }

    /// The dynamic linker of musl asks nobody (`secure-loader` does not have it ask), whatever is mapped.
    static func asks(_ start: ProgramStart?) -> Bool {
        start?.ownInterpreter?.split(separator: "/").last?.hasPrefix("ld-musl-") != true
    }

    /// Whether the dynamic linker must ask what it may load into the program. A static program has none.
    /// - Parameter start: nil for one that needs no loader.
    func needsAudit(_ code: SignedCode?, _ start: ProgramStart?) -> Bool {
        start?.ownInterpreter != nil && code?.entitlements.mayLoadForeignLibraries != true
            && code?.entitlements.takesLibrariesOfCaller != true
    }

    private func loader(of code: SignedCode) -> SecureLoader {
        code.entitlements.isDebuggable ? .debuggable : .standard
    }

    /// The same of a program that is started like this: one of the keychain's own tools, which nobody signs.
    func requireProgramsOwn(_ start: ProgramStart?, startedBy loader: SecureLoader = .standard) throws(KeychainError) {
        guard let start else {
            throw Self.refusal(
                "the program is of a kind whose libraries the keychain cannot vouch for; build it for 64 bits")
        }
        // The C library of a static program loads code by the environment as well (GCONV_PATH, LD_LIBRARY_PATH for
        // NSS).
        guard let interpreter = start.interpreter, interpreter == loader.path else {
            throw Self.refusal(
                "whoever starts the program can add libraries to it (LD_PRELOAD, GCONV_PATH); sign it anew with codesign"
            )
        }
        guard facts(of: loader) != nil, start.ownInterpreter.map(SystemPath.isOfSystem) ?? true else {
            throw Self.refusal("the program is started by a loader that somebody else than root can change")
        }
        guard !keepsProgramsApart || loader == .debuggable || loader.hidesProcesses else {
            throw Self.refusal(
                "everybody can read secure-loader, so that others can look into what it starts; give it the mode 0711")
        }
        guard start.paths.allSatisfy(Self.isHarmless) else {
            throw Self.refusal(
                "the program looks for libraries in folders that somebody else than root can write (RUNPATH)")
        }
        // Who answers its system calls, or mounts other files, gives it another dynamic linker. A service has the
        // filter of its unit.
        guard mounts.hasCodeOfSystem, process.isUnfiltered || SystemService.unit(of: process) != nil else {
            throw Self.refusal(
                "the program runs where others can answer its system calls, or show it other files: a filter, or mounts of its own"
            )
        }
    }

    /// The loader of a program, as the process sees it, where it is the daemon's.
    /// - Parameter code: nil for one of the keychain's own tools.
    func loader(of code: SignedCode?) -> FileFacts? { facts(of: code.map(loader) ?? .standard) }

    private func facts(of loader: SecureLoader) -> FileFacts? {
        let path = loader.path
        guard loader.isProtected, let own = PeerExecutable.File(atPath: path.utf8CString.map(\.self)),
            PeerExecutable.File(atPath: "/proc/\(process.processID)/root\(path)".utf8CString.map(\.self)) == own
        else { return nil }
        // Nobody but root can read it.
        let file = unsafe latchkey_open_place(path)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return MountTable(of: getpid()).flatMap { FileFacts(file, mounts: $0) }
    }

    /// Folders that are named from the program's own are not looked at if execution is secure (ld.so(8)).
    private static func isHarmless(_ path: String) -> Bool {
        path.hasPrefix("$ORIGIN") || path.hasPrefix("${ORIGIN}") || SystemPath.isFolderOfSystem(path)
    }

    private static func refusal(_ hint: StaticString) -> KeychainError {
        KeychainError(
            .missingEntitlement, during: "finding out who chose the libraries of the calling program", hint: hint)
    }
}
