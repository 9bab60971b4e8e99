// The names that an ELF file shares with its libraries.
// SPDX-License-Identifier: Apache-2.0

/// Reads the table of names of the dynamic linker (elf(5), `DT_STRTAB`).
enum DynamicNames {
    /// - Returns: nil for a file without such a table, and for what cannot be read.
    static func table(of descriptor: CInt, atMost limit: Int) -> [UInt8]? {
        ProgramHeaders(descriptor).flatMap { section(of: $0, atMost: limit) }?.names
    }

    /// Names that a table of libraries may have, in bytes.
    private static let largestNames = 4 << 20
    private static let mostLibraries = 4096
    /// Longest name of a library, and longest list of folders, in bytes.
    private static let longestName = 256
    private static let longestPath = 4096
    private static let mostFolders = 1024

    static func linked(in descriptor: CInt) -> LinkedLibraries? {
        ProgramHeaders(descriptor).flatMap(linked)
    }

    static func linked(in headers: ProgramHeaders) -> LinkedLibraries? {
        guard let (names, entries) = section(of: headers, atMost: largestNames) else { return nil }
        var isComplete = true
        func name(_ place: UInt64, atMost limit: Int) -> String? {
            guard place < UInt64(names.count) else {
                isComplete = false
                return nil
            }
            let name = names[Int(place)...].prefix(limit).prefix { $0 != 0 }
            if name.count == limit || name.endIndex == names.endIndex { isComplete = false }
            return String(decoding: name, as: UTF8.self)
        }
        var own: String?
        var needed: [String] = []
        var searched: [String] = []
        for entry in entries {
            switch entry.tag {
            case 1:
                if needed.count >= mostLibraries {
                    isComplete = false
                } else if let name = name(entry.value, atMost: longestName) {
                    needed.append(name)
                }
            case 14: own = name(entry.value, atMost: longestName)
            case 15, 29:
                if searched.count >= mostFolders {
                    isComplete = false
                } else if let list = name(entry.value, atMost: longestPath) {
                    searched += list.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
                }
            default: break
            }
        }
        return LinkedLibraries(own: own, needed: needed, searched: searched, isComplete: isComplete)
    }

    /// Whether the file says that it is a program (`DF_1_PIE`), which looks like a library else.
    static func saysProgram(_ headers: ProgramHeaders) -> Bool {
        section(of: headers, atMost: 0)?.entries.contains { $0.tag == 0x6fff_fffb && $0.value & 0x0800_0000 != 0 }
            ?? false
    }

    private static func section(
        of headers: ProgramHeaders, atMost limit: Int
    ) -> (names: [UInt8], entries: [(tag: UInt64, value: UInt64)])? {
        guard let dynamic = headers.first(ProgramHeaders.dynamic), dynamic.size <= 1 << 16,
            let entries = headers.bytes(at: dynamic.offset, count: Int(dynamic.size) / 16 * 16)
        else { return nil }
        let pairs = stride(from: 0, to: entries.count, by: 16).map { entry in
            (tag: entries.number(entry, 8), value: entries.number(entry + 8, 8))
        }.prefix { $0.tag != 0 }
        var address: UInt64?
        var length: UInt64 = 0
        for entry in pairs {
            switch entry.tag {
            case 5: address = entry.value
            case 10: length = entry.value
            default: break
            }
        }
        guard let address, length > 0, let (start, available) = headers.place(ofAddress: address) else { return nil }
        let readable = Int(min(length, available, UInt64(limit)))
        guard let names = headers.bytes(at: start, count: readable) else { return nil }
        return (names, Array(pairs))
    }
}
