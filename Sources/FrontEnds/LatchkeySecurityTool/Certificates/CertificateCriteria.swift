// What the options of a command say of the certificates that are meant.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package struct CertificateCriteria: Hashable, Sendable {
    /// A part of the common name, in any case.
    package var commonName: String?
    /// A whole address, in any case.
    package var emailAddress: String?
    /// SHA-1 or SHA-256 of the certificate.
    package var hash: [UInt8]?

    package init(commonName: String? = nil, emailAddress: String? = nil, hash: [UInt8]? = nil) {
        self.commonName = commonName
        self.emailAddress = emailAddress
        self.hash = hash
    }

    /// - Parameter digits: the value of `-Z`.
    /// - Throws: `.usage` unless it is the SHA-1 or SHA-256 of something in hexadecimal.
    package static func hash(from digits: ItemSecret) throws(CommandFailure) -> [UInt8] {
        let hash = try Hexadecimal.decode(digits.bytes).publicBytes
        guard hash.count == 20 || hash.count == 32 else {
            throw .usage("a hash has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits")
        }
        return hash
    }

    package var isEmpty: Bool { commonName == nil && emailAddress == nil && hash == nil }

    package func isMet(by certificate: Certificate) -> Bool {
        if let commonName {
            guard let name = certificate.commonName, name.lowercased().contains(commonName.lowercased()) else {
                return false
            }
        }
        if let emailAddress {
            let sought = emailAddress.lowercased()
            guard certificate.emailAddresses.contains(where: { $0.lowercased() == sought }) else { return false }
        }
        if let hash { return hash == (hash.count == 20 ? certificate.sha1 : certificate.sha256) }
        return true
    }

    /// What is not a certificate meets no criterion, but is there if nothing is asked for.
    package func isMet(by stored: StoredCertificate) -> Bool {
        stored.certificate.map(isMet) ?? isEmpty
    }

    /// The certificates that a name means: those that have exactly this common name, or else those that meet the
    /// criteria.
    package func meant(of certificates: [StoredCertificate]) -> [StoredCertificate] {
        let matches = certificates.filter(isMet)
        guard let commonName else { return matches }
        let exact = matches.filter { $0.certificate?.commonName == commonName }
        return exact.isEmpty ? matches : exact
    }
}
