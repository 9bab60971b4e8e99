// What stands before the body of each message.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// The first 12 bytes of a frame (Documentation/Reference/Formats/Wire.md, section 3).
package struct FrameHeader: Hashable, Sendable {
    package static let size = 12

    package enum Kind: UInt8, Sendable, CaseIterable {
        case request = 1
        case reply = 2
        case error = 3
        /// The server ends the connection; what it has not answered it has not done and will not do.
        case goodbye = 4
        /// A request of root for somebody else (section 7).
        case login = 5
    }

    /// Bytes of the body.
    package let count: Int
    /// An answer has that of its request.
    package let sequence: UInt32
    package let kind: Kind

    package init(count: Int, sequence: UInt32, kind: Kind) {
        self.count = count
        self.sequence = sequence
        self.kind = kind
    }

    /// - Throws: `.decode` for a body that is too long, an unknown kind, and bytes that must be zero and are not.
    package init(decoding bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        guard bytes.count == Self.size else { throw WireError.broken }
        var reader = unsafe WireReader(bytes)
        count = Int(try reader.number(UInt32.self))
        sequence = try reader.number(UInt32.self)
        let kind = Kind(rawValue: try reader.number(UInt8.self))
        guard let kind, count <= WireLimits.largestBody, count > 0 || kind == .goodbye else { throw WireError.broken }
        guard kind != .goodbye || count == 0 else { throw WireError.broken }
        for _ in 0..<3 where try reader.number(UInt8.self) != 0 { throw WireError.broken }
        self.kind = kind
    }

    func write(to bytes: UnsafeMutableRawBufferPointer) {
        unsafe bytes.storeBytes(of: UInt32(count).bigEndian, toByteOffset: 0, as: UInt32.self)
        unsafe bytes.storeBytes(of: sequence.bigEndian, toByteOffset: 4, as: UInt32.self)
        unsafe bytes.storeBytes(of: (UInt32(kind.rawValue) << 24).bigEndian, toByteOffset: 8, as: UInt32.self)
    }
}
