// Items, additions and changes on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ReturnedItem: WireValue {
    package static var smallestEncoding: Int { 26 }

    package func write(to writer: inout WireWriter) {
        reference.write(to: &writer)
        attributes.write(to: &writer)
        accessControl.write(to: &writer)
        writer.optional(secret) { $0.secret($1) }
        writer.optional(stayingKey)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let reference = try PersistentReference(from: &reader)
        let attributes = try AttributeValues(from: &reader)
        let accessControl = try AccessControl(from: &reader)
        let secret = try reader.optional { reader throws(KeychainError) in try reader.secret() }
        self.init(
            Item(reference: reference, attributes: attributes, accessControl: accessControl), secret: secret,
            stayingKey: try reader.optional(StayingKey.self))
    }
}

extension Identity: WireValue {
    package static var smallestEncoding: Int { 2 * ReturnedItem.smallestEncoding }

    package func write(to writer: inout WireWriter) {
        certificate.write(to: &writer)
        key.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let certificate = try ReturnedItem(from: &reader)
        self.init(certificate: certificate, key: try ReturnedItem(from: &reader))
    }
}

extension ReturnOptions: WireValue {
    package func write(to writer: inout WireWriter) { writer.number(rawValue) }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(rawValue: try reader.number(UInt8.self))
        let all: ReturnOptions = [.data, .attributes, .reference, .persistentReference]
        guard isSubset(of: all) else { throw WireError.broken }
    }
}

extension ItemAddition: WireValue {
    package func write(to writer: inout WireWriter) {
        itemClass.write(to: &writer)
        attributes.write(to: &writer)
        writer.optional(accessControl)
        writer.optional(accessList)
        writer.optional(secret) { $0.secret($1) }
        returning.write(to: &writer)
        authentication.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(itemClass: try ItemClass(from: &reader))
        attributes = try AttributeValues(from: &reader)
        accessControl = try reader.optional(AccessControl.self)
        accessList = try reader.optional(AccessList.self)
        secret = try reader.optional { reader throws(KeychainError) in try reader.secret() }
        returning = try ReturnOptions(from: &reader)
        authentication = try Authentication(from: &reader)
    }
}

extension ItemChange: WireValue {
    package func write(to writer: inout WireWriter) {
        attributes.write(to: &writer)
        writer.optional(accessControl)
        writer.optional(accessList)
        writer.optional(secret) { $0.secret($1) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init()
        attributes = try AttributeValues(from: &reader)
        accessControl = try reader.optional(AccessControl.self)
        accessList = try reader.optional(AccessList.self)
        secret = try reader.optional { reader throws(KeychainError) in try reader.secret() }
    }
}

extension IdentityAddition: WireValue {
    package func write(to writer: inout WireWriter) {
        certificate.write(to: &writer)
        key.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let certificate = try ItemAddition(from: &reader)
        self.init(certificate: certificate, key: try ItemAddition(from: &reader))
    }
}

extension IdentityChange: WireValue {
    package func write(to writer: inout WireWriter) {
        certificate.write(to: &writer)
        key.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let certificate = try ItemChange(from: &reader)
        self.init(certificate: certificate, key: try ItemChange(from: &reader))
    }
}
