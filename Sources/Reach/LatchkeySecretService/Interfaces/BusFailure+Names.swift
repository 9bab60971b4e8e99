// The errors of the Secret Service, by the names that clients know (reference section 8).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform

extension BusFailure {
    static let isLocked = BusFailure("org.freedesktop.Secret.Error.IsLocked", "the object is locked")
    static let noSession = BusFailure("org.freedesktop.Secret.Error.NoSession", "there is no such session")
    static let noSuchObject = BusFailure("org.freedesktop.Secret.Error.NoSuchObject", "there is no such object")
    static let alreadyExists = BusFailure(
        "org.freedesktop.Secret.Error.AlreadyExists", "the prompt has been shown already")
    static let denied = BusFailure("org.gnome.keyring.Error.Denied", "the password is wrong")

    static let unknownObject = bus("UnknownObject", "there is no object at this path")
    static let unknownMethod = bus("UnknownMethod", "the object has no such method")
    static let unknownInterface = bus("UnknownInterface", "the object has no such interface")
    static let unknownProperty = bus("UnknownProperty", "the interface has no such property")
    static let propertyReadOnly = bus("PropertyReadOnly", "the property can only be read")
    static let accessDenied = bus("AccessDenied", "this is not for the caller")
    static let notOpened = bus("Failed", "the keychain cannot be opened")
    static let noMemory = bus("NoMemory", "there is no memory")

    static func notSupported(_ message: String) -> BusFailure { bus("NotSupported", message) }
    static func invalidArguments(_ message: String) -> BusFailure { bus("InvalidArgs", message) }
    static func limitsExceeded(_ message: String) -> BusFailure { bus("LimitsExceeded", message) }

    private static func bus(_ name: String, _ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error." + name, message)
    }

    /// What a keychain answers.
    init(_ error: KeychainError) {
        switch error.code {
        case .interactionNotAllowed: self = .isLocked
        case .itemNotFound, .noSuchKeychain: self = .noSuchObject
        case .authFailed: self = .denied
        case .allocate: self = .noMemory
        case .parameter: self = .invalidArguments("\(error.operation)")
        case .unimplemented: self = .notSupported("\(error.operation)")
        default:
            let words = "\(error.operation)" + (error.hint.map { ": \($0)" } ?? "")
            self = Self.bus("Failed", words)
        }
    }
}
