/* Keychains by their paths, and passwords: the older calls of macOS. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECKEYCHAIN_H
#define LATCHKEY_SECURITY_SECKEYCHAIN_H

#include <CoreFoundation/CFArray.h>
#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* Bits of the state of a keychain. */
enum {
    kSecUnlockStateStatus = 1,
    kSecReadPermStatus = 2,
    kSecWritePermStatus = 4
};

/* The protocol of an internet password: the four characters of a value of kSecAttrProtocol. */
typedef CF_ENUM(FourCharCode, SecProtocolType) {
    kSecProtocolTypeFTP = 0x66747020, /* "ftp " */
    kSecProtocolTypeFTPAccount = 0x66747061, /* ftpa */
    kSecProtocolTypeHTTP = 0x68747470, /* http */
    kSecProtocolTypeIRC = 0x69726320, /* "irc " */
    kSecProtocolTypeNNTP = 0x6E6E7470, /* nntp */
    kSecProtocolTypePOP3 = 0x706F7033, /* pop3 */
    kSecProtocolTypeSMTP = 0x736D7470, /* smtp */
    kSecProtocolTypeSOCKS = 0x736F7820, /* "sox " */
    kSecProtocolTypeIMAP = 0x696D6170, /* imap */
    kSecProtocolTypeLDAP = 0x6C646170, /* ldap */
    kSecProtocolTypeAppleTalk = 0x61746C6B, /* atlk */
    kSecProtocolTypeAFP = 0x61667020, /* "afp " */
    kSecProtocolTypeTelnet = 0x74656C6E, /* teln */
    kSecProtocolTypeSSH = 0x73736820, /* "ssh " */
    kSecProtocolTypeFTPS = 0x66747073, /* ftps */
    kSecProtocolTypeHTTPS = 0x68747073, /* htps */
    kSecProtocolTypeHTTPProxy = 0x68747078, /* htpx */
    kSecProtocolTypeHTTPSProxy = 0x68747378, /* htsx */
    kSecProtocolTypeFTPProxy = 0x66747078, /* ftpx */
    kSecProtocolTypeCIFS = 0x63696673, /* cifs */
    kSecProtocolTypeSMB = 0x736D6220, /* "smb " */
    kSecProtocolTypeRTSP = 0x72747370, /* rtsp */
    kSecProtocolTypeRTSPProxy = 0x72747378, /* rtsx */
    kSecProtocolTypeDAAP = 0x64616170, /* daap */
    kSecProtocolTypeEPPC = 0x65707063, /* eppc */
    kSecProtocolTypeIPP = 0x69707020, /* "ipp " */
    kSecProtocolTypeNNTPS = 0x6E747073, /* ntps */
    kSecProtocolTypeLDAPS = 0x6C647073, /* ldps */
    kSecProtocolTypeTelnetS = 0x74656C73, /* tels */
    kSecProtocolTypeIMAPS = 0x696D7073, /* imps */
    kSecProtocolTypeIRCS = 0x69726373, /* ircs */
    kSecProtocolTypePOP3S = 0x706F7073, /* pops */
    kSecProtocolTypeCVSpserver = 0x63767370, /* cvsp */
    kSecProtocolTypeSVN = 0x73766E20, /* "svn " */
    kSecProtocolTypeAny = 0
};

/* How a password is shown to the server: the four characters of a value of kSecAttrAuthenticationType. As on macOS they
   stand in memory in this order, so the first is in the lowest byte of the number. */
typedef CF_ENUM(FourCharCode, SecAuthenticationType) {
    kSecAuthenticationTypeNTLM = 0x6D6C746E, /* ntlm */
    kSecAuthenticationTypeMSN = 0x616E736D, /* msna */
    kSecAuthenticationTypeDPA = 0x61617064, /* dpaa */
    kSecAuthenticationTypeRPA = 0x61617072, /* rpaa */
    kSecAuthenticationTypeHTTPBasic = 0x70747468, /* http */
    kSecAuthenticationTypeHTTPDigest = 0x64747468, /* httd */
    kSecAuthenticationTypeHTMLForm = 0x6D726F66, /* form */
    kSecAuthenticationTypeDefault = 0x746C6664, /* dflt */
    kSecAuthenticationTypeAny = 0
};

/* The type of keychains. */
CF_EXPORT CFTypeID SecKeychainGetTypeID(void);
/* Gets the keychain of a path or a name, to be released. The file is not looked at. */
CF_EXPORT OSStatus SecKeychainOpen(const char *pathName,
                                   SecKeychainRef _Nullable *_Nonnull CF_RETURNS_RETAINED keychain);
/* Makes a keychain with a password of passwordLength bytes, 0 for one that opens with the device alone, and gets it,
   to be released. Returns errSecDuplicateKeychain if there is one, and errSecInteractionNotAllowed if promptUser. */
CF_EXPORT OSStatus SecKeychainCreate(const char *pathName, UInt32 passwordLength, const void *_Nullable password,
                                     Boolean promptUser, SecAccessRef _Nullable initialAccess,
                                     SecKeychainRef _Nullable *_Nullable CF_RETURNS_RETAINED keychain);
