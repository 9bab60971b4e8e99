// Public keys in the form of SSH (RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4).
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyPlatform

package enum OpenSSHPublicKey {
    /// Longest line that is read, in bytes.
    private static let largestLine = 1 << 14
    /// Most keys of a file.
    private static let largestCount = 4096

    /// The kinds that SSH has a name for.
    private static let names: [(kind: KeyKind, name: String, curve: String?)] = [
        (.rsa, "ssh-rsa", nil), (.ed25519, "ssh-ed25519", nil),
        (.p256, "ecdsa-sha2-nistp256", "nistp256"), (.p384, "ecdsa-sha2-nistp384", "nistp384"),
        (.p521, "ecdsa-sha2-nistp521", "nistp521"),
    ]

    /// The name of keys of a kind, and of its curve if there are several.
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

    /// Whether a line begins with the name of a key and a blank. It may be anything, so that nothing of it is copied.
    package static func isBeginning(of line: UnsafeRawBufferPointer) -> Bool {
        names.contains { entry in
            let name = entry.name.utf8
            return unsafe line.count > name.count && line[name.count] == 0x20
                && line[..<name.count].elementsEqual(name)
        }
    }

    /// The keys of a file, one a line, or nil for what begins with no name of a key.
    /// - Throws: `.decode` if a line is no key, and for more than 4096 of them.
    package static func keys(in file: ItemSecret) throws(KeychainError) -> [KeyData]? {
        guard unsafe file.bytes.withUnsafeBytes({ unsafe isBeginning(of: $0) }) else { return nil }
        var keys: [KeyData] = []
        for line in try lines(of: file) { keys.append(try key(in: file.part(line))) }
        return keys
    }

    /// Where the lines stand that are not blank.
    private static func lines(of file: ItemSecret) throws(KeychainError) -> [Range<Int>] {
        try unsafe file.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var lines: [Range<Int>] = []
            var start = 0
            while start < bytes.count {
                var end = start
                while unsafe end < bytes.count && bytes[end] != 0x0a { end += 1 }
                if unsafe bytes[start..<end].contains(where: { $0 != 0x20 && $0 != 0x0d }) { lines.append(start..<end) }
                guard lines.count <= largestCount else {
                    throw KeychainError(
                        .decode, during: "counting the lines of a file of public keys",
                        hint: "the file holds more than 4096 keys")
                }
                start = end + 1
            }
            return lines
        }
    }

    /// The key of a line, with its end or without.
    /// - Throws: `.decode` for a line that is none.
    package static func key(in line: ItemSecret) throws(KeychainError) -> KeyData {
        guard unsafe line.bytes.withUnsafeBytes({ unsafe isBeginning(of: $0) }) else {
            throw KeychainError(
                .decode, during: "reading a public key of OpenSSH", hint: "the file has a line that is no public key")
        }
        guard line.count <= largestLine else { throw SSHReader.refusal }
        let text = String(decoding: line.bytes.declassified(because: "it is a public key"), as: UTF8.self)
        let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count >= 2, let kind = kind(named: String(words[0])),
            let octets = Data(base64Encoded: String(words[1]))
        else { throw SSHReader.refusal }
        let blob = ItemSecret(copying: Array(octets))
        var reader = SSHReader(blob)
        guard try reader.text() == words[0] else { throw SSHReader.refusal }
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
