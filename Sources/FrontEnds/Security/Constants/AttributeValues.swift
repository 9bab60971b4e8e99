// Values of single attributes.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Items that synchronise and items that do not: a value for ``kSecAttrSynchronizable``.
public let kSecAttrSynchronizableAny: CFString = "syna"

/// The wrapped key of the Secure Enclave. Private.
public let kSecAttrSecureEnclaveKeyBlob: CFString = "toid"

/// No group of people: a value for ``kSecAttrSharingGroup``.
public let kSecAttrSharingGroupNone: CFString = ""
