// The attributes that a certificate's item has (reference 5.8.2).
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

extension Certificate {
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
