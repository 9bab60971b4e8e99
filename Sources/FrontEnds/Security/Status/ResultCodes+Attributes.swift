// The older result codes about the attributes of a cryptographic context.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The key of the cryptographic context is not valid.
public var errSecInvalidAttributeKey: OSStatus { -67748 }

/// The key of the cryptographic context is missing.
public var errSecMissingAttributeKey: OSStatus { -67749 }

/// The initialisation vector of the cryptographic context is not valid.
public var errSecInvalidAttributeInitVector: OSStatus { -67750 }

/// The initialisation vector of the cryptographic context is missing.
public var errSecMissingAttributeInitVector: OSStatus { -67751 }

/// The salt of the cryptographic context is not valid.
public var errSecInvalidAttributeSalt: OSStatus { -67752 }

/// The salt of the cryptographic context is missing.
public var errSecMissingAttributeSalt: OSStatus { -67753 }

/// The padding of the cryptographic context is not valid.
public var errSecInvalidAttributePadding: OSStatus { -67754 }

/// The padding of the cryptographic context is missing.
public var errSecMissingAttributePadding: OSStatus { -67755 }

/// The random value of the cryptographic context is not valid.
public var errSecInvalidAttributeRandom: OSStatus { -67756 }

/// The random value of the cryptographic context is missing.
public var errSecMissingAttributeRandom: OSStatus { -67757 }

/// The seed of the cryptographic context is not valid.
public var errSecInvalidAttributeSeed: OSStatus { -67758 }

/// The seed of the cryptographic context is missing.
public var errSecMissingAttributeSeed: OSStatus { -67759 }

/// The passphrase of the cryptographic context is not valid.
public var errSecInvalidAttributePassphrase: OSStatus { -67760 }

/// The passphrase of the cryptographic context is missing.
public var errSecMissingAttributePassphrase: OSStatus { -67761 }

/// The key length of the cryptographic context is not valid.
public var errSecInvalidAttributeKeyLength: OSStatus { -67762 }

/// The key length of the cryptographic context is missing.
public var errSecMissingAttributeKeyLength: OSStatus { -67763 }

/// The block size of the cryptographic context is not valid.
public var errSecInvalidAttributeBlockSize: OSStatus { -67764 }

/// The block size of the cryptographic context is missing.
public var errSecMissingAttributeBlockSize: OSStatus { -67765 }

/// The output size of the cryptographic context is not valid.
public var errSecInvalidAttributeOutputSize: OSStatus { -67766 }

/// The output size of the cryptographic context is missing.
public var errSecMissingAttributeOutputSize: OSStatus { -67767 }

/// The rounds of the cryptographic context are not valid.
public var errSecInvalidAttributeRounds: OSStatus { -67768 }

/// The rounds of the cryptographic context are missing.
public var errSecMissingAttributeRounds: OSStatus { -67769 }

/// The algorithm parameters are not valid.
public var errSecInvalidAlgorithmParms: OSStatus { -67770 }

/// The algorithm parameters are missing.
public var errSecMissingAlgorithmParms: OSStatus { -67771 }

/// The label of the cryptographic context is not valid.
public var errSecInvalidAttributeLabel: OSStatus { -67772 }

/// The label of the cryptographic context is missing.
public var errSecMissingAttributeLabel: OSStatus { -67773 }

/// The key type of the cryptographic context is not valid.
public var errSecInvalidAttributeKeyType: OSStatus { -67774 }

/// The key type of the cryptographic context is missing.
public var errSecMissingAttributeKeyType: OSStatus { -67775 }

/// The mode of the cryptographic context is not valid.
public var errSecInvalidAttributeMode: OSStatus { -67776 }

/// The mode of the cryptographic context is missing.
public var errSecMissingAttributeMode: OSStatus { -67777 }

/// The effective bits of the cryptographic context are not valid.
public var errSecInvalidAttributeEffectiveBits: OSStatus { -67778 }

/// The effective bits of the cryptographic context are missing.
public var errSecMissingAttributeEffectiveBits: OSStatus { -67779 }

/// The start date of the cryptographic context is not valid.
public var errSecInvalidAttributeStartDate: OSStatus { -67780 }

/// The start date of the cryptographic context is missing.
public var errSecMissingAttributeStartDate: OSStatus { -67781 }

/// The end date of the cryptographic context is not valid.
public var errSecInvalidAttributeEndDate: OSStatus { -67782 }

/// The end date of the cryptographic context is missing.
public var errSecMissingAttributeEndDate: OSStatus { -67783 }

/// The version of the cryptographic context is not valid.
public var errSecInvalidAttributeVersion: OSStatus { -67784 }

/// The version of the cryptographic context is missing.
public var errSecMissingAttributeVersion: OSStatus { -67785 }

/// The prime of the cryptographic context is not valid.
public var errSecInvalidAttributePrime: OSStatus { -67786 }

/// The prime of the cryptographic context is missing.
public var errSecMissingAttributePrime: OSStatus { -67787 }

/// The base of the cryptographic context is not valid.
public var errSecInvalidAttributeBase: OSStatus { -67788 }

/// The base of the cryptographic context is missing.
public var errSecMissingAttributeBase: OSStatus { -67789 }

/// The subprime of the cryptographic context is not valid.
public var errSecInvalidAttributeSubprime: OSStatus { -67790 }

/// The subprime of the cryptographic context is missing.
public var errSecMissingAttributeSubprime: OSStatus { -67791 }

/// The iteration count of the cryptographic context is not valid.
public var errSecInvalidAttributeIterationCount: OSStatus { -67792 }

/// The iteration count of the cryptographic context is missing.
public var errSecMissingAttributeIterationCount: OSStatus { -67793 }

/// The database handle of the cryptographic context is not valid.
public var errSecInvalidAttributeDLDBHandle: OSStatus { -67794 }

/// The database handle of the cryptographic context is missing.
public var errSecMissingAttributeDLDBHandle: OSStatus { -67795 }

/// The access credentials of the cryptographic context are not valid.
public var errSecInvalidAttributeAccessCredentials: OSStatus { -67796 }

/// The access credentials of the cryptographic context are missing.
public var errSecMissingAttributeAccessCredentials: OSStatus { -67797 }

/// The public key format of the cryptographic context is not valid.
public var errSecInvalidAttributePublicKeyFormat: OSStatus { -67798 }

/// The public key format of the cryptographic context is missing.
public var errSecMissingAttributePublicKeyFormat: OSStatus { -67799 }

/// The private key format of the cryptographic context is not valid.
public var errSecInvalidAttributePrivateKeyFormat: OSStatus { -67800 }

/// The private key format of the cryptographic context is missing.
public var errSecMissingAttributePrivateKeyFormat: OSStatus { -67801 }

/// The symmetric key format of the cryptographic context is not valid.
public var errSecInvalidAttributeSymmetricKeyFormat: OSStatus { -67802 }

/// The symmetric key format of the cryptographic context is missing.
public var errSecMissingAttributeSymmetricKeyFormat: OSStatus { -67803 }

/// The wrapped key format of the cryptographic context is not valid.
public var errSecInvalidAttributeWrappedKeyFormat: OSStatus { -67804 }

/// The wrapped key format of the cryptographic context is missing.
public var errSecMissingAttributeWrappedKeyFormat: OSStatus { -67805 }

/// A staged operation is in progress.
public var errSecStagedOperationInProgress: OSStatus { -67806 }

/// The staged operation was not started.
public var errSecStagedOperationNotStarted: OSStatus { -67807 }
