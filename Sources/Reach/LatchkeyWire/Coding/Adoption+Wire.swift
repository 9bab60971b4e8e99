// Items that move to another keychain, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension MovedItem: WireValue {
    package static var smallestEncoding: Int { 28 }

    package func write(to writer: inout WireWriter) {
        reference.write(to: &writer)
        attributes.write(to: &writer)
        writer.data(accessControl.encoded)
        writer.optional(secret) { $0.secret($1) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let reference = try PersistentReference(from: &reader)
        let attributes = try AttributeValues(from: &reader)
        let accessControl = try AccessControl(decoding: try reader.data())
        self.init(
            reference: reference, attributes: attributes, accessControl: accessControl,
            secret: try reader.optional { reader throws(KeychainError) in try reader.secret() })
    }
}

extension AdoptionOutcome: WireEnumeration {
    package static var wireOrder: [AdoptionOutcome] {
        [.taken, .present, .conflict, .needsPassword, .refused, .notCompared, .ofLoginKeychain]
    }
}

extension KeychainSurvey: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.text(path)
        writer.flag(exists)
        writer.flag(keepsProgramsApart)
        writer.number(Int64(itemCount))
        writer.number(Int64(changedCount))
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let path = try reader.text(atMost: WireLimits.largestText)
        let exists = try reader.flag()
        let keepsProgramsApart = try reader.flag()
        let itemCount = Int(try reader.number(Int64.self))
        self.init(
            path: path, exists: exists, keepsProgramsApart: keepsProgramsApart, itemCount: itemCount,
            changedCount: Int(try reader.number(Int64.self)))
    }
}
