// Core Foundation's functions on property lists.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The form of a property list.
public enum CFPropertyListFormat: Int, Sendable {
    /// The form of OpenStep, which is text.
    case openStepFormat = 1
    /// XML.
    case xmlFormat_v1_0 = 100
    /// The binary form.
    case binaryFormat_v1_0 = 200
}

/// The key of a bundle's identifier.
public let kCFBundleIdentifierKey: CFString! = NSString(string: "CFBundleIdentifier")

/// The object of a property list.
///
/// - Parameters:
///   - allocator: Not looked at.
///   - data: The bytes.
///   - options: Not looked at; the objects do not change.
///   - format: Gets the form.
///   - error: Gets why there is no object. The caller owns it.
/// - Returns: the object, which the caller owns, or nil with `error` set.
public func CFPropertyListCreateWithData(
    _ allocator: CFAllocator!, _ data: CFData!, _ options: CFOptionFlags,
    _ format: UnsafeMutablePointer<CFPropertyListFormat>!, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Unmanaged<CFPropertyList>! {
    var form = PropertyListSerialization.PropertyListFormat.xml
    do {
        let list = try PropertyListSerialization.propertyList(from: data as Data, options: [], format: &form)
        let found: CFPropertyListFormat =
            switch form {
            case .openStep: .openStepFormat
            case .binary: .binaryFormat_v1_0
            default: .xmlFormat_v1_0
            }
        if let format = unsafe format as UnsafeMutablePointer<CFPropertyListFormat>? { unsafe format.pointee = found }
        return unsafe Unmanaged.passRetained(list as AnyObject)
    } catch let failure {
        if let error = unsafe error as UnsafeMutablePointer<Unmanaged<CFError>?>? {
            unsafe error.pointee = unsafe Unmanaged.passRetained(failure as NSError)
        }
        return nil
    }
}
