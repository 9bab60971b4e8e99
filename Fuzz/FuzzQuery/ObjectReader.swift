// Makes dictionaries of sensible and absurd objects from bytes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyModel
import Security

/// Takes bytes from the front of an input; behind its end there are zeros.
///
/// A dictionary is a count and that many keys and values. A key below 0x80 is one of ``keys``; from 0x80 to 0xf7 a
/// string of so many bytes less 0x80; above that no string. A value is a tag and what `object` reads for it.
/// make_seeds.py writes this.
struct ObjectReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func dictionary(depth: Int = 0) -> NSMutableDictionary {
        let dictionary = NSMutableDictionary()
        for _ in 0..<byte() where !bytes.isEmpty {
            let key = key()
            dictionary.setObject(object(depth: depth + 1), forKey: key)
        }
        return dictionary
    }

    private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    private mutating func counted() -> [UInt8] { take(Int(byte())) }

    private mutating func word() -> UInt64 { take(8).reduce(0) { $0 << 8 | UInt64($1) } }

    private mutating func key() -> AnyHashable {
        switch byte() {
        case let index where index < 0x80: Self.keys[Int(index) % Self.keys.count] as NSString
        case let count where count < 0xf8: String(decoding: take(Int(count) - 0x80), as: UTF8.self) as NSString
        case 0xf8: NSNumber(value: word())
        case 0xf9: Self.null
        case 0xfa: NSData(data: Data(counted()))
        case 0xfb: NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: word()))
        case 0xfc: NSArray(array: ["class"])
        case 0xfd: NSUUID()
        case 0xfe: units()
        default: word()
        }
    }

    private mutating func object(depth: Int) -> Any {
        switch byte() % 22 {
        case 0: return String(decoding: counted(), as: UTF8.self) as NSString
        case 1: return NSData(data: Data(counted()))
        case 2: return NSNumber(value: Int64(bitPattern: word()))
        case 3: return NSNumber(value: Double(bitPattern: word()))
        case 4: return NSNumber(value: byte() & 1 != 0)
        case 5: return NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: word()))
        case 6: return NSNull()
        case 7:
            let array = NSMutableArray()
            for _ in 0..<(byte() & 7) where depth < 4 { array.add(object(depth: depth + 1)) }
            return array
        case 8: return depth < 4 ? dictionary(depth: depth) : NSDictionary()
        case 9: return Self.texts[Int(byte()) % Self.texts.count] as NSString
        case 10:
            let protection = ProtectionClass.allCases[Int(byte()) % ProtectionClass.allCases.count]
            return SecAccessControl.object(for: AccessControl(protection: protection, flags: word()))
        case 11: return UUID(uuidString: "DC8BA50E-7D12-79CF-7202-3FD0CEB0DCAB").map { $0 as NSUUID } ?? NSUUID()
        case 12: return Context(bits: byte())
        case 13: return NSMutableString(string: String(decoding: counted(), as: UTF8.self))
        case 14: return units()
        case 15: return NSNumber(value: word())
        case 16: return NSNumber(value: Int8(bitPattern: byte()))
        case 17: return NSObject()
        case 18: return NSSet(array: [object(depth: 4) as? NSString ?? ""])
        case 19: return Absurd.value(byte())
        case 20: return NSMutableData(data: Data(take(20)))
        // By text: from a mantissa Foundation itself ends the process for some numbers.
        default: return NSDecimalNumber(string: String(decoding: counted(), as: UTF8.self))
        }
    }

    /// UTF-16 code units that need not be text.
    private mutating func units() -> NSString {
        let bytes = counted()
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return unsafe NSString(characters: units, length: units.count)
    }

    private enum Absurd { case value(UInt8) }

    private final class Context: AuthenticationContext {
        let bits: UInt8
        init(bits: UInt8) { self.bits = bits }
        var interactionNotAllowed: Bool { bits & 1 != 0 }
        var localizedReason: String { "" }
        var localizedCancelTitle: String? { bits & 4 != 0 ? "" : nil }
        var reuseSeconds: UInt32 { UInt32(bits) << 24 }
        var sessionIdentifier: (high: UInt64, low: UInt64) { (UInt64(bits), .max) }
        var isInvalidated: Bool { bits & 2 != 0 }
        func withApplicationPassword<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result? {
            bits & 8 != 0 ? try body(unsafe [bits].span.bytes) : nil
        }
    }

    /// One object: two nulls are equal with other hashes, and Foundation itself ends the process for such keys.
    private static let null = NSNull()

    /// Every key that means something, the attributes of all classes among them.
    private static let keys: [String] =
        [
            "class", "nleg", "v_Data", "v_Ref", "v_PersistentRef", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef",
            "m_Limit", "m_CaseInsensitive", "m_HostOrSubdomainOfHost", "m_Issuers", "m_Policy",
            "m_EmailAddressIfPresent", "m_SubjectContains", "m_TrustedOnly", "m_ValidOnDate", "m_ItemList",
            "m_SearchList", "m_SubjectStartsWith", "u_ItemList", "u_Tomb", "u_CredRef", "u_OpPrompt", "u_NoAuthUI",
            "u_AuthUI", "u_AuthCtx", "u_SystemKeychainAlways", "u_SystemKeychain", "u_SyncBubbleKeychain",
            "u_UserIndependentKeychain", "u_CallerName", "u_TokenRawItems", "u_CertWithIssuers", "u_Keychain",
        ] + Set(ItemClass.allCases.flatMap(\.attributes).map(\.attribute)).sorted().map(\.code)

    /// Texts that are values of some key.
    private static let texts =
        ItemClass.allCases.map(\.rawValue) + ProtectionClass.allCases.map(\.rawValue) + [
            "idnt", "m_LimitOne", "m_LimitAll", "syna", "u_AuthUIA", "u_AuthUIF", "u_AuthUIS", "", "0", "1", "-1",
            "9223372036854775808", "f",
        ]
}
