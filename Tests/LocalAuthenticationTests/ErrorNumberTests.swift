// The names that the codes of LAError have in C.
// SPDX-License-Identifier: Apache-2.0

import LocalAuthentication
import Testing

@Suite struct ErrorNumberTests {
    private static let names: [(Int32, LAError.Code)] = [
        (kLAErrorAuthenticationFailed, .authenticationFailed),
        (kLAErrorUserCancel, .userCancel),
        (kLAErrorUserFallback, .userFallback),
        (kLAErrorSystemCancel, .systemCancel),
        (kLAErrorPasscodeNotSet, .passcodeNotSet),
        (kLAErrorTouchIDNotAvailable, .touchIDNotAvailable),
        (kLAErrorBiometryNotAvailable, .biometryNotAvailable),
        (kLAErrorTouchIDNotEnrolled, .touchIDNotEnrolled),
        (kLAErrorBiometryNotEnrolled, .biometryNotEnrolled),
        (kLAErrorTouchIDLockout, .touchIDLockout),
        (kLAErrorBiometryLockout, .biometryLockout),
        (kLAErrorAppCancel, .appCancel),
        (kLAErrorInvalidContext, .invalidContext),
        (kLAErrorWatchNotAvailable, .watchNotAvailable),
        (kLAErrorCompanionNotAvailable, .companionNotAvailable),
        (kLAErrorBiometryNotPaired, .biometryNotPaired),
        (kLAErrorBiometryDisconnected, .biometryDisconnected),
        (kLAErrorInvalidDimensions, .invalidDimensions),
        (kLAErrorNotInteractive, .notInteractive),
    ]

    @Test(arguments: names) func `a name of C has the number of its code`(number: Int32, code: LAError.Code) {
        #expect(Int(number) == code.rawValue)
    }
}
