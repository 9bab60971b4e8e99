// What the chain of a certificate must be good for.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// A purpose, and the host that the certificate must be for. Its description says nothing of the host.
package struct CertificateUse: Hashable, Sendable {
    package let purpose: Purpose
    /// A host name or address, for e-mail an e-mail address; nil for any.
    package let host: String?

    package enum Purpose: Hashable, Sendable {
        /// Any: dates and chain alone.
        case any
        case sslServer, sslClient, email
        /// The certificate itself must say that it is for code; no others count as ones for any use.
        case codeSigning
        /// The code of a team: a certificate that says what it is for must say that it is for code, and one that says
        /// what its key is for must say that it is for signatures.
        case teamCode
    }

    package init(_ purpose: Purpose, host: String? = nil) {
        self.purpose = purpose
        self.host = host
    }

    package init(_ policy: TrustPolicy) {
        switch policy {
        case .basic: self.init(.any)
        case .sslServer(let host): self.init(.sslServer, host: host)
        case .sslClient(let host): self.init(.sslClient, host: host)
        case .email(let address): self.init(.email, host: address)
        case .code: self.init(.codeSigning)
        }
    }
}

extension CertificateUse: CustomStringConvertible, CustomReflectable {
    package var description: String { "<use of a certificate>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
