// The older result codes about modules, devices and the arguments of cryptographic calls.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The module was used before it was initialised.
public var errSecNotInitialized: OSStatus { -67667 }

/// The handle cannot be used for this.
public var errSecInvalidHandleUsage: OSStatus { -67668 }

/// The object that the verification code refers to was not found.
public var errSecPVCReferentNotFound: OSStatus { -67669 }

/// A function address failed its integrity check.
public var errSecFunctionIntegrityFail: OSStatus { -67670 }

/// An internal error occurred.
public var errSecInternalError: OSStatus { -67671 }

/// A memory error occurred.
public var errSecMemoryError: OSStatus { -67672 }

/// The data is not valid.
public var errSecInvalidData: OSStatus { -67673 }

/// The module directory service failed.
public var errSecMDSError: OSStatus { -67674 }

/// A pointer is not valid.
public var errSecInvalidPointer: OSStatus { -67675 }

/// The self check failed.
public var errSecSelfCheckFailed: OSStatus { -67676 }

/// The function failed.
public var errSecFunctionFailed: OSStatus { -67677 }

/// The manifest of the module could not be verified.
public var errSecModuleManifestVerifyFailed: OSStatus { -67678 }

/// The globally unique identifier is not valid.
public var errSecInvalidGUID: OSStatus { -67679 }

/// The handle is not valid.
public var errSecInvalidHandle: OSStatus { -67680 }

/// The list of databases is not valid.
public var errSecInvalidDBList: OSStatus { -67681 }

/// The passthrough identifier is not valid.
public var errSecInvalidPassthroughID: OSStatus { -67682 }

/// The network address is not valid.
public var errSecInvalidNetworkAddress: OSStatus { -67683 }

/// The revocation list is already signed.
public var errSecCRLAlreadySigned: OSStatus { -67684 }

/// The number of fields is wrong.
public var errSecInvalidNumberOfFields: OSStatus { -67685 }

/// The verification failed.
public var errSecVerificationFailure: OSStatus { -67686 }

/// The tag is unknown.
public var errSecUnknownTag: OSStatus { -67687 }

/// The signature is not valid.
public var errSecInvalidSignature: OSStatus { -67688 }

/// The name is not valid.
public var errSecInvalidName: OSStatus { -67689 }

/// The certificate reference is not valid.
public var errSecInvalidCertificateRef: OSStatus { -67690 }

/// The group of certificates is not valid.
public var errSecInvalidCertificateGroup: OSStatus { -67691 }

/// The tag was not found.
public var errSecTagNotFound: OSStatus { -67692 }

/// The query is not valid.
public var errSecInvalidQuery: OSStatus { -67693 }

/// The value is not valid.
public var errSecInvalidValue: OSStatus { -67694 }

/// The callback function failed.
public var errSecCallbackFailed: OSStatus { -67695 }

/// The entry of the access control list could not be deleted.
public var errSecACLDeleteFailed: OSStatus { -67696 }

/// The entry of the access control list could not be replaced.
public var errSecACLReplaceFailed: OSStatus { -67697 }

/// The entry could not be added to the access control list.
public var errSecACLAddFailed: OSStatus { -67698 }

/// The access control list could not be changed.
public var errSecACLChangeFailed: OSStatus { -67699 }

/// The access credentials are not valid.
public var errSecInvalidAccessCredentials: OSStatus { -67700 }

/// The record is not valid.
public var errSecInvalidRecord: OSStatus { -67701 }

/// The access control list is not valid.
public var errSecInvalidACL: OSStatus { -67702 }

/// The sample value is not valid.
public var errSecInvalidSampleValue: OSStatus { -67703 }

/// The version is incompatible.
public var errSecIncompatibleVersion: OSStatus { -67704 }

/// The privilege was not granted.
public var errSecPrivilegeNotGranted: OSStatus { -67705 }

/// The scope is not valid.
public var errSecInvalidScope: OSStatus { -67706 }

/// Pointer validation is already configured.
public var errSecPVCAlreadyConfigured: OSStatus { -67707 }

/// The pointer validation setting is not valid.
public var errSecInvalidPVC: OSStatus { -67708 }

