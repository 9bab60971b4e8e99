// A URL as the parts of an internet password, without loss.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Protocol, server, port and path. A URL that these do not give back to the byte is kept whole as the server.
package struct SiteAddress: Hashable, Sendable {
    /// One of Apple's four-character codes, or nil.
    package let protocolCode: String?
    package let server: String
    /// 0 if the URL names none.
    package let port: UInt16
    /// From the first slash on, query and fragment included; empty if there is none.
    package let path: String

    private static let schemes: [(scheme: String, code: String)] = [
        ("https", "htps"), ("http", "http"), ("ftp", "ftp "), ("ftps", "ftps"), ("ssh", "ssh "), ("smb", "smb "),
        ("ldap", "ldap"), ("ldaps", "ldps"), ("imap", "imap"), ("imaps", "imps"), ("irc", "irc "), ("afp", "afp "),
    ]

    package init(url: String) {
        if let parts = Self(splitting: url), parts.url.utf8.elementsEqual(url.utf8) {
            self = parts
        } else {
            self.init(protocolCode: nil, server: url, port: 0, path: "")
        }
    }

    package init(protocolCode: String?, server: String, port: UInt16, path: String) {
        self.protocolCode = protocolCode
        self.server = server
        self.port = port
        self.path = path
    }

    private init?(splitting url: String) {
        let bytes = Array(url.utf8)
        guard let match = Self.schemes.first(where: { bytes.starts(with: "\($0.scheme)://".utf8) }) else { return nil }
        let rest = bytes[(match.scheme.utf8.count + 3)...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard !authority.contains(where: { Self.outsideHost.contains($0) }) else { return nil }
        var host = authority
        var port: UInt16 = 0
        let bracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        if let colon = authority[bracket...].lastIndex(of: UInt8(ascii: ":")) {
            guard let number = UInt16(String(decoding: authority[(colon + 1)...], as: UTF8.self)) else { return nil }
            host = authority[..<colon]
            port = number
        }
        guard !host.isEmpty else { return nil }
        self.init(
            protocolCode: match.code, server: String(decoding: host, as: UTF8.self), port: port,
            path: String(decoding: rest[authority.endIndex...], as: UTF8.self))
    }

    /// The URL of these parts.
    package var url: String {
        let scheme = protocolCode.map { code in
            let known = Self.schemes.first { $0.code == code }?.scheme
            return (known ?? String(code.prefix { $0 != " " })) + "://"
        }
        return (scheme ?? "") + server + (port == 0 ? "" : ":\(port)") + path
    }

    /// Host and path, for a user to tell the password by. A URL that was kept whole can hold a name, a password or a
    /// token: they are left out.
    package var place: String {
        var host = Array(server.utf8)[...]
        // Before anything else: what stands there may hold slashes and marks that nobody has escaped.
        if let end = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(end + 1)...] }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")), host[(colon + 1)...].starts(with: "//".utf8) {
            host = host[(colon + 3)...]
        }
        let text = (host + path.utf8).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return String(decoding: text, as: UTF8.self)
    }

    private static let outsideHost = Set("?#@\\ \t\r\n".utf8)
}

extension SiteAddress {
    /// The attributes of the primary key that say where a password belongs.
    package var attributes: AttributeValues {
        [
            .protocolType: protocolCode.map(AttributeValue.string) ?? .number(0), .server: .string(server),
            .port: .number(Int64(port)), .path: .string(path),
        ]
    }

    /// - Parameter attributes: of an internet password, whoever made it.
    package init(attributes: AttributeValues) {
        var code: String?
        switch attributes[.protocolType] {
        case .string(let text)?: code = text.isEmpty ? nil : text
        case .number(let number)? where number != 0: code = Attribute(rawValue: UInt32(truncatingIfNeeded: number)).code
        default: break
        }
        var port: UInt16 = 0
        if case .number(let number)? = attributes[.port] { port = UInt16(exactly: number) ?? 0 }
        self.init(
            protocolCode: code, server: Self.text(attributes[.server]), port: port, path: Self.text(attributes[.path]))
    }

    private static func text(_ value: AttributeValue?) -> String {
        switch value {
        case .string(let text)?: text
        case .data(let bytes)?: String(decoding: bytes, as: UTF8.self)
        default: ""
        }
    }
}
