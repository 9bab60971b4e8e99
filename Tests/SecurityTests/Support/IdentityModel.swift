// Certificates, keys and identities as reference 3.11 describes them, in memory and without any code of the keychain.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

struct ModelCertificate: Hashable, Sendable {
    /// Its issuer is the same for all, so that this is the primary key.
    var serial: String
    var hash: String
    var label: String
    let reference: Data

    func matches(_ conditions: IdentityConditions) -> Bool {
        (conditions.label ?? label) == label && (conditions.hash ?? hash) == hash
    }
}

struct ModelPrivateKey: Hashable, Sendable {
    /// The two are the primary key.
    var hash: String
    var tag: String
    var label: String
    let isPrivate: Bool

    func matches(_ conditions: IdentityConditions) -> Bool {
        (conditions.label ?? label) == label && (conditions.hash ?? hash) == hash
    }
}

/// The conditions of a query; nil if the dictionary has none.
struct IdentityConditions: Sendable {
    var label: String?
    var hash: String?
}

struct IdentityModel {
    private(set) var certificates: [ModelCertificate] = []
    private(set) var keys: [ModelPrivateKey] = []

    /// 3.11.1 and 3.11.9: every certificate with every private key of its hash, in the order of the certificates.
    var identities: [(certificate: ModelCertificate, key: ModelPrivateKey)] {
        certificates.flatMap { certificate in
            keys.filter { $0.isPrivate && $0.hash == certificate.hash }.map { (certificate, $0) }
        }
    }

    func canAdd(serial: String) -> Bool { !certificates.contains { $0.serial == serial } }

    mutating func add(_ certificate: ModelCertificate) { certificates.append(certificate) }

    mutating func add(_ key: ModelPrivateKey) -> OSStatus {
        guard !keys.contains(where: { $0.hash == key.hash && $0.tag == key.tag }) else { return errSecDuplicateItem }
        keys.append(key)
        return errSecSuccess
    }

    /// Of each half what matches by itself (3.5.14): certificates, and keys if the call is about identities or keys.
    /// For identities both must match, or nothing changes.
    mutating func relabel(_ itemClass: CFString, _ conditions: IdentityConditions, to label: String) -> OSStatus {
        var count = 0
        if itemClass == kSecClassIdentity {
            guard certificates.contains(where: { $0.matches(conditions) }),
                keys.contains(where: { $0.matches(conditions) })
            else { return errSecItemNotFound }
        }
        if itemClass != kSecClassKey {
            for index in certificates.indices where certificates[index].matches(conditions) {
                certificates[index].label = label
                count += 1
            }
        }
        if itemClass != kSecClassCertificate {
            for index in keys.indices where keys[index].matches(conditions) {
                keys[index].label = label
                count += 1
            }
        }
        return count == 0 ? errSecItemNotFound : errSecSuccess
    }

    /// A change of the hash of keys is one of their primary key: all or none (3.5.5, 3.5.7).
    mutating func rehash(_ conditions: IdentityConditions, to hash: String) -> OSStatus {
        var changed = keys
        for index in keys.indices where keys[index].matches(conditions) {
            let tag = keys[index].tag
            let isTaken = changed.indices.contains { other in
                other != index && changed[other].hash == hash && changed[other].tag == tag
            }
            guard !isTaken else { return errSecDuplicateItem }
            changed[index].hash = hash
        }
        guard keys.contains(where: { $0.matches(conditions) }) else { return errSecItemNotFound }
        keys = changed
        return errSecSuccess
    }

    /// 3.6.7 by class, and 3.6.2. Without a certificate that matches, an identity's keys stay.
    mutating func delete(_ itemClass: CFString, _ conditions: IdentityConditions) -> OSStatus {
        if itemClass == kSecClassIdentity {
            guard certificates.contains(where: { $0.matches(conditions) }) else { return errSecItemNotFound }
        }
        let before = certificates.count + keys.count
        if itemClass != kSecClassKey { certificates.removeAll { $0.matches(conditions) } }
        if itemClass != kSecClassCertificate { keys.removeAll { $0.matches(conditions) } }
        return certificates.count + keys.count == before ? errSecItemNotFound : errSecSuccess
    }

    /// 3.6.7 by reference: the key stays while another certificate needs it.
    mutating func deleteIdentity(of certificate: ModelCertificate) -> OSStatus {
        guard let key = identities.first(where: { $0.certificate == certificate })?.key else {
            return errSecItemNotFound
        }
        certificates.removeAll { $0 == certificate }
        if !certificates.contains(where: { $0.hash == key.hash }) { keys.removeAll { $0 == key } }
        return errSecSuccess
    }
}
