// The keys of the value of an item.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The secret, as data.
public let kSecValueData: CFString = "v_Data"

/// A key, a certificate or an identity.
public let kSecValueRef: CFString = "v_Ref"

/// A persistent reference, as data.
public let kSecValuePersistentRef: CFString = "v_PersistentRef"
