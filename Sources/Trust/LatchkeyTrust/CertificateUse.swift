// What the chain of a certificate must be good for.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// A purpose, and whom the certificate must be for. Its description says nothing of the names.
package struct CertificateUse: Hashable, Sendable {
    package let purpose: Purpose
    /// Host names or addresses, for e-mail an e-mail address: the certificate must be for one of them. Nil for any.
    package let names: [String]?

    package enum Purpose: Hashable, Sendable {
        /// Any: dates and chain alone.
        case any
        case sslServer, sslClient, email
        /// A server or client that speaks TLS for the Extensible Authentication Protocol.
        case eapServer, eapClient
        /// The certificate itself must say that it is for code; no others count as ones for any use.
        case codeSigning
        /// The code of a team: a certificate that says what it is for must say that it is for code, and one that says
        /// what its key is for must say that it is for signatures.
        case teamCode
    }

    package init(_ purpose: Purpose, host: String? = nil) { self.init(purpose, names: host.map { [$0] }) }

    package init(_ purpose: Purpose, names: [String]?) {
        self.purpose = purpose
        self.names = names
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
