// Follows the chain of issuers of a certificate through the certificates that are stored.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

/// The bounds of a chain (reference 3.2.5). The number of names keeps cross-signed certificates from being followed
/// without end.
private let (greatestDepth, largestNameCount) = (10, 100)

extension KeychainState {
    /// Those of `elements` whose chain of issuers meets one of the names of `query`, and is trusted where it asks for
    /// that; at most as many as `limit`.
    /// - Parameter certificate: the certificate of an element.
    func issued<Element>(
        _ elements: [Element], as query: ItemQuery, in scope: GroupScope, for call: CallContext, limit: Int,
        certificate: (Element) -> FoundItem
    ) throws(KeychainError) -> Outcome<[Element]> {
        let issuers = Set(query.certificateConditions.issuers.map(DistinguishedName.normalizedContents(of:)))
        var kept: [Element] = []
        for element in elements where kept.count < limit {
            let certificate = certificate(element)
            if !issuers.isEmpty {
                guard try hasChain(certificate, to: issuers, in: scope, for: call) else { continue }
            }
            switch try isTrusted(certificate, as: query, in: scope, for: call) {
            case .done(let isTrusted): if isTrusted { kept.append(element) }
            case .needs(let need): return .needs(need)
            }
        }
        return .done(kept)
    }

    private func hasChain(
        _ certificate: FoundItem, to issuers: Set<[UInt8]>, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> Bool {
        var names = certificate.issuerName.map { [$0] } ?? []
        var seen = Set(names)
        for _ in 0..<greatestDepth {
            if names.contains(where: issuers.contains) { return true }
            var next: [[UInt8]] = []
            for name in names {
                let found = try issuerNames(ofSubject: name, in: scope, for: call)
                for issuer in found where seen.count < largestNameCount {
                    if seen.insert(issuer).inserted { next.append(issuer) }
                }
            }
            names = next
        }
        return false
    }

    /// Who issued the stored certificates of a subject.
    private func issuerNames(
        ofSubject name: [UInt8], in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> [[UInt8]] {
        var query = ItemQuery(itemClass: .certificate)
        query.matching = [.subject: .data(name)]
        query.synchronizable = .any
        query.limit = .atMost(largestNameCount)
        let policy = KeychainPolicy(.groups(scope), for: .answer)
        let found = try collect(query, in: scope, by: policy, for: call, limit: largestNameCount)
        guard case .done(let found) = found else { return [] }
        return found.items.compactMap(\.issuerName)
    }
}

extension FoundItem {
    /// The issuer, normalised.
    fileprivate var issuerName: [UInt8]? {
        guard case .data(let name)? = item.attributes[.issuer], !name.isEmpty else {
            return certificate?.issuer.normalizedContents
        }
        return DistinguishedName.normalizedContents(of: name)
    }
}
