// The snap that a program belongs to.
// SPDX-License-Identifier: Apache-2.0

/// The files of a snap lie in a folder of its name and revision, on a file system that nobody can write. The revision
/// changes with each update, the name stays.
enum SnapApplication {
    private static let folders = ["/snap/", "/var/lib/snapd/snap/"].map { Array($0.utf8) }

    /// - Returns: the name of the snap, or nil for a program that is in none.
    static func name(ofProgramAt path: [UInt8], _ facts: FileFacts) -> String? {
        guard facts.isRoots, let folder = folders.first(where: path.starts(with:)) else { return nil }
        let parts = path.dropFirst(folder.count).split(separator: UInt8(ascii: "/"))
        guard parts.count >= 3, let name = parts.first,
            name.allSatisfy({ byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            })
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
