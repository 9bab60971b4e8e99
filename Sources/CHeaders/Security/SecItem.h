/* Items of the keychain: adding, finding, changing and deleting them, and the keys of their dictionaries. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECITEM_H
#define LATCHKEY_SECURITY_SECITEM_H

#include <CoreFoundation/CFDictionary.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* Finds items. The query has kSecClass or a persistent reference, the attributes that must be equal, match and return
   keys. The result gets what the return keys ask for, to be released: one object, or with a kSecMatchLimit other than
   one an array; it is left as it is on failure. Returns errSecItemNotFound if there is none, and
   errSecInteractionNotAllowed if one is locked or needs the user. */
CF_EXPORT OSStatus SecItemCopyMatching(CFDictionaryRef query,
                                       CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);
/* Adds an item: kSecClass, its attributes, and the secret as kSecValueData. The result gets what the return keys ask
   for, to be released, and is left as it is on failure. Returns errSecDuplicateItem if an item has the same primary
   key. */
CF_EXPORT OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);
/* Changes every item that matches, or none. The second dictionary has the attributes to change, and kSecValueData for a
   new secret. Returns errSecItemNotFound, and errSecDuplicateItem if the changed item would have the primary key of
   another. */
CF_EXPORT OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);
/* Deletes every item that matches. Returns errSecItemNotFound if there is none. */
CF_EXPORT OSStatus SecItemDelete(CFDictionaryRef query);

/* The key and the values of the class of an item. */

/* The key of the class of an item. */
CF_EXPORT const CFStringRef kSecClass;
/* The class of passwords and other secrets. */
CF_EXPORT const CFStringRef kSecClassGenericPassword;
/* The class of passwords for internet servers. */
CF_EXPORT const CFStringRef kSecClassInternetPassword;
/* The class of AppleShare passwords, which no keychain holds (errSecNoSuchClass). */
CF_EXPORT const CFStringRef kSecClassAppleSharePassword;
/* The class of certificates. */
CF_EXPORT const CFStringRef kSecClassCertificate;
/* The class of cryptographic keys. */
CF_EXPORT const CFStringRef kSecClassKey;
/* The class of identities, which are certificates with their private keys. */
CF_EXPORT const CFStringRef kSecClassIdentity;

/* The keys of the attributes of an item. */

