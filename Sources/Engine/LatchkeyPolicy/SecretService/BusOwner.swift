// What the group of an item over the bus tells of its owner.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package enum BusOwner: Hashable, Sendable {
    case family(String)
    case schema(String)
    case pool(String)
    /// Programs of the user's own that share.
    case share(String)
    case imported
    /// A program without a signature, by the name of its file.
    case unsigned(fileName: [UInt8])
    /// The application behind a proxy.
    case proxied
    /// A signed program, a snap, a Flatpak, or a service of the system.
    case named
}

extension AccessGroup {
    /// The group of items that were imported, and of which nobody knows who made them.
    package static let imported = AccessGroup(rawValue: "imported" + busSuffix)

    /// The group over the bus of what has this name.
    package init(ofBusProgram name: String) { self.init(rawValue: name + Self.busSuffix) }

    /// As ``init(ofBusProgram:)`` was given it; nil for a group whose items are not for the bus.
    package var busProgram: String? {
        guard rawValue.utf8.suffix(Self.busSuffix.utf8.count).elementsEqual(Self.busSuffix.utf8) else { return nil }
        return String(decoding: rawValue.utf8.dropLast(Self.busSuffix.utf8.count), as: UTF8.self)
    }

    /// Nil for a group whose items are not for the bus.
    package var busOwner: BusOwner? {
        guard let name = busProgram, !name.isEmpty else { return nil }
        if self == .imported { return .imported }
        func rest(after prefix: String) -> String? {
            guard name.utf8.starts(with: prefix.utf8), name.utf8.count > prefix.utf8.count else { return nil }
            return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
        if let family = rest(after: "family.") { return .family(family) }
        if let schema = rest(after: "schema.") { return .schema(schema) }
        if let pool = rest(after: "pool.") { return .pool(pool) }
        if let share = rest(after: "share.") { return .share(share) }
        if rest(after: "flatpak-proxy.") != nil { return .proxied }
        return Self.fileName(inUnsigned: Array(name.utf8)).map { .unsigned(fileName: $0) } ?? .named
    }

    /// `ADHOC`, five characters, the name of the file, and 26 characters more, with dots between them.
    private static func fileName(inUnsigned name: [UInt8]) -> [UInt8]? {
        func isBase32(_ bytes: ArraySlice<UInt8>) -> Bool {
            bytes.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
            }
        }
        let (front, back) = (10, 26)
        guard name.count > front + back + 2, name.starts(with: Array("ADHOC".utf8)), isBase32(name[5..<front]),
            name[front] == UInt8(ascii: "."), name[name.count - back - 1] == UInt8(ascii: "."),
            isBase32(name[(name.count - back)...])
        else { return nil }
        return Array(name[(front + 1)..<(name.count - back - 1)])
    }
}
