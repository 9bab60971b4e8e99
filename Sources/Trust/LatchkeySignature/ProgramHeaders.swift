// The segments of an ELF file.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads the program headers (elf(5)) of 64-bit files in the order of bytes of this machine. Every number is the
/// file's, and bounded before it is used.
package struct ProgramHeaders: Sendable {
    package struct Segment: Hashable, Sendable {
        package let kind: UInt32
        package let flags: UInt32
        /// Where its header stands in the file.
        package let header: UInt64
        /// Where it begins in the file, and in memory.
        package let offset: UInt64
        package let address: UInt64
        /// Its bytes in the file, and in memory.
        package let size: UInt64
        package let memorySize: UInt64
    }

    package let machine: UInt64
    /// Whether it says that it begins at a fixed address, as only programs do.
    private let isFixed: Bool
    package let segments: [Segment]
    private let descriptor: CInt

    /// Bytes of a header.
    private static let headerSize: UInt64 = 56
    /// Within a header: the place of a segment in the file, and its bytes there.
    package static let kindField: UInt64 = 0
    package static let flagsField: UInt64 = 4
    package static let offsetField: UInt64 = 8
    package static let sizeField: UInt64 = 32

    /// - Returns: nil for another kind of file, and for what cannot be read.
    package init?(_ descriptor: CInt) {
        guard let header = Self.bytes(of: descriptor, at: 0, count: 64),
            header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
        else { return nil }
        let (place, size, count) = (header.number(32, 8), header.number(54, 2), header.number(56, 2))
        // A table that begins within the header of the file would change it with its entries.
        guard size == Self.headerSize, (1...256).contains(count), place >= 64,
            let table = Self.bytes(of: descriptor, at: place, count: Int(size * count))
        else { return nil }
        self.descriptor = descriptor
        machine = header.number(18, 2)
        isFixed = header.number(16, 2) == 2
        segments = (0..<Int(count)).map { index in
            let start = index * Int(Self.headerSize)
            return Segment(
                kind: UInt32(table.number(start, 4)), flags: UInt32(table.number(start + 4, 4)),
                header: place + UInt64(start), offset: table.number(start + 8, 8),
                address: table.number(start + 16, 8), size: table.number(start + 32, 8),
                memorySize: table.number(start + 40, 8))
        }
    }

    package func first(_ kind: UInt32) -> Segment? { segments.first { $0.kind == kind } }

    /// Whether the file is a program that nothing but the kernel starts, unless codesign has put a loader there:
    /// neither one that is dynamically linked, nor a library.
    package var isStaticProgram: Bool {
        guard let named = first(Self.interpreter) else { return isFixed || DynamicNames.saysProgram(self) }
        return named.flags == 0
    }

    /// Where in the file an address of the program's memory is, and how many bytes of the segment there are from there
    /// on.
    package func place(ofAddress address: UInt64) -> (offset: UInt64, available: UInt64)? {
        guard
            let segment = segments.first(where: {
                $0.kind == Self.load && $0.address <= address && address - $0.address < $0.size
            })
        else { return nil }
        let start = segment.offset.addingReportingOverflow(address - segment.address)
        return start.overflow ? nil : (start.partialValue, segment.size - (address - segment.address))
    }

    /// In the flags of an interpreter that codesign has set: the loader does not look at what the program loads. Of the
    /// bits that are the system's (`PF_MASKOS`).
    package static let takesForeignLibraries: UInt32 = 1 << 20

    package static let load: UInt32 = 1
    package static let dynamic: UInt32 = 2
    package static let interpreter: UInt32 = 3
    package static let note: UInt32 = 4
    package static let headers: UInt32 = 6

    /// - Returns: nil if there are fewer.
    package func bytes(at place: UInt64, count: Int) -> [UInt8]? { Self.bytes(of: descriptor, at: place, count: count) }

    private static func bytes(of descriptor: CInt, at place: UInt64, count: Int) -> [UInt8]? {
        guard place <= UInt64(Int64.max) - UInt64(count) else { return nil }
        var buffer = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let received = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress! + done, count - done, off_t(place) + off_t(done))
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { return nil }
            done += received
        }
        return buffer
    }
}

extension [UInt8] {
    /// The number of `count` bytes at `place`, the lowest first.
    func number(_ place: Int, _ count: Int) -> UInt64 {
        self[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
