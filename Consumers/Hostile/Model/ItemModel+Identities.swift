// Identities: certificates with the private keys of their hash (reference 3.11).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

extension ItemModel {
    /// The private keys of a certificate. A public key is marked as private too and stands last (reference 3.11.2).
    private func keys(of certificate: ModelItem, among keys: [ModelItem]) -> [ModelItem] {
        guard let hash = certificate.attributes["pkhh"], hash != .data(Data()) else { return [] }
        let own = keys.filter { $0.attributes["priv"] == .number(1) && $0.attributes["klbl"] == hash }
        return own.filter { !$0.isPublicKey } + own.filter(\.isPublicKey)
    }

    /// In the order of the certificates. Each half is opened where the two are a pair, and one that is locked fails the
    /// call.
    func copyIdentities(_ request: ModelRequest, _ groups: [String]) throws -> Expectation {
        let wanted = if case .atMost(let count) = request.limit { count } else { 1 }
        let (certificates, keys) = (request.half("cert"), request.half("keys"))
        let foundKeys = try search(keys, groups)
        // The bytes of the certificate go back with the attributes, those of the key as data or in the object (3.7.9).
        let revealsCertificate = ![[], ["D"], ["P"]].contains(request.returning)
        let revealsKey = !request.returning.isDisjoint(with: ["D", "R"])
        var found: [(certificate: ModelItem, key: ModelItem)] = []
        var lacks = ProofLacks()
        for certificate in try search(certificates, groups) {
            var hasPrivateKey = false
            for key in self.keys(of: certificate, among: foundKeys) where found.count + lacks.count < wanted {
                var isShown = false
                try lacks.collect(endingAtFirst: true) {
                    isShown = try self.isShown(certificate, for: certificates, revealed: revealsCertificate)
                }
                guard isShown else { continue }
                isShown = false
                try lacks.collect { isShown = try self.isShown(key, for: keys, revealed: revealsKey) }
                guard isShown else { continue }
                // Beside a private key a public one makes no identity of its own; the page on compatibility says so.
                guard !key.isPublicKey || !hasPrivateKey else { continue }
                hasPrivateKey = hasPrivateKey || !key.isPublicKey
                found.append((certificate, key))
            }
        }
        try lacks.end()
        guard !found.isEmpty else { throw Refusal(errSecItemNotFound) }
        let elements = found.compactMap { certificate, key -> Element? in
            switch request.returning {
            case []: nil
            case ["R"] where object(of: certificate, key) == nil: nil
            case ["D"] where key.secret == nil: nil
            default: Element(number: certificate.number, key: key.number, returning: request.returning)
            }
        }
        return expectation(of: elements, request)
    }

    /// By persistent reference: the certificate, and the key unless another certificate for it remains (reference
    /// 3.6.7).
    mutating func deleteIdentity(_ request: ModelRequest, _ groups: [String], _ now: ClosedRange<Double>) throws {
        let keys = try search(request.half("keys"), groups)
        guard let certificate = try search(request.half("cert"), groups).first,
            let key = self.keys(of: certificate, among: keys).first
        else { throw Refusal(errSecItemNotFound) }
        try delete(certificate, request, now)
        let remains = items.contains { other in
            other.itemClass == "cert" && other.number != certificate.number && groups.contains(other.group)
                && other.attributes["pkhh"] == certificate.attributes["pkhh"]
        }
        if !remains { try delete(key, request, now) }
    }

    // MARK: Objects

    /// `v_Ref`, or nil for bytes that are no certificate, or no key of the type and class that the item has (reference
    /// 3.7, 5.3).
    func object(of item: ModelItem) -> Value? {
        switch item.itemClass {
        case "cert": pairs.first { $0.certificate == item.secret }?.certificateObject
        case "keys":
            pairs.first {
                $0.key == item.secret && item.attributes["type"] == .number($0.keyType)
                    && item.attributes["kcls"] == .number(1)
            }?.keyObject
        default: .passwordObject
        }
    }

    /// A certificate and the key of another are no identity, whatever their attributes say (reference 5.9).
    func object(of certificate: ModelItem, _ key: ModelItem) -> Value? {
        guard object(of: certificate) != nil, object(of: key) != nil else { return nil }
        return pairs.first { $0.certificate == certificate.secret && $0.key == key.secret }?.identityObject
    }
}

extension ModelItem {
    fileprivate var isPublicKey: Bool { attributes["kcls"] == .number(0) }
}