/* When the item can be read: one of the kSecAttrAccessible... values. */
CF_EXPORT const CFStringRef kSecAttrAccessible;
/* What must be proved to read the item, a SecAccessControlRef. */
CF_EXPORT const CFStringRef kSecAttrAccessControl;
/* The group of programs that may see the item, a string. */
CF_EXPORT const CFStringRef kSecAttrAccessGroup;
/* When the item was made, a date. */
CF_EXPORT const CFStringRef kSecAttrCreationDate;
/* When the item was last changed, a date. */
CF_EXPORT const CFStringRef kSecAttrModificationDate;
/* The kind of the item for people, a string. */
CF_EXPORT const CFStringRef kSecAttrDescription;
/* A comment, a string. */
CF_EXPORT const CFStringRef kSecAttrComment;
/* The creator, a four-character code as a number. */
CF_EXPORT const CFStringRef kSecAttrCreator;
/* The type, a four-character code as a number. */
CF_EXPORT const CFStringRef kSecAttrType;
/* The name for people, a string. */
CF_EXPORT const CFStringRef kSecAttrLabel;
/* Whether the item should not be shown, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsInvisible;
/* Whether the item says that no password should be stored, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsNegative;
/* The account, a string. */
CF_EXPORT const CFStringRef kSecAttrAccount;
/* The service, a string. */
CF_EXPORT const CFStringRef kSecAttrService;
/* An attribute of the program's own, as data. */
CF_EXPORT const CFStringRef kSecAttrGeneric;
/* The security domain, a string. */
CF_EXPORT const CFStringRef kSecAttrSecurityDomain;
/* The domain name or address of the server, a string. */
CF_EXPORT const CFStringRef kSecAttrServer;
/* The protocol: one of the kSecAttrProtocol... values. */
CF_EXPORT const CFStringRef kSecAttrProtocol;
/* The authentication scheme: one of the kSecAttrAuthenticationType... values. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationType;
/* The port, a number. */
CF_EXPORT const CFStringRef kSecAttrPort;
/* The path, a string. */
CF_EXPORT const CFStringRef kSecAttrPath;
/* The volume, a string. Of file servers of the past. */
CF_EXPORT const CFStringRef kSecAttrVolume;
/* The address, a string. Of file servers of the past. */
CF_EXPORT const CFStringRef kSecAttrAddress;
/* The signature of an AFP server, as data. */
CF_EXPORT const CFStringRef kSecAttrAFPServerSignature;
/* An alias, as data. */
CF_EXPORT const CFStringRef kSecAttrAlias;
/* The subject of the certificate, a DER name as data. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrSubject;
/* The issuer of the certificate, a DER name as data. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrIssuer;
/* The serial number of the certificate, as data. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrSerialNumber;
/* The subject key identifier of the certificate, as data. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrSubjectKeyID;
/* The SHA-1 digest of the public key, as data. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrPublicKeyHash;
/* The type of the certificate, a number. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrCertificateType;
/* The encoding of the certificate, a number. Set by the keychain. */
CF_EXPORT const CFStringRef kSecAttrCertificateEncoding;
/* Public, private or symmetric: one of the kSecAttrKeyClass... values. */
CF_EXPORT const CFStringRef kSecAttrKeyClass;
/* The digest of the public key, as data; by it a private key finds its certificate. */
CF_EXPORT const CFStringRef kSecAttrApplicationLabel;
/* Whether the key is kept in the keychain, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsPermanent;
/* Whether the key is encrypted at rest, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsPrivate;
/* Whether attributes can be changed, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsModifiable;
/* The program's own name of the key, as data. */
CF_EXPORT const CFStringRef kSecAttrApplicationTag;
/* The creator of the key, a number. */
CF_EXPORT const CFStringRef kSecAttrKeyCreator;
/* The algorithm of the key: one of the kSecAttrKeyType... values. */
CF_EXPORT const CFStringRef kSecAttrKeyType;
/* The size of the key, a number of bits. */
CF_EXPORT const CFStringRef kSecAttrKeySizeInBits;
/* The size of the key that matters for its strength, a number of bits. */
CF_EXPORT const CFStringRef kSecAttrEffectiveKeySize;
/* The first date on which the key may be used. */
CF_EXPORT const CFStringRef kSecAttrStartDate;
/* The last date on which the key may be used. */
CF_EXPORT const CFStringRef kSecAttrEndDate;
/* Whether the key can be exported only wrapped, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsSensitive;
/* Whether the key was sensitive all its life, a boolean. */
CF_EXPORT const CFStringRef kSecAttrWasAlwaysSensitive;
/* Whether the key can be exported, a boolean. */
CF_EXPORT const CFStringRef kSecAttrIsExtractable;
/* Whether the key could never be exported, a boolean. */
CF_EXPORT const CFStringRef kSecAttrWasNeverExtractable;
/* Whether the key encrypts, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanEncrypt;
/* Whether the key decrypts, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanDecrypt;
/* Whether other keys are derived from the key, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanDerive;
/* Whether the key signs, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanSign;
/* Whether the key verifies signatures, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanVerify;
/* Whether the key makes signatures that hold the message, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanSignRecover;
/* Whether the key verifies signatures that hold the message, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanVerifyRecover;
/* Whether the key wraps other keys, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanWrap;
/* Whether the key unwraps other keys, a boolean. */
CF_EXPORT const CFStringRef kSecAttrCanUnwrap;
/* The sync view of the item: one of the kSecAttrViewHint... values. */
CF_EXPORT const CFStringRef kSecAttrSyncViewHint;
/* The token that keeps the key, a string. */
CF_EXPORT const CFStringRef kSecAttrTokenID;
/* The script of the strings, a number. Of systems before Unicode. */
CF_EXPORT const CFStringRef kSecAttrScriptCode;
/* Whether the item has an icon of its own, a boolean. */
CF_EXPORT const CFStringRef kSecAttrHasCustomIcon;
/* The type of the revocation list, a number. */
CF_EXPORT const CFStringRef kSecAttrCRLType;
/* The encoding of the revocation list, a number. */
CF_EXPORT const CFStringRef kSecAttrCRLEncoding;
/* Whether the item goes to the user's other devices, a boolean or kSecAttrSynchronizableAny. */
CF_EXPORT const CFStringRef kSecAttrSynchronizable;
/* Whether the row is that of a deleted item, a boolean. Private. */
CF_EXPORT const CFStringRef kSecAttrTombstone;
/* The user the item belongs to, as data. Private. */
CF_EXPORT const CFStringRef kSecAttrMultiUser;
/* The older name of kSecUseDataProtectionKeychain. Private. */
CF_EXPORT const CFStringRef kSecAttrNoLegacy;
/* The identifier of the item on its token, as data. */
CF_EXPORT const CFStringRef kSecAttrTokenOID;
/* The identifier of the item in sync, a string. Private. */
CF_EXPORT const CFStringRef kSecAttrUUID;
/* The misspelt name of kSecAttrPersistentReference. */
CF_EXPORT const CFStringRef kSecAttrPersistantReference;
/* The stable identifier of the row, 16 bytes of data. Private. */
CF_EXPORT const CFStringRef kSecAttrPersistentReference;
/* Whether the item belongs to this installation of the system, a number. */
CF_EXPORT const CFStringRef kSecAttrSysBound;
/* The digest of the item, as data. */
CF_EXPORT const CFStringRef kSecAttrSHA1;
/* Whether sync names the item by its attributes, a boolean. */
CF_EXPORT const CFStringRef kSecAttrDeriveSyncIDFromItemAttributes;
/* The service of a protected cloud key, a number. */
CF_EXPORT const CFStringRef kSecAttrPCSPlaintextServiceIdentifier;
/* The public half of a protected cloud key, as data. */
CF_EXPORT const CFStringRef kSecAttrPCSPlaintextPublicKey;
/* The identity of a protected cloud key, as data. */
CF_EXPORT const CFStringRef kSecAttrPCSPlaintextPublicIdentity;
/* The group of people that share the item, a string. */
CF_EXPORT const CFStringRef kSecAttrSharingGroup;
/* Notes on an internet password, as data kept like the secret. */
CF_EXPORT const CFStringRef kSecDataInetExtraNotes;
/* Former values of an internet password, as data kept like the secret. */
CF_EXPORT const CFStringRef kSecDataInetExtraHistory;
/* The program's own data on an internet password, the first, kept like the secret. */
CF_EXPORT const CFStringRef kSecDataInetExtraClientDefined0;
/* The program's own data on an internet password, the second, kept like the secret. */
CF_EXPORT const CFStringRef kSecDataInetExtraClientDefined1;
/* The program's own data on an internet password, the third, kept like the secret. */
CF_EXPORT const CFStringRef kSecDataInetExtraClientDefined2;
/* The program's own data on an internet password, the fourth, kept like the secret. */
CF_EXPORT const CFStringRef kSecDataInetExtraClientDefined3;

