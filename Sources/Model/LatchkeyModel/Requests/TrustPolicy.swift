// What a certificate is to be good for, when somebody asks whether it is trusted.
// SPDX-License-Identifier: Apache-2.0

/// The use of a certificate. Its description says nothing of the host.
package enum TrustPolicy: Hashable, Sendable {
    /// Any use: dates and chain alone.
    case basic
    /// The server's certificate of a TLS connection. With `host`, it must be for this host name or address.
    case sslServer(host: String?)
    /// The client's certificate of a TLS connection, with `host` as above.
    case sslClient(host: String?)
    /// The certificate of a user's e-mail. With `address`, it must be for this e-mail address.
    case email(address: String?)
    /// The certificate of code.
    case code

    /// What the certificate must name: a host or an IP address, and for e-mail an e-mail address.
    package var host: String? {
        switch self {
        case .basic, .code: nil
        case .sslServer(let host), .sslClient(let host): host
        case .email(let address): address
        }
    }
}

extension TrustPolicy: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .basic: "<basic policy>"
        case .sslServer: "<policy of TLS servers>"
        case .sslClient: "<policy of TLS clients>"
        case .email: "<policy of e-mail>"
        case .code: "<policy of code>"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
