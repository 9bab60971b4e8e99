// The attributes that a certificate's item has (reference 5.8.2).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension Certificate {
    /// The certificate of an item.
    /// - Throws: as ``init(der:)``.
    package init(_ secret: ItemSecret) throws(KeychainError) {
        try self.init(der: secret.bytes.declassified(because: "a certificate is public"))
    }

    /// What a new item is given, where the caller gives no other.
    package var newItemAttributes: AttributeValues {
        var attributes = attributes
        attributes[.label] = subjectSummary.map { .string($0) }
        return attributes
    }

    /// Everything but the label, which is the summary only where the caller gives none.
    package var attributes: AttributeValues {
        var attributes: AttributeValues = [
            .certificateType: .number(Int64(version)),
            // DER.
            .certificateEncoding: .number(3),
            .issuer: .data(issuer.normalizedContents),
            .publicKeyHash: .data(publicKeyHash),
            .serialNumber: .data(serialNumber),
            .subject: .data(subject.normalizedContents),
        ]
        attributes[.subjectKeyID] = subjectKeyID.map { .data($0) }
        return attributes
    }
}
