// The keys of the attributes of an item.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// When the item can be read: one of the `kSecAttrAccessible…` values.
public let kSecAttrAccessible: CFString = "pdmn"

/// What must be proved to read the item, a ``SecAccessControl``.
public let kSecAttrAccessControl: CFString = "accc"

/// The group of programs that may see the item, a string.
public let kSecAttrAccessGroup: CFString = "agrp"

/// When the item was made, a date.
public let kSecAttrCreationDate: CFString = "cdat"

/// When the item was last changed, a date.
public let kSecAttrModificationDate: CFString = "mdat"

/// The kind of the item for people, a string.
public let kSecAttrDescription: CFString = "desc"

/// A comment, a string.
public let kSecAttrComment: CFString = "icmt"

/// The creator, a four-character code as a number.
public let kSecAttrCreator: CFString = "crtr"

/// The type, a four-character code as a number.
public let kSecAttrType: CFString = "type"

/// The name for people, a string.
public let kSecAttrLabel: CFString = "labl"

/// Whether the item should not be shown, a boolean.
public let kSecAttrIsInvisible: CFString = "invi"

/// Whether the item says that no password should be stored, a boolean.
public let kSecAttrIsNegative: CFString = "nega"

/// The account, a string.
public let kSecAttrAccount: CFString = "acct"

/// The service, a string.
public let kSecAttrService: CFString = "svce"

/// An attribute of the program's own, as data.
public let kSecAttrGeneric: CFString = "gena"

/// The security domain, a string.
public let kSecAttrSecurityDomain: CFString = "sdmn"

/// The domain name or address of the server, a string.
public let kSecAttrServer: CFString = "srvr"

/// The protocol: one of the `kSecAttrProtocol…` values.
public let kSecAttrProtocol: CFString = "ptcl"

/// The authentication scheme: one of the `kSecAttrAuthenticationType…` values.
public let kSecAttrAuthenticationType: CFString = "atyp"

/// The port, a number.
public let kSecAttrPort: CFString = "port"

/// The path, a string.
public let kSecAttrPath: CFString = "path"

/// The volume, a string. Of file servers of the past.
public let kSecAttrVolume: CFString = "volm"

/// The address, a string. Of file servers of the past.
public let kSecAttrAddress: CFString = "addr"

/// The signature of an AFP server, as data.
public let kSecAttrAFPServerSignature: CFString = "afps"

/// An alias, as data.
public let kSecAttrAlias: CFString = "alis"

/// The subject of the certificate, a DER name as data. Set by the keychain.
public let kSecAttrSubject: CFString = "subj"

/// The issuer of the certificate, a DER name as data. Set by the keychain.
public let kSecAttrIssuer: CFString = "issr"

/// The serial number of the certificate, as data. Set by the keychain.
public let kSecAttrSerialNumber: CFString = "slnr"

/// The subject key identifier of the certificate, as data. Set by the keychain.
public let kSecAttrSubjectKeyID: CFString = "skid"

/// The SHA-1 digest of the public key, as data. Set by the keychain.
public let kSecAttrPublicKeyHash: CFString = "pkhh"

/// The type of the certificate, a number. Set by the keychain.
public let kSecAttrCertificateType: CFString = "ctyp"

/// The encoding of the certificate, a number. Set by the keychain.
public let kSecAttrCertificateEncoding: CFString = "cenc"

/// Public, private or symmetric: one of the `kSecAttrKeyClass…` values.
public let kSecAttrKeyClass: CFString = "kcls"

/// The digest of the public key, as data; by it a private key finds its certificate.
public let kSecAttrApplicationLabel: CFString = "klbl"

/// Whether the key is kept in the keychain, a boolean.
public let kSecAttrIsPermanent: CFString = "perm"

/// Whether the key is encrypted at rest, a boolean.
public let kSecAttrIsPrivate: CFString = "priv"

/// Whether attributes can be changed, a boolean.
public let kSecAttrIsModifiable: CFString = "modi"

/// The program's own name of the key, as data.
public let kSecAttrApplicationTag: CFString = "atag"

/// The creator of the key, a number.
public let kSecAttrKeyCreator: CFString = "crtr"

/// The algorithm of the key: one of the `kSecAttrKeyType…` values.
public let kSecAttrKeyType: CFString = "type"

/// The size of the key, a number of bits.
public let kSecAttrKeySizeInBits: CFString = "bsiz"

/// The size of the key that matters for its strength, a number of bits.
public let kSecAttrEffectiveKeySize: CFString = "esiz"

/// The first date on which the key may be used.
public let kSecAttrStartDate: CFString = "sdat"

