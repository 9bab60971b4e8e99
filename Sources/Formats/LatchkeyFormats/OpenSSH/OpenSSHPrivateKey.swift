// Private keys in the form of OpenSSH (PROTOCOL.key of OpenSSH).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

package enum OpenSSHPrivateKey {
    static let beginning = Array("openssh-key-v1\0".utf8)
    /// Longest file that is read, in bytes.
    private static let largestSize = 1 << 16

    /// - Parameter file: the bytes between the lines of PEM.
    /// - Parameter passphrase: empty if there is none.
    /// - Parameter budget: of the file that this key is a part of. Left as it is on failure: another passphrase may
    ///   follow.
    /// - Throws: `.authFailed` for another passphrase, `.decode` for what is no key, for halves that do not belong
    ///   together and for too many rounds, `.unimplemented` for a cipher or a kind of key that is not known.
    package static func key(
        in file: ItemSecret, passphrase: ItemSecret, within budget: inout WorkBudget
    ) throws(KeychainError) -> KeyData {
        guard file.count <= largestSize else { throw SSHReader.refusal }
        var outer = SSHReader(file)
        try outer.skip(beginning)
        let name = try outer.text()
        let hashing = try outer.text()
        let options = try outer.string()
        guard try outer.number() == 1 else { throw SSHReader.refusal }
        let publicHalf = try outer.string()
        let enclosed = try outer.string()
        guard name != "none" else {
            guard hashing == "none", outer.isAtEnd else { throw SSHReader.refusal }
            var inner = SSHReader(enclosed)
            guard try inner.number() == inner.number() else { throw SSHReader.refusal }
            return try key(in: &inner, publicHalf)
        }
        guard hashing == "bcrypt", let cipher = SSHCipher(rawValue: name) else {
            throw KeychainError(
                .unimplemented, during: "looking for the cipher of a key of OpenSSH",
                hint: "ssh-keygen -p -Z aes256-ctr puts the key under a cipher that is known here")
        }
        let tag = try outer.bytes(cipher.tagSize)
        guard outer.isAtEnd, enclosed.count > 0, enclosed.count.isMultiple(of: cipher.blockSize) else {
            throw SSHReader.refusal
        }
        var spent = budget
        let keys = try keys(for: cipher, options, passphrase, within: &spent)
        let wrong = KeychainError(.authFailed, during: "decrypting a key of OpenSSH", hint: "the passphrase is wrong")
        guard let plain = cipher.decrypt(enclosed, tag: tag, keys: keys) else { throw wrong }
        var inner = SSHReader(plain)
        guard try inner.number() == inner.number() else { throw wrong }
        let key = try key(in: &inner, publicHalf)
        budget = spent
        return key
    }

    private static func keys(
        for cipher: SSHCipher, _ options: ItemSecret, _ passphrase: ItemSecret, within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        var reader = SSHReader(options)
        let salt = try reader.string()
        let rounds = try reader.number()
        guard reader.isAtEnd, (1...PasswordHash.longestSalt).contains(salt.count) else { throw SSHReader.refusal }
        guard passphrase.count > 0 else {
            throw KeychainError(.authFailed, during: "decrypting a key of OpenSSH without a passphrase")
        }
        return try PasswordHash.bcrypt(
            passphrase, salt: salt, rounds: Int(rounds), count: cipher.keySize + cipher.vectorSize, within: &budget)
    }

    /// The key, its comment, which is left out, and the padding.
    private static func key(in reader: inout SSHReader, _ publicHalf: ItemSecret) throws(KeychainError) -> KeyData {
        guard let kind = OpenSSHPublicKey.kind(named: try reader.text()) else {
            throw KeychainError(.unimplemented, during: "reading a key of OpenSSH of a kind that is not known")
        }
        let key: KeyData
        switch kind {
        case .rsa: key = try rsaKey(&reader)
        case .ed25519:
            let point = try reader.string()
            // The seed, and the public half again.
            let pair = try reader.string()
            guard pair.count == 64, pair.part(32..<64) == point else { throw SSHReader.refusal }
            key = try KeyData(.ed25519, .private, pair.part(0..<32))
            guard ItemSecret(copying: key.publicOctets) == point else { throw SSHReader.refusal }
        default: key = try curveKey(&reader, kind)
        }
        _ = try reader.string()
        try reader.skipPadding()
        guard try OpenSSHPublicKey.encoded(key) == publicHalf else { throw SSHReader.refusal }
        return key
    }

    private static func curveKey(_ reader: inout SSHReader, _ kind: KeyKind) throws(KeychainError) -> KeyData {
        guard let size = kind.fieldSize, let curve = try OpenSSHPublicKey.name(of: kind).curve,
            try reader.text() == curve
        else { throw SSHReader.refusal }
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
