// Fuzzes the tables of ELF files, which tell an interpreter under another name.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import Glibc
import LatchkeySignature

@main enum FuzzDynamicNames {
    static func main() {
        unsafe fuzz { start, count in
            FuzzDynamicNames.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// In memory, and without a name.
    private static let file = unsafe open("/dev/shm", O_RDWR | __O_TMPFILE | O_DIRECTORY | O_CLOEXEC, 0o600)

    private static func run(_ bytes: [UInt8]) {
        check(file >= 0 && ftruncate(file, 0) == 0, "there is a file")
        check(unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count, "it takes the input")
        let isInterpreter = Interpreter.isInterpreter(named: "", file)
        check(!isInterpreter || bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46]), "only a program is an interpreter")
        let linked = LinkedLibraries(file)
        check(linked?.needed.count ?? 0 <= bytes.count, "libraries are named in the file")
        let start = ProgramStart(file)
        check(start?.interpreter?.utf8.count ?? 0 < 4096, "a path is not longer than the kernel's")
        check(start?.ownInterpreter == nil || start?.interpreter != nil, "who has an interpreter is started by one")
        // The loader enters a static program itself, and nobody looks at what that loads.
        check(
            start?.interpreter == nil || start?.ownInterpreter != nil || ProgramHeaders(file)?.isStaticProgram == true,
            "only a static program is started by what is not followed by its own interpreter")
    }
}
