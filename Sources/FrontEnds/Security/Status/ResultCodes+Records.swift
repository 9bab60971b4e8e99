// The older result codes about verification, authorities, records, fields and timestamps.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The signature could not be verified.
public var errSecVerifyFailed: OSStatus { -67808 }

/// The size of the query is unknown.
public var errSecQuerySizeUnknown: OSStatus { -67809 }

/// The block size does not match.
public var errSecBlockSizeMismatch: OSStatus { -67810 }

/// The public key is inconsistent.
public var errSecPublicKeyInconsistent: OSStatus { -67811 }

/// The device could not be verified.
public var errSecDeviceVerifyFailed: OSStatus { -67812 }

/// The login name is not valid.
public var errSecInvalidLoginName: OSStatus { -67813 }

/// Somebody is already logged in.
public var errSecAlreadyLoggedIn: OSStatus { -67814 }

/// The digest algorithm is not valid.
public var errSecInvalidDigestAlgorithm: OSStatus { -67815 }

/// The group of revocation lists is not valid.
public var errSecInvalidCRLGroup: OSStatus { -67816 }

/// The certificate cannot be used for this operation.
public var errSecCertificateCannotOperate: OSStatus { -67817 }

/// The certificate has expired.
public var errSecCertificateExpired: OSStatus { -67818 }

/// The certificate is not valid yet.
public var errSecCertificateNotValidYet: OSStatus { -67819 }

/// The certificate was revoked.
public var errSecCertificateRevoked: OSStatus { -67820 }

/// The certificate is suspended.
public var errSecCertificateSuspended: OSStatus { -67821 }

/// The credentials are not sufficient.
public var errSecInsufficientCredentials: OSStatus { -67822 }

/// The action is not valid.
public var errSecInvalidAction: OSStatus { -67823 }

/// The authority is not valid.
public var errSecInvalidAuthority: OSStatus { -67824 }

/// The action could not be verified.
public var errSecVerifyActionFailed: OSStatus { -67825 }

/// The certificate authority is not valid.
public var errSecInvalidCertAuthority: OSStatus { -67826 }

/// The revocation list authority is not valid.
public var errSecInvalidCRLAuthority: OSStatus { -67827 }

/// The revocation list encoding is not valid.
public var errSecInvalidCRLEncoding: OSStatus { -67828 }

/// The revocation list type is not valid.
public var errSecInvalidCRLType: OSStatus { -67829 }

/// The revocation list is not valid.
public var errSecInvalidCRL: OSStatus { -67830 }

/// The form type is not valid.
public var errSecInvalidFormType: OSStatus { -67831 }

/// The identifier is not valid.
public var errSecInvalidID: OSStatus { -67832 }

/// The identifier is not valid.
public var errSecInvalidIdentifier: OSStatus { -67833 }

/// The index is not valid.
public var errSecInvalidIndex: OSStatus { -67834 }

/// The policy identifiers are not valid.
public var errSecInvalidPolicyIdentifiers: OSStatus { -67835 }

/// The time string is not valid.
public var errSecInvalidTimeString: OSStatus { -67836 }

/// The reason is not valid.
public var errSecInvalidReason: OSStatus { -67837 }

/// The inputs of the request are not valid.
public var errSecInvalidRequestInputs: OSStatus { -67838 }

/// The response vector is not valid.
public var errSecInvalidResponseVector: OSStatus { -67839 }

/// The policy that ends the evaluation is not valid.
public var errSecInvalidStopOnPolicy: OSStatus { -67840 }

/// The tuple is not valid.
public var errSecInvalidTuple: OSStatus { -67841 }

/// Several values are not supported.
public var errSecMultipleValuesUnsupported: OSStatus { -67842 }

/// The certificate is not trusted.
public var errSecNotTrusted: OSStatus { -67843 }

/// There is no default authority.
public var errSecNoDefaultAuthority: OSStatus { -67844 }

/// The form was rejected.
public var errSecRejectedForm: OSStatus { -67845 }

/// The request was lost.
public var errSecRequestLost: OSStatus { -67846 }

/// The request was rejected.
public var errSecRequestRejected: OSStatus { -67847 }

/// The address type is not supported.
public var errSecUnsupportedAddressType: OSStatus { -67848 }

/// The service is not supported.
public var errSecUnsupportedService: OSStatus { -67849 }

/// The tuple group is not valid.
public var errSecInvalidTupleGroup: OSStatus { -67850 }

/// The base access control lists are not valid.
public var errSecInvalidBaseACLs: OSStatus { -67851 }

/// The credentials of the tuple are not valid.
public var errSecInvalidTupleCredentials: OSStatus { -67852 }

/// The encoding is not valid.
public var errSecInvalidEncoding: OSStatus { -67853 }

/// The validity period is not valid.
public var errSecInvalidValidityPeriod: OSStatus { -67854 }

/// The requestor is not valid.
public var errSecInvalidRequestor: OSStatus { -67855 }

/// The descriptor of the request is not valid.
public var errSecRequestDescriptor: OSStatus { -67856 }

/// The bundle information is not valid.
public var errSecInvalidBundleInfo: OSStatus { -67857 }

