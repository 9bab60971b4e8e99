// Public keys in the form of SSH (RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4).
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import KeychainCertificates
package import KeychainModel

package enum OpenSSHPublicKey {
    /// Longest line that is read, in bytes.
    private static let largestLine = 1 << 14

    /// The kinds that SSH has a name for.
    private static let names: [(kind: KeyKind, name: String, curve: String?)] = [
        (.rsa, "ssh-rsa", nil), (.ed25519, "ssh-ed25519", nil),
        (.p256, "ecdsa-sha2-nistp256", "nistp256"), (.p384, "ecdsa-sha2-nistp384", "nistp384"),
        (.p521, "ecdsa-sha2-nistp521", "nistp521"),
    ]

    /// The name of keys of a kind, and of its curve where there are several.
    /// - Throws: `.unimplemented` for a kind that SSH does not have.
    static func name(of kind: KeyKind) throws(KeychainError) -> (name: String, curve: String?) {
        guard let found = names.first(where: { $0.kind == kind }) else {
            throw KeychainError(
                .unimplemented, during: "looking for the name of a key in SSH",
                hint: "OpenSSH has keys of RSA, P-256, P-384, P-521 and Ed25519; others go with -f pkcs8")
        }
        return (found.name, found.curve)
    }

    /// Nil for a name that is not known.
    static func kind(named name: String) -> KeyKind? { names.first { $0.name == name }?.kind }

    /// The public half of a key.
    /// - Throws: `.unimplemented` for a kind that SSH does not have.
    static func encoded(_ key: KeyData) throws(KeychainError) -> ItemSecret {
        let (name, curve) = try name(of: key.kind)
        let octets = ItemSecret(copying: key.publicOctets)
        var writer = SSHWriter()
        writer.write(text: name)
        if key.kind == .rsa {
            let numbers = try BERNode(reading: octets).children(of: BERNode.Tag.sequence)
            guard numbers.count == 2 else { throw BERNode.refusal }
            for number in numbers.reversed() { writer.write(string: try number.octets(of: BERNode.Tag.integer)) }
        } else {
            if let curve { writer.write(text: curve) }
            writer.write(string: octets)
        }
        return writer.finished()
    }

    /// The key as a line of a file: its name and the bytes in base64.
    /// - Throws: `.unimplemented` for a kind that SSH does not have.
    package static func line(of key: KeyData) throws(KeychainError) -> ItemSecret {
        let octets = try encoded(key).bytes.declassified(because: "it is a public key")
        return ItemSecret(
            copying: Array("\(try name(of: key.kind).name) \(Data(octets).base64EncodedString())\n".utf8))
    }

    /// The key of a line, or nil for what begins with no name of a key.
    /// - Throws: `.decode` for what is no key in spite of its beginning, and where more than one line follows.
    package static func key(in file: ItemSecret) throws(KeychainError) -> KeyData? {
        // Of anything else no more is looked at than the length of the longest name.
        let beginning = file.part(0..<min(file.count, 32)).bytes.declassified(because: "it may be a name")
        guard
            let name = beginning.split(separator: 0x20, maxSplits: 1).first.map({ String(decoding: $0, as: UTF8.self) }
            ),
            name.utf8.count < beginning.count, let kind = kind(named: name)
        else { return nil }
        guard file.count <= largestLine else { throw SSHReader.refusal }
        let text = String(decoding: file.bytes.declassified(because: "it is a public key"), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 1 else {
            throw KeychainError(
                .decode, during: "reading a public key of OpenSSH", hint: "the file has more than one line")
        }
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let octets = Data(base64Encoded: String(words[1])) else { throw SSHReader.refusal }
        let blob = ItemSecret(copying: Array(octets))
        var reader = SSHReader(blob)
        guard try reader.text() == name else { throw SSHReader.refusal }
        let key: KeyData
        if kind == .rsa {
            let exponent = try reader.magnitude()
            let modulus = try reader.magnitude()
            var writer = SecretDERWriter(capacity: exponent.count + modulus.count + 32)
            for number in [exponent, modulus] { writer.prepend(magnitude: number) }
            writer.wrap(SecretDERWriter.sequence, since: 0)
            key = try KeyData(.rsa, .public, writer.finished())
        } else {
            if let curve = try Self.name(of: kind).curve {
                guard try reader.text() == curve else { throw SSHReader.refusal }
            }
            key = try KeyData(kind, .public, try reader.string())
        }
        guard reader.isAtEnd, try encoded(key) == blob else { throw SSHReader.refusal }
        return key
    }
}
