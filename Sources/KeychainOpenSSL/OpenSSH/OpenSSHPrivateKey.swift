// Private keys in the form of OpenSSH (PROTOCOL.key of OpenSSH).
// SPDX-License-Identifier: Apache-2.0

package import KeychainCertificates
package import KeychainModel

package enum OpenSSHPrivateKey {
    /// - Parameter file: the bytes between the lines of PEM.
    /// - Throws: `.unimplemented` for a key under a passphrase and for a kind that is not known, `.decode` for what is no key.
    package static func key(in file: ItemSecret) throws(KeychainError) -> KeyData {
        guard file.count <= 1 << 16 else { throw SSHReader.refusal }
        var outer = SSHReader(file)
        try outer.skip(Array("openssh-key-v1\0".utf8))
        guard try outer.text() == "none", try outer.text() == "none" else {
            throw KeychainError(
                .unimplemented, during: "reading a key of OpenSSH that is under a passphrase",
                hint: "ssh-keygen -p takes the passphrase off")
        }
        _ = try outer.string()
        guard try outer.number() == 1 else { throw SSHReader.refusal }
        _ = try outer.string()
        var inner = SSHReader(try outer.string())
        guard outer.isAtEnd, try inner.number() == inner.number() else { throw SSHReader.refusal }
        switch try inner.text() {
        case "ssh-ed25519":
            _ = try inner.string()
            // The seed, and the public key again.
            let pair = try inner.string()
            guard pair.count == 64 else { throw SSHReader.refusal }
            return try KeyData(.ed25519, .private, pair.part(0..<32))
        case "ecdsa-sha2-nistp256": return try curveKey(&inner, .p256, named: "nistp256")
        case "ecdsa-sha2-nistp384": return try curveKey(&inner, .p384, named: "nistp384")
        case "ecdsa-sha2-nistp521": return try curveKey(&inner, .p521, named: "nistp521")
        case "ssh-rsa": return try rsaKey(&inner)
        default: throw KeychainError(.unimplemented, during: "reading a key of OpenSSH of a kind that is not known")
        }
    }

    private static func curveKey(
        _ reader: inout SSHReader, _ kind: KeyKind, named name: String
    ) throws(KeychainError) -> KeyData {
        guard try reader.text() == name, let size = kind.fieldSize else { throw SSHReader.refusal }
        let point = try reader.string()
        guard let scalar = try reader.magnitude().padded(to: size) else { throw SSHReader.refusal }
        var writer = SecretDERWriter(capacity: point.count + size)
        unsafe scalar.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
        unsafe point.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
        return try KeyData(kind, .private, writer.finished())
    }

    /// OpenSSH leaves out two of the numbers of PKCS#1.
    private static func rsaKey(_ reader: inout SSHReader) throws(KeychainError) -> KeyData {
        let modulus = try reader.magnitude()
        let exponent = try reader.magnitude()
        let secret = try reader.magnitude()
        let coefficient = try reader.magnitude()
        let (p, q) = (try reader.magnitude(), try reader.magnitude())
        guard let atP = RSARemainder.of(secret, modulo: p), let atQ = RSARemainder.of(secret, modulo: q) else {
            throw SSHReader.refusal
        }
        let numbers = [modulus, exponent, secret, p, q, atP, atQ, coefficient]
        var writer = SecretDERWriter(capacity: numbers.reduce(64) { $0 + $1.count + 8 })
        for number in numbers.reversed() { writer.prepend(magnitude: number) }
        writer.prepend([SecretDERWriter.integer, 1, 0])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return try KeyData(.rsa, .private, writer.finished())
    }
}
