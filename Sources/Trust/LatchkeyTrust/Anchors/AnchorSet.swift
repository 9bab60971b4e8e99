// All that is trusted in one evaluation.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

struct AnchorSet {
    private let callers: TrustAnchors.Roots
    private let systems: TrustAnchors.Roots
    private let decided: TrustAnchors.Roots

    /// - Parameter decided: the certificates that a user trusts.
    init(callers: TrustAnchors.Roots, systems: TrustAnchors.Roots, decided: Set<Certificate>) {
        self.callers = callers
        self.systems = systems
        self.decided = Dictionary(grouping: decided, by: \.subject.folded)
    }

    /// Nil for a certificate that is not trusted itself.
    func kind(of certificate: Certificate) -> Anchor? {
        let name = certificate.subject.folded
        if callers[name]?.contains(certificate) ?? false { return .caller }
        if decided[name]?.contains(certificate) ?? false { return .decision }
        return systems[name]?.contains(certificate) ?? false ? .system : nil
    }

    /// Those of a name.
    func named(_ name: FoldedName) -> [Certificate] {
        (callers[name] ?? []) + (decided[name] ?? []) + (systems[name] ?? [])
    }
}
