// Classes, attributes and access controls on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemClass: WireValue {
    package func write(to writer: inout WireWriter) { writer.number(code) }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let code = try reader.number(UInt32.self)
        guard let match = ItemClass.allCases.first(where: { $0.code == code }) else { throw WireError.broken }
        self = match
    }
}

extension RowIdentifier: WireValue {
    package static var smallestEncoding: Int { byteCount }

    package func write(to writer: inout WireWriter) {
        writer.number(words.high)
        writer.number(words.low)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let identifier = unsafe try reader.take(Self.byteCount) { bytes throws(KeychainError) in
            unsafe RowIdentifier(bytes)
        }
        guard let identifier else { throw WireError.broken }
        self = identifier
    }
}

extension PersistentReference: WireValue {
    package static var smallestEncoding: Int { 20 }

    package func write(to writer: inout WireWriter) {
        itemClass.write(to: &writer)
        identifier.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let itemClass = try ItemClass(from: &reader)
        self.init(itemClass: itemClass, identifier: try RowIdentifier(from: &reader))
    }
}

extension AttributeValue: WireValue {
    private enum Kind {
        static let text: UInt8 = 1
        static let data: UInt8 = 2
        static let number: UInt8 = 3
        static let date: UInt8 = 4
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .string(let text):
            writer.number(Kind.text)
            writer.text(text)
        case .data(let bytes):
            writer.number(Kind.data)
            writer.data(bytes)
        case .number(let number):
            writer.number(Kind.number)
            writer.number(number)
        case .date(let seconds):
            writer.number(Kind.date)
            writer.seconds(seconds)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case Kind.text: self = .string(try reader.text())
        case Kind.data: self = .data(try reader.data())
        case Kind.number: self = .number(try reader.number(Int64.self))
        case Kind.date: self = .date(try reader.seconds())
        default: throw WireError.broken
        }
    }
}

extension AttributeValues: WireValue {
    package static var smallestEncoding: Int { 2 }

    package func write(to writer: inout WireWriter) {
        writer.number(UInt16(clamping: count))
        for (attribute, value) in self {
            writer.number(attribute.rawValue)
            value.write(to: &writer)
        }
    }

    /// - Throws: `.decode` for attributes that do not ascend, too.
    package init(from reader: inout WireReader) throws(KeychainError) {
        let count = Int(try reader.number(UInt16.self))
        guard count <= WireLimits.largestAttributeCount, count <= reader.remaining / 9 else { throw WireError.broken }
        try reader.count(values: count)
        self.init(minimumCapacity: count)
        var last: Attribute?
        for _ in 0..<count {
            let attribute = Attribute(rawValue: try reader.number(UInt32.self))
            if let last, last >= attribute { throw WireError.broken }
            self[attribute] = try AttributeValue(from: &reader)
            last = attribute
        }
    }
}

extension AccessControl: WireValue {
    package static var smallestEncoding: Int { 2 }

    package func write(to writer: inout WireWriter) {
        writer.number(protection.number)
        writer.optional(flags) { $0.number($1) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        guard let protection = ProtectionClass(number: try reader.number(UInt8.self)) else { throw WireError.broken }
        let flags = try reader.optional { reader throws(KeychainError) in try reader.number(UInt64.self) }
        self.init(protection: protection, flags: flags)
    }
}

extension AccessListEntry: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .anyApplication: writer.number(0 as UInt8)
        case .application(let application):
            writer.number(1 as UInt8)
            writer.text(application.identifier)
            writer.text(application.path)
        case .partition(let partition):
            writer.number(2 as UInt8)
            writer.text(partition.text)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .anyApplication
        case 1:
            let identifier = try reader.text()
            self = .application(TrustedApplication(identifier: identifier, path: try reader.text()))
        case 2:
            guard let partition = AccessPartition(text: try reader.text()) else { throw WireError.broken }
            self = .partition(partition)
        default: throw WireError.broken
        }
    }
}

extension AccessList: WireValue {
    package static var smallestEncoding: Int { 4 }

    package func write(to writer: inout WireWriter) { writer.list(entries) }

    /// - Throws: `.decode`, also for a list that names a program twice.
    package init(from reader: inout WireReader) throws(KeychainError) {
        let entries = try reader.list(of: AccessListEntry.self)
        self.init(entries)
        guard self.entries.count == entries.count else { throw WireError.broken }
    }
}
