// Reads PKCS#12 files (RFC 7292) in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyPlatform

/// Walks the bags of a file, of which there may be any number of each kind.
package struct PKCS12Reader {
    /// Largest file that is read, in bytes.
    package static let largestSize = 16 << 20
    /// Most bags of a file.
    package static let largestCount = 4096
    /// Most private keys of a file.
    package static let largestKeyCount = 256
    /// Most levels of bags in bags.
    private static let greatestDepth = 4

    private var password: FilePassword
    /// Whether a code has said that the password is right.
    private var isChecked = false
    private var budget: WorkBudget
    private var contents = PKCS12Contents()
    private var count = 0

    /// - Parameter password: UTF-8; empty stands for none as well.
    /// - Throws: `.authFailed` for another password, `.decode` for what is no such file, for a key or certificate in it
    ///   that cannot be read, and for more than ``WorkBudget/rounds`` rounds; `.unimplemented` for a cipher or a kind
    ///   of key that is not known, and for a file that is signed in place of having a password.
    package static func contents(of file: ItemSecret, password: ItemSecret) throws(KeychainError) -> PKCS12Contents {
        var budget = WorkBudget()
        return try contents(of: file, password: password, within: &budget)
    }

    /// - Parameter budget: of the file that this one is a part of. Left as it is on failure: another password may
    ///   follow.
    package static func contents(
        of file: ItemSecret, password: ItemSecret, within budget: inout WorkBudget
    ) throws(KeychainError) -> PKCS12Contents {
        guard file.count <= largestSize else {
            throw KeychainError(.decode, during: "measuring a PKCS#12 file")
        }
        var reader = PKCS12Reader(password: password, budget: budget)
        try reader.read(file)
        budget = reader.budget
        return reader.contents
    }

    /// Whether some bytes look like such a file.
    package static func isOne(_ file: ItemSecret) -> Bool {
        guard let parts = try? BERNode(reading: file, allowsMore: true).children(of: BERNode.Tag.sequence),
            (2...3).contains(parts.count), (try? parts[0].number(upTo: 3)) == 3
        else { return false }
        return (try? ContentInfo(parts[1])) != nil
    }

    private init(password: ItemSecret, budget: WorkBudget) {
        self.password = FilePassword(password)
        self.budget = budget
    }

    private mutating func read(_ file: ItemSecret) throws(KeychainError) {
        let parts = try BERNode(reading: file, allowsMore: true).children(of: BERNode.Tag.sequence)
        guard (2...3).contains(parts.count), try parts[0].number(upTo: 3) == 3 else { throw BERNode.refusal }
        let outer = try ContentInfo(parts[1])
        guard outer.type == .data else {
            guard outer.type == .signedData else { throw BERNode.refusal }
            throw KeychainError(.unimplemented, during: "reading a PKCS#12 file that is signed")
        }
        let safe = try outer.content.octets()
        if parts.count == 3 {
            password = try PKCS12Code(parts[2]).check(safe, password: password.text, within: &budget)
            isChecked = true
        }
        for part in try BERNode(reading: safe).children(of: BERNode.Tag.sequence) {
            let info = try ContentInfo(part)
            switch info.type {
            case .data: try read(bags: try info.content.octets(), depth: 0)
            case .encryptedData:
                let bags = try decrypted(info.content)
                do throws(KeychainError) {
                    try read(bags: bags, depth: 0)
                } catch {
                    throw judged(error)
                }
            default: throw KeychainError(.unimplemented, during: "reading a PKCS#12 file for a public key")
            }
        }
    }

    /// EncryptedData (RFC 5652, section 8).
    private mutating func decrypted(_ node: BERNode) throws(KeychainError) -> ItemSecret {
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard parts.count >= 2 else { throw BERNode.refusal }
        let inner = try parts[1].children(of: BERNode.Tag.sequence)
        guard inner.count == 3, try inner[0].objectIdentifier() == ContentInfo.Kind.data.name else {
            throw BERNode.refusal
        }
        let cipher = try PasswordCipher(algorithm: inner[1])
        // [0], implicit: primitive or in pieces.
        return try cipher.decrypt(inner[2].octets(of: 0x80), password: password, within: &budget)
    }

    private mutating func read(bags: ItemSecret, depth: Int) throws(KeychainError) {
        try read(bags: try BERNode(reading: bags).children(of: BERNode.Tag.sequence), depth: depth)
    }

    private mutating func read(bags: [BERNode], depth: Int) throws(KeychainError) {
        guard depth < Self.greatestDepth else { throw BERNode.refusal }
        for bag in bags {
            count += 1
            let parts = try bag.children(of: BERNode.Tag.sequence)
            guard count <= Self.largestCount, (2...3).contains(parts.count) else { throw BERNode.refusal }
            let value = try parts[1].onlyChild(of: BERNode.Tag.context0)
            let name = try parts[0].objectIdentifier()
            // 1.2.840.113549.1.12.10.1.1 to .6
            guard name.count == 11, name.starts(with: Self.bagTypes) else { continue }
            let label = parts.count == 3 ? try PKCS12Contents.Label(parts[2]) : .init()
            switch name[10] {
            case 1: try append(try Self.key(value.encoded()), label)
            case 2: try append(try decryptedKey(value), label)
            case 3: if let certificate = try Self.certificate(value) { contents.append(certificate, label) }
            case 6: try read(bags: try value.children(of: BERNode.Tag.sequence), depth: depth + 1)
            // Revocation lists and other secrets.
            default: continue
            }
        }
    }

    private mutating func append(_ key: KeyData, _ label: PKCS12Contents.Label) throws(KeychainError) {
        guard contents.keys.count < Self.largestKeyCount else { throw BERNode.refusal }
        contents.append(key, label)
    }

    private mutating func decryptedKey(_ node: BERNode) throws(KeychainError) -> KeyData {
        let plain = try EncryptedPrivateKey.decrypted(node, password: password, within: &budget)
        do throws(KeychainError) {
            return try Self.key(plain)
        } catch {
            throw judged(error)
        }
    }

    /// Why decrypted bytes cannot be read: without a code they may as well be those of another password, whose padding
    /// is right once in 256 times.
    private func judged(_ error: KeychainError) -> KeychainError {
        guard !isChecked, error.code == .decode else { return error }
        return KeychainError(.authFailed, during: "reading the decrypted part of a PKCS#12 file")
    }

    private static func key(_ encoded: ItemSecret) throws(KeychainError) -> KeyData {
        try KeyData(der: encoded, format: .pkcs8, .private)
    }

    /// Nil for a certificate that is none of X.509.
    private static func certificate(_ node: BERNode) throws(KeychainError) -> LatchkeyCertificates.Certificate? {
        let parts = try node.children(of: BERNode.Tag.sequence)
        // 1.2.840.113549.1.9.22.1
        guard parts.count == 2 else { throw BERNode.refusal }
        guard try parts[0].objectIdentifier() == pkcs9 + [22, 1] else { return nil }
        let der = try parts[1].onlyChild(of: BERNode.Tag.context0).octets()
        return try Certificate(der: der.bytes.declassified(because: "a certificate is public"))
    }

    private static let bagTypes: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x0a, 0x01]
    /// 1.2.840.113549.1.9
    static let pkcs9: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09]
}

extension PKCS12Contents.Label {
    /// The attributes of a bag (RFC 2985, section 5.5). What is not known is left out.
    init(_ node: BERNode) throws(KeychainError) {
        self.init()
        for attribute in try node.children(of: BERNode.Tag.set) {
            let parts = try attribute.children(of: BERNode.Tag.sequence)
            guard parts.count == 2 else { throw BERNode.refusal }
            guard let value = try parts[1].children(of: BERNode.Tag.set).first else { continue }
            switch try parts[0].objectIdentifier() {
            case PKCS12Reader.pkcs9 + [20] where value.tag == BERNode.Tag.bmpString:
                let bytes = value.publicContents
                guard bytes.count.isMultiple(of: 2), bytes.count <= 1 << 12 else { throw BERNode.refusal }
                let units = stride(from: 0, to: bytes.count, by: 2).map { (place: Int) -> UInt16 in
                    UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
                }
                name = String(decoding: units, as: UTF16.self)
            case PKCS12Reader.pkcs9 + [21] where value.tag == BERNode.Tag.octetString:
                keyID = Array(value.publicContents.prefix(1 << 10))
            default: continue
            }
        }
    }
}
