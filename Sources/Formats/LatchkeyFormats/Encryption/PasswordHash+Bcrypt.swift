// How OpenSSH makes a key of a passphrase: PBKDF2 over bcrypt, as OpenBSD has it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

extension PasswordHash {
    /// What a round costs beside one of PBKDF2.
    static let costOfBcrypt = 10_000

    /// The blocks of the key lie in one another, so that nobody gets a part of it for less than the whole.
    /// - Precondition: the passphrase, the salt and the key have a byte at least.
    /// - Throws: `.decode` for no rounds, and for more than the budget allows.
    static func bcrypt(
        _ passphrase: ItemSecret, salt: ItemSecret, rounds: Int, count: Int, within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        guard rounds > 0 else {
            throw KeychainError(
                .decode, during: "counting the rounds in which a key of OpenSSH has its passphrase hashed",
                hint: "the file asks for none, which would protect nothing")
        }
        let blocks = (count + Blowfish.hashSize - 1) / Blowfish.hashSize
        let cost = rounds.multipliedReportingOverflow(by: (blocks + 1) / 2 * costOfBcrypt)
        guard !cost.overflow, budget.allows(cost.partialValue) else {
            throw KeychainError(
                .decode, during: "counting the rounds in which a key of OpenSSH has its passphrase hashed",
                hint:
                    "the keys of the file ask for more than 500 rounds together; ssh-keygen -p -a 100 writes one with fewer"
            )
        }
        try budget.spend(cost.partialValue)
        let password = try KeyHash.sha512.value(of: passphrase)
        var hashes: [ItemSecret] = []
        for block in 0..<blocks {
            hashes.append(try hash(password, salt.followed(by: UInt32(block + 1)), rounds: rounds))
        }
        return ItemSecret(
            unsafe SecretBytes(count: count) { target in
                for place in 0..<count {
                    unsafe target[place] = hashes[place % blocks].bytes.withUnsafeBytes {
                        unsafe $0[place / blocks]
                    }
                }
            })
    }

    private static func hash(
        _ password: ItemSecret, _ salt: ItemSecret, rounds: Int
    ) throws(KeychainError) -> ItemSecret {
        var latest = ItemSecret(Blowfish.hash(password: password, salt: try KeyHash.sha512.value(of: salt)))
        var sum = latest.bytes.copy()
        for _ in 1..<rounds {
            latest = ItemSecret(Blowfish.hash(password: password, salt: try KeyHash.sha512.value(of: latest)))
            let addend = latest
            unsafe sum.withUnsafeMutableBytes { sum in
                unsafe addend.bytes.withUnsafeBytes { addend in
                    for place in sum.indices { unsafe sum[place] ^= addend[place] }
                }
            }
        }
        return ItemSecret(sum)
    }
}

extension ItemSecret {
    /// The bytes, and a number behind them.
    fileprivate func followed(by number: UInt32) -> ItemSecret {
        var writer = SSHWriter()
        writer.write(self)
        writer.write(number: number)
        return writer.finished()
    }
}
