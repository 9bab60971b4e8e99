// The policies of `find-identity`.
// SPDX-License-Identifier: Apache-2.0

/// What a certificate is used for; the raw value is the value of `-p`.
package enum CertificatePolicy: String, Hashable, Sendable, CaseIterable {
    case basic
    case sslClient = "ssl-client"
    case sslServer = "ssl-server"
    case smime, eap, ipsec, ichat, codesigning
    case macAppStore = "macappstore"
    case appleID
    /// The identities that macOS has for its own services; there are none here.
    case systemDefault = "sys-default"
    case systemKerberos = "sys-kerberos-kdc"

    /// As it stands in the listing (reference 6.6.8).
    package var name: String {
        switch self {
        case .basic: "X.509 Basic"
        case .sslClient: "SSL (client)"
        case .sslServer: "SSL (server)"
        case .smime: "S/MIME"
        case .eap: "EAP"
        case .ipsec: "IPsec"
        case .ichat: "iChat"
        case .codesigning: "Code Signing"
        case .macAppStore: "Mac App Store Receipt"
        case .appleID: "AppleID Sharing"
        case .systemDefault, .systemKerberos: rawValue
        }
    }

    package var isOfSystem: Bool { self == .systemDefault || self == .systemKerberos }
}
