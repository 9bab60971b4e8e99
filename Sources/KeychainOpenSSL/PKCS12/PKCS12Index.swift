// Which certificate of a file belongs to which key, and who issued it, without a look at all of them each time.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCertificates
import KeychainModel

package struct PKCS12Index: Sendable {
    private var owners: [PublicHalf: [PKCS12Contents.Certificate]] = [:]
    private var subjects: [[UInt8]: [Certificate]] = [:]

    /// Most certificates of a chain.
    private static let longestChain = 10

    private struct PublicHalf: Hashable, Sendable {
        let kind: KeyKind?
        let octets: [UInt8]
    }

    package init(_ contents: PKCS12Contents) {
        var known: Set<Certificate> = []
        for entry in contents.certificates {
            let certificate = entry.certificate
            let half = PublicHalf(kind: certificate.publicKeyKind, octets: certificate.publicKeyOctets)
            owners[half, default: []].append(entry)
            if known.insert(certificate).inserted {
                subjects[certificate.subject.normalizedContents, default: []].append(certificate)
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
        while chain.count < Self.longestChain, let last = chain.last {
            let name = last.issuer.normalizedContents
            guard name != last.subject.normalizedContents,
                let issuer = subjects[name]?.first(where: { !chain.contains($0) })
            else { break }
            chain.append(issuer)
        }
        return chain
    }
}
