// Checks RSA keys in the form of PKCS#1 (RFC 8017, appendix A.1).
// SPDX-License-Identifier: Apache-2.0

import CryptoExtras
import FoundationEssentials
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform
import SwiftASN1

/// The public numbers of an RSA key.
struct RSANumbers {
    /// The modulus, most significant byte first, without leading zeros.
    let modulus: [UInt8]
    let exponent: [UInt8]

    /// Bits of a modulus from which on swift-crypto takes it.
    private static let ordinarySize = 1024

    /// - Throws: `.decode` for anything but the form of one RSA key of this class, of a size that is worked with.
    init(reading representation: ItemSecret, _ keyClass: KeyClass) throws(KeychainError) {
        self = try representation.bytes.withWipedArray { bytes throws(KeychainError) in
            try decoding("reading an RSA key") { try RSANumbers(DER.parse(bytes), keyClass) }
        }
    }

    /// - Throws: `.decode` for anything but one RSA key of this class, of a size that is worked with, whose numbers fit
    ///   together.
    init(checking representation: ItemSecret, _ keyClass: KeyClass) throws(KeychainError) {
        try self.init(reading: representation, keyClass)
        guard sizeInBits >= Self.ordinarySize else {
            if keyClass == .private { try KeyMath.check(rsa: representation) }
            return
        }
        try decoding("checking the numbers of an RSA key") {
            switch keyClass {
            case .public: _ = try _RSA.Signing.PublicKey(unsafeDERRepresentation: publicOctets)
            case .private:
                try unsafe representation.bytes.withUnsafeBytes { bytes in
                    _ = try unsafe _RSA.Signing.PrivateKey(unsafeDERRepresentation: bytes)
                }
            }
        }
    }

    private init(_ node: ASN1Node, _ keyClass: KeyClass) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        if keyClass == .private {
            // Other versions have more than two primes.
            guard try Int(derEncoded: parts.required()) == 0 else { throw malformed() }
        }
        modulus = try Array(positive(parts.required()))
        exponent = try Array(positive(parts.required()))
        if keyClass == .private {
            // Longer ones than the modulus would be worked with for minutes.
            for _ in 0..<6 where try positive(parts.required()).count > modulus.count { throw malformed() }
        }
        guard parts.next() == nil, KeyMath.rsaSizes.contains(sizeInBits), modulus.last?.isMultiple(of: 2) == false,
            (1...4).contains(exponent.count), exponent.last?.isMultiple(of: 2) == false, exponent != [1]
        else { throw malformed() }
    }

    var sizeInBits: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

    /// The PKCS#1 form of the public half.
    var publicOctets: [UInt8] {
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { parts in
            for number in [modulus, exponent] {
                parts.appendPrimitiveNode(identifier: .integer) { bytes in
                    if number.first.map({ $0 >= 0x80 }) == true { bytes.append(0) }
                    bytes += number
                }
            }
        }
        return serializer.serializedBytes
    }
}

/// The bytes of an INTEGER above zero, in its shortest form, without the zero before a high bit.
private func positive(_ node: ASN1Node) throws -> ArraySlice<UInt8> {
    let bytes = try node.primitiveContents(of: .integer)
    guard let first = bytes.first, first < 0x80 else { throw malformed() }
    guard first == 0 else { return bytes }
    let rest = bytes.dropFirst()
    guard let second = rest.first, second >= 0x80 else { throw malformed() }
    return rest
}
