// Values of which there are a few, each with its number.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Written as one byte, the place in ``wireOrder``.
package protocol WireEnumeration: WireValue, Equatable {
    /// All values, in the order of Documentation/Reference/Formats/Wire.md. A new one goes to the end.
    static var wireOrder: [Self] { get }
}

extension WireEnumeration {
    package func write(to writer: inout WireWriter) {
        writer.number(UInt8(Self.wireOrder.firstIndex(of: self) ?? 0))
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let place = Int(try reader.number(UInt8.self))
        let all = Self.wireOrder
        guard all.indices.contains(place) else { throw WireError.broken }
        self = all[place]
    }
}
