// Which decisions can ever count.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension TrustSetting {
    /// Nobody would hear that a decision without effect has none.
    /// - Throws: `.parameter` for trust in a root that is not one, or as if it were one in a root, and for a name that
    ///   no certificate is asked about; `.decode` for trust in a certificate that no chain can lead to.
    package func requireEffect() throws(KeychainError) {
        if result == .trustRoot || result == .trustAsRoot {
            guard certificate.isUnderstood, IssuerKey(certificate).verifies else {
                throw KeychainError(
                    .decode, during: "reading a certificate that is to be trusted",
                    hint: "its form is not one that a chain can have")
            }
            guard certificate.isSelfSigned || result == .trustAsRoot else {
                throw KeychainError(
                    .parameter, during: "trusting a certificate that somebody else issued",
                    hint: "a certificate that is no root is trusted with -r trustAsRoot")
            }
            guard !certificate.isSelfSigned || result == .trustRoot else {
                throw KeychainError(
                    .parameter, during: "trusting a root as if it were one",
                    hint: "a certificate that signed itself is trusted with -r trustRoot")
            }
        }
        guard let name else { return }
        let isAddress = name.contains("@")
        let isMeant =
            switch use {
            case nil: isAddress || HostName(name) != nil
            case .ssl: HostName(name) != nil
            case .smime: isAddress
            case .basic, .codeSign: false
            }
        guard isMeant else {
            throw KeychainError(
                .parameter, during: "reading the name that a decision is for",
                hint: "-s is a host for -p ssl, an e-mail address for -p smime, and for no other policy")
        }
    }
}
