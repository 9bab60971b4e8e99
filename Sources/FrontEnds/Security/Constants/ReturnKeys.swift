// The keys that say what a call returns.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Whether to return the secret, a boolean.
public let kSecReturnData: CFString = "r_Data"

/// Whether to return the attributes, a boolean.
public let kSecReturnAttributes: CFString = "r_Attributes"

/// Whether to return a reference, a boolean.
public let kSecReturnRef: CFString = "r_Ref"

/// Whether to return a persistent reference, a boolean.
public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