/* Values of single attributes. */

/* Items that synchronise and items that do not: a value for kSecAttrSynchronizable. */
CF_EXPORT const CFStringRef kSecAttrSynchronizableAny;
/* The wrapped key of the Secure Enclave. Private. */
CF_EXPORT const CFStringRef kSecAttrSecureEnclaveKeyBlob;
/* No group of people: a value for kSecAttrSharingGroup. */
CF_EXPORT const CFStringRef kSecAttrSharingGroupNone;

/* The values of kSecAttrAccessible: when an item can be read. */

/* While the keychain is unlocked. */
CF_EXPORT const CFStringRef kSecAttrAccessibleWhenUnlocked;
/* From the first unlock after the start of the machine on. */
CF_EXPORT const CFStringRef kSecAttrAccessibleAfterFirstUnlock;
/* Always. Deprecated. */
CF_EXPORT const CFStringRef kSecAttrAccessibleAlways;
/* While the keychain is unlocked, on this machine only. */
CF_EXPORT const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;
/* From the first unlock after the start of the machine on, on this machine only. */
CF_EXPORT const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
/* Always, on this machine only. Deprecated. */
CF_EXPORT const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnly;
/* While unlocked, on this machine only, and only as long as there is a password. */
CF_EXPORT const CFStringRef kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly;
/* Always. Private. */
CF_EXPORT const CFStringRef kSecAttrAccessibleAlwaysPrivate;
/* Always, on this machine only. Private. */
CF_EXPORT const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate;
/* Until the machine stops. For access controls, not for items. */
CF_EXPORT const CFStringRef kSecAttrAccessibleUntilReboot;

/* The values of kSecAttrProtocol. Some end in a blank. */

