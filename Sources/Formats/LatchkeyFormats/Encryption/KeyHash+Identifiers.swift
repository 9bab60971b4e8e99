// The object identifiers of the hash functions of passwords.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOpenSSL

extension KeyHash {
    /// Those that have a name here, in the order of the names of HMAC with them.
    private static let families: [KeyHash] = [.sha1, .sha224, .sha256, .sha384, .sha512]

    /// - Parameter name: the contents of an object identifier.
    init?(named name: [UInt8]) {
        guard let hash = Self.families.first(where: { $0.name == name }) else { return nil }
        self = hash
    }

    /// - Parameter name: of HMAC with the function.
    init?(ofHMACNamed name: [UInt8]) {
        // 1.2.840.113549.2.7 to .11
        guard name.count == 8, name.starts(with: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02]),
            (7...11).contains(name[7])
        else { return nil }
        self = Self.families[Int(name[7]) - 7]
    }

    /// 1.2.840.113549.2.5, 1.3.14.3.2.26, and 2.16.840.1.101.3.4.2.4, .1, .2 and .3.
    var name: [UInt8] {
        switch self {
        case .md5: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05]
        case .sha1: [0x2b, 0x0e, 0x03, 0x02, 0x1a]
        case .sha224: Self.nist + [4]
        case .sha256: Self.nist + [1]
        case .sha384: Self.nist + [2]
        case .sha512: Self.nist + [3]
        }
    }

    private static let nist: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
}
