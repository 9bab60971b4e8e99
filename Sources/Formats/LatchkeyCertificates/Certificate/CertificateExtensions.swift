// Reads the extensions of a certificate.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// The extensions that the keychain has a use for. What cannot be read in one of them is as good as absent: the
/// certificate is kept, not trusted.
struct CertificateExtensions: Sendable {
    private(set) var subjectKeyID: [UInt8]?
    private(set) var authorityKeyID: [UInt8]?
    private(set) var emailAddresses: [String] = []
    private(set) var dnsNames: [String] = []

    /// Reads the tail of the certificate's fields: unique identifiers, which are skipped, and the extensions.
    /// - Throws: for an extension that is there twice, and for a structure that is none.
    init(remaining fields: inout ASN1NodeCollection.Iterator) throws {
        let identifiers = [1, 2].map { ASN1Identifier(tagWithNumber: $0, tagClass: .contextSpecific) }
        var next = fields.next()
        for identifier in identifiers where next?.identifier == identifier { next = fields.next() }
        guard let node = next else { return }
        guard fields.next() == nil else { throw malformed() }
        try DER.explicitlyTagged(node, tagNumber: 3, tagClass: .contextSpecific) { try read($0) }
    }

    private mutating func read(_ list: ASN1Node) throws {
        var seen: Set<ASN1ObjectIdentifier> = []
        for node in try list.children(of: .sequence) {
            var parts = try node.children(of: .sequence).makeIterator()
            let type = try ASN1ObjectIdentifier(derEncoded: parts.required())
            guard seen.insert(type).inserted else { throw malformed() }
            var value = try parts.required()
            if value.identifier == .boolean { value = try parts.required() }
            let contents = try value.primitiveContents(of: .octetString)
            guard parts.next() == nil else { throw malformed() }
            switch type {
            case .subjectKeyIdentifier:
                subjectKeyID = (try? DER.parse(contents).primitiveContents(of: .octetString)).map(Array.init)
            case .authorityKeyIdentifier:
                var parts = try? DER.parse(contents).children(of: .sequence).makeIterator()
                let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
                authorityKeyID = (try? parts?.next()?.primitiveContents(of: tag)).map(Array.init)
            case .subjectAlternativeName:
                if let names = try? DER.parse(contents).children(of: .sequence) { names.forEach { readName($0) } }
            default: break
            }
        }
    }

    private mutating func readName(_ node: ASN1Node) {
        guard node.identifier.tagClass == .contextSpecific, case .primitive(let bytes) = node.content,
            bytes.allSatisfy({ $0 < 0x80 })
        else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        switch node.identifier.tagNumber {
        case 1: emailAddresses.append(text)
        case 2: dnsNames.append(text)
        default: break
        }
    }
}
