// What a certificate must say, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension CertificateConditions: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.list(issuers.map(IssuerName.init))
        writer.optional(validity)
        writer.optional(emailAddress) { $0.text($1) }
        writer.list(subject)
        writer.optional(policy)
        writer.flag(trustedOnly)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init()
        issuers = try reader.list(of: IssuerName.self).map(\.bytes)
        validity = try reader.optional(Validity.self)
        emailAddress = try reader.optional { reader throws(KeychainError) in try reader.text() }
        subject = try reader.list(of: SubjectTest.self)
        policy = try reader.optional(TrustPolicy.self)
        trustedOnly = try reader.flag()
    }

    /// An element of a list of names.
    private struct IssuerName: WireValue {
        static var smallestEncoding: Int { 4 }
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func write(to writer: inout WireWriter) { writer.data(bytes) }
        init(from reader: inout WireReader) throws(KeychainError) { bytes = try reader.data() }
    }
}

extension CertificateConditions.Validity: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .now: writer.number(0 as UInt8)
        case .date(let seconds):
            writer.number(1 as UInt8)
            writer.seconds(seconds)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .now
        case 1: self = .date(try reader.seconds())
        default: throw WireError.broken
        }
    }
}

extension CertificateConditions.SubjectTest.Place: WireEnumeration {
    package static var wireOrder: [Self] { [.anywhere, .start, .end, .whole] }
}

extension CertificateConditions.SubjectTest: WireValue {
    package static var smallestEncoding: Int { 5 }

    package func write(to writer: inout WireWriter) {
        place.write(to: &writer)
        writer.text(text)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let place = try Place(from: &reader)
        self.init(place, try reader.text())
    }
}

extension TrustPolicy: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .basic: writer.number(0 as UInt8)
        case .sslServer: writer.number(1 as UInt8)
        case .sslClient: writer.number(2 as UInt8)
        case .email: writer.number(3 as UInt8)
        case .code: writer.number(4 as UInt8)
        }
        switch self {
        case .basic, .code: break
        case .sslServer, .sslClient, .email: writer.optional(host) { $0.text($1) }
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let kind = try reader.number(UInt8.self)
        func host(_ reader: inout WireReader) throws(KeychainError) -> String? {
            try reader.optional { reader throws(KeychainError) in try reader.text() }
        }
        switch kind {
        case 0: self = .basic
        case 1: self = .sslServer(host: try host(&reader))
        case 2: self = .sslClient(host: try host(&reader))
        case 3: self = .email(address: try host(&reader))
        case 4: self = .code
        default: throw WireError.broken
        }
    }
}
