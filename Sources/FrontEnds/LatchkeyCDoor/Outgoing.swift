// What C gets: objects of Core Foundation, which it owns.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import LatchkeyCFTypes
import Security

enum Outgoing {
    /// A pointer that the caller owns; NULL for nil.
    static func pointer(_ object: AnyObject?) -> UnsafeRawPointer? {
        guard let object else { return nil }
        let closed = closed(object)
        return unsafe UnsafeRawPointer(Unmanaged.passRetained(closed).toOpaque())
    }

    /// An error that the caller owns: one that Swift has made is of no use to C.
    static func error(_ error: NSError?) -> UnsafeRawPointer? {
        guard let error else { return nil }
        let said = error.userInfo[kCFErrorDescriptionKey as String] as? String
        let text = NSString(string: said ?? error.localizedDescription)
        return unsafe withExtendedLifetime(text) {
            unsafe latchkey_error_create(
                Int32(truncatingIfNeeded: error.code), Unmanaged.passUnretained(text).toOpaque())
        }
    }

    /// Leaves an object that the caller owns, only after success.
    static func leave(_ object: AnyObject?, _ place: UnsafeMutablePointer<UnsafeRawPointer?>?, if status: OSStatus) {
        if let place = unsafe place, status == errSecSuccess { unsafe place.pointee = pointer(object) }
    }

    /// The same for a call that answers with an object.
    static func leave(_ object: AnyObject?, _ place: UnsafeMutablePointer<UnsafeRawPointer?>?, if result: AnyObject?) {
        if let place = unsafe place, result != nil { unsafe place.pointee = pointer(object) }
    }

    /// Leaves an error if there is one.
    static func leave(_ error: Unmanaged<NSError>?, _ place: UnsafeMutablePointer<UnsafeRawPointer?>?) {
        let error = unsafe error?.takeRetainedValue()
        if let place = unsafe place, let error { unsafe place.pointee = Self.error(error) }
    }

    static func leaveParameterError(_ place: UnsafeMutablePointer<UnsafeRawPointer?>?) {
        guard let place = unsafe place else { return }
        let text: NSString = "an argument is NULL or of another type"
        withExtendedLifetime(text) {
            unsafe place.pointee = latchkey_error_create(errSecParam, Unmanaged.passUnretained(text).toOpaque())
        }
    }

    /// Gives `body` a pointer that is good as long as that runs.
    static func lend(_ object: AnyObject?, _ body: (UnsafeRawPointer?) -> Void) {
        guard let pointer = unsafe pointer(object) else { return body(nil) }
        unsafe body(pointer)
        unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }

    /// The object, or a box with it. Arrays and dictionaries become Core Foundation's: some of its calls take those of
    /// Swift for its own.
    private static func closed(_ object: AnyObject) -> AnyObject {
        if let kind = kind(of: object) {
            let box = unsafe latchkey_box_create(kind, Unmanaged.passRetained(object).toOpaque())
            guard let box = unsafe box else { return NSNull() }
            return unsafe Unmanaged<AnyObject>.fromOpaque(box).takeRetainedValue()
        }
        switch object {
        case let error as NSError:
            return unsafe Self.error(error).map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
                ?? error
        case let array as NSArray:
            guard let copy = unsafe latchkey_array_create() else { return NSNull() }
            for element in _cfElements(of: array) {
                unsafe lent(closed(element)) { unsafe latchkey_array_append(copy, $0) }
            }
            return unsafe Unmanaged<AnyObject>.fromOpaque(copy).takeRetainedValue()
        case let dictionary as NSDictionary:
            guard let copy = unsafe latchkey_dictionary_create() else { return NSNull() }
            for (key, value) in _cfEntries(of: dictionary) {
                unsafe lent(closed(key)) { key in
                    unsafe lent(closed(value)) { unsafe latchkey_dictionary_set(copy, key, $0) }
                }
            }
            return unsafe Unmanaged<AnyObject>.fromOpaque(copy).takeRetainedValue()
        default: return object
        }
    }

    private static func lent(_ object: AnyObject, _ body: (UnsafeRawPointer) -> Void) {
        withExtendedLifetime(object) { unsafe body(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())) }
    }

    /// None of the classes has others below it, so that they are told by their addresses.
    private static func kind(of object: AnyObject) -> latchkey_kind? {
        switch ObjectIdentifier(type(of: object)) {
        case ObjectIdentifier(SecKey.self): latchkey_key
        case ObjectIdentifier(SecCertificate.self): latchkey_certificate
        case ObjectIdentifier(SecIdentity.self): latchkey_identity
        case ObjectIdentifier(SecKeychainItem.self): latchkey_keychain_item
        case ObjectIdentifier(SecAccessControl.self): latchkey_access_control
        case ObjectIdentifier(SecPolicy.self): latchkey_policy
        case ObjectIdentifier(SecTrust.self): latchkey_trust
        case ObjectIdentifier(SecKeychain.self): latchkey_keychain
        case ObjectIdentifier(SecAccess.self): latchkey_access
        case ObjectIdentifier(SecTask.self): latchkey_task
        case ObjectIdentifier(CMSEncoder.self): latchkey_encoder
        case ObjectIdentifier(CMSDecoder.self): latchkey_decoder
        default: nil
        }
    }
}
