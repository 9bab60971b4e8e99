// Textual encoding of certificates and keys (RFC 7468), in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// One block between `-----BEGIN LABEL-----` and `-----END LABEL-----`.
package struct PEMBlock: Sendable {
    package let label: String
    package let contents: ItemSecret
    /// What the contents are under, where the block has headers.
    package let encryption: PEMEncryption?

    /// Most bytes of a text that is read.
    package static let largestText = 16 << 20

    package init(label: String, contents: ItemSecret) {
        self.init(label: label, contents: contents, encryption: nil)
    }

    private init(label: String, contents: ItemSecret, encryption: PEMEncryption?) {
        self.label = label
        self.contents = contents
        self.encryption = encryption
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
        try requireOpen()
        return switch label {
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
        try requireOpen()
        return try Certificate(der: contents.bytes.declassified(because: "a certificate is public"))
    }

    /// - Throws: `.unimplemented` for a block that is encrypted.
    package func requireOpen() throws(KeychainError) {
        guard encryption == nil else {
            throw KeychainError(.unimplemented, during: "reading a PEM block that is encrypted")
        }
    }
}

extension PEMBlock {
    /// Every block of a text, in their order. What stands between them is skipped.
    /// - Throws: `.decode` for a block without end or with other than base64 in it, `.unimplemented` for one with headers of which
    ///   ``PEMEncryption`` knows nothing.
    package static func blocks(in text: ItemSecret) throws(KeychainError) -> [PEMBlock] {
        guard text.count <= largestText else { throw KeychainError(.decode, during: "measuring a PEM text") }
        return try unsafe text.bytes.withUnsafeBytes { text throws(KeychainError) in
            var blocks: [PEMBlock] = []
            var open: (label: String, start: Int, headers: [String])?
            var lineStart = 0
            while lineStart < text.count {
                var lineEnd = lineStart
                while unsafe lineEnd < text.count && text[lineEnd] != 0x0a { lineEnd += 1 }
                let line = unsafe UnsafeRawBufferPointer(rebasing: text[lineStart..<lineEnd])
                if let current = open {
                    if unsafe boundary("-----END ", of: line) == current.label {
                        let body = unsafe UnsafeRawBufferPointer(rebasing: text[current.start..<lineStart])
                        let encryption = PEMEncryption(headers: current.headers)
                        guard current.headers.isEmpty || encryption != nil else { throw unknownHeader }
                        blocks.append(
                            PEMBlock(
                                label: current.label, contents: ItemSecret(unsafe try Base64.decode(body)),
                                encryption: encryption))
                        open = nil
                    } else if unsafe line.contains(UInt8(ascii: ":")) {
                        // Before the first line of base64 only, and no more than are known.
                        let isFirst = unsafe text[current.start..<lineStart].allSatisfy { $0 == 0x0a || $0 == 0x0d }
                        guard isFirst, current.headers.count < 2, line.count <= PEMEncryption.longestHeader else {
                            throw unknownHeader
                        }
                        let header = unsafe String(decoding: line, as: UTF8.self)
                        open = (current.label, lineEnd, current.headers + [header.trimmingTrailingSpace()])
                    }
                } else if let label = unsafe boundary("-----BEGIN ", of: line) {
                    open = (label, lineEnd, [])
                }
                lineStart = lineEnd + 1
            }
            guard open == nil else { throw KeychainError(.decode, during: "looking for the end of a PEM block") }
            return blocks
        }
    }

    private static let unknownHeader = KeychainError(
        .unimplemented, during: "reading a PEM block with headers that are not known")

    /// The label of a line that is a boundary of this kind.
    private static func boundary(_ prefix: String, of line: UnsafeRawBufferPointer) -> String? {
        guard unsafe line.first == UInt8(ascii: "-") else { return nil }
        let text = unsafe String(decoding: line, as: UTF8.self).trimmingTrailingSpace()
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

extension String {
    fileprivate func trimmingTrailingSpace() -> String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
