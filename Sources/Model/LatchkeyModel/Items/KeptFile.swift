// The names of damaged files that are kept beside the keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// A keychain file that could not be read any more keeps all its bytes under another name
/// (Documentation/Reference/Formats/Database.md, section 12).
package enum KeptFile {
    /// What stands between the name of the keychain and the date.
    package static let marker = ".damaged-"
    /// What SQLite keeps beside a file, by the end of the name.
    package static let companions = ["-wal", "-shm"]
    /// What other programs that use SQLite may leave beside a file. Nobody here reads it or takes it away.
    package static let journal = "-journal"

    /// What stands there once the keychain was deleted: the bytes are still kept, and nobody takes them for a keychain.
    package static let markerOfDeleted = ".deleted-"

    /// True for the name of a file in the folder of a keychain that was kept from it; the names of its log do not
    /// count.
    package static func isKept(_ name: String, from keychain: String) -> Bool {
        self.keychain(of: name)?.hasSameBytes(as: keychain) ?? false
    }

    /// The name of the keychain that a file was kept from.
    /// - Returns: nil for any other file. A keychain itself may have the marker in its name.
    package static func keychain(of name: String) -> String? {
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
