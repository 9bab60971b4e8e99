// The state of a keychain file and the classes of its items, as numbers.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The state of a keychain file: the sum of the three bits below.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public var kSecUnlockStateStatus: SecKeychainStatus { 1 }
/// The keychain can be read.
public var kSecReadPermStatus: SecKeychainStatus { 2 }
/// The keychain can be written.
public var kSecWritePermStatus: SecKeychainStatus { 4 }

/// The class of an item of a keychain file.
public enum SecItemClass: FourCharCode, Sendable {
    /// A password for an internet server (`inet`).
    case internetPasswordItemClass = 0x696E_6574
    /// A password or another secret (`genp`).
    case genericPasswordItemClass = 0x6765_6E70
    /// A certificate.
    case certificateItemClass = 0x8000_1000
    /// A public key.
    case publicKeyItemClass = 0x0F
    /// A private key.
    case privateKeyItemClass = 0x10
    /// A symmetric key.
    case symmetricKeyItemClass = 0x11
}