/// The elective module manager could not be loaded.
public var errSecEMMLoadFailed: OSStatus { -67709 }

/// The elective module manager could not be unloaded.
public var errSecEMMUnloadFailed: OSStatus { -67710 }

/// The add-in could not be loaded.
public var errSecAddinLoadFailed: OSStatus { -67711 }

/// The key reference is not valid.
public var errSecInvalidKeyRef: OSStatus { -67712 }

/// The key hierarchy is not valid.
public var errSecInvalidKeyHierarchy: OSStatus { -67713 }

/// The add-in could not be unloaded.
public var errSecAddinUnloadFailed: OSStatus { -67714 }

/// The library reference was not found.
public var errSecLibraryReferenceNotFound: OSStatus { -67715 }

/// The function table of the add-in is not valid.
public var errSecInvalidAddinFunctionTable: OSStatus { -67716 }

/// The service mask is not valid.
public var errSecInvalidServiceMask: OSStatus { -67717 }

/// The module is not loaded.
public var errSecModuleNotLoaded: OSStatus { -67718 }

/// The subservice identifier is not valid.
public var errSecInvalidSubServiceID: OSStatus { -67719 }

/// The attribute is not in the context.
public var errSecAttributeNotInContext: OSStatus { -67720 }

/// The module manager could not be initialised.
public var errSecModuleManagerInitializeFailed: OSStatus { -67721 }

/// The module manager was not found.
public var errSecModuleManagerNotFound: OSStatus { -67722 }

/// The event notification callback was not found.
public var errSecEventNotificationCallbackNotFound: OSStatus { -67723 }

/// The length of the input is wrong.
public var errSecInputLengthError: OSStatus { -67724 }

/// The length of the output is wrong.
public var errSecOutputLengthError: OSStatus { -67725 }

/// The privilege is not supported.
public var errSecPrivilegeNotSupported: OSStatus { -67726 }

/// The device reported an error.
public var errSecDeviceError: OSStatus { -67727 }

/// The attached handle is busy.
public var errSecAttachHandleBusy: OSStatus { -67728 }

/// Nobody is logged in.
public var errSecNotLoggedIn: OSStatus { -67729 }

/// The algorithm does not match.
public var errSecAlgorithmMismatch: OSStatus { -67730 }

/// The key cannot be used for this.
public var errSecKeyUsageIncorrect: OSStatus { -67731 }

/// The block of the key has the wrong type.
public var errSecKeyBlobTypeIncorrect: OSStatus { -67732 }

/// The header of the key is inconsistent.
public var errSecKeyHeaderInconsistent: OSStatus { -67733 }

/// The key format is not supported.
public var errSecUnsupportedKeyFormat: OSStatus { -67734 }

/// The size of the key is not supported.
public var errSecUnsupportedKeySize: OSStatus { -67735 }

/// The usage mask of the key is not valid.
public var errSecInvalidKeyUsageMask: OSStatus { -67736 }

/// The usage mask of the key is not supported.
public var errSecUnsupportedKeyUsageMask: OSStatus { -67737 }

/// The attribute mask of the key is not valid.
public var errSecInvalidKeyAttributeMask: OSStatus { -67738 }

/// The attribute mask of the key is not supported.
public var errSecUnsupportedKeyAttributeMask: OSStatus { -67739 }

/// The key label is not valid.
public var errSecInvalidKeyLabel: OSStatus { -67740 }

/// The key label is not supported.
public var errSecUnsupportedKeyLabel: OSStatus { -67741 }

/// The key format is not valid.
public var errSecInvalidKeyFormat: OSStatus { -67742 }

/// The vector of buffers is not supported.
public var errSecUnsupportedVectorOfBuffers: OSStatus { -67743 }

/// The input vector is not valid.
public var errSecInvalidInputVector: OSStatus { -67744 }

/// The output vector is not valid.
public var errSecInvalidOutputVector: OSStatus { -67745 }

/// The context is not valid.
public var errSecInvalidContext: OSStatus { -67746 }

/// The algorithm is not valid.
public var errSecInvalidAlgorithm: OSStatus { -67747 }
