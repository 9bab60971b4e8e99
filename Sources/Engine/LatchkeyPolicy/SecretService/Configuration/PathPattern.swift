// The paths that a configuration gives to a program.
// SPDX-License-Identifier: Apache-2.0

/// A path, or a file's name, in which `*` stands for any bytes but slashes.
package struct PathPattern: Hashable, Sendable {
    package let bytes: [UInt8]
    /// In a pattern this long, and the path.
    package static let largestSize = 4096

    package init(_ text: String) { bytes = Array(text.utf8) }

    package var isAbsolute: Bool {
        bytes.first == UInt8(ascii: "/") && bytes.count > 1 && bytes.count <= Self.largestSize && !bytes.contains(0)
            && bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0 != [46] && $0 != [46, 46] }
    }

    package var isFileName: Bool {
        !bytes.isEmpty && bytes.count <= 255 && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
            && bytes.contains { $0 != UInt8(ascii: "*") }
    }

    /// The name of the file, or nil if several are meant.
    package var fileName: [UInt8]? {
        let name = Array(bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
        return name.contains(UInt8(ascii: "*")) ? nil : name
    }

    package func matches(_ path: [UInt8]) -> Bool {
        guard path.count <= Self.largestSize else { return false }
        var (at, there) = (0, 0)
        // After the last star, and the first byte that it does not stand for yet.
        var retry: (at: Int, there: Int)?
        while there < path.count {
            if at < bytes.count, bytes[at] == UInt8(ascii: "*") {
                at += 1
                retry = (at, there)
            } else if at < bytes.count, bytes[at] == path[there] {
                at += 1
                there += 1
            } else if let last = retry, path[last.there] != UInt8(ascii: "/") {
                retry = (last.at, last.there + 1)
                (at, there) = (last.at, last.there + 1)
            } else {
                return false
            }
        }
        return bytes[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