/* FTP. */
CF_EXPORT const CFStringRef kSecAttrProtocolFTP;
/* An FTP account. */
CF_EXPORT const CFStringRef kSecAttrProtocolFTPAccount;
/* HTTP. */
CF_EXPORT const CFStringRef kSecAttrProtocolHTTP;
/* IRC. */
CF_EXPORT const CFStringRef kSecAttrProtocolIRC;
/* NNTP. */
CF_EXPORT const CFStringRef kSecAttrProtocolNNTP;
/* POP3. */
CF_EXPORT const CFStringRef kSecAttrProtocolPOP3;
/* SMTP. */
CF_EXPORT const CFStringRef kSecAttrProtocolSMTP;
/* SOCKS. */
CF_EXPORT const CFStringRef kSecAttrProtocolSOCKS;
/* IMAP. */
CF_EXPORT const CFStringRef kSecAttrProtocolIMAP;
/* LDAP. */
CF_EXPORT const CFStringRef kSecAttrProtocolLDAP;
/* AFP over AppleTalk. */
CF_EXPORT const CFStringRef kSecAttrProtocolAppleTalk;
/* AFP over TCP. */
CF_EXPORT const CFStringRef kSecAttrProtocolAFP;
/* Telnet. */
CF_EXPORT const CFStringRef kSecAttrProtocolTelnet;
/* SSH. */
CF_EXPORT const CFStringRef kSecAttrProtocolSSH;
/* FTP over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolFTPS;
/* HTTP over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolHTTPS;
/* An HTTP proxy. */
CF_EXPORT const CFStringRef kSecAttrProtocolHTTPProxy;
/* An HTTPS proxy. */
CF_EXPORT const CFStringRef kSecAttrProtocolHTTPSProxy;
/* An FTP proxy. */
CF_EXPORT const CFStringRef kSecAttrProtocolFTPProxy;
/* SMB. */
CF_EXPORT const CFStringRef kSecAttrProtocolSMB;
/* RTSP. */
CF_EXPORT const CFStringRef kSecAttrProtocolRTSP;
/* An RTSP proxy. */
CF_EXPORT const CFStringRef kSecAttrProtocolRTSPProxy;
/* DAAP. */
CF_EXPORT const CFStringRef kSecAttrProtocolDAAP;
/* Remote Apple events. */
CF_EXPORT const CFStringRef kSecAttrProtocolEPPC;
/* IPP. */
CF_EXPORT const CFStringRef kSecAttrProtocolIPP;
/* NNTP over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolNNTPS;
/* LDAP over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolLDAPS;
/* Telnet over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolTelnetS;
/* IMAP over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolIMAPS;
/* IRC over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolIRCS;
/* POP3 over TLS. */
CF_EXPORT const CFStringRef kSecAttrProtocolPOP3S;

/* The values of kSecAttrAuthenticationType. */

/* NT LAN Manager authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeNTLM;
/* Microsoft Network authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeMSN;
/* Distributed password authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeDPA;
/* Remote password authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeRPA;
/* HTTP basic authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeHTTPBasic;
/* HTTP digest authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeHTTPDigest;
/* A form on a web page. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeHTMLForm;
/* The default authentication. */
CF_EXPORT const CFStringRef kSecAttrAuthenticationTypeDefault;

/* The values of kSecAttrKeyClass, which are digits. */

/* A public key. */
CF_EXPORT const CFStringRef kSecAttrKeyClassPublic;
/* A private key. */
CF_EXPORT const CFStringRef kSecAttrKeyClassPrivate;
/* A symmetric key. */
CF_EXPORT const CFStringRef kSecAttrKeyClassSymmetric;

/* The values of kSecAttrKeyType, which are decimal numbers. */

/* RSA. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeRSA;
/* Elliptic curves over a prime field. Deprecated name. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeEC;
/* Elliptic curves over a prime field: NIST P-256, P-384, P-521. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeECSECPrimeRandom;
/* Elliptic curves in the accelerator of the Secure Enclave. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeECSECPrimeRandomPKA;
/* The attestation key of the Secure Enclave. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeSecureEnclaveAttestation;
/* The anonymous attestation key of the Secure Enclave. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeSecureEnclaveAnonymousAttestation;
/* Ed25519 signatures. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeEd25519;
/* X25519 key agreement. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeX25519;
/* Ed448 signatures. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeEd448;
/* X448 key agreement. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeX448;
/* Kyber, the draft of ML-KEM. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeKyber;
/* ML-KEM (FIPS 203). */
CF_EXPORT const CFStringRef kSecAttrKeyTypeMLKEM;
/* ML-DSA (FIPS 204). */
CF_EXPORT const CFStringRef kSecAttrKeyTypeMLDSA;

