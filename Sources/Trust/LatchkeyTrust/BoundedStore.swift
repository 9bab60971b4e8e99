// Certificates by their subject, for as many lookups as a budget has.
// SPDX-License-Identifier: Apache-2.0

import X509

struct BoundedStore: CustomCertificateStore {
    private var certificates: TrustAnchors.Roots
    private let budget: SearchBudget

    init(_ certificates: TrustAnchors.Roots, within budget: SearchBudget) {
        self.certificates = certificates
        self.budget = budget
    }

    subscript(subject: DistinguishedName) -> [X509.Certificate]? {
        get async { budget.spend() ? certificates[subject] : nil }
    }

    func contains(_ certificate: X509.Certificate) async -> Bool {
        certificates[certificate.subject]?.contains(certificate) ?? false
    }

    mutating func append(contentsOf added: some Sequence<X509.Certificate>) {
        for certificate in added { certificates[certificate.subject, default: []].append(certificate) }
    }

    static func == (lhs: BoundedStore, rhs: BoundedStore) -> Bool {
        lhs.budget === rhs.budget && lhs.certificates == rhs.certificates
    }

    func hash(into hasher: inout Hasher) { hasher.combine(certificates.count) }
}
