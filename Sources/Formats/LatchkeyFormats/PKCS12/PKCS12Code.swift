// The code that says whether a PKCS#12 file is whole, and opened with its password (RFC 7292, section 4; RFC 9579).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

struct PKCS12Code {
    private let value: ItemSecret
    private let way: Way

    private enum Way {
        case pkcs12(KeyHash, salt: ItemSecret, rounds: Int)
        /// PBMAC1: the digest of the code, and how its key is made.
        case pbkdf2(KeyHash, PBKDF2Parameters)
    }

    /// - Parameter node: MacData.
    /// - Throws: `.unimplemented` for a digest that is not known.
    init(_ node: BERNode) throws(KeychainError) {
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard (2...3).contains(parts.count) else { throw BERNode.refusal }
        let info = try parts[0].children(of: BERNode.Tag.sequence)
        guard info.count == 2 else { throw BERNode.refusal }
        value = try info[1].octets()
        let algorithm = try info[0].children(of: BERNode.Tag.sequence)
        guard let name = try algorithm.first?.objectIdentifier() else { throw BERNode.refusal }
        if name == PasswordCipher.pkcs5 + [14] {
            way = try Self.pbmac1(algorithm)
            return
        }
        guard let digest = KeyHash(named: name) else {
            throw KeychainError(.unimplemented, during: "looking for the digest of a PKCS#12 file")
        }
        let salt = try parts[1].octets()
        guard salt.count <= PasswordHash.longestSalt else { throw BERNode.refusal }
        // None, and zero, are one (reference 5.10.7).
        let rounds = parts.count == 3 ? try parts[2].number(upTo: WorkBudget.rounds) : 1
        way = .pkcs12(digest, salt: salt, rounds: max(1, rounds))
    }

    private static func pbmac1(_ algorithm: [BERNode]) throws(KeychainError) -> Way {
        guard algorithm.count == 2 else { throw BERNode.refusal }
        let parameters = try algorithm[1].children(of: BERNode.Tag.sequence)
        guard parameters.count == 2 else { throw BERNode.refusal }
        let hashing = try parameters[0].children(of: BERNode.Tag.sequence)
        guard hashing.count == 2, try hashing[0].objectIdentifier() == PasswordCipher.pkcs5 + [12],
            let name = try parameters[1].children(of: BERNode.Tag.sequence).first?.objectIdentifier(),
            let digest = KeyHash(ofHMACNamed: name)
        else { throw BERNode.refusal }
        return .pbkdf2(digest, try PBKDF2Parameters(try hashing[1].children(of: BERNode.Tag.sequence)))
    }

    /// - Returns: the password in the form that the code is made with, as everything else in the file is.
    /// - Throws: `.authFailed` if the code is another.
    func check(
        _ message: ItemSecret, password: ItemSecret, within budget: inout WorkBudget
    ) throws(KeychainError) -> FilePassword {
        switch way {
        case .pkcs12(let digest, let salt, let rounds):
            // An empty password is hashed as a zero, or, as some write it, as nothing at all.
            var form = FilePassword(password)
            for isNothing in password.count == 0 ? [false, true] : [false] {
                // The first form was hashed as often; that the password is another is all that can be said.
                guard !isNothing || budget.allows(rounds) else { break }
                form.isNothing = isNothing
                let key = try PasswordHash.pkcs12(
                    form.units(), salt: salt, rounds: rounds, for: .code, count: digest.size, digest, within: &budget)
                if digest.code(of: message, key: key) == value { return form }
            }
        case .pbkdf2(let digest, let parameters):
            guard password.count <= ItemSecret.longestPassword else { break }
            let key = try PasswordHash.pbkdf2(
                password, salt: parameters.salt, rounds: parameters.rounds, count: parameters.count ?? digest.size,
                parameters.digest, within: &budget)
            if digest.code(of: message, key: key) == value { return FilePassword(password) }
        }
        throw KeychainError(
            .authFailed, during: "comparing the code of a PKCS#12 file",
            hint: "the passphrase is wrong, or the file is damaged")
    }
}