/* The values of kSecAttrKeySizeInBits for post-quantum keys, which are decimal numbers. */

/* Kyber-768. */
CF_EXPORT const CFStringRef kSecAttrKeySizeKyber768;
/* Kyber-1024. */
CF_EXPORT const CFStringRef kSecAttrKeySizeKyber1024;
/* ML-KEM-768. */
CF_EXPORT const CFStringRef kSecAttrKeySizeMLKEM768;
/* ML-KEM-1024. */
CF_EXPORT const CFStringRef kSecAttrKeySizeMLKEM1024;
/* ML-DSA-65. */
CF_EXPORT const CFStringRef kSecAttrKeySizeMLDSA65;
/* ML-DSA-87. */
CF_EXPORT const CFStringRef kSecAttrKeySizeMLDSA87;

/* The values of kSecAttrSyncViewHint. */

/* The sync view ContinuityUnlock. */
CF_EXPORT const CFStringRef kSecAttrViewHintContinuityUnlock;
/* The sync view AppleTV. */
CF_EXPORT const CFStringRef kSecAttrViewHintAppleTV;
/* The sync view HomeKit. */
CF_EXPORT const CFStringRef kSecAttrViewHintHomeKit;
/* The sync view AccessoryPairing. */
CF_EXPORT const CFStringRef kSecAttrViewHintAccessoryPairing;
/* The sync view PCS-CloudKit. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSCloudKit;
/* The sync view PCS-Escrow. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSEscrow;
/* The sync view PCS-FDE. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSFDE;
/* The sync view PCS-Feldspar. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSFeldspar;
/* The sync view PCS-Maildrop. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSMailDrop;
/* The sync view PCS-MasterKey. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSMasterKey;
/* The sync view PCS-Notes. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSNotes;
/* The sync view PCS-Photos. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSPhotos;
/* The sync view PCS-Sharing. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSSharing;
/* The sync view PCS-Backup. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSiCloudBackup;
/* The sync view PCS-iCloudDrive. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSiCloudDrive;
/* The sync view PCS-iMessage. */
CF_EXPORT const CFStringRef kSecAttrViewHintPCSiMessage;
/* The sync view NanoRegistry. */
CF_EXPORT const CFStringRef kSecAttrViewHintNanoRegistry;
/* The sync view WatchMigration. */
CF_EXPORT const CFStringRef kSecAttrViewHintWatchMigration;
/* The sync view Engram. */
CF_EXPORT const CFStringRef kSecAttrViewHintEngram;
/* The sync view Manatee. */
CF_EXPORT const CFStringRef kSecAttrViewHintManatee;
/* The sync view AutoUnlock. */
CF_EXPORT const CFStringRef kSecAttrViewHintAutoUnlock;
/* The sync view Health. */
CF_EXPORT const CFStringRef kSecAttrViewHintHealth;
/* The sync view ApplePay. */
CF_EXPORT const CFStringRef kSecAttrViewHintApplePay;
/* The sync view Home. */
CF_EXPORT const CFStringRef kSecAttrViewHintHome;
/* The sync view LimitedPeersAllowed. */
CF_EXPORT const CFStringRef kSecAttrViewHintLimitedPeersAllowed;
/* The sync view MFi. */
CF_EXPORT const CFStringRef kSecAttrViewHintMFi;
/* The sync view Mail. */
CF_EXPORT const CFStringRef kSecAttrViewHintMail;
/* The sync view Contacts. */
CF_EXPORT const CFStringRef kSecAttrViewHintContacts;
/* The sync view Photos. */
CF_EXPORT const CFStringRef kSecAttrViewHintPhotos;
/* The sync view Groups. */
CF_EXPORT const CFStringRef kSecAttrViewHintGroups;
/* The sync view FindMy. */
CF_EXPORT const CFStringRef kSecAttrViewHintFindMy;

/* The identifiers of tokens and the access groups that are reserved. */

/* The access group of the items of tokens. */
CF_EXPORT const CFStringRef kSecAttrAccessGroupToken;
/* The Secure Enclave. */
CF_EXPORT const CFStringRef kSecAttrTokenIDSecureEnclave;
/* The key store of the system. Private. */
CF_EXPORT const CFStringRef kSecAttrTokenIDAppleKeyStore;
/* The Secure Element. Private. */
CF_EXPORT const CFStringRef kSecAttrTokenIDSecureElement;
/* The access group of the sync machinery. Private. */
CF_EXPORT const CFStringRef kSOSInternalAccessGroup;

