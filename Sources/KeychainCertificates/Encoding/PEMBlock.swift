// Textual encoding of certificates and keys (RFC 7468), in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// One block between `-----BEGIN LABEL-----` and `-----END LABEL-----`.
package struct PEMBlock: Sendable {
    package let label: String
    package let contents: ItemSecret

    /// Most bytes of a text that is read.
    package static let largestText = 16 << 20

    package init(label: String, contents: ItemSecret) {
        self.label = label
        self.contents = contents
    }

    package init(_ certificate: Certificate) {
        self.init(label: "CERTIFICATE", contents: ItemSecret(copying: certificate.der))
    }

    /// - Throws: `.unimplemented` for a form that the key does not have.
    package init(_ key: KeyData, _ format: KeyFormat) throws(KeychainError) {
        let label =
            switch (format, key.keyClass) {
            case (.pkcs8, _): "PRIVATE KEY"
            case (.pkcs1, .private): "RSA PRIVATE KEY"
            case (.pkcs1, .public): "RSA PUBLIC KEY"
            case (.sec1, _): "EC PRIVATE KEY"
            case (.subjectPublicKeyInfo, _): "PUBLIC KEY"
            }
        self.init(label: label, contents: try key.der(format))
    }

    /// The key in the block, or nil where its label names none.
    /// - Throws: `.decode` for bytes that are no key, `.unimplemented` for an encrypted key or one of a kind that is not known.
    package func key() throws(KeychainError) -> KeyData? {
        switch label {
        case "PRIVATE KEY": try KeyData(der: contents, format: .pkcs8, .private)
        case "RSA PRIVATE KEY": try KeyData(der: contents, format: .pkcs1, .private)
        case "EC PRIVATE KEY": try KeyData(der: contents, format: .sec1, .private)
        case "PUBLIC KEY": try KeyData(der: contents, format: .subjectPublicKeyInfo, .public)
        case "RSA PUBLIC KEY": try KeyData(der: contents, format: .pkcs1, .public)
        case "ENCRYPTED PRIVATE KEY":
            throw KeychainError(.unimplemented, during: "reading an encrypted private key")
        default: nil
        }
    }

    /// The certificate in the block, or nil where its label names none.
    /// - Throws: `.decode` for bytes that are no certificate.
    package func certificate() throws(KeychainError) -> Certificate? {
        guard ["CERTIFICATE", "X509 CERTIFICATE"].contains(label) else { return nil }
        return try Certificate(der: contents.bytes.declassified(because: "a certificate is public"))
    }
}

extension PEMBlock {
    /// Every block of a text, in their order. What stands between them is skipped.
    /// - Throws: `.decode` for a block without end or with other than base64 in it, `.unimplemented` for one that is encrypted.
    package static func blocks(in text: ItemSecret) throws(KeychainError) -> [PEMBlock] {
        guard text.count <= largestText else { throw KeychainError(.decode, during: "measuring a PEM text") }
        return try unsafe text.bytes.withUnsafeBytes { text throws(KeychainError) in
            var blocks: [PEMBlock] = []
            var open: (label: String, start: Int)?
            var lineStart = 0
            while lineStart < text.count {
                var lineEnd = lineStart
                while unsafe lineEnd < text.count && text[lineEnd] != 0x0a { lineEnd += 1 }
                let line = unsafe UnsafeRawBufferPointer(rebasing: text[lineStart..<lineEnd])
                if let current = open {
                    if unsafe boundary("-----END ", of: line) == current.label {
                        let body = unsafe UnsafeRawBufferPointer(rebasing: text[current.start..<lineStart])
                        blocks.append(
                            PEMBlock(label: current.label, contents: ItemSecret(unsafe try Base64.decode(body))))
                        open = nil
                    } else if unsafe line.contains(UInt8(ascii: ":")) {
                        throw KeychainError(
                            .unimplemented, during: "reading a PEM block with headers, such as an encrypted one")
                    }
                } else if let label = unsafe boundary("-----BEGIN ", of: line) {
                    open = (label, lineEnd)
                }
                lineStart = lineEnd + 1
            }
            guard open == nil else { throw KeychainError(.decode, during: "looking for the end of a PEM block") }
            return blocks
        }
    }

    /// The label of a line that is a boundary of this kind.
    private static func boundary(_ prefix: String, of line: UnsafeRawBufferPointer) -> String? {
        guard unsafe line.first == UInt8(ascii: "-") else { return nil }
        var text = unsafe Substring(decoding: line, as: UTF8.self)
        while text.last?.isWhitespace == true { text.removeLast() }
        guard text.hasPrefix(prefix), text.hasSuffix("-----"), text.utf8.count <= 128,
            text.utf8.count > prefix.utf8.count + 5
        else { return nil }
        return String(text.dropFirst(prefix.count).dropLast(5))
    }

    /// The text of the block: lines of 64 characters, with a newline at the end.
    package var text: ItemSecret {
        let begin = Array("-----BEGIN \(label)-----\n".utf8)
        let end = Array("-----END \(label)-----\n".utf8)
        return ItemSecret(
            unsafe contents.bytes.withUnsafeBytes { bytes in unsafe Base64.encode(bytes, between: begin, and: end) })
    }
}
