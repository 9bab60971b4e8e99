// Which code may run in a program without taking its identity away: library validation.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeySignature

/// The rule for what a program has loaded. Who gets code into a process acts as the process: `LD_PRELOAD`,
/// `LD_LIBRARY_PATH`, `LD_AUDIT`, `dlopen`, memory that is written and then executed.
package struct CodeTrust: Sendable {
    /// The file of the program.
    package let program: FileFacts
    /// Nil for a program without a signature that counts.
    package let signed: SignedCode?

    /// What starts signed programs, wherever it is.
    package let loader: FileFacts?

    /// Whether it is one of the keychain's own tools, which work for the user.
    package let isTool: Bool

    /// Whether the dynamic linker must have asked what it may load: by a plugin that the user's configuration names,
    /// another program acts as this one, and has it gone before anybody looks.
    package let needsAudit: Bool

    /// Whether files of the system count that root has replaced since they were loaded.
    package let takesReplaced: Bool

    package init(
        program: FileFacts, signed: SignedCode?, loader: FileFacts? = nil, isTool: Bool = false,
        needsAudit: Bool = false, takesReplaced: Bool = false
    ) {
        self.takesReplaced = takesReplaced
        self.program = program
        self.needsAudit = needsAudit
        self.signed = signed
        self.loader = loader
        self.isTool = isTool
    }

    /// A signed program says whether it generates code. Unsigned ones have no way to say it: a library that compiles
    /// regular expressions, makes closures or runs scripts does it for them. The tools have no such library.
    private var generatesCode: Bool { signed.map(\.entitlements.mayGenerateCode) ?? !isTool }

    package enum Refusal: Hashable, Sendable {
        case deletedFile
        case anotherFile
        case changedCode
        case writableCode
        case memory
        case foreignFile
        case engine
        case unaudited

        package var hint: StaticString {
            switch self {
            case .deletedFile: "code was loaded from a file that was deleted since, or from memory"
            case .anotherFile: "code was loaded from a file that is not at its path, or that the daemon cannot read"
            case .changedCode: "loaded code was changed in memory, as debuggers and hooks do"
            case .writableCode: "the process has memory that can be written and executed"
            case .memory:
                "the process executes memory that comes from no file: a signed program may with com.apple.security.cs.allow-jit"
            case .foreignFile:
                "code was loaded that is neither the system's nor the program's own team's (LD_PRELOAD, LD_LIBRARY_PATH, dlopen)"
            case .engine:
                "a library that runs scripts was loaded, which the program is not linked with (LD_PRELOAD, dlopen)"
            case .unaudited:
                "nobody looks at the libraries that the program loads: install liblatchkey-audit.so (package latchkey) and start it again, or sign it with com.apple.security.cs.disable-library-validation"
            }
        }
    }

    /// Whether `mapping` is harmless.
    /// - Parameter open: gives what is at the path of the mapping now, or nil.
    /// - Parameter team: gives the team that signed this file, or nil.
    /// - Parameter wasRoots: whether nobody but root can have put the file, which is gone, where it was.
    package func refusal(
        of mapping: ExecutableMapping, file open: () -> FileFacts?, team: () -> TeamIdentifier?,
        wasRoots: () -> Bool = { false }
    ) -> Refusal? {
        if mapping.isOfKernel { return nil }
        if mapping.node == 0 || mapping.isMemoryFile {
            // What was loaded like a library is none of an unsigned program's own.
            let isOwn = generatesCode && (signed != nil || !mapping.isMemoryFile)
            return isOwn ? nil : mapping.isWritable ? .writableCode : .memory
        }
        guard !mapping.isWritable else { return .writableCode }
        guard !mapping.isDeleted else {
            guard takesReplaced, mapping.isInSystemFolder, wasRoots() else { return .deletedFile }
            return mapping.isChanged == false ? nil : .changedCode
        }
        guard let file = open(), file.node == mapping.node, file.device == mapping.device else { return .anotherFile }
        guard mapping.isChanged == false else { return .changedCode }
        if file.isSameFile(as: program) || loader.map(file.isSameFile) ?? false { return nil }
        let isOfSystem = file.isRoots && mapping.isInSystemFolder
        guard let signed else {
            // What root has somewhere else may be a user's data.
            let isOwners = file.owner != 0 && file.isWrittenByNobodyBut(writersOf: program)
            return isOfSystem || isOwners ? nil : .foreignFile
        }
        if isOfSystem || signed.entitlements.mayLoadForeignLibraries { return nil }
        // A user's own file can be written through a mapping without a trace, also after it was verified.
        return file.isRoots && signed.team != nil && team() == signed.team ? nil : .foreignFile
    }
}
