// What a PKCS#12 file holds: keys and certificates, each with its name.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCertificates
import KeychainModel

/// Keys and certificates, in the order in which they stand.
package struct PKCS12Contents: Sendable {
    package var keys: [Key] = []
    package var certificates: [Certificate] = []

    package struct Key: Sendable {
        package let key: KeyData
        package let label: Label
    }

    package struct Certificate: Sendable {
        package let certificate: KeychainCertificates.Certificate
        package let label: Label
    }

    /// What a file calls an item.
    package struct Label: Hashable, Sendable {
        package var name: String?
        /// By which a key and its certificate find one another.
        package var keyID: [UInt8]?

        package init(name: String? = nil, keyID: [UInt8]? = nil) {
            self.name = name
            self.keyID = keyID
        }
    }

    package init() {}

    package mutating func append(_ key: KeyData, _ label: Label) { keys.append(Key(key: key, label: label)) }

    package mutating func append(_ certificate: KeychainCertificates.Certificate, _ label: Label) {
        certificates.append(Certificate(certificate: certificate, label: label))
    }

    /// The certificate of a key: the one with its public half.
    package func certificate(of key: KeyData) -> Certificate? {
        certificates.first {
            $0.certificate.publicKeyOctets == key.publicOctets && $0.certificate.publicKeyKind == key.kind
        }
    }

    /// A certificate and its issuers among those of the file, as far as they are there.
    package func chain(
        from certificate: KeychainCertificates.Certificate
    ) -> [KeychainCertificates.Certificate] {
        var chain = [certificate]
        while chain.count < 10, let last = chain.last {
            let name = last.issuer.normalizedContents
            guard name != last.subject.normalizedContents,
                let issuer = certificates.map(\.certificate).first(where: {
                    $0.subject.normalizedContents == name && !chain.contains($0)
                })
            else { break }
            chain.append(issuer)
        }
        return chain
    }
}

extension PKCS12Contents: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(keys.count) keys and \(certificates.count) certificates>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