/* Deletes a keychain with everything in it. NULL is refused. */
CF_EXPORT OSStatus SecKeychainDelete(SecKeychainRef _Nullable keychain);
/* Locks a keychain, NULL for the default one. */
CF_EXPORT OSStatus SecKeychainLock(SecKeychainRef _Nullable keychain);
/* Unlocks a keychain, NULL for the default one, with a password of passwordLength bytes. Returns errSecAuthFailed for a
   wrong one. Nobody is asked here: without usePassword it returns errSecInteractionNotAllowed if the keychain is
   locked, and errSecSuccess if it is open. */
CF_EXPORT OSStatus SecKeychainUnlock(SecKeychainRef _Nullable keychain, UInt32 passwordLength,
                                     const void *_Nullable password, Boolean usePassword);
/* Gets the state of a keychain, NULL for the default one. */
CF_EXPORT OSStatus SecKeychainGetStatus(SecKeychainRef _Nullable keychain, SecKeychainStatus *status);
/* Gets the path of a keychain, NULL for the default one, with a zero byte. pathLength has the bytes of room and gets
   those of the path without the zero byte, also with errSecBufferTooSmall: one more is needed then. */
CF_EXPORT OSStatus SecKeychainGetPath(SecKeychainRef _Nullable keychain, UInt32 *pathLength, char *pathName);
/* Gets the keychain that receives what is added, to be released. */
CF_EXPORT OSStatus SecKeychainCopyDefault(SecKeychainRef _Nullable *_Nonnull CF_RETURNS_RETAINED keychain);
/* Makes a keychain the one that receives what is added. */
CF_EXPORT OSStatus SecKeychainSetDefault(SecKeychainRef _Nullable keychain);
/* Gets an array of the keychains that are searched, to be released. */
CF_EXPORT OSStatus SecKeychainCopySearchList(CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED searchList);
/* Sets the keychains that are searched. */
CF_EXPORT OSStatus SecKeychainSetSearchList(CFArrayRef searchList);

/* Adds an internet password to a keychain, NULL for the default one, and gets its item, to be released. Lengths are in
   bytes; port 0, kSecProtocolTypeAny and kSecAuthenticationTypeAny are none. Returns errSecDuplicateItem. */
CF_EXPORT OSStatus SecKeychainAddInternetPassword(
    SecKeychainRef _Nullable keychain, UInt32 serverNameLength, const char *_Nullable serverName,
    UInt32 securityDomainLength, const char *_Nullable securityDomain, UInt32 accountNameLength,
    const char *_Nullable accountName, UInt32 pathLength, const char *_Nullable path, UInt16 port,
    SecProtocolType protocol, SecAuthenticationType authenticationType, UInt32 passwordLength,
    const void *_Nullable passwordData, SecKeychainItemRef _Nullable *_Nullable CF_RETURNS_RETAINED item);
/* Finds an internet password in a keychain, an array of them, or with NULL in the search list. Names of NULL, port 0
   and the types ...Any are any. Gets the password, for SecKeychainItemFreeContent(), and its item, to be released. */
CF_EXPORT OSStatus SecKeychainFindInternetPassword(
    CFTypeRef _Nullable keychainOrArray, UInt32 serverNameLength, const char *_Nullable serverName,
    UInt32 securityDomainLength, const char *_Nullable securityDomain, UInt32 accountNameLength,
    const char *_Nullable accountName, UInt32 pathLength, const char *_Nullable path, UInt16 port,
    SecProtocolType protocol, SecAuthenticationType authenticationType, UInt32 *_Nullable passwordLength,
    void *_Nullable *_Nullable passwordData, SecKeychainItemRef _Nullable *_Nullable CF_RETURNS_RETAINED item);
/* Adds a generic password to a keychain, NULL for the default one, and gets its item, to be released. Lengths are in
   bytes. Returns errSecDuplicateItem if there is one with this service and account. */
CF_EXPORT OSStatus SecKeychainAddGenericPassword(SecKeychainRef _Nullable keychain, UInt32 serviceNameLength,
                                                 const char *_Nullable serviceName, UInt32 accountNameLength,
                                                 const char *_Nullable accountName, UInt32 passwordLength,
                                                 const void *_Nullable passwordData,
                                                 SecKeychainItemRef _Nullable *_Nullable CF_RETURNS_RETAINED item);
/* Finds a generic password in a keychain, an array of them, or with NULL in the search list. Names of NULL are any.
   Gets the password, for SecKeychainItemFreeContent(), and its item, to be released. */
CF_EXPORT OSStatus SecKeychainFindGenericPassword(CFTypeRef _Nullable keychainOrArray, UInt32 serviceNameLength,
                                                  const char *_Nullable serviceName, UInt32 accountNameLength,
                                                  const char *_Nullable accountName, UInt32 *_Nullable passwordLength,
                                                  void *_Nullable *_Nullable passwordData,
                                                  SecKeychainItemRef _Nullable *_Nullable CF_RETURNS_RETAINED item);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECKEYCHAIN_H */
