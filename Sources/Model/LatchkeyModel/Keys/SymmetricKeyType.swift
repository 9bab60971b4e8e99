// The types of symmetric keys, by the numbers that Apple's API has for them.
// SPDX-License-Identifier: Apache-2.0

/// A type of symmetric keys by the value of `kSecAttrKeyType`, which is CSSM's number of the algorithm.
package enum SymmetricKeyType: Int64, Hashable, Sendable, CaseIterable {
    case des = 14
    case tripleDES = 17
    case rc2 = 23
    case rc4 = 25
    case cast = 56
    case aes = 2_147_483_649

    /// Whether there are keys of this size. Those of DES are counted with their bits of parity.
    package func has(sizeInBits bits: Int64) -> Bool {
        switch self {
        case .des: bits == 64
        case .tripleDES: bits == 192
        case .rc2: bits % 8 == 0 && (40...1024).contains(bits)
        case .rc4: bits % 8 == 0 && (40...2048).contains(bits)
        case .cast: bits % 8 == 0 && (40...128).contains(bits)
        case .aes: bits == 128 || bits == 192 || bits == 256
        }
    }

    /// Bytes of a block; of a stream one.
    package var blockSize: Int {
        switch self {
        case .des, .tripleDES, .rc2, .cast: 8
        case .rc4: 1
        case .aes: 16
        }
    }
}
