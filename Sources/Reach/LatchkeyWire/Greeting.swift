// What both ends say first. These bytes stay as they are in every version, so that any two can refuse each other.
// SPDX-License-Identifier: Apache-2.0

/// The client's first 16 bytes (Documentation/Reference/Formats/Wire.md, section 2).
package struct Greeting: Hashable, Sendable {
    package static let size = 16
    static let magic = Array("latchkey".utf8)

    /// The versions that the client speaks.
    package let versions: ClosedRange<UInt16>

    package init(versions: ClosedRange<UInt16> = WireVersion.spoken) { self.versions = versions }

    /// - Returns: nil for anything but a greeting.
    package init?(decoding bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic), bytes[12...].allSatisfy({ $0 == 0 }) else {
            return nil
        }
        let lowest = UInt16(bytes[8]) << 8 | UInt16(bytes[9])
        let highest = UInt16(bytes[10]) << 8 | UInt16(bytes[11])
        guard lowest <= highest, lowest > 0 else { return nil }
        versions = lowest...highest
    }

    package var encoded: [UInt8] {
        Self.magic + [versions.lowerBound, versions.upperBound].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            + [0, 0, 0, 0]
    }
}
