// A value of a dictionary that test arguments can carry and that results can be compared with.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import LatchkeyModel
package import LatchkeyTestSupport
import LocalAuthentication
package import Security

/// What programs put into dictionaries and get back, told apart by type.
package enum Value: Hashable, Sendable {
    case text(String)
    case data(Data)
    case number(Int64)
    case boolean(Bool)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case real(Double)
    case unsigned(UInt64)
    case uuid(UUID)
    case accessControl(protection: String, flags: UInt)
    case certificate(SecCertificate)
    case key(SecKey)
    case identity(SecIdentity)
    case policy(SecPolicy)
    case item(SecKeychainItem)
    /// The keychain at a path.
    case keychain(String)
    /// An `LAContext` with a password of the program's own; nil for one without.
    case context(TestSecret?)
    case null
    case list([Value])
    case map([String: Value])
    /// Arrays in arrays, this many.
    case nested(Int)
    /// UTF-16 code units that need not be text.
    case units([UInt16])
    /// A Swift value of a type that no attribute has.
    case swiftEnum

    package static func bytes(_ text: String) -> Value { .data(Data(text.utf8)) }
    /// The bytes of a secret of this name.
    package static func secret(_ name: String) -> Value { .data(TestSecret(name).data) }
    package static func constant(_ text: CFString) -> Value { .text(text as String) }
    /// The protection without a condition.
    package static func accessControl(_ protection: CFString, _ flags: SecAccessControlCreateFlags = []) -> Value {
        .accessControl(protection: protection as String, flags: flags.rawValue)
    }

    /// The seconds of a date; else a number that no comparison holds for.
    package var seconds: Double { if case .date(let seconds) = self { seconds } else { .nan } }

    private enum Absurd { case value }

    /// The object for a dictionary.
    package var object: Any {
        switch self {
        case .text(let text): return text as NSString
        case .data(let data): return data as NSData
        case .number(let number): return NSNumber(value: number)
        case .boolean(let flag): return NSNumber(value: flag)
        case .date(let seconds): return NSDate(timeIntervalSinceReferenceDate: seconds)
        case .real(let number): return NSNumber(value: number)
        case .unsigned(let number): return NSNumber(value: number)
        case .uuid(let uuid): return NSUUID(uuidString: uuid.uuidString) ?? NSUUID()
        case .accessControl(let protection, let flags):
            let flags = SecAccessControlCreateFlags(rawValue: flags)
            return SecAccessControlCreateWithFlags(nil, protection as NSString, flags, nil) ?? NSNull()
        case .certificate(let certificate): return certificate
        case .key(let key): return key
        case .identity(let identity): return identity
        case .policy(let policy): return policy
        case .item(let item): return item
        case .keychain(let path): return SecKeychain(path: path)
        case .context(let password):
            let context = LAContext()
            context.setCredential(password?.data, type: .applicationPassword)
            return context
        case .null: return NSNull()
        case .list(let values): return NSArray(array: values.map(\.object))
        case .map(let values): return NSDictionary(dictionary: values.mapValues(\.object))
        case .nested(let depth): return (0..<depth).reduce(NSArray()) { inner, _ in NSArray(object: inner) }
        case .units(let units): return unsafe NSString(characters: units, length: units.count)
        case .swiftEnum: return Absurd.value
        }
    }
}

extension Value {
    /// Writes down what stands in the place of a secret, whatever its type.
    package func recordAsSecret() {
        switch self {
        case .data(let data): SecretLedger.record(data)
        case .text(let text): SecretLedger.record(text.utf8)
        default: break
        }
    }

    /// The value of an object that came back.
    package init(_ object: AnyObject) {
        switch object {
        case let text as NSString: self = .text(text as String)
        case let data as NSData: self = .data(data as Data)
        case let number as NSNumber:
            if _cfIsBoolean(number) {
                self = .boolean(number.boolValue)
            } else {
                self = Int64(exactly: number).map(Value.number) ?? .real(number.doubleValue)
            }
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let access as SecAccessControl:
            self = .accessControl(
                protection: access.value?.protection.rawValue ?? "f", flags: UInt(access.value?.flags ?? 0))
        case let certificate as SecCertificate: self = .certificate(certificate)
        case let key as SecKey: self = .key(key)
        case let identity as SecIdentity: self = .identity(identity)
        case let item as SecKeychainItem: self = .item(item)
        case let keychain as SecKeychain: self = .keychain(keychain.path)
        case let list as NSArray: self = .list(_cfElements(of: list).map(Value.init))
        case let map as NSDictionary: self = .map(.init(entriesOf: map))
        default: self = .null
        }
    }
}

extension [String: Value] {
    package init(entriesOf dictionary: NSDictionary) {
        self.init(
            uniqueKeysWithValues: _cfEntries(of: dictionary).map { entry in
                ((entry.key as? NSString) as String? ?? "not a string", Value(entry.value))
            })
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
