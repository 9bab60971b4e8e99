// The numbers that LocalAuthentication's calls take and give.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a user has to prove.
public enum LAPolicy: Int, Sendable {
    /// Biometry.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// Biometry, a companion or the password.
    case deviceOwnerAuthentication = 2
    /// A companion device nearby.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry or a companion device nearby.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

    /// The former name of ``deviceOwnerAuthenticationWithCompanion``.
    public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }
    /// The former name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
    public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
}

/// The kind of biometry of the machine.
public enum LABiometryType: Int, Sendable {
    /// None.
    case none = 0
    /// Fingerprints.
    case touchID = 1
    /// Faces.
    case faceID = 2
    /// Irises.
    case opticID = 4

    /// The former name of ``none``.
    public static var LABiometryNone: LABiometryType { .none }
}

/// What an item with an access control is to be used for.
public enum LAAccessControlOperation: Int, Sendable {
    /// An item is made.
    case createItem = 0
    /// An item is read.
    case useItem = 1
    /// A key is made.
    case createKey = 2
    /// A key signs.
    case useKeySign = 3
    /// A key decrypts.
    case useKeyDecrypt = 4
    /// A key agrees on a shared secret.
    case useKeyKeyExchange = 5
}

/// The kind of a credential that a program hands over.
public enum LACredentialType: Int, Sendable {
    /// A password of the program's own.
    case applicationPassword = 0
    /// The number of a smart card.
    case smartCardPIN = -3
}

/// The greatest value of ``LAContext/touchIDAuthenticationAllowableReuseDuration``, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
