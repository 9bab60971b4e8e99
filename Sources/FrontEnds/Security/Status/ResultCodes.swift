// The result codes that a caller of the keychain meets.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The operation succeeded.
public var errSecSuccess: OSStatus { 0 }

/// The function or the algorithm is not available.
public var errSecUnimplemented: OSStatus { -4 }

/// The disk is full.
public var errSecDiskFull: OSStatus { -34 }

/// Reading or writing the keychain file failed.
public var errSecIO: OSStatus { -36 }

/// The file is already open for writing.
public var errSecOpWr: OSStatus { -49 }

/// An argument or an entry of the dictionary is not valid.
public var errSecParam: OSStatus { -50 }

/// There is no permission to write the file.
public var errSecWrPerm: OSStatus { -61 }

/// There is not enough memory.
public var errSecAllocate: OSStatus { -108 }

/// The person cancelled the operation.
public var errSecUserCanceled: OSStatus { -128 }

/// The call is not valid in the present state.
public var errSecBadReq: OSStatus { -909 }

/// A component failed inside.
public var errSecInternalComponent: OSStatus { -2070 }

/// An unknown error of Core Foundation occurred.
public var errSecCoreFoundationUnknown: OSStatus { -4960 }

/// The access control list does not have the simple form.
public var errSecACLNotSimple: OSStatus { -25240 }

/// The policy was not found.
public var errSecPolicyNotFound: OSStatus { -25241 }

/// The trust setting is not valid.
public var errSecInvalidTrustSetting: OSStatus { -25242 }

/// The item has no access object.
public var errSecNoAccessForItem: OSStatus { -25243 }

/// The owner of the item cannot be changed in this way.
public var errSecInvalidOwnerEdit: OSStatus { -25244 }

/// There is no trust result yet.
public var errSecTrustNotAvailable: OSStatus { -25245 }

/// The format is not supported for import or export.
public var errSecUnsupportedFormat: OSStatus { -25256 }

/// The format of the data to import was not recognised.
public var errSecUnknownFormat: OSStatus { -25257 }

/// The key is sensitive and can only be exported wrapped.
public var errSecKeyIsSensitive: OSStatus { -25258 }

/// More than one private key was found where one was expected.
public var errSecMultiplePrivKeys: OSStatus { -25259 }

/// A passphrase is needed to import or export.
public var errSecPassphraseRequired: OSStatus { -25260 }

/// The reference to the password is not valid.
public var errSecInvalidPasswordRef: OSStatus { -25261 }

/// The record of trust settings is damaged.
public var errSecInvalidTrustSettings: OSStatus { -25262 }

/// No trust settings were found.
public var errSecNoTrustSettings: OSStatus { -25263 }

/// The PKCS #12 data could not be verified; the password is probably wrong.
public var errSecPkcs12VerifyFailure: OSStatus { -25264 }

/// No keychain is available.
public var errSecNotAvailable: OSStatus { -25291 }

/// The keychain can only be read.
public var errSecReadOnly: OSStatus { -25292 }

/// The password was wrong or the authentication was refused.
public var errSecAuthFailed: OSStatus { -25293 }

/// The keychain does not exist.
public var errSecNoSuchKeychain: OSStatus { -25294 }

/// The file is not a valid keychain.
public var errSecInvalidKeychain: OSStatus { -25295 }

/// A keychain of this name already exists.
public var errSecDuplicateKeychain: OSStatus { -25296 }

/// The callback function is already installed.
public var errSecDuplicateCallback: OSStatus { -25297 }

/// The callback function is not installed or not valid.
public var errSecInvalidCallback: OSStatus { -25298 }

/// The item already exists in the keychain.
public var errSecDuplicateItem: OSStatus { -25299 }

/// The item was not found in the keychain.
public var errSecItemNotFound: OSStatus { -25300 }

/// The buffer is too small for the value.
public var errSecBufferTooSmall: OSStatus { -25301 }

/// The data is too large or has a form that cannot be shown.
public var errSecDataTooLarge: OSStatus { -25302 }

/// The attribute does not exist for this class of items.
public var errSecNoSuchAttr: OSStatus { -25303 }

/// The reference no longer denotes an item.
public var errSecInvalidItemRef: OSStatus { -25304 }

/// The search cannot be carried out.
public var errSecInvalidSearchRef: OSStatus { -25305 }

/// The class of items does not exist.
public var errSecNoSuchClass: OSStatus { -25306 }

/// There is no default keychain.
public var errSecNoDefaultKeychain: OSStatus { -25307 }

/// The keychain is locked, or a prompt is needed that is not allowed.
public var errSecInteractionNotAllowed: OSStatus { -25308 }

/// The attribute cannot be changed.
public var errSecReadOnlyAttr: OSStatus { -25309 }

/// The keychain was made by an incompatible version of the system.
public var errSecWrongSecVersion: OSStatus { -25310 }

/// The size of the key is not allowed.
public var errSecKeySizeNotAllowed: OSStatus { -25311 }

/// The storage module is missing.
public var errSecNoStorageModule: OSStatus { -25312 }

/// The certificate module is missing.
public var errSecNoCertificateModule: OSStatus { -25313 }

/// The policy module is missing.
public var errSecNoPolicyModule: OSStatus { -25314 }

/// A prompt is needed but is not possible now.
public var errSecInteractionRequired: OSStatus { -25315 }

/// The contents of the item cannot be read.
public var errSecDataNotAvailable: OSStatus { -25316 }

/// The contents of the item cannot be changed.
public var errSecDataNotModifiable: OSStatus { -25317 }

/// A certificate that is needed to build the chain is missing.
public var errSecCreateChainFailed: OSStatus { -25318 }

/// The preference domain is not valid.
public var errSecInvalidPrefsDomain: OSStatus { -25319 }

/// The machine is in dark wake and cannot show a prompt.
public var errSecInDarkWake: OSStatus { -25320 }

/// The certificate was not signed by the expected issuer.
public var errSecNotSigner: OSStatus { -26267 }

/// The data could not be decoded.
public var errSecDecode: OSStatus { -26275 }

/// The program does not have the entitlement that this operation needs.
public var errSecMissingEntitlement: OSStatus { -34018 }

/// This kind of program is not allowed to make this call.
public var errSecRestrictedAPI: OSStatus { -34020 }
