// How PKCS#12 makes keys of a password. OpenSSL does it too, and leaves the password in memory that it has given back.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

extension PasswordHash {
    /// What a key is for in PKCS#12 (RFC 7292, appendix B.3).
    enum Purpose: UInt8 {
        case key = 1
        case vector = 2
        case code = 3
    }

    /// RFC 7292, appendix B.2, which hashes something at least.
    /// - Parameter password: UTF-16 with a zero, or nothing at all if there is no password.
    static func pkcs12(
        _ password: ItemSecret, salt: ItemSecret, rounds: Int, for purpose: Purpose, count: Int, _ digest: KeyHash,
        within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        guard password.count > 0 || salt.count > 0 else {
            throw KeychainError(.decode, during: "hashing no password with no salt")
        }
        try budget.spend(rounds * ((count + digest.size - 1) / digest.size))
        let block = digest.blockSize
        let (saltCount, passwordCount) = (salt.count.roundedUp(to: block), password.count.roundedUp(to: block))
        // D, I, which is the salt and the password again and again, and A.
        var work = unsafe SecretBytes(count: block + saltCount + passwordCount + digest.size) { bytes in
            for place in 0..<block { unsafe bytes[place] = purpose.rawValue }
            let ends = [block + saltCount, block + saltCount + passwordCount]
            for (part, start, end) in [(salt, block, ends[0]), (password, ends[0], ends[1])] {
                unsafe part.bytes.withUnsafeBytes { part in
                    for place in start..<end { unsafe bytes[place] = part[(place - start) % part.count] }
                }
            }
        }
        var isMade = false
        let context = try DigestContext(digest)
        let key = unsafe SecretBytes(count: count) { target in
            isMade = unsafe work.withUnsafeMutableBytes { work in
                unsafe fill(target, from: work, rounds: rounds, digest, through: context)
            }
        }
        guard isMade else {
            throw KeychainError(.internalError, during: "making a key from a password")
        }
        return ItemSecret(key)
    }

    /// - Parameter work: D, I and A, one behind the other.
    private static func fill(
        _ target: UnsafeMutableRawBufferPointer, from work: UnsafeMutableRawBufferPointer, rounds: Int,
        _ digest: KeyHash, through context: borrowing DigestContext
    ) -> Bool {
        let block = digest.blockSize
        let split = work.count - digest.size
        let input = unsafe UnsafeRawBufferPointer(rebasing: work[..<split])
        let value = unsafe UnsafeMutableRawBufferPointer(rebasing: work[split...])
        var place = 0
        while true {
            guard unsafe context.hash(input, into: value, rounds: rounds) else { return false }
            let taken = min(value.count, target.count - place)
            for offset in 0..<taken { unsafe target[place + offset] = value[offset] }
            place += taken
            guard place < target.count else { return true }
            // A, again and again for a block, and one are added to each block of I.
            for start in stride(from: block, to: split, by: block) {
                var carry: UInt16 = 1
                for offset in (0..<block).reversed() {
                    unsafe carry += UInt16(work[start + offset]) + UInt16(value[offset % value.count])
                    unsafe work[start + offset] = UInt8(truncatingIfNeeded: carry)
                    carry >>= 8
                }
            }
        }
    }
}

extension Int {
    fileprivate func roundedUp(to multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
}
