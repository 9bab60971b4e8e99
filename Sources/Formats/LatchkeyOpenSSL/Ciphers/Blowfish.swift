// Blowfish with the costly key schedule of bcrypt (Provos and Mazières, 1999), which OpenSSL has not: the block
// function is its.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

@safe
package struct Blowfish: ~Copyable {
    /// The round keys and the tables, and behind them the block at work.
    private var state: SecretBytes

    /// Bytes of a hash.
    package static let hashSize = 32
    private static let roundKeys = 18

    private init() {
        state = unsafe SecretBytes(count: (Self.initialState.count + 2) * 4) { target in
            unsafe Self.initialState.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
    }

    /// Mixes a key into the state, and a salt if there is one.
    private mutating func mix(_ key: Words, _ salt: Words? = nil) {
        unsafe state.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let words = unsafe start.assumingMemoryBound(to: UInt32.self)
            let tables = unsafe UnsafePointer(start.assumingMemoryBound(to: BF_KEY.self))
            let block = unsafe words + Self.initialState.count
            unsafe block.update(repeating: 0, count: 2)
            for place in 0..<Self.roundKeys { unsafe words[place] ^= key[place] }
            var place = 0
            while place < Self.initialState.count {
                if let salt {
                    unsafe block[0] ^= salt[place]
                    unsafe block[1] ^= salt[place + 1]
                }
                unsafe BF_encrypt(block, tables)
                unsafe words[place] = block[0]
                unsafe words[place + 1] = block[1]
                place += 2
            }
        }
    }

    /// The hash of a password and a salt, of which each is a value of SHA-512 already.
    package static func hash(password: ItemSecret, salt: ItemSecret) -> SecretBytes {
        let (password, salt) = (Words(password), Words(salt))
        var cipher = Blowfish()
        cipher.mix(password, salt)
        for _ in 0..<64 {
            cipher.mix(salt)
            cipher.mix(password)
        }
        return cipher.encryptedText()
    }

    /// The words of the text stand with their lowest byte first, whatever the order of the cipher is.
    private consuming func encryptedText() -> SecretBytes {
        let text = Array("OxychromaticBlowfishSwatDynamite".utf8)
        return unsafe SecretBytes(count: Self.hashSize) { target in
            guard let start = target.baseAddress else { return }
            let words = unsafe start.assumingMemoryBound(to: UInt32.self)
            for place in 0..<8 { unsafe words[place] = Words.word(text[4 * place..<4 * place + 4]) }
            unsafe state.withUnsafeBytes { bytes in
                guard let tables = unsafe bytes.baseAddress?.assumingMemoryBound(to: BF_KEY.self) else { return }
                for place in stride(from: 0, to: 8, by: 2) {
                    for _ in 0..<64 { unsafe BF_encrypt(words + place, tables) }
                }
            }
            for place in 0..<8 { unsafe words[place] = words[place].littleEndian }
        }
    }

    /// A value of SHA-512 as words, again and again.
    private struct Words {
        private let words: ItemSecret

        init(_ value: ItemSecret) {
            words = ItemSecret(
                unsafe SecretBytes(count: 64) { target in
                    unsafe value.bytes.withUnsafeBytes { bytes in
                        for place in 0..<16 {
                            let word = unsafe Self.word(bytes[4 * place..<4 * place + 4])
                            unsafe target.storeBytes(of: word, toByteOffset: 4 * place, as: UInt32.self)
                        }
                    }
                })
        }

        subscript(place: Int) -> UInt32 {
            unsafe words.bytes.withUnsafeBytes { unsafe $0.load(fromByteOffset: place % 16 * 4, as: UInt32.self) }
        }

        static func word(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
