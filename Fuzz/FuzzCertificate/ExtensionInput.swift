// A certificate around the value of an extension, so that values are reached without a certificate that happens to be
// one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzSupport
import LatchkeyCertificates
import LatchkeyModel
import Security

/// A byte that chooses the name of the extension, and its value.
struct ExtensionInput {
    /// The last number of the name, which begins with 2.5.29.
    private let name: UInt8
    private let value: [UInt8]

    /// In the order of make_seeds.py: the identifiers of the key and of the issuer's, the uses of the key, its extended
    /// uses, basic constraints, other names, and one that is not known.
    private static let names: [UInt8] = [14, 35, 15, 37, 19, 17, 30]

    init(_ bytes: [UInt8]) {
        name = Self.names[Int(bytes.first ?? 0) % Self.names.count]
        value = Array(bytes.dropFirst())
    }

    func run() {
        guard let certificate = try? Certificate(der: encoded) else {
            return FuzzSupport.check(false, "a certificate is read whatever the value of an extension is")
        }
        guard let values = SecCertificateCopyValues(SecCertificate.object(for: certificate), nil, nil) else {
            return FuzzSupport.check(false, "a certificate has values whatever the value of an extension is")
        }
        Self.check(values)
        FuzzSupport.check(
            values.object(forKey: NSString(string: "2.5.29.\(name)")) != nil, "an extension is among the values")
    }

    /// Checks that values have the shape of macOS, each one, and are all there.
    static func check(_ values: NSDictionary) {
        FuzzSupport.check(values.count >= 10, "what every certificate has is among its values")
        for value in values.allValues {
            guard let property = value as? NSDictionary else {
                return FuzzSupport.check(false, "a value is a dictionary")
            }
            let keys = [
                kSecPropertyKeyLabel, kSecPropertyKeyLocalizedLabel, kSecPropertyKeyType, kSecPropertyKeyValue,
            ]
            FuzzSupport.check(
                keys.allSatisfy { property.object(forKey: $0) != nil }, "a value has labels, a type and itself")
        }
    }

    /// Of version 3, without names, with a key of Ed25519 and without a signature.
    private var encoded: [UInt8] {
        let entry = Self.element(0x30, [0x06, 0x03, 0x55, 0x1d, name] + Self.element(0x04, value))
        let list = Self.element(0xa3, Self.element(0x30, entry))
        return Self.element(0x30, Self.element(0x30, Self.fields + list) + Self.signature)
    }

    /// Version, serial number, algorithm, issuer, dates, subject and key.
    private static let fields = bytes(
        hexadecimal: """
            a003020102 020101 300506032b6570 3000
            301e 170d3236303130313030303030305a 170d3336303130313030303030305a 3000
            302a 300506032b6570 032100 0000000000000000000000000000000000000000000000000000000000000000
            """)
    /// Its algorithm, and no bits.
    private static let signature = bytes(hexadecimal: "300506032b6570 030100")

    private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let size: [UInt8] =
            switch count {
            case ..<0x80: [UInt8(count)]
            case ..<0x100: [0x81, UInt8(count)]
            default: [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
            }
        return [tag] + size + contents
    }
}
