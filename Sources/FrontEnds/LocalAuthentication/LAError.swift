// The failures of LocalAuthentication.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the codes of ``LAError``.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// A failure to authenticate.
///
/// On Linux an `NSError` does not cast to `LAError`; an `LAError` casts to `NSError`. Where the type is
/// `Error`, this module hands out `LAError`.
public struct LAError: _BridgedStoredNSError, CustomNSError, LocalizedError, Hashable, @unchecked Sendable {
    // @unchecked: the dictionary of an NSError does not change.
    public let _nsError: NSError

    /// The failure that `error` describes.
    ///
    /// - Precondition: the domain is ``LAErrorDomain``.
    public init(_nsError error: NSError) {
        precondition(error.domain == LAErrorDomain, "the error is of another domain")
        _nsError = error
    }

    /// The failure `code`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let description: [String: Any] = [NSLocalizedDescriptionKey: code.sentence]
        _nsError = NSError(
            domain: LAErrorDomain, code: code.rawValue, userInfo: description.merging(userInfo) { $1 })
    }

    /// The domain of the codes.
    public static var errorDomain: String { LAErrorDomain }
    /// The domain of the codes.
    public static var _nsErrorDomain: String { LAErrorDomain }

    /// What failed. A number that has no name reads as ``Code/authenticationFailed``.
    public var code: Code { Code(rawValue: _nsError.code) ?? .authenticationFailed }
    /// The number of ``code``.
    public var errorCode: Int { _nsError.code }
    /// The dictionary of the error.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }
    /// A sentence for people.
    public var errorDescription: String? { _nsError.localizedDescription }
    /// A sentence for people.
    public var localizedDescription: String { _nsError.localizedDescription }

    public static func == (lhs: LAError, rhs: LAError) -> Bool { lhs._nsError.isEqual(rhs._nsError) }
    public func hash(into hasher: inout Hasher) { hasher.combine(_nsError) }
}

extension LAError {
    /// What failed.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = LAError

        /// The user did not prove who they are.
        case authenticationFailed = -1
        /// The user cancelled.
        case userCancel = -2
        /// The user chose the other way that the prompt offers.
        case userFallback = -3
        /// The system cancelled.
        case systemCancel = -4
        /// There is no password.
        case passcodeNotSet = -5
        /// There is no biometry.
        case biometryNotAvailable = -6
        /// No finger or face is enrolled.
        case biometryNotEnrolled = -7
        /// Biometry is locked after too many failures.
        case biometryLockout = -8
        /// The program cancelled.
        case appCancel = -9
        /// The context was invalidated.
        case invalidContext = -10
        /// There is no companion device nearby.
        case companionNotAvailable = -11
        /// The biometric accessory is not paired.
        case biometryNotPaired = -12
        /// The biometric accessory is not connected.
        case biometryDisconnected = -13
        /// The embedded view has an impossible size.
        case invalidDimensions = -14
        /// A prompt is needed and forbidden.
        case notInteractive = -1004

        /// The former name of ``biometryNotAvailable``.
        public static var touchIDNotAvailable: Code { .biometryNotAvailable }
        /// The former name of ``biometryNotEnrolled``.
        public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
        /// The former name of ``biometryLockout``.
        public static var touchIDLockout: Code { .biometryLockout }
        /// The former name of ``companionNotAvailable``.
        public static var watchNotAvailable: Code { .companionNotAvailable }

        var sentence: String {
            switch self {
            case .authenticationFailed: "The authentication failed."
            case .userCancel: "The user cancelled the authentication."
            case .userFallback: "The user chose another way to authenticate."
            case .systemCancel: "The system cancelled the authentication."
            case .passcodeNotSet: "There is no password that could be asked for."
            case .biometryNotAvailable: "Biometry is not available on this machine."
            case .biometryNotEnrolled: "No finger or face is enrolled."
            case .biometryLockout: "Biometry is locked after too many failures."
            case .appCancel: "The program cancelled the authentication."
            case .invalidContext: "The context was invalidated."
            case .companionNotAvailable: "No companion device is nearby."
            case .biometryNotPaired: "The biometric accessory is not paired."
            case .biometryDisconnected: "The biometric accessory is not connected."
            case .invalidDimensions: "The size of the view is not valid."
            case .notInteractive: "The authentication needs a prompt, which is not allowed."
            }
        }
    }

    /// See ``Code/authenticationFailed``.
    public static var authenticationFailed: Code { .authenticationFailed }
    /// See ``Code/userCancel``.
    public static var userCancel: Code { .userCancel }
    /// See ``Code/userFallback``.
    public static var userFallback: Code { .userFallback }
    /// See ``Code/systemCancel``.
    public static var systemCancel: Code { .systemCancel }
    /// See ``Code/passcodeNotSet``.
    public static var passcodeNotSet: Code { .passcodeNotSet }
    /// See ``Code/biometryNotAvailable``.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }
    /// See ``Code/biometryNotEnrolled``.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
    /// See ``Code/biometryLockout``.
    public static var biometryLockout: Code { .biometryLockout }
    /// See ``Code/biometryNotAvailable``.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// See ``Code/biometryNotEnrolled``.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// See ``Code/biometryLockout``.
    public static var touchIDLockout: Code { .biometryLockout }
    /// See ``Code/appCancel``.
    public static var appCancel: Code { .appCancel }
    /// See ``Code/invalidContext``.
    public static var invalidContext: Code { .invalidContext }
    /// See ``Code/companionNotAvailable``.
    public static var companionNotAvailable: Code { .companionNotAvailable }
    /// See ``Code/companionNotAvailable``.
    public static var watchNotAvailable: Code { .companionNotAvailable }
    /// See ``Code/biometryNotPaired``.
    public static var biometryNotPaired: Code { .biometryNotPaired }
    /// See ``Code/biometryDisconnected``.
    public static var biometryDisconnected: Code { .biometryDisconnected }
    /// See ``Code/invalidDimensions``.
    public static var invalidDimensions: Code { .invalidDimensions }
    /// See ``Code/notInteractive``.
    public static var notInteractive: Code { .notInteractive }
}