/// The revocation list index is not valid.
public var errSecInvalidCRLIndex: OSStatus { -67858 }

/// There are no field values.
public var errSecNoFieldValues: OSStatus { -67859 }

/// The field format is not supported.
public var errSecUnsupportedFieldFormat: OSStatus { -67860 }

/// The index information is not supported.
public var errSecUnsupportedIndexInfo: OSStatus { -67861 }

/// The locality is not supported.
public var errSecUnsupportedLocality: OSStatus { -67862 }

/// The number of attributes is not supported.
public var errSecUnsupportedNumAttributes: OSStatus { -67863 }

/// The number of indexes is not supported.
public var errSecUnsupportedNumIndexes: OSStatus { -67864 }

/// The number of record types is not supported.
public var errSecUnsupportedNumRecordTypes: OSStatus { -67865 }

/// A field was named more than once.
public var errSecFieldSpecifiedMultiple: OSStatus { -67866 }

/// The format of a field is incompatible.
public var errSecIncompatibleFieldFormat: OSStatus { -67867 }

/// The parsing module is not valid.
public var errSecInvalidParsingModule: OSStatus { -67868 }

/// The database is locked.
public var errSecDatabaseLocked: OSStatus { -67869 }

/// The data store is open.
public var errSecDatastoreIsOpen: OSStatus { -67870 }

/// The value is missing.
public var errSecMissingValue: OSStatus { -67871 }

/// The limits of the query are not supported.
public var errSecUnsupportedQueryLimits: OSStatus { -67872 }

/// The number of selection predicates is not supported.
public var errSecUnsupportedNumSelectionPreds: OSStatus { -67873 }

/// The operator is not supported.
public var errSecUnsupportedOperator: OSStatus { -67874 }

/// The database location is not valid.
public var errSecInvalidDBLocation: OSStatus { -67875 }

/// The access request is not valid.
public var errSecInvalidAccessRequest: OSStatus { -67876 }

/// The index information is not valid.
public var errSecInvalidIndexInfo: OSStatus { -67877 }

/// The new owner is not valid.
public var errSecInvalidNewOwner: OSStatus { -67878 }

/// The modify mode is not valid.
public var errSecInvalidModifyMode: OSStatus { -67879 }

/// A required extension is missing.
public var errSecMissingRequiredExtension: OSStatus { -67880 }

/// The extended key usage is not marked critical.
public var errSecExtendedKeyUsageNotCritical: OSStatus { -67881 }

/// The timestamp is missing.
public var errSecTimestampMissing: OSStatus { -67882 }

/// The timestamp is not valid.
public var errSecTimestampInvalid: OSStatus { -67883 }

/// The timestamp is not trusted.
public var errSecTimestampNotTrusted: OSStatus { -67884 }

/// The timestamp service is not available.
public var errSecTimestampServiceNotAvailable: OSStatus { -67885 }

/// The timestamp names an unknown or unsupported algorithm.
public var errSecTimestampBadAlg: OSStatus { -67886 }

/// The timestamp request is malformed.
public var errSecTimestampBadRequest: OSStatus { -67887 }

/// The data that was sent for a timestamp is malformed.
public var errSecTimestampBadDataFormat: OSStatus { -67888 }

/// The timestamp authority has no time.
public var errSecTimestampTimeNotAvailable: OSStatus { -67889 }

/// The timestamp authority does not support the policy.
public var errSecTimestampUnacceptedPolicy: OSStatus { -67890 }

/// The timestamp authority does not support the extension.
public var errSecTimestampUnacceptedExtension: OSStatus { -67891 }

/// The timestamp authority does not have the additional information.
public var errSecTimestampAddInfoNotAvailable: OSStatus { -67892 }

/// The timestamp authority failed inside.
public var errSecTimestampSystemFailure: OSStatus { -67893 }

/// The signing time is missing.
public var errSecSigningTimeMissing: OSStatus { -67894 }

/// The timestamp authority rejected the request.
public var errSecTimestampRejection: OSStatus { -67895 }

/// The timestamp request is waiting.
public var errSecTimestampWaiting: OSStatus { -67896 }

/// The certificate of the timestamp authority is about to be revoked.
public var errSecTimestampRevocationWarning: OSStatus { -67897 }

/// The certificate of the timestamp authority was revoked.
public var errSecTimestampRevocationNotification: OSStatus { -67898 }

/// The certificate has a policy that is not allowed.
public var errSecCertificatePolicyNotAllowed: OSStatus { -67899 }

/// The certificate has a name that is not allowed.
public var errSecCertificateNameNotAllowed: OSStatus { -67900 }

/// The certificate is valid for too long a time.
public var errSecCertificateValidityPeriodTooLong: OSStatus { -67901 }

/// The certificate is one of an authority where one of an end entity is expected.
public var errSecCertificateIsCA: OSStatus { -67902 }

/// The certificate has the same extension twice.
public var errSecCertificateDuplicateExtension: OSStatus { -67903 }

/// A qualified certificate statement is missing.
public var errSecMissingQualifiedCertStatement: OSStatus { -67904 }
