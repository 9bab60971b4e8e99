// What is preferred for services as objects, in the default keychain of one client.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform

/// Objects and names in, requests through, objects out.
package struct PreferenceCalls {
    private let client: KeychainClient

    package init(client: KeychainClient) { self.client = client }

    package func set(_ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?) -> OSStatus {
        set(.identity, identity?.halves.certificate, name, keyUsage)
    }

    package func set(_ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?) -> OSStatus {
        set(.certificate, certificate, name, keyUsage)
    }

    private func set(
        _ kind: PreferenceKind, _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
    ) -> OSStatus {
        guard let service = ServiceName(name as String), let usage = PreferredUsage(keyUsage) else {
            return errSecParam
        }
        let preferences = ServicePreferences(kind, of: client)
        do throws(KeychainError) {
            guard let content = certificate?.content else {
                try preferences.forget(service, usage: usage)
                return errSecSuccess
            }
            try preferences.prefer(
                reference(of: content, kind), named: content.subjectSummary ?? "", for: service, usage: usage)
            return errSecSuccess
        } catch {
            return error.ofItemCalls.code.rawValue
        }
    }

    package func identity(_ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?) -> SecIdentity? {
        let issuers = validIssuers.map { _cfElements(of: $0).map { ($0 as? NSData).map { $0.octets } } }
        guard issuers?.allSatisfy({ $0 != nil }) ?? true else { return nil }
        guard let usage = PreferredUsage(keyUsage) else { return nil }
        return first(.identity, name, usage) { bytes throws(KeychainError) in
            guard let reference = IdentityReference(decoding: bytes) else { return nil }
            var query = IdentityQuery(reference)
            query.certificate.certificateConditions.issuers = (issuers ?? []).compactMap { $0 }
            query.limit = .all
            query.returning = .reference
            let origin = KeyOrigin(client: client, keychain: nil, authentication: query.key.authentication)
            for identity in try client.copy(query) {
                if let object = try identity.object(origin) { return object }
            }
            return nil
        }
    }

    package func certificate(_ name: CFString, _ keyUsage: CFArray?) -> SecCertificate? {
        PreferredUsage(keyUsage).flatMap { certificate(name, flags: $0.rawValue) }
    }

    /// - Parameter flags: the uses by Apple's numbers; 0 for any.
    package func certificate(_ name: CFString, flags: UInt32) -> SecCertificate? {
        first(.certificate, name, PreferredUsage(rawValue: flags)) { bytes throws(KeychainError) in
            var query = ItemQuery(itemClass: .certificate)
            query.persistentReference = try PersistentReference(decoding: bytes)
            guard query.persistentReference?.itemClass == .certificate else { return nil }
            query.synchronizable = .any
            query.returning = .data
            query.authentication.ui = .skip
            return try client.copy(query).first?.secret.flatMap { try? Certificate($0) }.map(SecCertificate.object)
        }
    }

    /// The first that is still there. Where the closest one cannot be had, because its key is locked for instance,
    /// there is none: the call has no code to say so, and another identity is not the one that was chosen.
    private func first<Object>(
        _ kind: PreferenceKind, _ name: CFString, _ usage: PreferredUsage,
        object: ([UInt8]) throws(KeychainError) -> Object?
    ) -> Object? {
        guard usage.isSubset(of: .all), let service = ServiceName(name as String) else { return nil }
        let preferences = ServicePreferences(kind, of: client)
        for candidate in service.candidates {
            guard let references = try? preferences.references(under: candidate, usage: usage) else { return nil }
            for reference in references {
                do throws(KeychainError) {
                    if let found = try object(reference) { return found }
                } catch  where error.code == .itemNotFound {
                    continue
                } catch {
                    return nil
                }
            }
        }
        return nil
    }

    /// The persistent reference of a certificate, or of its identity, in the keychain.
    private func reference(
        of certificate: Certificate, _ kind: PreferenceKind
    ) throws(KeychainError) -> [UInt8] {
        let matching = StoredObject.certificate(certificate).searchedAttributes
        switch kind {
        case .certificate:
            var query = ItemQuery(itemClass: .certificate)
            query.matching = matching
            query.synchronizable = .any
            query.returning = .persistentReference
            if let first = try client.copy(query).first { return first.reference.encoded }
        case .identity:
            var query = IdentityQuery()
            query.certificate.matching = matching
            query.key.synchronizable = .any
            query.returning = .persistentReference
            if let first = try client.copy(query).first { return first.reference.encoded }
        }
        throw KeychainError(.itemNotFound, during: "looking for what is to be preferred")
    }
}
