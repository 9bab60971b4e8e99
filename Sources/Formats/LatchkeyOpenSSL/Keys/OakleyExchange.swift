// Agreements on a key by Diffie-Hellman: of the Secret Service, in the second group of Oakley (RFC 2409, 6.2), and of
// prompters, in the fifth (RFC 3526, 2).
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

/// One side of an exchange. Its exponent is wiped with it.
@safe
package struct OakleyExchange: ~Copyable {
    /// Bytes of every number of the group.
    package static let size = Group.second.size
    /// Of the exponent: 256 bits, more than the group is worth.
    private static let exponentSize = 32

    package enum Group: Sendable {
        case second, fifth

        /// Bytes of every number of the group.
        package var size: Int {
            switch self {
            case .second: 128
            case .fifth: 192
            }
        }

        /// A new number, which the caller frees.
        fileprivate var prime: OpaquePointer? {
            switch self {
            case .second: unsafe BN_get_rfc2409_prime_1024(nil)
            case .fifth: unsafe BN_get_rfc3526_prime_1536(nil)
            }
        }
    }

    private let group: Group
    private let exponent: SecretBytes
    /// Big-endian, with zeros in front.
    package let publicValue: [UInt8]

    /// - Throws: `.notAvailable` if there is no OpenSSL.
    package init(in group: Group = .second) throws(KeychainError) {
        var random = SystemRandomNumberGenerator()
        try self.init(
            in: group,
            exponent: unsafe SecretBytes(count: Self.exponentSize) { target in
                for place in target.indices { unsafe target[place] = random.next() }
            })
    }

    /// - Parameter exponent: big-endian.
    package init(in group: Group = .second, exponent: consuming SecretBytes) throws(KeychainError) {
        try LibCrypto.require()
        let value = try Self.power(of: [2], exponent, in: group)
        self.group = group
        publicValue = value.declassified(because: "it is sent to the other side")
        self.exponent = exponent
    }

    /// As many bytes as a number of the group, with zeros in front.
    /// - Parameter peer: big-endian, with or without zeros in front.
    /// - Throws: `.parameter` for a number that is no power of the group, or makes a key that everybody knows.
    package func sharedSecret(with peer: [UInt8]) throws(KeychainError) -> SecretBytes {
        guard !peer.isEmpty, peer.count <= group.size + 1 else { throw Self.refusal }
        return try Self.power(of: peer, exponent, in: group)
    }

    private static var refusal: KeychainError {
        KeychainError(.parameter, during: "reading the other side's number of an agreement")
    }

    /// `base` to the power of `exponent`. The time depends on the lengths only.
    private static func power(
        of base: [UInt8], _ exponent: borrowing SecretBytes, in group: Group
    ) throws(KeychainError) -> SecretBytes {
        let size = group.size
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let context = unsafe BN_CTX_secure_new()
        let (number, result) = unsafe (BN_bin2bn(base, CInt(base.count), nil), BN_secure_new())
        let (prime, bound, one) = unsafe (group.prime, group.prime, BN_new())
        let power = unsafe exponent.withUnsafeBytes { bytes in
            unsafe BN_bin2bn(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CInt(bytes.count), BN_secure_new())
        }
        defer {
            unsafe BN_clear_free(power)
            unsafe BN_clear_free(result)
            unsafe BN_free(number)
            unsafe BN_free(prime)
            unsafe BN_free(bound)
            unsafe BN_free(one)
            unsafe BN_CTX_free(context)
        }
        guard unsafe context != nil, unsafe number != nil, unsafe result != nil, unsafe prime != nil,
            unsafe bound != nil, unsafe one != nil, let power = unsafe power,
            unsafe BN_set_word(one, 1) == 1, unsafe BN_sub_word(bound, 1) == 1
        else { throw KeychainError(.allocate, during: "agreeing on a key") }
        guard unsafe BN_cmp(number, one) > 0, unsafe BN_cmp(number, bound) < 0 else { throw refusal }
        unsafe BN_set_flags(power, BN_FLG_CONSTTIME)
        guard unsafe BN_mod_exp(result, number, power, prime, context) == 1 else { throw refusal }
        return try unsafe SecretBytes(count: size) { target throws(KeychainError) in
            let start = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard unsafe BN_bn2binpad(result, start, CInt(size)) == CInt(size) else { throw refusal }
        }
    }
}
