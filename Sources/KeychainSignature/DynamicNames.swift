// The names that an ELF file shares with its libraries.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads the table of names of the dynamic linker (elf(5), `DT_STRTAB`) from 64-bit files in the order of bytes of this machine.
/// Every number is the file's, and bounded before it is used.
enum DynamicNames {
    /// - Returns: nil for a file without such a table, and for what cannot be read.
    static func table(of descriptor: CInt, atMost limit: Int) -> [UInt8]? {
        section(of: descriptor, atMost: limit)?.names
    }

    /// Names that a table of libraries may have, in bytes.
    private static let largestNames = 4 << 20
    private static let mostLibraries = 4096

    static func linked(in descriptor: CInt) -> LinkedLibraries? {
        guard let (names, entries) = section(of: descriptor, atMost: largestNames) else { return nil }
        func name(_ place: UInt64) -> String? {
            guard place < UInt64(names.count) else { return nil }
            return String(decoding: names[Int(place)...].prefix(256).prefix { $0 != 0 }, as: UTF8.self)
        }
        var own: String?
        var needed: [String] = []
        for entry in entries {
            switch entry.tag {
            case 1 where needed.count < mostLibraries: if let name = name(entry.value) { needed.append(name) }
            case 14: own = name(entry.value)
            default: break
            }
        }
        return LinkedLibraries(own: own, needed: needed)
    }

    private static func section(
        of descriptor: CInt, atMost limit: Int
    ) -> (names: [UInt8], entries: [(tag: UInt64, value: UInt64)])? {
        guard let header = bytes(of: descriptor, at: 0, count: 64), header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
        else { return nil }
        let (place, size, count) = (number(header, 32, 8), number(header, 54, 2), number(header, 56, 2))
        guard size == 56, (1...256).contains(count),
            let table = bytes(of: descriptor, at: place, count: Int(size * count))
        else { return nil }
        let segments = (0..<Int(count)).map { index in
            Segment(
                kind: number(table, index * 56, 4), offset: number(table, index * 56 + 8, 8),
                address: number(table, index * 56 + 16, 8), size: number(table, index * 56 + 32, 8))
        }
        guard let dynamic = segments.first(where: { $0.kind == 2 }), dynamic.size <= 1 << 16,
            let entries = bytes(of: descriptor, at: dynamic.offset, count: Int(dynamic.size) / 16 * 16)
        else { return nil }
        let pairs = stride(from: 0, to: entries.count, by: 16).map { entry in
            (tag: number(entries, entry, 8), value: number(entries, entry + 8, 8))
        }
        var address: UInt64?
        var length: UInt64 = 0
        for entry in pairs {
            switch entry.tag {
            case 5: address = entry.value
            case 10: length = entry.value
            default: break
            }
        }
        guard let address, length > 0,
            let segment = segments.first(where: {
                $0.kind == 1 && $0.address <= address && address - $0.address < $0.size
            })
        else { return nil }
        let start = segment.offset.addingReportingOverflow(address - segment.address)
        guard !start.overflow else { return nil }
        let available = segment.size - (address - segment.address)
        let readable = Int(min(length, available, UInt64(limit)))
        guard let names = bytes(of: descriptor, at: start.partialValue, count: readable) else { return nil }
        return (names, pairs)
    }

    private struct Segment {
        let kind: UInt64
        let offset: UInt64
        let address: UInt64
        let size: UInt64
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// - Returns: nil where there are fewer.
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
