// The calls of macOS that read and change what an item of a password holds.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform

/// What an item holds: the attributes whose tags the list has, and the secret.
///
/// - Parameters:
///   - itemRef: The item.
///   - itemClass: Gets its class.
///   - attrList: For each tag gets the bytes of the attribute; none where the item does not have it.
///   - length: Gets the bytes of the secret.
///   - outData: Gets the secret. If it and `length` are nil, no secret is read.
/// - Returns: `errSecSuccess`; `errSecNoSuchAttr` for a tag that the class does not have; the codes of
///   ``SecItemCopyMatching(_:_:)``. What it leaves goes back by ``SecKeychainItemFreeContent(_:_:)``. As on macOS.
@discardableResult
public func SecKeychainItemCopyContent(
    _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let isRead = unsafe length != nil || outData != nil
        let tags = unsafe attributes(of: UnsafePointer(attrList)).map { unsafe $0.tag }
        let item = try itemRef.item(withSecret: isRead)
        let values = try item.contents(of: tags)
        if isRead { try unsafe leave(item.secret, length, outData) }
        if let attrList = unsafe attrList { try unsafe fill(attrList.pointee, with: values) }
        if let itemClass = unsafe itemClass { unsafe itemClass.pointee = item.reference.itemClass.ofPasswords }
    }
}

/// What an item holds, with a new list of the attributes that are asked for.
///
/// - Parameters:
///   - itemRef: The item.
///   - info: The tags, or nil for no list.
///   - itemClass: Gets its class.
///   - attrList: Gets the list.
///   - length: Gets the bytes of the secret.
///   - outData: Gets the secret. If it and `length` are nil, no secret is read.
/// - Returns: as ``SecKeychainItemCopyContent(_:_:_:_:_:)``. What it leaves goes back by
///   ``SecKeychainItemFreeAttributesAndData(_:_:)``.
@discardableResult
public func SecKeychainItemCopyAttributesAndData(
    _ itemRef: SecKeychainItem, _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>?,
    _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeList>?>?,
    _ length: UnsafeMutablePointer<UInt32>?, _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    var list: UnsafeMutablePointer<SecKeychainAttributeList>?
    if unsafe attrList != nil, let info = unsafe info {
        unsafe list = newList(of: info.pointee)
    }
    let status = unsafe SecKeychainItemCopyContent(itemRef, itemClass, list, length, outData)
    if status == errSecSuccess {
        if let attrList = unsafe attrList { unsafe attrList.pointee = list }
    } else {
        unsafe freeList(list)
    }
    return status
}

/// Changes attributes and the secret of an item.
///
/// - Parameters:
///   - itemRef: The item.
///   - attrList: The attributes and their new values, or nil for none. What the keychain keeps itself is left as it is.
///   - length: Bytes of the secret.
///   - data: The new secret, or nil to leave it.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecNoSuchAttr`; the codes of ``SecItemUpdate(_:_:)``. As on
///   macOS.
@discardableResult
public func SecKeychainItemModifyContent(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?, _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        var change = ItemChange()
        let given = unsafe attributes(of: attrList)
        for place in given.indices {
            let attribute = unsafe given[place]
            let description = try unsafe itemRef.reference.itemClass.description(ofTag: attribute.tag)
            let bytes = unsafe Array(UnsafeRawBufferPointer(start: attribute.data, count: Int(attribute.length)))
            if let value = try AttributeValue(content: bytes, of: description) {
                change.attributes[description.attribute] = value
            }
        }
        if unsafe data != nil { change.secret = try unsafe ItemSecret(data, length) }
        try itemRef.client.update(itemRef.query, with: change, in: itemRef.address)
    }
}

/// As ``SecKeychainItemModifyContent(_:_:_:_:)``.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?, _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus {
    unsafe SecKeychainItemModifyContent(itemRef, attrList, length, data)
}

/// Takes back what a call has left, and wipes it.
///
/// - Parameters:
///   - attrList: A list whose values a call has filled in, or nil. The list itself is the program's.
///   - data: A password or secret, or nil.
/// - Returns: `errSecSuccess`. As on macOS.
@discardableResult
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    if let list = unsafe attrList?.pointee, let first = unsafe list.attr {
        for place in unsafe 0..<Int(list.count) {
            unsafe CallersBlock.free(first[place].data)
            unsafe first[place].data = nil
            unsafe first[place].length = 0
        }
    }
    unsafe CallersBlock.free(data)
    return errSecSuccess
}

