// The certificates of a file by the keys in them.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel

package struct CertificateIndex: Sendable {
    /// By the hash of the public key, in the order of the file.
    private var certificates: [[UInt8]: [Certificate]] = [:]

    package init(_ items: some Sequence<ExternalItem>) {
        var known: Set<Certificate> = []
        for case .certificate(let certificate) in items where known.insert(certificate).inserted {
            certificates[certificate.publicKeyHash, default: []].append(certificate)
        }
    }

    /// The certificates of a private key; of anything else there are none.
    package func certificates(of item: ExternalItem) -> [Certificate] {
        guard case .key(let key) = item, key.keyClass == .private else { return [] }
        return certificates[key.applicationLabel] ?? []
    }
}
