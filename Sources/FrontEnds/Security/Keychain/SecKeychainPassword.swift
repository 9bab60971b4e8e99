// The calls of macOS that find and add passwords by arguments, on the same keychains as SecItem.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform

/// Finds a generic password. The first that has everything that is given is the one.
///
/// - Parameters:
///   - keychainOrArray: A ``SecKeychain``, an array of them, or nil for the search list.
///   - serviceNameLength: Bytes of `serviceName`.
///   - serviceName: The service, or nil for any.
///   - accountNameLength: Bytes of `accountName`.
///   - accountName: The account, or nil for any.
///   - passwordLength: Gets the bytes of the password.
///   - passwordData: Gets the password, for ``SecKeychainItemFreeContent(_:_:)``. If it is nil, no secret is read.
///   - itemRef: Gets the item.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; the codes of ``SecItemCopyMatching(_:_:)``. As on macOS.
@discardableResult
public func SecKeychainFindGenericPassword(
    _ keychainOrArray: CFTypeRef?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let attributes = unsafe AttributeValues.ofPassword(
            service: CallersText(serviceName, serviceNameLength), account: CallersText(accountName, accountNameLength))
        try unsafe PasswordCalls(client: .shared).find(
            .genericPassword, attributes, in: keychainOrArray, passwordLength, passwordData, itemRef)
    }
}

/// Adds a generic password, labelled with its service.
///
/// - Parameters:
///   - keychain: Nil for the default keychain.
///   - serviceNameLength: Bytes of `serviceName`.
///   - serviceName: The service.
///   - accountNameLength: Bytes of `accountName`.
///   - accountName: The account.
///   - passwordLength: Bytes of the password.
///   - passwordData: The password.
///   - itemRef: Gets the item.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` if there is one with this service and account; the codes of
///   ``SecItemAdd(_:_:)``. As on macOS.
@discardableResult
public func SecKeychainAddGenericPassword(
    _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let attributes = unsafe AttributeValues.ofPassword(
            service: CallersText(serviceName, serviceNameLength), account: CallersText(accountName, accountNameLength))
        let item = try PasswordCalls(client: .shared).add(
            .genericPassword, attributes, try unsafe ItemSecret(passwordData, passwordLength), to: keychain)
        if let itemRef = unsafe itemRef { unsafe itemRef.pointee = item }
    }
}

/// Finds an internet password. The first that has everything that is given is the one.
///
/// - Parameters:
///   - keychainOrArray: A ``SecKeychain``, an array of them, or nil for the search list.
///   - serverNameLength: Bytes of `serverName`.
///   - serverName: The server, or nil for any.
///   - securityDomainLength: Bytes of `securityDomain`.
///   - securityDomain: The domain within the server, or nil for any.
///   - accountNameLength: Bytes of `accountName`.
///   - accountName: The account, or nil for any.
///   - pathLength: Bytes of `path`.
///   - path: The path on the server, or nil for any.
///   - port: The port, or 0 for any.
///   - protocol: The protocol, or `.any`.
///   - authenticationType: The kind of authentication, or `.any`.
///   - passwordLength: Gets the bytes of the password.
///   - passwordData: Gets the password, for ``SecKeychainItemFreeContent(_:_:)``. If it is nil, no secret is read.
///   - itemRef: Gets the item.
/// - Returns: as ``SecKeychainFindGenericPassword(_:_:_:_:_:_:_:_:)``.
@discardableResult
public func SecKeychainFindInternetPassword(
    _ keychainOrArray: CFTypeRef?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?, _ port: UInt16,
    _ protocol: SecProtocolType, _ authenticationType: SecAuthenticationType,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let attributes = unsafe AttributeValues.ofPassword(
            server: CallersText(serverName, serverNameLength),
            domain: CallersText(securityDomain, securityDomainLength),
            account: CallersText(accountName, accountNameLength), path: CallersText(path, pathLength), port: port,
            protocol: `protocol`.rawValue, authentication: authenticationType.rawValue)
        try unsafe PasswordCalls(client: .shared).find(
            .internetPassword, attributes, in: keychainOrArray, passwordLength, passwordData, itemRef)
    }
}

/// Adds an internet password, labelled with its server.
///
/// - Parameters:
///   - keychain: Nil for the default keychain.
///   - serverNameLength: Bytes of `serverName`.
///   - serverName: The server.
///   - securityDomainLength: Bytes of `securityDomain`.
///   - securityDomain: The domain within the server.
///   - accountNameLength: Bytes of `accountName`.
///   - accountName: The account.
///   - pathLength: Bytes of `path`.
///   - path: The path on the server.
///   - port: The port, or 0 for none.
///   - protocol: The protocol, or `.any` for none.
///   - authenticationType: The kind of authentication, or `.any` for none.
///   - passwordLength: Bytes of the password.
///   - passwordData: The password.
///   - itemRef: Gets the item.
/// - Returns: as ``SecKeychainAddGenericPassword(_:_:_:_:_:_:_:_:)``.
@discardableResult
public func SecKeychainAddInternetPassword(
    _ keychain: SecKeychain?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?, _ port: UInt16,
    _ protocol: SecProtocolType, _ authenticationType: SecAuthenticationType, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let attributes = unsafe AttributeValues.ofPassword(
            server: CallersText(serverName, serverNameLength),
            domain: CallersText(securityDomain, securityDomainLength),
            account: CallersText(accountName, accountNameLength), path: CallersText(path, pathLength), port: port,
            protocol: `protocol`.rawValue, authentication: authenticationType.rawValue)
        let item = try PasswordCalls(client: .shared).add(
            .internetPassword, attributes, try unsafe ItemSecret(passwordData, passwordLength), to: keychain)
        if let itemRef = unsafe itemRef { unsafe itemRef.pointee = item }
    }
}

extension PasswordCalls {
    /// Finds a password and leaves what the caller wants of it.
    fileprivate func find(
        _ itemClass: ItemClass, _ attributes: AttributeValues, in keychains: CFTypeRef?,
        _ count: UnsafeMutablePointer<UInt32>?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
    ) throws(KeychainError) {
        let isRead = unsafe data != nil || count != nil
        let found = try find(itemClass, attributes, in: keychains, withSecret: isRead)
        if isRead { try unsafe leave(found.item.secret, count, data) }
        if let itemRef = unsafe itemRef { unsafe itemRef.pointee = found.object }
    }
}
