// Which certificate of a file belongs to which key, and who issued it, without a look at all of them each time.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL

package struct PKCS12Index: Sendable {
    private var owners: [PublicHalf: [PKCS12Contents.Certificate]] = [:]
    private var issuers: [Subject: [Certificate]] = [:]

    /// Most certificates of a chain.
    private static let longestChain = 10
    /// Most signatures that are verified for a chain. If keys have identifiers, the first is the right one.
    private static let mostSignatures = 8

    private struct PublicHalf: Hashable, Sendable {
        let kind: KeyKind?
        let octets: [UInt8]
    }

    /// A name, alone or with the identifier of its key.
    private struct Subject: Hashable, Sendable {
        let name: [UInt8]
        let keyID: [UInt8]?
    }

    package init(_ contents: PKCS12Contents) {
        var known: Set<Certificate> = []
        for entry in contents.certificates {
            let certificate = entry.certificate
            let half = PublicHalf(kind: certificate.publicKeyKind, octets: certificate.publicKeyOctets)
            owners[half, default: []].append(entry)
            if known.insert(certificate).inserted {
                let name = certificate.subject.normalizedContents
                issuers[Subject(name: name, keyID: nil), default: []].append(certificate)
                if let keyID = certificate.subjectKeyID {
                    issuers[Subject(name: name, keyID: keyID), default: []].append(certificate)
                }
            }
        }
    }

    /// The certificate of a key: of those with its public half the one with its identifier, else the first.
    ///
    /// The identifier alone decides nothing: a certificate of another key would make an identity that proves nothing.
    package func certificate(of key: PKCS12Contents.Key) -> PKCS12Contents.Certificate? {
        let candidates = owners[PublicHalf(kind: key.key.kind, octets: key.key.publicOctets)] ?? []
        guard let identifier = key.label.keyID else { return candidates.first }
        return candidates.first { $0.label.keyID == identifier } ?? candidates.first
    }

    /// A certificate and its issuers among those of the file, as far as they are there.
    package func chain(from certificate: Certificate) -> [Certificate] {
        var chain = [certificate]
        var signatures = Self.mostSignatures
        while chain.count < Self.longestChain, let last = chain.last,
            let issuer = issuer(of: last, behind: chain, verifying: &signatures)
        {
            chain.append(issuer)
        }
        return chain
    }

    /// Of several of one name, as an authority's old and new certificates are, the one whose key made the signature.
    /// If none is found so, the one whose key is named, else the first.
    private func issuer(
        of certificate: Certificate, behind chain: [Certificate], verifying signatures: inout Int
    ) -> Certificate? {
        let name = certificate.issuer.normalizedContents
        guard name != certificate.subject.normalizedContents else { return nil }
        var candidates: [Certificate] = []
        for keyID in certificate.authorityKeyID.map({ [$0, nil] }) ?? [nil] {
            // No more than can be looked at, beside those that are in the chain already.
            let found = issuers[Subject(name: name, keyID: keyID)] ?? []
            candidates += found.prefix(Self.mostSignatures + chain.count).filter { candidate in
                !chain.contains(candidate) && !candidates.contains(candidate)
            }
        }
        guard candidates.count > 1 else { return candidates.first }
        for candidate in candidates.prefix(signatures) {
            signatures -= 1
            if Self.isSigned(certificate, by: candidate) { return candidate }
        }
        return candidates.first
    }

    private static func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        guard let own = OpenSSLCertificate(certificate.der), let other = OpenSSLCertificate(issuer.der) else {
            return false
        }
        return own.isSigned(by: other)
    }
}
