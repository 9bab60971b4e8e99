// The names of damaged files that are kept beside the keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// A keychain file that could not be read any more keeps all its bytes under another name
/// (Documentation/Reference/Formats/Database.md, section 12).
package enum KeptFile {
    /// What stands between the name of the keychain and the date.
    package static let marker = ".damaged-"
    /// The same for the file of a keychain whose items have moved to the daemon.
    package static let adoptedMarker = ".adopted-"
    /// The same for a file that was made after that, and stood in the way of the other one when that came back.
    package static let replacedMarker = ".replaced-"
    /// What SQLite keeps beside a file, by the end of the name.
    package static let companions = ["-wal", "-shm"]
    /// What other programs that use SQLite may leave beside a file. Nobody here reads it or takes it away.
    package static let journal = "-journal"

    /// What stands there once the keychain was deleted: the bytes are still kept, and nobody takes them for a keychain.
    package static let markerOfDeleted = ".deleted-"

    /// The keychain and the time in the name of a file whose items have moved; nil for any other name.
    package static func adopted(_ name: String) -> (keychain: String, stamp: String)? {
        let parts = name.split(separator: adoptedMarker, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !companions.contains(where: { name.hasSuffix($0) }) else {
            return nil
        }
        return (String(parts[0]), String(parts[1]))
    }

    /// The path that a file had before it got its name behind ``adoptedMarker``.
    package static func original(of path: String) -> String {
        path.split(separator: adoptedMarker, omittingEmptySubsequences: false).dropLast()
            .joined(separator: adoptedMarker)
    }

    /// Seconds since 2001-01-01 UTC of a time as in 20261121T190400Z, which a number may follow; nil for other text.
    package static func time(of stamp: String) -> Double? {
        let bytes = Array(stamp.utf8)
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
        }
        guard bytes.count >= 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
            let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), (1...12).contains(month)
        else { return nil }
        // Years begin in March, so that the leap day is their last.
        let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1
        let epoch = 2000 * 365 + 2000 / 4 - 2000 / 100 + 2000 / 400 + (10 * 153 + 2) / 5
        return Double((days - epoch) * 86_400 + hour * 3600 + minute * 60 + second)
    }

    /// True for the name of a file in the folder of a keychain that was kept from it; the names of its log do not
    /// count.
    package static func isKept(_ name: String, from keychain: String) -> Bool {
        self.keychain(of: name)?.hasSameBytes(as: keychain) ?? false
    }

    /// Whether a path is that of a file that was damaged when it got its name, and is changed by nobody.
    package static func isSetAside(_ path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
        return [marker, markerOfDeleted].contains { keychain(of: name, behind: $0) != nil }
    }

    /// The name of the keychain that a file was kept from.
    /// - Returns: nil for any other file. A keychain itself may have the marker in its name.
    package static func keychain(of name: String) -> String? { keychain(of: name, behind: marker) }

    private static func keychain(of name: String, behind marker: String) -> String? {
        let (bytes, marker) = (Array(name.utf8), Array(marker.utf8))
        guard let place = bytes.indices.last(where: { bytes[$0...].starts(with: marker) }),
            isDate(bytes[(place + marker.count)...])
        else { return nil }
        return String(validating: bytes[..<place], as: UTF8.self)
    }

    /// `20261121T190400Z`, and `.2` and so on after it.
    private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let shape = Array("00000000T000000Z".utf8)
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard parts[0].count == shape.count,
            zip(parts[0], shape).allSatisfy({ $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 })
        else { return false }
        return parts.count == 1 || !parts[1].isEmpty && parts[1].count <= 4 && parts[1].allSatisfy(isDigit)
    }
}
