// Core Foundation's functions on failures.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of ``OSStatus`` codes.
public let kCFErrorDomainOSStatus: CFErrorDomain! = NSString(string: NSOSStatusErrorDomain)
/// The domain of `errno` codes.
public let kCFErrorDomainPOSIX: CFErrorDomain! = NSString(string: NSPOSIXErrorDomain)
/// The domain of Foundation's codes.
public let kCFErrorDomainCocoa: CFErrorDomain! = NSString(string: NSCocoaErrorDomain)
/// The domain of the Mach kernel's codes.
public let kCFErrorDomainMach: CFErrorDomain! = NSString(string: "NSMachErrorDomain")

/// The key of the description for people.
public let kCFErrorLocalizedDescriptionKey: CFString! = NSString(string: NSLocalizedDescriptionKey)
/// The key of the reason for people.
public let kCFErrorLocalizedFailureReasonKey: CFString! = NSString(string: NSLocalizedFailureReasonErrorKey)
/// The key of the advice for people.
public let kCFErrorLocalizedRecoverySuggestionKey: CFString! = NSString(string: NSLocalizedRecoverySuggestionErrorKey)
/// The key of the description for programmers.
public let kCFErrorDescriptionKey: CFString! = NSString(string: "NSDescription")
/// The key of the failure below.
public let kCFErrorUnderlyingErrorKey: CFString! = NSString(string: NSUnderlyingErrorKey)

/// A failure with a domain, a code and a dictionary.
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    var information: [String: Any] = [:]
    if let userInfo = userInfo as CFDictionary? {
        for (key, value) in _cfEntries(of: userInfo) {
            if let key = key as? NSString { information[key as String] = value }
        }
    }
    return NSError(domain: domain as String, code: code, userInfo: information)
}

/// The domain of `error`.
public func CFErrorGetDomain(_ error: CFError!) -> CFErrorDomain! { NSString(string: error.domain) }

/// An error whose dictionary has these keys and values, objects at addresses.
public func CFErrorCreateWithUserInfoKeysAndValues(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex,
    _ userInfoKeys: UnsafePointer<UnsafeRawPointer?>!, _ userInfoValues: UnsafePointer<UnsafeRawPointer?>!,
    _ numUserInfoValues: CFIndex
) -> CFError! {
    let keys = unsafe objects(at: UnsafeMutablePointer(mutating: userInfoKeys), numUserInfoValues)
    let values = unsafe objects(at: UnsafeMutablePointer(mutating: userInfoValues), numUserInfoValues)
    let information = NSMutableDictionary()
    for (key, value) in zip(keys, values) { if let key = key as? NSString { information[key] = value } }
    return CFErrorCreate(allocator, domain, code, information)
}

/// The code of `error`.
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error.code }

/// The dictionary of `error`.
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! { error.userInfo as NSDictionary }

/// The description of `error` for people.
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { NSString(string: error.localizedDescription) }

/// Why it failed, for people.
public func CFErrorCopyFailureReason(_ error: CFError!) -> CFString! {
    error.localizedFailureReason.map { NSString(string: $0) }
}

/// What to do about it, for people.
public func CFErrorCopyRecoverySuggestion(_ error: CFError!) -> CFString! {
    error.localizedRecoverySuggestion.map { NSString(string: $0) }
}
