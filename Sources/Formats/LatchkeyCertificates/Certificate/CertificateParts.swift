// The parts of a certificate as a user looks at them: names of algorithms, signature, extensions.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Read when somebody asks. Object identifiers are numbers with points between them.
package struct CertificateParts: Sendable {
    package let signatureAlgorithm: String
    package let signature: [UInt8]
    package let publicKeyAlgorithm: String
    package let extensions: [Extension]

    package struct Extension: Sendable {
        package let name: String
        package let isCritical: Bool
        /// Whether the bytes say that it is not critical, which DER leaves out (X.690, section 11.5).
        package let statesDefault: Bool
        /// The contents of the octet string.
        package let value: [UInt8]
    }

    /// - Throws: `.decode` if the certificate is not in DER throughout.
    package init(_ certificate: Certificate) throws(KeychainError) {
        let whole = try BERNode(reading: ItemSecret(copying: certificate.der)).children(of: BERNode.Tag.sequence)
        guard whole.count == 3 else { throw BERNode.refusal }
        signatureAlgorithm = try Self.algorithm(whole[1])
        signature = Array(whole[2].publicContents.dropFirst())
        var fields = try whole[0].children(of: BERNode.Tag.sequence)[...]
        if fields.first?.tag == BERNode.Tag.context0 { fields.removeFirst() }
        // Serial number, signature algorithm, issuer, validity, subject, public key.
        guard fields.count >= 6 else { throw BERNode.refusal }
        guard let key = try fields[fields.startIndex + 5].children(of: BERNode.Tag.sequence).first else {
            throw BERNode.refusal
        }
        publicKeyAlgorithm = try Self.algorithm(key)
        var extensions: [Extension] = []
        // [3]
        if let list = fields.last, list.tag == 0xa3 {
            for node in try list.onlyChild(of: 0xa3).children(of: BERNode.Tag.sequence) {
                let parts = try node.children(of: BERNode.Tag.sequence)
                guard (2...3).contains(parts.count) else { throw BERNode.refusal }
                extensions.append(
                    Extension(
                        name: ObjectIdentifierText.text(of: try parts[0].objectIdentifier()),
                        isCritical: parts.count == 3 && parts[1].publicContents.first != 0,
                        statesDefault: parts.count == 3 && parts[1].publicContents.first == 0,
                        value: parts[parts.count - 1].publicContents))
            }
        }
        self.extensions = extensions
    }

    private static func algorithm(_ node: BERNode) throws(KeychainError) -> String {
        guard let name = try node.children(of: BERNode.Tag.sequence).first?.objectIdentifier() else {
            throw BERNode.refusal
        }
        return ObjectIdentifierText.text(of: name)
    }
}

extension DistinguishedName {
    /// The attributes that are text: the number of the type, and the text.
    package var attributeTexts: [(name: String, text: String)] {
        relativeNames.joined().compactMap { attribute in
            attribute.value.text.map { text in
                // Behind the tag and the length, of one byte each.
                (ObjectIdentifierText.text(of: Array(attribute.encodedType.dropFirst(2))), text)
            }
        }
    }
}
