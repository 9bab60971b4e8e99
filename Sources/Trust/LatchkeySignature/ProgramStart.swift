// What the kernel and the dynamic linker are told by a program about how it starts.
// SPDX-License-Identifier: Apache-2.0

/// Read from the file. A program that was signed with a loader has two interpreters: the one that the kernel reads at
/// the place in the file that `PT_INTERP` has, and its own, at the address.
/// Documentation/Reference/Formats/CodeSignature.md, section 7.
package struct ProgramStart: Hashable, Sendable {
    /// What the kernel starts in the place of the program; nil for a static program without a loader, and for a
    /// library.
    package let interpreter: String?
    /// The dynamic linker that the program was linked for; nil for a static program.
    package let ownInterpreter: String?
    /// Folders and files that the program itself has the dynamic linker look at, beside those of the system.
    package let paths: [String]

    /// Longest path of an interpreter, in bytes with its end: `PATH_MAX`.
    package static let longestPath: UInt64 = 4096

    /// - Returns: nil for what is no ELF file of 64 bits, and for one that cannot be read.
    package init?(_ descriptor: CInt) {
        guard let headers = ProgramHeaders(descriptor) else { return nil }
        guard let named = headers.first(ProgramHeaders.interpreter) else {
            (interpreter, ownInterpreter, paths) = (nil, nil, [])
            return
        }
        guard headers.segments.count(where: { $0.kind == ProgramHeaders.interpreter }) == 1,
            let started = Self.path(in: headers, at: named.offset, size: named.size)
        else { return nil }
        guard !headers.isStaticProgram else {
            let libraries = DynamicNames.linked(in: headers)
            guard libraries?.isComplete ?? (headers.first(ProgramHeaders.dynamic) == nil) else { return nil }
            (interpreter, ownInterpreter, paths) = (started, nil, libraries?.searched ?? [])
            return
        }
        guard let (place, available) = headers.place(ofAddress: named.address), named.memorySize <= available,
            let own = Self.path(in: headers, at: place, size: named.memorySize),
            let libraries = DynamicNames.linked(in: headers), libraries.isComplete
        else { return nil }
        interpreter = started
        ownInterpreter = own
        paths = libraries.searched + libraries.needed.filter { $0.contains("/") }
    }

    private static func path(in headers: ProgramHeaders, at place: UInt64, size: UInt64) -> String? {
        guard (2...longestPath).contains(size), let bytes = headers.bytes(at: place, count: Int(size)),
            bytes.firstIndex(of: 0) == bytes.count - 1
        else { return nil }
        return String(validating: bytes.dropLast(), as: UTF8.self)
    }
}
