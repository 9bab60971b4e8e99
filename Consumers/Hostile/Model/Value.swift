// What the dictionaries of calls and results hold, told apart by type, on its way between processes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

enum Value: Hashable, Sendable {
    case text(String)
    case data(Data)
    case number(Int64)
    case boolean(Bool)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case control(protection: String, flags: UInt64)
    /// The access control of an item that was given none.
    case plainControl
    case null
    case list([Value])
    case map([String: Value])
    /// A certificate, a key or an identity that came back: its class and the bytes of what it is made of.
    case object(String, [Data])

    typealias Entries = [String: Value]

    var kind: String {
        switch self {
        case .text: "text"
        case .data: "data"
        case .number: "number"
        case .boolean: "boolean"
        case .date: "date"
        case .control: "access control"
        case .plainControl: "plain access control"
        case .null: "null"
        case .list(let values): "list of \(values.count)"
        case .map: "dictionary"
        case .object(let itemClass, _): "object of \(itemClass)"
        }
    }

    var entries: Entries? { if case .map(let entries) = self { entries } else { nil } }
    var elements: [Value]? { if case .list(let values) = self { values } else { nil } }
    var bytes: Data? { if case .data(let data) = self { data } else { nil } }
    var words: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .number(let number) = self { number } else { nil } }
    var seconds: Double? { if case .date(let seconds) = self { seconds } else { nil } }
    var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    /// A boolean, or a number in its place.
    var truth: Bool? { if case .number(let number) = self { number != 0 } else { flag } }
    /// The object of any password: a program cannot look into it.
    static let passwordObject = Value.object("item", [])

    // MARK: As objects

    /// The flags that are used, each as its object. Without `.privateKeyUsage`: the bytes of a key that has it stay in
    /// the keychain, and with them most of what is compared here.
    static let flags: [SecAccessControlCreateFlags] = [[], .userPresence, .biometryAny]

    private static func control(_ protection: String, _ flags: UInt64) -> SecAccessControl? {
        SecAccessControlCreateWithFlags(
            nil, protection as NSString, SecAccessControlCreateFlags(rawValue: UInt(flags)), nil)
    }

    var object: AnyObject {
        switch self {
        case .text(let text): text as NSString
        case .data(let data): data as NSData
        case .number(let number): NSNumber(value: number)
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        case .control(let protection, let flags): Self.control(protection, flags) ?? NSNull()
        case .plainControl, .null, .object: NSNull()
        case .list(let values): NSArray(array: values.map(\.object))
        case .map(let entries): NSDictionary(dictionary: entries.mapValues(\.object))
        }
    }

    init(_ object: AnyObject) {
        switch object {
        case let text as NSString: self = .text(text as String)
        case let data as NSData: self = .data(data as Data)
        case let number as NSNumber:
            self = CFGetTypeID(number) == CFBooleanGetTypeID() ? .boolean(number.boolValue) : .number(number.int64Value)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let control as SecAccessControl: self = Self.known[control] ?? .plainControl
        case let certificate as SecCertificate: self = .object("cert", [Self.bytes(of: certificate)])
        case let key as SecKey: self = .object("keys", [Self.bytes(of: key)])
        case let identity as SecIdentity: self = .object("idnt", Self.halves(of: identity))
        case is SecKeychainItem: self = .passwordObject
        case let list as NSArray: self = .list(_cfElements(of: list).map(Value.init))
        case let map as NSDictionary:
            self = .map(
                .init(
                    uniqueKeysWithValues: _cfEntries(of: map).map { entry in
                        ((entry.key as? NSString) as String? ?? "not a string", Value(entry.value))
                    }))
        default: self = .null
        }
    }

    private static func bytes(of certificate: SecCertificate) -> Data { SecCertificateCopyData(certificate) as Data }

    private static func bytes(of key: SecKey) -> Data { SecKeyCopyExternalRepresentation(key, nil) as Data? ?? Data() }

    private static func halves(of identity: SecIdentity) -> [Data] {
        var (certificate, key): (SecCertificate?, SecKey?) = (nil, nil)
        SecIdentityCopyCertificate(identity, &certificate)
        SecIdentityCopyPrivateKey(identity, &key)
        return [certificate.map(bytes), key.map(bytes)].compactMap(\.self)
    }

    /// Access controls cannot be asked for what they are made of; but equal ones are equal.
    private static let known: [SecAccessControl: Value] = {
        var known: [SecAccessControl: Value] = [:]
        for protection in ItemModel.protections {
            for flags in Self.flags.map({ UInt64($0.rawValue) }) {
                guard let object = control(protection, flags) else { continue }
                known[object] = .control(protection: protection, flags: flags)
            }
        }
        return known
    }()
}
