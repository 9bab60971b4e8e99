// Values of a query from the objects in dictionaries.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

extension QueryValue {
    /// - Parameter key: says what an object is looked at as; of lists only those that a key takes are.
    init(_ object: AnyObject, under key: QueryKey) {
        switch key {
        case .value(.data):
            if let data = object as? NSData {
                self = .secret(ItemSecret(unsafe SecretBytes(copying: data.buffer)))
            } else if let text = object as? NSString {
                self = .secretText(.utf8(of: text))
            } else {
                break
            }
            return
        case .value(.reference):
            let object = OptionalObject.payload(of: object) ?? object
            self = (object as? SecKeychainItem).map { QueryValue($0) } ?? .object(object)
            return
        case .use(.authenticationContext):
            let context = (OptionalObject.payload(of: object) ?? object) as? any AuthenticationContext
            guard let context else { break }
            self = .context(Authentication(of: context))
            return
        case .match(.itemList):
            guard let list = object as? NSArray else { break }
            self = .list(_cfElements(of: list).map { QueryValue(listed: $0) ?? QueryValue($0) })
            return
        case .match(.issuers), .match(.searchList):
            guard let list = object as? NSArray else { break }
            self = .list(_cfElements(of: list).map(QueryValue.init))
            return
        default: break
        }
        self.init(object)
    }

    /// A single value; a list is none.
    init(_ object: AnyObject) {
        switch object {
        case let text as NSString: self = .string(text as String)
        case let number as NSNumber: self.init(number)
        case let data as NSData: self = .data(data.octets)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let uuid as NSUUID:
            let bytes = unsafe withUnsafeBytes(of: (uuid as UUID).uuid) { unsafe Array($0) }
            self = .uuid(bytes, text: uuid.uuidString)
        case is NSNull: self = .null
        case let control as SecAccessControl: self = control.value.map { .accessControl($0) } ?? .object(control)
        case let keychain as SecKeychain: self = .keychain(keychain.path)
        case let item as SecKeychainItem: self = .item(item.reference, keychain: item.keychain)
        case let policy as SecPolicy: self = policy.searched.map { .policy($0) } ?? .object(policy)
        default: self = OptionalObject.payload(of: object).map { QueryValue($0) } ?? .object(object)
        }
    }

    /// An object that stands for items, by what tells them from others; an identity by its certificate. Nil for any
    /// other object.
    private init?(listed object: AnyObject) {
        switch OptionalObject.payload(of: object) ?? object {
        case let certificate as SecCertificate: self = .described(certificate.content.attributes)
        case let identity as SecIdentity: self = .described(identity.halves.certificate.content.attributes)
        case let key as SecKey:
            let telling: Set<Attribute> = [.applicationLabel, .keyClass, .type]
            self = .described(key.attributes.filter { telling.contains($0.key) })
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        if _cfIsBoolean(number) {
            self = .boolean(number.boolValue)
        } else {
            self = Int64(exactly: number).map { .number($0) } ?? .otherNumber(isZero: number.doubleValue == 0)
        }
    }
}

extension Authentication {
    /// What a context brings along, or nil for one that was invalidated.
    fileprivate init?(of context: any AuthenticationContext) {
        guard !context.isInvalidated else { return nil }
        self.init(context.interactionNotAllowed ? .fail : .allow)
        reason = Self.beginning(of: context.localizedReason)
        cancelTitle = Self.beginning(of: context.localizedCancelTitle ?? "")
        reuseSeconds = context.reuseSeconds
        let identifier = context.sessionIdentifier
        self.context = ContextIdentifier(high: identifier.high, low: identifier.low)
        applicationPassword = context.withApplicationPassword { span in
            unsafe span.withUnsafeBytes { unsafe ItemSecret(SecretBytes(copying: $0)) }
        }
    }
}
