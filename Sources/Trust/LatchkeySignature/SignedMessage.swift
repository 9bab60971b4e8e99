// The CMS message (RFC 5652) of a record: one signer, detached, without attributes, in the one encoding that DER has
// for it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyTrust
import SwiftASN1

/// Documentation/Reference/Formats/CodeSignature.md, section 4. Reading compares with what ``encoded`` writes, so that
/// no byte of a message can be another without the signature being another.
package struct SignedMessage: Hashable, Sendable {
    package let algorithm: SigningAlgorithm
    /// The signer's first, then those that lead from it to the root; the root is not among them.
    package let certificates: [Certificate]
    package let signature: [UInt8]

    /// Most certificates of a message.
    package static let mostCertificates = 8

    /// - Parameter certificates: at least the signer's.
    package init(_ algorithm: SigningAlgorithm, certificates: [Certificate], signature: [UInt8]) {
        precondition((1...Self.mostCertificates).contains(certificates.count))
        self.algorithm = algorithm
        self.certificates = certificates
        self.signature = signature
    }

    /// The certificate of the signer.
    package var signer: Certificate { certificates[0] }

    /// Whether the signature is the signer's over a directory. Nothing is said of who the signer is.
    package func isSigned(over directory: CodeDirectory) -> Bool {
        guard signer.der.count <= TrustEvaluator.largestCertificate else { return false }
        return IssuerKey(signer).isValid(signature[...], over: directory.encoded[...], by: algorithm.scheme)
    }

    package var encoded: [UInt8] {
        let name = DERElement.sequence(
            DERElement.sequence(signer.issuer.contents) + DERElement.bytes(0x02, signer.serialNumber))
        let information = DERElement.sequence(
            Self.version + name + algorithm.digestIdentifier + algorithm.identifier + DERElement.bytes(0x04, signature))
        let signedData = DERElement.sequence(
            Self.version + DERElement.bytes(0x31, algorithm.digestIdentifier) + DERElement.sequence(Self.dataType)
                + DERElement.bytes(0xa0, certificates.flatMap(\.der)) + DERElement.bytes(0x31, information))
        return DERElement.sequence(Self.signedDataType + DERElement.bytes(0xa0, signedData))
    }

    /// - Throws: `.badSignature` for anything but a message of this form.
    package init(decoding bytes: [UInt8]) throws(SignatureProblem) {
        let read: SignedMessage
        do {
            guard let message = try SignedMessage(node: DER.parse(bytes)) else { throw SignatureProblem.badSignature }
            read = message
        } catch {
            throw .badSignature
        }
        guard read.encoded == bytes else { throw .badSignature }
        self = read
    }

    /// Takes what is particular to a message from where it must be. What else there may be, the comparison finds.
    private init?(node: ASN1Node) throws {
        guard let signedData = node.part(1)?.part(0), let stored = signedData.part(3)?.parts,
            let information = signedData.part(4)?.part(0), let named = information.part(3),
            let algorithm = SigningAlgorithm.allCases.first(where: { $0.identifier == Array(named.encodedBytes) }),
            let last = information.part(4), case .primitive(let signature) = last.content
        else { return nil }
        let certificates = try stored.prefix(Self.mostCertificates + 1).map {
            try Certificate(der: Array($0.encodedBytes))
        }
        guard (1...Self.mostCertificates).contains(certificates.count) else { return nil }
        self.init(algorithm, certificates: certificates, signature: Array(signature))
    }

    /// 1: the signer is named by issuer and serial number, and the contents are data.
    private static let version: [UInt8] = [0x02, 0x01, 0x01]
    /// 1.2.840.113549.1.7.1
    private static let dataType: [UInt8] = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]
    /// 1.2.840.113549.1.7.2
    private static let signedDataType: [UInt8] = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
}

extension ASN1Node {
    fileprivate var parts: ASN1NodeCollection? {
        guard case .constructed(let nodes) = content else { return nil }
        return nodes
    }

    /// The part at a place, or nil.
    fileprivate func part(_ place: Int) -> ASN1Node? { parts?.dropFirst(place).first { _ in true } }
}
