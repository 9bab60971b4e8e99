// The older result codes about the attributes of a cryptographic context.
// SPDX-License-Identifier: Apache-2.0

extension StatusTable {
    /// The codes from -67748 to -67807. The codes fall.
    static let attributes: [StatusDescription] = [
        StatusDescription(-67748, "errSecInvalidAttributeKey", "The key of the cryptographic context is not valid."),
        StatusDescription(-67749, "errSecMissingAttributeKey", "The key of the cryptographic context is missing."),
        StatusDescription(
            -67750, "errSecInvalidAttributeInitVector",
            "The initialisation vector of the cryptographic context is not valid."),
        StatusDescription(
            -67751, "errSecMissingAttributeInitVector",
            "The initialisation vector of the cryptographic context is missing."),
        StatusDescription(-67752, "errSecInvalidAttributeSalt", "The salt of the cryptographic context is not valid."),
        StatusDescription(-67753, "errSecMissingAttributeSalt", "The salt of the cryptographic context is missing."),
        StatusDescription(
            -67754, "errSecInvalidAttributePadding",
            "The padding of the cryptographic context is not valid."),
        StatusDescription(
            -67755, "errSecMissingAttributePadding",
            "The padding of the cryptographic context is missing."),
        StatusDescription(
            -67756, "errSecInvalidAttributeRandom",
            "The random value of the cryptographic context is not valid."),
        StatusDescription(
            -67757, "errSecMissingAttributeRandom",
            "The random value of the cryptographic context is missing."),
        StatusDescription(-67758, "errSecInvalidAttributeSeed", "The seed of the cryptographic context is not valid."),
        StatusDescription(-67759, "errSecMissingAttributeSeed", "The seed of the cryptographic context is missing."),
        StatusDescription(
            -67760, "errSecInvalidAttributePassphrase",
            "The passphrase of the cryptographic context is not valid."),
        StatusDescription(
            -67761, "errSecMissingAttributePassphrase",
            "The passphrase of the cryptographic context is missing."),
        StatusDescription(
            -67762, "errSecInvalidAttributeKeyLength",
            "The key length of the cryptographic context is not valid."),
        StatusDescription(
            -67763, "errSecMissingAttributeKeyLength",
            "The key length of the cryptographic context is missing."),
        StatusDescription(
            -67764, "errSecInvalidAttributeBlockSize",
            "The block size of the cryptographic context is not valid."),
        StatusDescription(
            -67765, "errSecMissingAttributeBlockSize",
            "The block size of the cryptographic context is missing."),
        StatusDescription(
            -67766, "errSecInvalidAttributeOutputSize",
            "The output size of the cryptographic context is not valid."),
        StatusDescription(
            -67767, "errSecMissingAttributeOutputSize",
            "The output size of the cryptographic context is missing."),
        StatusDescription(
            -67768, "errSecInvalidAttributeRounds",
            "The rounds of the cryptographic context are not valid."),
        StatusDescription(
            -67769, "errSecMissingAttributeRounds",
            "The rounds of the cryptographic context are missing."),
        StatusDescription(-67770, "errSecInvalidAlgorithmParms", "The algorithm parameters are not valid."),
        StatusDescription(-67771, "errSecMissingAlgorithmParms", "The algorithm parameters are missing."),
        StatusDescription(
            -67772, "errSecInvalidAttributeLabel",
            "The label of the cryptographic context is not valid."),
        StatusDescription(-67773, "errSecMissingAttributeLabel", "The label of the cryptographic context is missing."),
        StatusDescription(
            -67774, "errSecInvalidAttributeKeyType",
            "The key type of the cryptographic context is not valid."),
        StatusDescription(
            -67775, "errSecMissingAttributeKeyType",
            "The key type of the cryptographic context is missing."),
        StatusDescription(-67776, "errSecInvalidAttributeMode", "The mode of the cryptographic context is not valid."),
        StatusDescription(-67777, "errSecMissingAttributeMode", "The mode of the cryptographic context is missing."),
        StatusDescription(
            -67778, "errSecInvalidAttributeEffectiveBits",
            "The effective bits of the cryptographic context are not valid."),
        StatusDescription(
            -67779, "errSecMissingAttributeEffectiveBits",
            "The effective bits of the cryptographic context are missing."),
        StatusDescription(
            -67780, "errSecInvalidAttributeStartDate",
            "The start date of the cryptographic context is not valid."),
        StatusDescription(
            -67781, "errSecMissingAttributeStartDate",
            "The start date of the cryptographic context is missing."),
        StatusDescription(
            -67782, "errSecInvalidAttributeEndDate",
            "The end date of the cryptographic context is not valid."),
        StatusDescription(
            -67783, "errSecMissingAttributeEndDate",
            "The end date of the cryptographic context is missing."),
        StatusDescription(
            -67784, "errSecInvalidAttributeVersion",
            "The version of the cryptographic context is not valid."),
        StatusDescription(
            -67785, "errSecMissingAttributeVersion",
            "The version of the cryptographic context is missing."),
        StatusDescription(
            -67786, "errSecInvalidAttributePrime",
            "The prime of the cryptographic context is not valid."),
        StatusDescription(-67787, "errSecMissingAttributePrime", "The prime of the cryptographic context is missing."),
        StatusDescription(-67788, "errSecInvalidAttributeBase", "The base of the cryptographic context is not valid."),
        StatusDescription(-67789, "errSecMissingAttributeBase", "The base of the cryptographic context is missing."),
        StatusDescription(
            -67790, "errSecInvalidAttributeSubprime",
            "The subprime of the cryptographic context is not valid."),
        StatusDescription(
            -67791, "errSecMissingAttributeSubprime",
            "The subprime of the cryptographic context is missing."),
        StatusDescription(
            -67792, "errSecInvalidAttributeIterationCount",
            "The iteration count of the cryptographic context is not valid."),
        StatusDescription(
            -67793, "errSecMissingAttributeIterationCount",
            "The iteration count of the cryptographic context is missing."),
        StatusDescription(
            -67794, "errSecInvalidAttributeDLDBHandle",
            "The database handle of the cryptographic context is not valid."),
        StatusDescription(
            -67795, "errSecMissingAttributeDLDBHandle",
            "The database handle of the cryptographic context is missing."),
        StatusDescription(
            -67796, "errSecInvalidAttributeAccessCredentials",
            "The access credentials of the cryptographic context are not valid."),
        StatusDescription(
            -67797, "errSecMissingAttributeAccessCredentials",
            "The access credentials of the cryptographic context are missing."),
        StatusDescription(
            -67798, "errSecInvalidAttributePublicKeyFormat",
            "The public key format of the cryptographic context is not valid."),
        StatusDescription(
            -67799, "errSecMissingAttributePublicKeyFormat",
            "The public key format of the cryptographic context is missing."),
        StatusDescription(
            -67800, "errSecInvalidAttributePrivateKeyFormat",
            "The private key format of the cryptographic context is not valid."),
        StatusDescription(
            -67801, "errSecMissingAttributePrivateKeyFormat",
            "The private key format of the cryptographic context is missing."),
        StatusDescription(
            -67802, "errSecInvalidAttributeSymmetricKeyFormat",
            "The symmetric key format of the cryptographic context is not valid."),
        StatusDescription(
            -67803, "errSecMissingAttributeSymmetricKeyFormat",
            "The symmetric key format of the cryptographic context is missing."),
        StatusDescription(
            -67804, "errSecInvalidAttributeWrappedKeyFormat",
            "The wrapped key format of the cryptographic context is not valid."),
        StatusDescription(
            -67805, "errSecMissingAttributeWrappedKeyFormat",
            "The wrapped key format of the cryptographic context is missing."),
        StatusDescription(-67806, "errSecStagedOperationInProgress", "A staged operation is in progress."),
        StatusDescription(-67807, "errSecStagedOperationNotStarted", "The staged operation was not started."),
    ]
}
