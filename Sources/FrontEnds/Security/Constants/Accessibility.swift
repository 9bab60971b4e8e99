// The values of `kSecAttrAccessible`: when an item can be read.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// While the keychain is unlocked.
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// From the first unlock after the start of the machine on.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// Always. Deprecated.
public let kSecAttrAccessibleAlways: CFString = "dk"

/// While the keychain is unlocked, on this machine only.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// From the first unlock after the start of the machine on, on this machine only.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// Always, on this machine only. Deprecated.
public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

/// While unlocked, on this machine only, and only as long as there is a password.
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

/// Always. Private.
public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"

/// Always, on this machine only. Private.
public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"

/// Until the machine stops. For access controls, not for items.
public let kSecAttrAccessibleUntilReboot: CFString = "f"
