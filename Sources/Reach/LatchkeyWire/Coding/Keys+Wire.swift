// Keys that stay behind the service, and what they do, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension KeyKind: WireEnumeration {
    package static var wireOrder: [KeyKind] {
        [
            .rsa, .p192, .p224, .p256, .p384, .p521, .ed25519, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65,
            .mlDSA87,
        ]
    }
}

extension StayingKey: WireValue {
    package func write(to writer: inout WireWriter) {
        kind.write(to: &writer)
        writer.data(publicOctets)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let kind = try KeyKind(from: &reader)
        self.init(kind: kind, publicOctets: try reader.data())
    }
}

extension NewKeyPair: WireValue {
    package func write(to writer: inout WireWriter) {
        kind.write(to: &writer)
        writer.number(bits)
        privateHalf.write(to: &writer)
        writer.optional(publicHalf)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let kind = try KeyKind(from: &reader)
        let bits = try reader.number(Int32.self)
        let privateHalf = try ItemAddition(from: &reader)
        self.init(
            kind, bits: bits, privateHalf: privateHalf, publicHalf: try reader.optional(ItemAddition.self))
    }
}

extension KeyUse: WireValue {
    package func write(to writer: inout WireWriter) {
        key.write(to: &writer)
        writer.text(algorithm)
        switch work {
        case .sign(let input):
            writer.number(0 as UInt8)
            writer.secret(input)
        case .decrypt(let input):
            writer.number(1 as UInt8)
            writer.secret(input)
        case .agree(let peer, let size, let sharedInfo):
            writer.number(2 as UInt8)
            writer.data(peer)
            writer.optional(size) { $0.number($1) }
            writer.data(sharedInfo)
        case .decapsulate(let input):
            writer.number(3 as UInt8)
            writer.secret(input)
        }
        authentication.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let key = try PersistentReference(from: &reader)
        let algorithm = try reader.text(atMost: WireLimits.largestText)
        let work: Work
        switch try reader.number(UInt8.self) {
        case 0: work = .sign(try reader.secret())
        case 1: work = .decrypt(try reader.secret())
        case 2:
            let peer = try reader.data()
            let size = try reader.optional { reader throws(KeychainError) in try reader.number(Int64.self) }
            work = .agree(peer: peer, size: size, sharedInfo: try reader.data())
        case 3: work = .decapsulate(try reader.secret())
        default: throw WireError.broken
        }
        self.init(of: key, algorithm, work, authentication: try Authentication(from: &reader))
    }
}
