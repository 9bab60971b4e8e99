// The values of `kSecAttrKeyClass`, which are digits.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// A public key.
public let kSecAttrKeyClassPublic: CFString = "0"

/// A private key.
public let kSecAttrKeyClassPrivate: CFString = "1"

/// A symmetric key.
public let kSecAttrKeyClassSymmetric: CFString = "2"