/* The keys that narrow a search, and their values. */

/* Match certificates that a policy accepts. */
CF_EXPORT const CFStringRef kSecMatchPolicy;
/* Match among these items only. */
CF_EXPORT const CFStringRef kSecMatchItemList;
/* Match in these keychains only. */
CF_EXPORT const CFStringRef kSecMatchSearchList;
/* Match certificates whose chain holds one of these issuers, DER names as data. */
CF_EXPORT const CFStringRef kSecMatchIssuers;
/* Match certificates that hold this e-mail address or none. */
CF_EXPORT const CFStringRef kSecMatchEmailAddressIfPresent;
/* Match certificates whose subject contains this string. */
CF_EXPORT const CFStringRef kSecMatchSubjectContains;
/* Match servers that are this host or below it. */
CF_EXPORT const CFStringRef kSecMatchHostOrSubdomainOfHost;
/* Whether upper and lower case are the same, a boolean. */
CF_EXPORT const CFStringRef kSecMatchCaseInsensitive;
/* Whether to match trusted certificates only, a boolean. */
CF_EXPORT const CFStringRef kSecMatchTrustedOnly;
/* Match certificates that are valid on this date; null means today. */
CF_EXPORT const CFStringRef kSecMatchValidOnDate;
/* How many items to match: a number, kSecMatchLimitOne or kSecMatchLimitAll. */
CF_EXPORT const CFStringRef kSecMatchLimit;
/* One item. */
CF_EXPORT const CFStringRef kSecMatchLimitOne;
/* Every item. */
CF_EXPORT const CFStringRef kSecMatchLimitAll;

/* The keys that say what a call returns. */

/* Whether to return the secret, a boolean. */
CF_EXPORT const CFStringRef kSecReturnData;
/* Whether to return the attributes, a boolean. */
CF_EXPORT const CFStringRef kSecReturnAttributes;
/* Whether to return a reference, a boolean. */
CF_EXPORT const CFStringRef kSecReturnRef;
/* Whether to return a persistent reference, a boolean. */
CF_EXPORT const CFStringRef kSecReturnPersistentRef;

/* The keys of the value of an item. */

/* The secret, as data. */
CF_EXPORT const CFStringRef kSecValueData;
/* A key, a certificate or an identity. */
CF_EXPORT const CFStringRef kSecValueRef;
/* A persistent reference, as data. */
CF_EXPORT const CFStringRef kSecValuePersistentRef;

/* The keys that say how a call works, and their values. */

/* Use these items instead of a keychain. */
CF_EXPORT const CFStringRef kSecUseItemList;
/* Whether deleted items leave tombstones, a boolean. Private. */
CF_EXPORT const CFStringRef kSecUseTombstones;
/* A reference to a credential. Private. */
CF_EXPORT const CFStringRef kSecUseCredentialReference;
/* The text of the prompt. Deprecated in favour of kSecUseAuthenticationContext. */
CF_EXPORT const CFStringRef kSecUseOperationPrompt;
/* Whether prompts are forbidden, a boolean. Deprecated. */
CF_EXPORT const CFStringRef kSecUseNoAuthenticationUI;
/* Whether prompts are allowed: one of the kSecUseAuthenticationUI... values. */
CF_EXPORT const CFStringRef kSecUseAuthenticationUI;
/* Whether to use the keychain of the system, a boolean. */
CF_EXPORT const CFStringRef kSecUseSystemKeychainAlways;
/* Whether to use the keychain of the system, a boolean. */
CF_EXPORT const CFStringRef kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS;
/* Whether to use the keychain of the system, a boolean. Private. */
CF_EXPORT const CFStringRef kSecUseSystemKeychain;
/* Whether to use the keychain of a sync bubble, a boolean. Private. */
CF_EXPORT const CFStringRef kSecUseSyncBubbleKeychain;
/* The name of the caller in prompts. Private. */
CF_EXPORT const CFStringRef kSecUseCallerName;
/* Whether to return the items of a token as they are, a boolean. Private. */
CF_EXPORT const CFStringRef kSecUseTokenRawItems;
/* Whether certificates match by issuer, a boolean. Private. */
CF_EXPORT const CFStringRef kSecUseCertificatesWithMatchIssuers;
/* Whether to use the data protection keychain, a boolean. The only one here. */
CF_EXPORT const CFStringRef kSecUseDataProtectionKeychain;
/* Whether to use the keychain that all people share. Private. */
CF_EXPORT const CFStringRef kSecUseUserIndependentKeychain;
/* Prompts are allowed. */
CF_EXPORT const CFStringRef kSecUseAuthenticationUIAllow;
/* Items that need a prompt fail with errSecInteractionNotAllowed. */
CF_EXPORT const CFStringRef kSecUseAuthenticationUIFail;
/* Items that need a prompt are left out. */
CF_EXPORT const CFStringRef kSecUseAuthenticationUISkip;
/* The LAContext that authenticates. */
CF_EXPORT const CFStringRef kSecUseAuthenticationContext;

