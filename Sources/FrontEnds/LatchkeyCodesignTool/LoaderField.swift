// The entry of a program that says what the kernel starts in its place.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature

/// `PT_INTERP` of the file behind a descriptor that somebody else owns. The kernel reads the path at its place in the
/// file; the dynamic linker and `secure-loader` read it at its address in memory.
/// Documentation/Reference/Formats/CodeSignature.md, section 7.
package struct LoaderField {
    private let descriptor: CInt

    package init(_ descriptor: CInt) { self.descriptor = descriptor }

    package enum Outcome: Hashable, Sendable {
        case set
        /// The file is a library.
        case notNeeded
        case unknownMachine
    }

    /// Appends the path, and has the entry show there.
    /// - Parameter takesForeignLibraries: whether the loader leaves it to the program what is loaded.
    /// - Parameter isElsewhere: the program is signed for where the loader will be.
    package func set(
        _ path: String, takesForeignLibraries: Bool = false, isElsewhere: Bool = false
    ) throws(CodesignFailure) -> Outcome {
        guard let headers = ProgramHeaders(descriptor) else { return .unknownMachine }
        let named = headers.first(ProgramHeaders.interpreter)
        guard named != nil || headers.isStaticProgram else { return .notNeeded }
        guard headers.machine == SecureLoader.machine else { return .unknownMachine }
        let field = if let named { try dynamic(named, in: headers) } else { try note(in: headers) }
        guard unsafe isElsewhere || access(path, F_OK) == 0 else {
            throw .message("\(path): the loader of signed programs is missing; install the package latchkey")
        }
        let bytes = Array(path.utf8) + [0]
        if named == nil {
            try write(littleEndian: ProgramHeaders.interpreter, at: field.header + ProgramHeaders.kindField)
            try write(littleEndian: 0 as UInt32, at: field.header + ProgramHeaders.flagsField)
        } else if takesForeignLibraries {
            let flags = field.flags | ProgramHeaders.takesForeignLibraries
            try write(littleEndian: flags, at: field.header + ProgramHeaders.flagsField)
        }
        try write(littleEndian: size(), at: field.header + ProgramHeaders.offsetField)
        try write(littleEndian: UInt64(bytes.count), at: field.header + ProgramHeaders.sizeField)
        try write(bytes, at: size())
        try seekToEnd()
        return .set
    }

    private func dynamic(
        _ field: ProgramHeaders.Segment, in headers: ProgramHeaders
    ) throws(CodesignFailure) -> ProgramHeaders.Segment {
        guard headers.segments.count(where: { $0.kind == ProgramHeaders.interpreter }) == 1, field.flags != 0,
            field.flags & ProgramHeaders.takesForeignLibraries == 0,
            headers.first(ProgramHeaders.headers) != nil, isWhereLinkersPutIt(field, in: headers)
        else { throw .message("its interpreter (PT_INTERP) is not where linkers put it; link it anew") }
        return field
    }

    /// There is no room for another entry. A note says by whom a file was built or what for, and is found by its
    /// section as well.
    private func note(in headers: ProgramHeaders) throws(CodesignFailure) -> ProgramHeaders.Segment {
        let notes = headers.segments.filter {
            $0.kind == ProgramHeaders.note && $0.flags == Self.flagsOfNote && isWhereLinkersPutIt($0, in: headers)
        }
        guard let note = notes.first else {
            throw .message(
                "a static program without a note (PT_NOTE), whose place its loader needs; link it with --build-id")
        }
        return note
    }

    private func isWhereLinkersPutIt(_ field: ProgramHeaders.Segment, in headers: ProgramHeaders) -> Bool {
        field.size == field.memorySize && headers.place(ofAddress: field.address)?.offset == field.offset
    }

    /// To be read.
    private static let flagsOfNote: UInt32 = 4

    /// Makes the file what it was before.
    package func remove() throws(CodesignFailure) {
        guard let headers = ProgramHeaders(descriptor), let field = headers.first(ProgramHeaders.interpreter),
            let original = headers.place(ofAddress: field.address)?.offset, original < field.offset,
            case let size = try size(), field.size <= size, field.offset == size - field.size
        else { throw .message("its loader is not where codesign puts it; build it anew") }
        try write(littleEndian: original, at: field.header + ProgramHeaders.offsetField)
        try write(littleEndian: field.memorySize, at: field.header + ProgramHeaders.sizeField)
        if headers.isStaticProgram {
            try write(littleEndian: ProgramHeaders.note, at: field.header + ProgramHeaders.kindField)
            try write(littleEndian: Self.flagsOfNote, at: field.header + ProgramHeaders.flagsField)
        } else {
            let flags = field.flags & ~ProgramHeaders.takesForeignLibraries
            try write(littleEndian: flags, at: field.header + ProgramHeaders.flagsField)
        }
        guard ftruncate(descriptor, off_t(field.offset)) == 0 else { throw .system() }
        try seekToEnd()
    }

    private func seekToEnd() throws(CodesignFailure) {
        guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .system() }
    }

    private func size() throws(CodesignFailure) -> UInt64 {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system() }
        return UInt64(status.st_size)
    }

    private func write(littleEndian value: some FixedWidthInteger, at place: UInt64) throws(CodesignFailure) {
        try write((0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }, at: place)
    }

    private func write(_ bytes: [UInt8], at place: UInt64) throws(CodesignFailure) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done,
                    off_t(place) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system() }
            done += count
        }
    }
}
