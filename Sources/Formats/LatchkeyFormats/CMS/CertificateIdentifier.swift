// How a message names a certificate (RFC 5652, sections 5.3 and 6.2).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
package import LatchkeyModel
import LatchkeyPlatform

package enum CertificateIdentifier: Hashable, Sendable {
    /// The contents of the number.
    case issuer(DistinguishedName, serialNumber: [UInt8])
    case keyID([UInt8])

    /// Longest name or identifier of a key that is read, in bytes.
    private static let largestSize = 1 << 16

    /// - Throws: `.decode` for what names no certificate.
    init(_ node: BERNode) throws(KeychainError) {
        guard node.size <= Self.largestSize else { throw BERNode.refusal }
        // [0], implicit.
        if node.tag & ~0x20 == 0x80 {
            self = .keyID(try node.publicOctets(of: 0x80))
            return
        }
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard parts.count == 2, parts[1].tag == BERNode.Tag.integer else { throw BERNode.refusal }
        let name = try DistinguishedName(
            der: parts[0].encoded().bytes.declassified(because: "names of certificates are public"))
        let serialNumber = parts[1].publicContents
        guard (1...Certificate.largestSerialNumber).contains(serialNumber.count) else { throw BERNode.refusal }
        self = .issuer(name, serialNumber: serialNumber)
    }

    package func names(_ certificate: Certificate) -> Bool {
        switch self {
        case .issuer(let name, let serialNumber):
            certificate.serialNumber == serialNumber && certificate.issuer.folded == name.folded
        case .keyID(let identifier): certificate.subjectKeyID == identifier
        }
    }

    /// What the item of the certificate has.
    package var attributes: AttributeValues {
        switch self {
        case .issuer(let name, let serialNumber):
            [.issuer: .data(name.normalizedContents), .serialNumber: .data(serialNumber)]
        case .keyID(let identifier): [.subjectKeyID: .data(identifier)]
        }
    }

    /// The IssuerAndSerialNumber of a certificate.
    static func encoded(_ certificate: Certificate) -> [UInt8] {
        DERElement.sequence(
            DERElement.sequence(certificate.issuer.contents) + DERElement.bytes(0x02, certificate.serialNumber))
    }
}

extension BERNode {
    /// The octets of a string that is public.
    func publicOctets(of tag: UInt8 = Tag.octetString) throws(KeychainError) -> [UInt8] {
        try octets(of: tag).bytes.declassified(because: "it stands in a message that anybody may read")
    }

    /// An AlgorithmIdentifier: the name, and what it is given.
    func algorithm() throws(KeychainError) -> (name: [UInt8], parameters: BERNode?) {
        let parts = try children(of: Tag.sequence)
        guard (1...2).contains(parts.count) else { throw Self.refusal }
        return (try parts[0].objectIdentifier(), parts.count == 2 ? parts[1] : nil)
    }
}
