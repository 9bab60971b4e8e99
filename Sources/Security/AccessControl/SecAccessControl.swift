// When an item can be read and what must be proved for it, as one object.
// SPDX-License-Identifier: Apache-2.0

public import CFTypes
package import KeychainModel
private import Synchronization

/// The protection of an item and the conditions of its use. Never changes.
///
/// There is one object for each value at any time, so `===` and `==` agree, also for an object that
/// comes back from a keychain. As on macOS otherwise.
public final class SecAccessControl: Sendable {
    private let content: Content
    /// Which of the objects of this value, in the order they were made, this is.
    private let generation: UInt64

    private init(_ content: Content, generation: UInt64) {
        self.content = content
        self.generation = generation
    }

    deinit {
        Self.living.withLock { living in
            // A newer object of this value may have taken the place since the last reference went.
            if living[content]?.generation == generation { living[content] = nil }
        }
    }

    /// The object of `value`.
    package static func object(for value: AccessControl) -> SecAccessControl { object(for: .item(value)) }

    /// The value, or nil for the protection `kSecAttrAccessibleUntilReboot`, which no item can have.
    package var value: AccessControl? {
        if case .item(let value) = content { value } else { nil }
    }

    fileprivate static func object(for content: Content) -> SecAccessControl {
        living.withLock { living in
            let last = living[content]
            // Whoever takes a reference here must carry it out: `deinit` under the lock would wait for ever.
            if let object = last?.object { return object }
            let generation = (last?.generation ?? 0) + 1
            let object = SecAccessControl(content, generation: generation)
            living[content] = Entry(object: object, generation: generation)
            return object
        }
    }

    private static let living = Mutex<[Content: Entry]>([:])

    private struct Entry {
        weak var object: SecAccessControl?
        let generation: UInt64
    }

    fileprivate enum Content: Hashable, Sendable {
        case item(AccessControl)
        case untilReboot(flags: UInt64)
    }
}

extension SecAccessControl: Hashable {
    public static func == (lhs: SecAccessControl, rhs: SecAccessControl) -> Bool { lhs.content == rhs.content }
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension SecAccessControl: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of access controls.
public func SecAccessControlGetTypeID() -> CFTypeID { SecAccessControl._cfTypeID }

/// The access control of a protection and of conditions.
///
/// - Parameters:
///   - allocator: Not used.
///   - protection: One of the `kSecAttrAccessible…` values.
///   - flags: The conditions. `.or` and `.and` exclude each other, so do `.biometryAny` and
///     `.biometryCurrentSet`; `.userPresence` goes only with `.applicationPassword` and `.privateKeyUsage`.
///   - error: Gets `errSecParam` for a protection that is not known and for flags that cannot be
///     together. The caller owns it.
/// - Returns: the object, or nil with `error` set.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    let name = (protection as? NSString) as String?
    guard let name, name == "f" || ProtectionClass(rawValue: name) != nil else {
        unsafe report("the protection is not one of the kSecAttrAccessible values", to: error)
        return nil
    }
    guard flags.isConsistent else {
        unsafe report("the flags of the access control cannot be together", to: error)
        return nil
    }
    let bits = UInt64(flags.rawValue)
    guard let protection = ProtectionClass(rawValue: name) else { return .object(for: .untilReboot(flags: bits)) }
    return .object(for: .item(AccessControl(protection: protection, flags: bits)))
}

private func report(_ message: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
    guard let error = unsafe error else { return }
    let failure = NSError(
        domain: NSOSStatusErrorDomain, code: Int(errSecParam), userInfo: [NSLocalizedDescriptionKey: message])
    unsafe error.pointee = .passRetained(failure)
}
