// What a PKCS#12 file holds: keys and certificates, each with its name.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// Keys and certificates, in the order in which they stand.
package struct PKCS12Contents: Sendable {
    package var keys: [Key] = []
    package var certificates: [Certificate] = []

    package struct Key: Sendable {
        package let key: KeyData
        package let label: Label
    }

    package struct Certificate: Sendable {
        package let certificate: LatchkeyCertificates.Certificate
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

    package mutating func append(_ certificate: LatchkeyCertificates.Certificate, _ label: Label) {
        certificates.append(Certificate(certificate: certificate, label: label))
    }
}

extension PKCS12Contents: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(keys.count) keys and \(certificates.count) certificates>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
