// What the uses ask of a path.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import SwiftASN1

extension PathCheck {
    /// What a use asks of the first certificate, whoever issued it.
    mutating func checkLeaf(for use: CertificateUse) {
        if !leaf.permits(use.purpose) { note(.wrongUse, 0) }
        if use.purpose == .codeSigning, !(leaf.extensions.purposes ?? []).contains(.codeSigning) { note(.wrongUse, 0) }
        if let usages = use.purpose.keyUsages, let usage = leaf.extensions.keyUsage, usage.isDisjoint(with: usages) {
            note(.wrongKeyUsage, 0)
        }
        guard let names = use.names else { return }
        switch use.purpose {
        case .codeSigning, .teamCode: break
        case .email: if !names.contains(where: leaf.isFor(address:)) { note(.wrongAddress, 0) }
        case .any, .sslServer, .sslClient: if !names.contains(where: leaf.isFor(host:)) { note(.wrongHost, 0) }
        case .eapServer, .eapClient:
            if !names.contains(where: { leaf.isFor(host: $0) || leaf.isFor(pattern: $0) }) { note(.wrongHost, 0) }
        }
    }

    /// What it asks of the path.
    mutating func checkIssuers(for use: CertificateUse) {
        // Nothing rests on the signature of the last certificate if that is trusted, nor on what it says it is for.
        for place in path.indices.prefix(processedCount) where place > 0 && !path[place].permits(use.purpose) {
            note(.wrongUse, place)
        }
        if use.purpose.refusesWeakSignatures(under: anchor) {
            for place in path.indices.prefix(processedCount)
            where SignatureScheme(algorithm: path[place].signatureAlgorithm)?.isWeak ?? true {
                note(.weak, place)
            }
        }
        if use.purpose == .sslServer { checkServer() }
    }

    /// `SecPolicyCheckServerAuthEKU` and `SecPolicyCheckValidityPeriodMaximums`.
    private mutating func checkServer() {
        guard let last = path.last else { return }
        let issued = leaf.validity.notBefore
        let isOfSystem = anchor == .system
        let isNew = issued > ServerValidity.july2019
        if isOfSystem || (isNew && anchor != .decision), !(leaf.extensions.purposes ?? []).contains(.serverAuth) {
            note(.wrongUse, 0)
        }
        let isLeafTrusted = path.count == 1 && anchor != nil
        guard !isLeafTrusted else { return }
        if let most = ServerValidity.greatest(issued: issued, isShipped: isOfSystem && isShipped(last)),
            leaf.validity.notAfter - issued > most
        {
            note(.validTooLong, 0)
        }
    }
}

extension CertificateUse.Purpose {
    /// The purpose that a certificate with an extended key usage must name; nil for none.
    fileprivate var named: ASN1ObjectIdentifier? {
        switch self {
        case .any: nil
        case .sslServer, .eapServer: .serverAuth
        case .sslClient, .eapClient: .clientAuth
        case .email: .emailProtection
        case .codeSigning, .teamCode: .codeSigning
        }
    }

    /// Of these a key usage must have one; nil if it does not matter.
    fileprivate var keyUsages: KeyUsage? {
        switch self {
        case .any, .sslServer, .sslClient, .eapServer, .eapClient: nil
        case .email: [.digitalSignature, .keyEncipherment, .dataEncipherment, .keyAgreement]
        case .codeSigning: [.digitalSignature, .nonRepudiation]
        case .teamCode: .digitalSignature
        }
    }

    func refusesWeakSignatures(under anchor: Anchor?) -> Bool {
        switch self {
        case .sslServer, .teamCode: true
        case .eapServer, .eapClient: anchor == .system
        case .any, .sslClient, .email, .codeSigning: false
        }
    }
}

extension Certificate {
    /// False for one that says what it is for, and neither this nor any use.
    fileprivate func permits(_ purpose: CertificateUse.Purpose) -> Bool {
        guard let named = purpose.named, let purposes = extensions.purposes else { return true }
        return purposes.contains(named) || purposes.contains(.anyPurpose)
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let serverAuth: Self = [1, 3, 6, 1, 5, 5, 7, 3, 1]
    fileprivate static let clientAuth: Self = [1, 3, 6, 1, 5, 5, 7, 3, 2]
    fileprivate static let codeSigning: Self = [1, 3, 6, 1, 5, 5, 7, 3, 3]
    fileprivate static let emailProtection: Self = [1, 3, 6, 1, 5, 5, 7, 3, 4]
    fileprivate static let anyPurpose: Self = [2, 5, 29, 37, 0]
}
