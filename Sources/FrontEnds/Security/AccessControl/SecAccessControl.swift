// When an item can be read and what must be proved for it, as one object.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
package import LatchkeyModel

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

    deinit { Self.living.remove(content, generation: generation) }

    /// The object of `value`.
    package static func object(for value: AccessControl) -> SecAccessControl {
        object(for: .item(value.asCallersSeeIt))
    }

    /// The value, or nil for the protection `kSecAttrAccessibleUntilReboot`, which no item can have.
    package var value: AccessControl? {
        if case .item(let value) = content { value } else { nil }
    }

    fileprivate static func object(for content: Content) -> SecAccessControl {
        living.object(of: content) { SecAccessControl(content, generation: $0) }
    }

    private static let living = LivingObjects<Content, SecAccessControl>()

    fileprivate enum Content: Hashable, Sendable {
        case item(AccessControl)
        case untilReboot(flags: UInt64)
    }
}

extension SecAccessControl: Hashable {
    public static func == (lhs: SecAccessControl, rhs: SecAccessControl) -> Bool { lhs.content == rhs.content }
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension SecAccessControl: ConstrainedAccess {
    package var constraintFlags: UInt64 {
        switch content {
        case .item(let value): value.flags ?? 0
        case .untilReboot(let flags): flags
        }
    }
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
        unsafe report(errSecParam, "the protection is not one of the kSecAttrAccessible values", to: error)
        return nil
    }
    guard flags.isConsistent else {
        unsafe report(errSecParam, "the flags of the access control cannot be together", to: error)
        return nil
    }
    let bits = UInt64(flags.rawValue)
    guard let protection = ProtectionClass(rawValue: name) else { return .object(for: .untilReboot(flags: bits)) }
    return .object(for: .item(AccessControl(protection: protection, flags: bits)))
}