/// The last date on which the key may be used.
public let kSecAttrEndDate: CFString = "edat"

/// Whether the key can be exported only wrapped, a boolean.
public let kSecAttrIsSensitive: CFString = "sens"

/// Whether the key was sensitive all its life, a boolean.
public let kSecAttrWasAlwaysSensitive: CFString = "asen"

/// Whether the key can be exported, a boolean.
public let kSecAttrIsExtractable: CFString = "extr"

/// Whether the key could never be exported, a boolean.
public let kSecAttrWasNeverExtractable: CFString = "next"

/// Whether the key encrypts, a boolean.
public let kSecAttrCanEncrypt: CFString = "encr"

/// Whether the key decrypts, a boolean.
public let kSecAttrCanDecrypt: CFString = "decr"

/// Whether other keys are derived from the key, a boolean.
public let kSecAttrCanDerive: CFString = "drve"

/// Whether the key signs, a boolean.
public let kSecAttrCanSign: CFString = "sign"

/// Whether the key verifies signatures, a boolean.
public let kSecAttrCanVerify: CFString = "vrfy"

/// Whether the key makes signatures that hold the message, a boolean.
public let kSecAttrCanSignRecover: CFString = "snrc"

/// Whether the key verifies signatures that hold the message, a boolean.
public let kSecAttrCanVerifyRecover: CFString = "vyrc"

/// Whether the key wraps other keys, a boolean.
public let kSecAttrCanWrap: CFString = "wrap"

/// Whether the key unwraps other keys, a boolean.
public let kSecAttrCanUnwrap: CFString = "unwp"

/// The sync view of the item: one of the `kSecAttrViewHint…` values.
public let kSecAttrSyncViewHint: CFString = "vwht"

/// The token that keeps the key, a string.
public let kSecAttrTokenID: CFString = "tkid"

/// The script of the strings, a number. Of systems before Unicode.
public let kSecAttrScriptCode: CFString = "scrp"

/// Whether the item has an icon of its own, a boolean.
public let kSecAttrHasCustomIcon: CFString = "cusi"

/// The type of the revocation list, a number.
public let kSecAttrCRLType: CFString = "crlt"

/// The encoding of the revocation list, a number.
public let kSecAttrCRLEncoding: CFString = "crle"

/// Whether the item goes to the user's other devices, a boolean or `kSecAttrSynchronizableAny`.
public let kSecAttrSynchronizable: CFString = "sync"

/// Whether the row is that of a deleted item, a boolean. Private.
public let kSecAttrTombstone: CFString = "tomb"

/// The user the item belongs to, as data. Private.
public let kSecAttrMultiUser: CFString = "musr"

/// The older name of ``kSecUseDataProtectionKeychain``. Private.
public let kSecAttrNoLegacy: CFString = "nleg"

/// The identifier of the item on its token, as data.
public let kSecAttrTokenOID: CFString = "toid"

/// The identifier of the item in sync, a string. Private.
public let kSecAttrUUID: CFString = "UUID"

/// The misspelt name of ``kSecAttrPersistentReference``.
public let kSecAttrPersistantReference: CFString = "persistref"

/// The stable identifier of the row, 16 bytes of data. Private.
public let kSecAttrPersistentReference: CFString = "persistref"

/// Whether the item belongs to this installation of the system, a number.
public let kSecAttrSysBound: CFString = "sysb"

/// The digest of the item, as data.
public let kSecAttrSHA1: CFString = "sha1"

/// Whether sync names the item by its attributes, a boolean.
public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk"

/// The service of a protected cloud key, a number.
public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss"

/// The public half of a protected cloud key, as data.
public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk"

/// The identity of a protected cloud key, as data.
public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi"

/// The group of people that share the item, a string.
public let kSecAttrSharingGroup: CFString = "ggrp"

/// Notes on an internet password, as data kept like the secret.
public let kSecDataInetExtraNotes: CFString = "binn"

/// Former values of an internet password, as data kept like the secret.
public let kSecDataInetExtraHistory: CFString = "bini"

/// The program's own data on an internet password, the first, kept like the secret.
public let kSecDataInetExtraClientDefined0: CFString = "bin0"

/// The program's own data on an internet password, the second, kept like the secret.
public let kSecDataInetExtraClientDefined1: CFString = "bin1"

/// The program's own data on an internet password, the third, kept like the secret.
public let kSecDataInetExtraClientDefined2: CFString = "bin2"

/// The program's own data on an internet password, the fourth, kept like the secret.
public let kSecDataInetExtraClientDefined3: CFString = "bin3"