/* The keys of the dictionaries that make keys and passwords. */

/* Whether the key is for Apple Pay, a boolean. Private. */
CF_EXPORT const CFStringRef kSecKeyApplePayEnabled;
/* Whether the key is bound to the system, a boolean. Private. */
CF_EXPORT const CFStringRef kSecKeyOSBound;
/* Whether the key is bound to the sealed digests of the system, a boolean. Private. */
CF_EXPORT const CFStringRef kSecKeySealedHashesBound;
/* The greatest length of a generated password, a number. Private. */
CF_EXPORT const CFStringRef kSecPasswordMaxLength;
/* The least length of a generated password, a number. The string is that of the greatest, as on macOS. */
CF_EXPORT const CFStringRef kSecPasswordMinLength;
/* The characters a generated password may hold. Private. */
CF_EXPORT const CFStringRef kSecPasswordAllowedCharacters;
/* The sets of which a generated password must hold a character. Private. */
CF_EXPORT const CFStringRef kSecPasswordRequiredCharacters;

/* The constants that Apple has on macOS only. */

/* The access object of an item of a file keychain. */
CF_EXPORT const CFStringRef kSecAttrAccess;
/* The pseudorandom function of a key derivation: one of the kSecAttrPRF... values. */
CF_EXPORT const CFStringRef kSecAttrPRF;
/* The salt of a key derivation, as data. */
CF_EXPORT const CFStringRef kSecAttrSalt;
/* The iterations of a key derivation, a number. */
CF_EXPORT const CFStringRef kSecAttrRounds;
/* Match certificates whose subject starts with this string. */
CF_EXPORT const CFStringRef kSecMatchSubjectStartsWith;
/* Match certificates whose subject ends with this string. */
CF_EXPORT const CFStringRef kSecMatchSubjectEndsWith;
/* Match certificates whose subject is this string. */
CF_EXPORT const CFStringRef kSecMatchSubjectWholeString;
/* Whether accents do not matter, a boolean. */
CF_EXPORT const CFStringRef kSecMatchDiacriticInsensitive;
/* Whether full and half width are the same, a boolean. */
CF_EXPORT const CFStringRef kSecMatchWidthInsensitive;
/* Add the item to this keychain. */
CF_EXPORT const CFStringRef kSecUseKeychain;
/* DES. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeDES;
/* Triple DES. */
CF_EXPORT const CFStringRef kSecAttrKeyType3DES;
/* RC2. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeRC2;
/* RC4. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeRC4;
/* DSA. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeDSA;
/* CAST. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeCAST;
/* Elliptic curve signatures. Deprecated name of kSecAttrKeyTypeECSECPrimeRandom. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeECDSA;
/* AES. */
CF_EXPORT const CFStringRef kSecAttrKeyTypeAES;
/* HMAC with SHA-1. */
CF_EXPORT const CFStringRef kSecAttrPRFHmacAlgSHA1;
/* HMAC with SHA-224. */
CF_EXPORT const CFStringRef kSecAttrPRFHmacAlgSHA224;
/* HMAC with SHA-256. */
CF_EXPORT const CFStringRef kSecAttrPRFHmacAlgSHA256;
/* HMAC with SHA-384. */
CF_EXPORT const CFStringRef kSecAttrPRFHmacAlgSHA384;
/* HMAC with SHA-512. */
CF_EXPORT const CFStringRef kSecAttrPRFHmacAlgSHA512;
/* The attributes of the symmetric key, a dictionary. */
CF_EXPORT const CFStringRef kSecSymmetricKeyAttrs;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECITEM_H */