/// Takes back what ``SecKeychainItemCopyAttributesAndData(_:_:_:_:_:_:)`` has left, the list as well, and wipes it.
///
/// - Parameters:
///   - attrList: The list, or nil.
///   - data: The secret, or nil.
/// - Returns: `errSecSuccess`. As on macOS.
@discardableResult
public func SecKeychainItemFreeAttributesAndData(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    unsafe freeList(attrList)
    unsafe CallersBlock.free(data)
    return errSecSuccess
}

// MARK: Lists

private func attributes(
    of list: UnsafePointer<SecKeychainAttributeList>?
) -> UnsafeBufferPointer<SecKeychainAttribute> {
    guard let list = unsafe list?.pointee, let first = unsafe list.attr else {
        return unsafe UnsafeBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeBufferPointer(start: first, count: Int(list.count))
}

/// Leaves a block for each attribute that the item has. If one cannot be made, none is left.
private func fill(_ list: SecKeychainAttributeList, with values: [[UInt8]?]) throws(KeychainError) {
    guard let first = unsafe list.attr else { return }
    for (place, value) in values.enumerated() {
        unsafe first[place].length = UInt32(value?.count ?? 0)
        unsafe first[place].data = nil
    }
    for (place, value) in values.enumerated() {
        guard let value else { continue }
        do throws(KeychainError) {
            unsafe first[place].data = try unsafe value.withRawBytes { bytes throws(KeychainError) in
                try unsafe CallersBlock.copy(bytes)
            }
        } catch {
            for place in values.indices {
                unsafe CallersBlock.free(first[place].data)
                unsafe first[place].data = nil
            }
            throw error
        }
    }
}

private func newList(of info: SecKeychainAttributeInfo) -> UnsafeMutablePointer<SecKeychainAttributeList> {
    let tags = unsafe UnsafeBufferPointer(start: info.tag, count: info.tag == nil ? 0 : Int(info.count))
    let first = UnsafeMutablePointer<SecKeychainAttribute>.allocate(capacity: max(1, tags.count))
    for place in tags.indices {
        unsafe (first + place).initialize(to: SecKeychainAttribute(tag: tags[place], length: 0, data: nil))
    }
    let list = UnsafeMutablePointer<SecKeychainAttributeList>.allocate(capacity: 1)
    unsafe list.initialize(to: SecKeychainAttributeList(count: UInt32(tags.count), attr: first))
    return unsafe list
}

private func freeList(_ list: UnsafeMutablePointer<SecKeychainAttributeList>?) {
    guard let list = unsafe list else { return }
    _ = unsafe SecKeychainItemFreeContent(list, nil)
    unsafe list.pointee.attr?.deallocate()
    unsafe list.deallocate()
}

extension SecKeychainItem {
    /// The item as it is now.
    /// - Throws: `.itemNotFound` if it is gone, and as a search.
    fileprivate func item(withSecret: Bool) throws(KeychainError) -> ReturnedItem {
        var query = query
        query.returning = withSecret ? [.attributes, .data] : .attributes
        guard let item = try client.copy(query, in: address).first else {
            throw KeychainError(.itemNotFound, during: "reading an item by its object")
        }
        return item
    }
}

extension ReturnedItem {
    /// The bytes of the attributes with these tags; nil for what the item does not have.
    /// - Throws: `.noSuchAttribute`.
    fileprivate func contents(of tags: [SecKeychainAttrType]) throws(KeychainError) -> [[UInt8]?] {
        var contents: [[UInt8]?] = []
        for tag in tags {
            let attribute = try reference.itemClass.description(ofTag: tag).attribute
            contents.append(attributes[attribute]?.content(of: attribute))
        }
        return contents
    }
}

extension ItemClass {
    /// - Throws: `.noSuchAttribute`.
    fileprivate func description(ofTag tag: SecKeychainAttrType) throws(KeychainError) -> AttributeDescription {
        let code = String(decoding: tag.bigEndianBytes, as: UTF8.self)
        guard let attribute = Attribute(code: code), let description = description(of: attribute),
            description.traits.isDisjoint(with: [.hidden, .entitled])
        else { throw KeychainError(.noSuchAttribute, during: "reading the tags of attributes") }
        return description
    }

    fileprivate var ofPasswords: SecItemClass {
        switch self {
        case .genericPassword: .genericPasswordItemClass
        case .internetPassword: .internetPasswordItemClass
        case .certificate: .certificateItemClass
        case .key: .privateKeyItemClass
        }
    }
}
