// How a file of keys is under its password: the cipher and the hashing, as an AlgorithmIdentifier says.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

/// The encryptions of PKCS#12 (RFC 7292, appendix C) and PBES2 (RFC 8018, section 6.2).
package struct PasswordCipher {
    let cipher: BlockCipher
    private let way: Way

    private enum Way {
        case pkcs12(salt: ItemSecret, rounds: Int)
        case pbkdf2(salt: ItemSecret, rounds: Int, KeyHash, vector: ItemSecret)
        case scrypt(salt: ItemSecret, cost: Int, blockSize: Int, parallel: Int, vector: ItemSecret)
    }

    /// - Throws: `.unimplemented` for a cipher or a hashing that is not known, `.decode` for what is no
    ///   AlgorithmIdentifier.
    package init(algorithm node: BERNode) throws(KeychainError) {
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard parts.count == 2 else { throw BERNode.refusal }
        let name = try parts[0].objectIdentifier()
        // 1.2.840.113549.1.5.13
        if name == Self.pkcs5 + [13] {
            self = try Self.pbes2(parts[1])
            return
        }
        let ciphers: [BlockCipher?] = [.rc4(16), .rc4(5), .tripleDES, nil, .rc2(16), .rc2(5)]
        // 1.2.840.113549.1.12.1.1 to .6
        guard name.count == 10, name.starts(with: Self.pkcs12), (1...6).contains(name[9]),
            let cipher = ciphers[Int(name[9]) - 1]
        else { throw Self.unknown }
        let parameters = try parts[1].children(of: BERNode.Tag.sequence)
        guard parameters.count == 2 else { throw BERNode.refusal }
        self.init(
            cipher,
            .pkcs12(salt: try parameters[0].salt(), rounds: try parameters[1].number(upTo: WorkBudget.rounds)))
    }

    private init(_ cipher: BlockCipher, _ way: Way) {
        self.cipher = cipher
        self.way = way
    }

    private static func pbes2(_ node: BERNode) throws(KeychainError) -> PasswordCipher {
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard parts.count == 2 else { throw BERNode.refusal }
        let encryption = try parts[1].children(of: BERNode.Tag.sequence)
        guard encryption.count == 2 else { throw unknown }
        let name = try encryption[0].objectIdentifier()
        guard let cipher = ciphers.first(where: { $0.name == name })?.cipher else { throw unknown }
        let vector = try encryption[1].octets()
        guard vector.count == cipher.vectorSize else { throw BERNode.refusal }
        let hashing = try parts[0].children(of: BERNode.Tag.sequence)
        guard hashing.count == 2 else { throw BERNode.refusal }
        let values = try hashing[1].children(of: BERNode.Tag.sequence)
        switch try hashing[0].objectIdentifier() {
        case pkcs5 + [12]:
            let parameters = try PBKDF2Parameters(values)
            guard parameters.count == nil || parameters.count == cipher.keySize else { throw BERNode.refusal }
            return PasswordCipher(
                cipher, .pbkdf2(salt: parameters.salt, rounds: parameters.rounds, parameters.digest, vector: vector))
        // 1.3.6.1.4.1.11591.4.11
        case [0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b]:
            guard (4...5).contains(values.count) else { throw BERNode.refusal }
            return PasswordCipher(
                cipher,
                .scrypt(
                    salt: try values[0].salt(), cost: try values[1].number(upTo: 1 << 20),
                    blockSize: try values[2].number(upTo: 64), parallel: try values[3].number(upTo: 16),
                    vector: vector)
            )
        default: throw unknown
        }
    }

    /// - Throws: `.authFailed` for another password, as far as that can be told; `.decode` if too much work is asked
    ///   for.
    func decrypt(
        _ bytes: ItemSecret, password: FilePassword, within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        let (key, vector) = try keys(password, within: &budget)
        guard let plain = cipher.decrypt(bytes, key: key, vector: vector) else {
            throw KeychainError(.authFailed, during: "decrypting with a password")
        }
        return plain
    }

    func keys(
        _ password: FilePassword, within budget: inout WorkBudget
    ) throws(KeychainError) -> (key: ItemSecret, vector: ItemSecret) {
        switch way {
        case .pkcs12(let salt, let rounds):
            let password = try password.units()
            func hash(_ purpose: PasswordHash.Purpose, _ count: Int) throws(KeychainError) -> ItemSecret {
                guard count > 0 else { return ItemSecret(copying: []) }
                return try PasswordHash.pkcs12(
                    password, salt: salt, rounds: rounds, for: purpose, count: count, .sha1, within: &budget)
            }
            return (try hash(.key, cipher.keySize), try hash(.vector, cipher.vectorSize))
        case .pbkdf2(let salt, let rounds, let digest, let vector):
            guard password.text.count <= ItemSecret.longestPassword else { throw Self.wrong }
            let key = try PasswordHash.pbkdf2(
                password.text, salt: salt, rounds: rounds, count: cipher.keySize, digest, within: &budget)
            return (key, vector)
        case .scrypt(let salt, let cost, let blockSize, let parallel, let vector):
            guard password.text.count <= ItemSecret.longestPassword else { throw Self.wrong }
            try budget.spend(cost * blockSize * parallel)
            let key = try PasswordHash.scrypt(
                password.text, salt: salt, cost: cost, blockSize: blockSize, parallel: parallel, count: cipher.keySize)
            return (key, vector)
        }
    }

    private static let wrong = KeychainError(.authFailed, during: "measuring a password")
    private static let unknown = KeychainError(
        .unimplemented, during: "looking for the cipher of a file of keys",
        hint: "the file is under a cipher that is not known here; encrypt it anew with AES, as OpenSSL 3 does")

    /// 1.2.840.113549.1.5
    static let pkcs5: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]
    /// 1.2.840.113549.1.12.1
    private static let pkcs12: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01]
    /// 2.16.840.1.101.3.4.1.2, .22 and .42; 1.2.840.113549.3.7.
    private static let ciphers: [(name: [UInt8], cipher: BlockCipher)] = [
        ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x02], .aes128),
        ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x16], .aes192),
        ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a], .aes256),
        ([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x03, 0x07], .tripleDES),
    ]
}

/// PBKDF2-params (RFC 8018, appendix A.2).
struct PBKDF2Parameters {
    let salt: ItemSecret
    let rounds: Int
    /// Bytes of the key, where they are said.
    let count: Int?
    let digest: KeyHash

    init(_ values: [BERNode]) throws(KeychainError) {
        guard values.count >= 2 else { throw BERNode.refusal }
        salt = try values[0].salt()
        rounds = try values[1].number(upTo: WorkBudget.rounds)
        var rest = values[2...]
        if rest.first?.tag == BERNode.Tag.integer {
            count = try rest.removeFirst().number(upTo: 64)
        } else {
            count = nil
        }
        guard let function = rest.popFirst() else {
            digest = .sha1
            return
        }
        guard rest.isEmpty, let name = try function.children(of: BERNode.Tag.sequence).first?.objectIdentifier(),
            let digest = KeyHash(ofHMACNamed: name)
        else { throw BERNode.refusal }
        self.digest = digest
    }
}

extension BERNode {
    fileprivate func salt() throws(KeychainError) -> ItemSecret {
        let salt = try octets()
        guard salt.count <= PasswordHash.longestSalt else { throw BERNode.refusal }
        return salt
    }
}
