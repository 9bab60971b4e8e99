// The keys of the dictionaries that make keys and passwords.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The attributes of the private key, a dictionary.
public let kSecPrivateKeyAttrs: CFString = "private"

/// The attributes of the public key, a dictionary.
public let kSecPublicKeyAttrs: CFString = "public"

/// Whether the key is for Apple Pay, a boolean. Private.
public let kSecKeyApplePayEnabled: CFString = "applepay"

/// Whether the key is bound to the system, a boolean. Private.
public let kSecKeyOSBound: CFString = "osbound"

/// Whether the key is bound to the sealed digests of the system, a boolean. Private.
public let kSecKeySealedHashesBound: CFString = "sealedhashesbound"

/// The greatest length of a generated password, a number. Private.
public let kSecPasswordMaxLength: CFString = "PasswordMaxLength"

/// The least length of a generated password, a number. The string is that of the greatest, as on macOS.
public let kSecPasswordMinLength: CFString = "PasswordMaxLength"

/// The characters a generated password may hold. Private.
public let kSecPasswordAllowedCharacters: CFString = "PasswordAllowedCharacters"

/// The sets of which a generated password must hold a character. Private.
public let kSecPasswordRequiredCharacters: CFString = "PasswordRequiredCharacters"

/// The password of a shared web credential.
public let kSecSharedPassword: CFString = "spwd"
