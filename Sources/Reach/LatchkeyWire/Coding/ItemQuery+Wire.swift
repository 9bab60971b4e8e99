// Searches on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension AccessGroup: WireValue {
    package static var smallestEncoding: Int { 4 }

    package func write(to writer: inout WireWriter) { writer.text(rawValue) }

    package init(from reader: inout WireReader) throws(KeychainError) { self.init(rawValue: try reader.text()) }
}

extension MatchLimit: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .one: writer.number(0 as UInt8)
        case .all: writer.number(1 as UInt8)
        case .atMost(let count):
            writer.number(2 as UInt8)
            writer.number(Int64(count))
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .one
        case 1: self = .all
        case 2:
            guard let count = Int(exactly: try reader.number(Int64.self)) else { throw WireError.broken }
            self = .atMost(count)
        default: throw WireError.broken
        }
    }
}

extension ItemListEntry: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .reference(let reference):
            writer.number(0 as UInt8)
            reference.write(to: &writer)
        case .attributes(let attributes):
            writer.number(1 as UInt8)
            attributes.write(to: &writer)
        }
    }

    package static var smallestEncoding: Int { 3 }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .reference(try PersistentReference(from: &reader))
        case 1: self = .attributes(try AttributeValues(from: &reader))
        default: throw WireError.broken
        }
    }
}

extension SynchronizableFilter: WireEnumeration {
    package static var wireOrder: [SynchronizableFilter] { [.localOnly, .synchronizableOnly, .any] }
}

extension ItemQuery: WireValue {
    package func write(to writer: inout WireWriter) {
        itemClass.write(to: &writer)
        matching.write(to: &writer)
        writer.optional(persistentReference)
        synchronizable.write(to: &writer)
        writer.optional(accessGroup)
        for flag in [includesTombstones, ignoresCase, ignoresDiacritics, ignoresWidth] { writer.flag(flag) }
        certificateConditions.write(to: &writer)
        writer.optional(itemList) { $0.list($1) }
        writer.optional(hostOrSubdomain) { $0.text($1) }
        limit.write(to: &writer)
        returning.write(to: &writer)
        authentication.write(to: &writer)
        writer.optional(leavesTombstones) { $0.flag($1) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(itemClass: try ItemClass(from: &reader))
        matching = try AttributeValues(from: &reader)
        persistentReference = try reader.optional(PersistentReference.self)
        synchronizable = try SynchronizableFilter(from: &reader)
        accessGroup = try reader.optional(AccessGroup.self)
        includesTombstones = try reader.flag()
        ignoresCase = try reader.flag()
        ignoresDiacritics = try reader.flag()
        ignoresWidth = try reader.flag()
        certificateConditions = try CertificateConditions(from: &reader)
        itemList = try reader.optional { reader throws(KeychainError) in try reader.list(of: ItemListEntry.self) }
        hostOrSubdomain = try reader.optional { reader throws(KeychainError) in try reader.text() }
        limit = try MatchLimit(from: &reader)
        returning = try ReturnOptions(from: &reader)
        authentication = try Authentication(from: &reader)
        leavesTombstones = try reader.optional { reader throws(KeychainError) in try reader.flag() }
    }
}

extension IdentityQuery: WireValue {
    package func write(to writer: inout WireWriter) {
        certificate.write(to: &writer)
        key.write(to: &writer)
        writer.optional(accessGroup)
        limit.write(to: &writer)
        returning.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init()
        certificate = try ItemQuery(from: &reader)
        key = try ItemQuery(from: &reader)
        accessGroup = try reader.optional(AccessGroup.self)
        limit = try MatchLimit(from: &reader)
        returning = try ReturnOptions(from: &reader)
    }
}
