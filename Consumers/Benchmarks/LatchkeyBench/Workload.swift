// The items of a class, as the dictionaries that a program passes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What is measured of one class: items that are told apart by their number.
enum Workload: String, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"
    /// A certificate and its private key.
    case identity = "idnt"

    /// Rows that an item takes.
    var rows: Int { self == .identity ? 2 : 1 }

    private var itemClass: CFString {
        switch self {
        case .genericPassword: kSecClassGenericPassword
        case .internetPassword: kSecClassInternetPassword
        case .certificate: kSecClassCertificate
        case .key: kSecClassKey
        case .identity: kSecClassIdentity
        }
    }

    /// Bytes of what an item keeps secret: a password, a certificate, a private key on a curve of 256 bits.
    var secretSize: Int {
        switch self {
        case .genericPassword, .internetPassword: 20
        case .certificate, .identity: 1000
        case .key: 97
        }
    }

    /// Bytes of that secret as it is sealed, padded to its bucket: what the limit seals as well.
    var sealedSize: Int {
        switch self {
        case .genericPassword, .internetPassword: 64
        case .certificate, .identity: 1088
        case .key: 192
        }
    }

    /// Classes whose accounts are searched without regard to case.
    var hasAccounts: Bool { self == .genericPassword || self == .internetPassword }

    /// The attributes that find one item: its primary key, as far as programs name it.
    func names(_ number: Int) -> [CFString: Any] {
        var names: [CFString: Any] = [kSecClass: itemClass]
        switch self {
        case .genericPassword:
            names[kSecAttrService] = "service-\(number).example.org"
            names[kSecAttrAccount] = "account-\(number)"
        case .internetPassword:
            names[kSecAttrServer] = "server-\(number).example.org"
            names[kSecAttrAccount] = "account-\(number)"
        case .certificate, .identity:
            names[kSecAttrIssuer] = Data("an issuer of certificates, of the usual length".utf8)
            names[kSecAttrSerialNumber] = Data("serial-\(number)".utf8)
        case .key:
            names[kSecAttrApplicationLabel] = hash(number)
            names[kSecAttrApplicationTag] = Data("org.example.key-\(number)".utf8)
        }
        return names
    }

    /// What adds an item.
    func items(_ number: Int) -> [CFDictionary] {
        self == .identity ? [Workload.certificate.item(number), Workload.key.item(number)] : [item(number)]
    }

    /// What deletes an item; an identity is deleted by its halves.
    func deletions(_ number: Int) -> [CFDictionary] {
        let halves = self == .identity ? [Workload.certificate, .key] : [self]
        return halves.map { $0.names(number) as CFDictionary }
    }

    private func item(_ number: Int) -> CFDictionary {
        var item = names(number)
        item[kSecAttrLabel] = "Item \(number)"
        item[kSecValueData] = secret(number)
        switch self {
        case .genericPassword: item[kSecAttrComment] = "a comment"
        case .internetPassword:
            item[kSecAttrComment] = "a comment"
            item[kSecAttrProtocol] = kSecAttrProtocolHTTPS
            item[kSecAttrPort] = 443
        case .certificate, .identity:
            item[kSecAttrSubject] = Data("the subject of certificate \(number)".utf8)
            item[kSecAttrSubjectKeyID] = hash(number)
            item[kSecAttrPublicKeyHash] = hash(number)
            item[kSecAttrCertificateType] = 3
        case .key:
            item[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
            item[kSecAttrIsPrivate] = true
            item[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
            item[kSecAttrKeySizeInBits] = 256
        }
        return item as CFDictionary
    }

    /// Finds the secret of one item.
    func lookup(_ number: Int) -> CFDictionary {
        var query = names(number)
        query[kSecReturnData] = true
        return query as CFDictionary
    }

    /// Finds the attributes of the items of one account, whose name is spelt in capital letters.
    func lookupWithoutCase(_ number: Int) -> CFDictionary {
        [
            kSecClass: itemClass, kSecAttrAccount: "ACCOUNT-\(number)", kSecMatchCaseInsensitive: true,
            kSecReturnAttributes: true,
        ] as [CFString: Any] as CFDictionary
    }

    /// Finds an item by its persistent reference, which is asked for here.
    func lookupByReference(_ number: Int) -> CFDictionary {
        var query = names(number)
        query[kSecReturnPersistentRef] = true
        var result: CFTypeRef?
        require(SecItemCopyMatching(query as CFDictionary, &result), "persistent reference")
        guard let reference = result as? NSData else { exit(1) }
        return [kSecValuePersistentRef: reference, kSecReturnData: true] as [CFString: Any] as CFDictionary
    }

    func list(atMost limit: Int) -> CFDictionary {
        [kSecClass: itemClass, kSecReturnAttributes: true, kSecMatchLimit: limit] as [CFString: Any] as CFDictionary
    }

    private func secret(_ number: Int) -> Data {
        var secret = Data("secret-\(number)-".utf8)
        while secret.count < secretSize { secret.append(UInt8(truncatingIfNeeded: secret.count)) }
        return secret.prefix(secretSize)
    }

    /// 20 bytes that look like a SHA-1.
    private func hash(_ number: Int) -> Data {
        var state = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
        return Data(
            (0..<20).map { _ in
                state = (state ^ state >> 29) &* 0xbf58_476d_1ce4_e5b9
                return UInt8(truncatingIfNeeded: state >> 56)
            })
    }
}
