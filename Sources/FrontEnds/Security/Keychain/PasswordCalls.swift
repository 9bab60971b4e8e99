// Finds and adds passwords for the calls of macOS, which say in arguments what dictionaries say elsewhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform

/// The passwords of the keychains of one client.
package struct PasswordCalls {
    let client: KeychainClient

    package init(client: KeychainClient) { self.client = client }

    /// The first item with these attributes.
    /// - Parameters:
    ///   - keychains: A keychain, an array of them, or nil for the search list.
    ///   - withSecret: Whether its secret is read.
    /// - Throws: `.itemNotFound`, `.parameter` for anything else as keychains, and as a search.
    package func find(
        _ itemClass: ItemClass, _ attributes: AttributeValues, in keychains: CFTypeRef?, withSecret: Bool
    ) throws(KeychainError) -> (item: ReturnedItem, object: SecKeychainItem) {
        var query = ItemQuery(itemClass: itemClass)
        query.matching = attributes
        query.returning = withSecret ? [.attributes, .data] : .attributes
        for path in try paths(keychains) {
            if let item = try client.found(query, in: .file(path)).first {
                return (item, SecKeychainItem(item.reference, in: path, of: client))
            }
        }
        throw KeychainError(.itemNotFound, during: "searching the keychains for a password")
    }

    func paths(_ keychains: CFTypeRef?) throws(KeychainError) -> [String] {
        switch keychains {
        case nil: return try client.preferences.searchList()
        case let keychain as SecKeychain: return [keychain.path]
        case let list as NSArray:
            let keychains = _cfElements(of: list).map { $0 as? SecKeychain }
            guard keychains.allSatisfy({ $0 != nil }) else { break }
            return keychains.compactMap { $0?.path }
        default: break
        }
        throw KeychainError(.parameter, during: "reading which keychains to search")
    }

    /// A new item, whose label is its service or its server.
    /// - Parameter keychain: Nil for the default keychain.
    /// - Throws: `.duplicateItem`, and as an add.
    package func add(
        _ itemClass: ItemClass, _ attributes: AttributeValues, _ secret: ItemSecret, to keychain: SecKeychain?
    ) throws(KeychainError) -> SecKeychainItem {
        var addition = ItemAddition(itemClass: itemClass)
        addition.attributes = attributes
        addition.attributes[.label] = attributes[itemClass == .internetPassword ? .server : .service]
        addition.secret = secret
        let path = if let keychain { keychain.path } else { try client.preferences.defaultKeychain() }
        let item = try client.add(addition, in: keychain == nil ? nil : .existing(path))
        return SecKeychainItem(item.reference, in: path, of: client)
    }
}

extension AttributeValues {
    /// The attributes of a generic password; what has no bytes is not among them.
    package static func ofPassword(service: CallersText, account: CallersText) -> AttributeValues {
        var attributes: AttributeValues = [:]
        attributes[.service] = service.value
        attributes[.account] = account.value
        return attributes
    }

    /// The attributes of an internet password; what has no bytes and what is zero is not among them.
    package static func ofPassword(
        server: CallersText, domain: CallersText, account: CallersText, path: CallersText, port: UInt16,
        protocol: UInt32, authentication: UInt32
    ) -> AttributeValues {
        var attributes: AttributeValues = [:]
        attributes[.server] = server.value
        attributes[.securityDomain] = domain.value
        attributes[.account] = account.value
        attributes[.path] = path.value
        if port != 0 { attributes[.port] = .number(Int64(port)) }
        if `protocol` != 0 { attributes[.protocolType] = .code(`protocol`) }
        if authentication != 0 { attributes[.authenticationType] = .code(authentication) }
        return attributes
    }
}

/// Text that a caller gives by its place and its bytes.
package struct CallersText {
    let value: AttributeValue?

    package init(_ start: UnsafePointer<CChar>?, _ count: UInt32) {
        guard let start = unsafe start, count > 0 else {
            value = nil
            return
        }
        value = .text(unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
    }
}

extension AttributeValue {
    /// UTF-8 as text, other bytes as data.
    static func text(_ bytes: [UInt8]) -> AttributeValue {
        String(validating: bytes, as: UTF8.self).map(AttributeValue.string) ?? .data(bytes)
    }

    /// The four characters of a code.
    static func code(_ code: UInt32) -> AttributeValue { .text(code.bigEndianBytes) }
}

extension ItemSecret {
    /// The password that a caller gives by its place and its bytes.
    /// - Throws: `.parameter` for bytes without a place.
    convenience init(_ start: UnsafeRawPointer?, _ count: UInt32) throws(KeychainError) {
        guard unsafe start != nil || count == 0 else {
            throw KeychainError(.parameter, during: "reading the bytes of a password")
        }
        self.init(unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: Int(count))))
    }
}

/// Runs a call of macOS and gives its status.
func statusOfCall(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do {
        try body()
        return errSecSuccess
    } catch {
        return error.ofItemCalls.code.rawValue
    }
}

/// Leaves a secret where the caller wants it, in a block for ``SecKeychainItemFreeContent(_:_:)``.
func leave(
    _ secret: ItemSecret?, _ count: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) throws(KeychainError) {
    let secret = secret ?? ItemSecret(copying: [])
    guard let size = UInt32(exactly: secret.count) else {
        throw KeychainError(.allocate, during: "copying a secret for a program")
    }
    if let data = unsafe data {
        unsafe data.pointee = try unsafe secret.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe CallersBlock.copy(bytes)
        }
    }
    if let count = unsafe count { unsafe count.pointee = size }
}
