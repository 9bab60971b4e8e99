// What the keychain answers, as LocalAuthentication says it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension LAError {
    /// - Parameter wasInvalidated: whether the program ended the context meanwhile.
    init(_ error: KeychainError, wasInvalidated: Bool) {
        let code: Code =
            switch error.code {
            case .userCanceled: wasInvalidated ? .appCancel : .userCancel
            case .interactionNotAllowed: .notInteractive
            case .authFailed: .authenticationFailed
            default: .systemCancel
            }
        self.init(code)
    }
}

extension LAPolicy {
    /// The policy as flags of an access control.
    var flags: UInt64 {
        switch self {
        case .deviceOwnerAuthentication: AccessControl.userPresence
        case .deviceOwnerAuthenticationWithBiometrics: AccessControl.biometryAny
        case .deviceOwnerAuthenticationWithCompanion: AccessControl.companion
        case .deviceOwnerAuthenticationWithBiometricsOrCompanion:
            AccessControl.biometryAny | AccessControl.companion | AccessControl.or
        }
    }
}
