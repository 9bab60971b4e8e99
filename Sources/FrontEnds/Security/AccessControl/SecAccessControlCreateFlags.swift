// What must be proved before an item with an access control can be used.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The conditions of an access control. The empty set asks for nothing.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// The user is there: by biometry or by password.
    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    /// Biometry, with any finger or face that is enrolled.
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    /// Biometry, with the fingers and faces that were enrolled when the item was made.
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The password.
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    /// A paired device nearby.
    public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
    /// One of the conditions is enough.
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    /// All conditions are needed.
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    /// The conditions are for the use of a private key, such as signing.
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    /// A password of the program's own is needed as well.
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)

    /// The former name of ``biometryAny``.
    @available(*, deprecated, renamed: "biometryAny")
    public static var touchIDAny: SecAccessControlCreateFlags { .biometryAny }
    /// The former name of ``biometryCurrentSet``.
    @available(*, deprecated, renamed: "biometryCurrentSet")
    public static var touchIDCurrentSet: SecAccessControlCreateFlags { .biometryCurrentSet }
    /// The former name of ``companion``.
    public static var watch: SecAccessControlCreateFlags { .companion }

    /// Every flag that has a meaning.
    static let known: SecAccessControlCreateFlags = [
        .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and, .privateKeyUsage,
        .applicationPassword,
    ]

    /// Whether the flags can be together.
    var isConsistent: Bool {
        guard isSubset(of: .known) else { return false }
        if isSuperset(of: [.or, .and]) || isSuperset(of: [.biometryAny, .biometryCurrentSet]) { return false }
        return !contains(.userPresence) || isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
    }
}
