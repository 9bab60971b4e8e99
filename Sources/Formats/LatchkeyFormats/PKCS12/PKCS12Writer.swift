// Writes PKCS#12 files (RFC 7292) that OpenSSL, NSS and Java read.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension PKCS12Contents {
    /// Times that a password is hashed for a new file.
    static let rounds = 600_000

    /// The file: keys under AES-256 with PBKDF2, certificates, which are public, as they are, HMAC-SHA-256 over the
    /// whole.
    /// - Throws: `.parameter` for an empty password, which would protect nothing, and for more than ``PKCS12Reader``
    ///   reads.
    package func encoded(password: ItemSecret) throws(KeychainError) -> ItemSecret {
        guard password.count > 0 else {
            throw KeychainError(
                .parameter, during: "writing a PKCS#12 file", hint: "the file needs a passphrase that is not empty")
        }
        let excess = KeychainError(
            .parameter, during: "measuring a new PKCS#12 file",
            hint: "a file holds at most 256 private keys, 4096 keys and certificates together, and 16 MB")
        guard keys.count <= PKCS12Reader.largestKeyCount,
            keys.count + certificates.count <= PKCS12Reader.largestCount
        else { throw excess }
        let safe = try safe(password)
        let salt = ItemSecret(try KeyMath.randomBytes(16))
        var budget = WorkBudget()
        let key = try PasswordHash.pkcs12(
            password.utf16WithZero(), salt: salt, rounds: Self.rounds, for: .code, count: KeyHash.sha256.size, .sha256,
            within: &budget)
        guard let code = KeyHash.sha256.code(of: safe, key: key) else {
            throw KeychainError(.internalError, during: "writing the code of a PKCS#12 file")
        }
        var writer = SecretDERWriter(capacity: safe.count + 256)
        writer.prepend(number: Self.rounds)
        writer.prepend(element: SecretDERWriter.octetString, salt)
        let info = writer.mark
        writer.prepend(element: SecretDERWriter.octetString, code)
        let algorithm = writer.mark
        writer.prepend([BERNode.Tag.null, 0])
        writer.prepend(name: KeyHash.sha256.name)
        writer.wrap(SecretDERWriter.sequence, since: algorithm)
        writer.wrap(SecretDERWriter.sequence, since: info)
        writer.wrap(SecretDERWriter.sequence, since: 0)
        let content = writer.mark
        writer.prepend(element: SecretDERWriter.octetString, safe)
        writer.wrap(BERNode.Tag.context0, since: content)
        writer.prepend(name: ContentInfo.Kind.data.name)
        writer.wrap(SecretDERWriter.sequence, since: content)
        writer.prepend([SecretDERWriter.integer, 1, 3])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        let file = writer.finished()
        guard file.count <= PKCS12Reader.largestSize else { throw excess }
        return file
    }

    /// Two lists of bags: the certificates, then the keys.
    private func safe(_ password: ItemSecret) throws(KeychainError) -> ItemSecret {
        var lists: [ItemSecret] = []
        if !certificates.isEmpty {
            lists.append(
                Self.list(
                    of: certificates.map { entry in
                        var writer = SecretDERWriter(capacity: entry.certificate.der.count + 2048)
                        entry.label.write(to: &writer)
                        let mark = writer.mark
                        writer.prepend(entry.certificate.der)
                        writer.wrap(SecretDERWriter.octetString, since: mark)
                        writer.wrap(BERNode.Tag.context0, since: mark)
                        writer.prepend(name: PKCS12Reader.pkcs9 + [22, 1])
                        writer.wrap(SecretDERWriter.sequence, since: mark)
                        return Self.bag(3, around: &writer, since: mark)
                    }))
        }
        if !keys.isEmpty {
            var bags: [ItemSecret] = []
            let salt = ItemSecret(try KeyMath.randomBytes(16))
            var budget = WorkBudget()
            for entry in keys {
                let encrypted = try EncryptedPrivateKey.encrypted(
                    entry.key, password: password, rounds: Self.rounds, salt: salt, within: &budget)
                var writer = SecretDERWriter(capacity: encrypted.count + 2048)
                entry.label.write(to: &writer)
                let mark = writer.mark
                unsafe encrypted.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
                bags.append(Self.bag(2, around: &writer, since: mark))
            }
            lists.append(Self.list(of: bags))
        }
        return Self.list(
            of: lists.map { list in
                var writer = SecretDERWriter(capacity: list.count + 64)
                writer.prepend(element: SecretDERWriter.octetString, list)
                writer.wrap(BERNode.Tag.context0, since: 0)
                writer.prepend(name: ContentInfo.Kind.data.name)
                writer.wrap(SecretDERWriter.sequence, since: 0)
                return writer.finished()
            })
    }

    private static func bag(_ type: UInt8, around writer: inout SecretDERWriter, since mark: Int) -> ItemSecret {
        writer.wrap(BERNode.Tag.context0, since: mark)
        writer.prepend(name: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x0a, 0x01, type])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return writer.written()
    }

    private static func list(of elements: [ItemSecret]) -> ItemSecret {
        var writer = SecretDERWriter(capacity: elements.reduce(16) { $0 + $1.count })
        for element in elements.reversed() { unsafe element.bytes.withUnsafeBytes { unsafe writer.prepend($0) } }
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return writer.finished()
    }
}

extension PKCS12Contents.Label {
    /// The attributes of a bag, as a set; DER wants the shorter first, and by their bytes.
    fileprivate func write(to writer: inout SecretDERWriter) {
        guard name != nil || keyID != nil else { return }
        func write(_ number: UInt8, _ tag: UInt8, _ value: [UInt8]) {
            let mark = writer.mark
            writer.prepend(value)
            writer.wrap(tag, since: mark)
            writer.wrap(BERNode.Tag.set, since: mark)
            writer.prepend(name: PKCS12Reader.pkcs9 + [number])
            writer.wrap(SecretDERWriter.sequence, since: mark)
        }
        let units = name.map { Array($0.utf16.prefix(256)).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } }
        let id = keyID.map { Array($0.prefix(64)) }
        // The length of an attribute is its first byte that differs.
        let isNameLast = (units?.count ?? 0) >= (id?.count ?? 0)
        if isNameLast, let units { write(20, BERNode.Tag.bmpString, units) }
        if let id { write(21, BERNode.Tag.octetString, id) }
        if !isNameLast, let units { write(20, BERNode.Tag.bmpString, units) }
        writer.wrap(BERNode.Tag.set, since: 0)
    }
}
