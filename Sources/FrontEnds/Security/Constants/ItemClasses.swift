// The key and the values of the class of an item.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The key of the class of an item.
public let kSecClass: CFString = "class"

/// The class of passwords and other secrets.
public let kSecClassGenericPassword: CFString = "genp"

/// The class of passwords for internet servers.
public let kSecClassInternetPassword: CFString = "inet"

/// The class of AppleShare passwords, which no keychain holds (`errSecNoSuchClass`).
public let kSecClassAppleSharePassword: CFString = "apls"

/// The class of certificates.
public let kSecClassCertificate: CFString = "cert"

/// The class of cryptographic keys.
public let kSecClassKey: CFString = "keys"

/// The class of identities, which are certificates with their private keys.
public let kSecClassIdentity: CFString = "idnt"
