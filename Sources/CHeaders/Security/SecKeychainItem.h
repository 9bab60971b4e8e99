/* Passwords as items, with attributes as tags and bytes: the older calls of macOS. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECKEYCHAINITEM_H
#define LATCHKEY_SECURITY_SECKEYCHAINITEM_H

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The class of an item. */
typedef CF_ENUM(FourCharCode, SecItemClass) {
    kSecInternetPasswordItemClass = 0x696E6574, /* inet */
    kSecGenericPasswordItemClass = 0x67656E70, /* genp */
    kSecAppleSharePasswordItemClass = 0x61736870, /* ashp; there are none here */
    kSecCertificateItemClass = 0x80001000,
    kSecPublicKeyItemClass = 0x0000000F,
    kSecPrivateKeyItemClass = 0x00000010,
    kSecSymmetricKeyItemClass = 0x00000011
};

/* The tag of an attribute of an item. */
typedef CF_ENUM(FourCharCode, SecItemAttr) {
    kSecCreationDateItemAttr = 0x63646174, /* cdat */
    kSecModDateItemAttr = 0x6D646174, /* mdat */
    kSecDescriptionItemAttr = 0x64657363, /* desc */
    kSecCommentItemAttr = 0x69636D74, /* icmt */
    kSecCreatorItemAttr = 0x63727472, /* crtr */
    kSecTypeItemAttr = 0x74797065, /* type */
    kSecScriptCodeItemAttr = 0x73637270, /* scrp */
    kSecLabelItemAttr = 0x6C61626C, /* labl */
    kSecInvisibleItemAttr = 0x696E7669, /* invi */
    kSecNegativeItemAttr = 0x6E656761, /* nega */
    kSecCustomIconItemAttr = 0x63757369, /* cusi */
    kSecAccountItemAttr = 0x61636374, /* acct */
    kSecServiceItemAttr = 0x73766365, /* svce */
    kSecGenericItemAttr = 0x67656E61, /* gena */
    kSecSecurityDomainItemAttr = 0x73646D6E, /* sdmn */
    kSecServerItemAttr = 0x73727672, /* srvr */
    kSecAuthenticationTypeItemAttr = 0x61747970, /* atyp */
    kSecPortItemAttr = 0x706F7274, /* port */
    kSecPathItemAttr = 0x70617468, /* path */
    kSecVolumeItemAttr = 0x766C6D65, /* vlme */
    kSecAddressItemAttr = 0x61646472, /* addr */
    kSecSignatureItemAttr = 0x73736967, /* ssig */
    kSecProtocolItemAttr = 0x7074636C, /* ptcl */
    kSecCertificateType = 0x63747970, /* ctyp */
    kSecCertificateEncoding = 0x63656E63, /* cenc */
    kSecCrlType = 0x63727470, /* crtp */
    kSecCrlEncoding = 0x63726E63, /* crnc */
    kSecAlias = 0x616C6973 /* alis */
};

/* The type of items. */
CF_EXPORT CFTypeID SecKeychainItemGetTypeID(void);
/* Changes attributes of an item, and its secret of length bytes; NULL leaves them. */
CF_EXPORT OSStatus SecKeychainItemModifyAttributesAndData(SecKeychainItemRef item,
                                                          const SecKeychainAttributeList *_Nullable attrList,
                                                          UInt32 length, const void *_Nullable data);
/* As SecKeychainItemModifyAttributesAndData(). */
CF_EXPORT OSStatus SecKeychainItemModifyContent(SecKeychainItemRef item,
                                                const SecKeychainAttributeList *_Nullable attrList, UInt32 length,
                                                const void *_Nullable data);
/* Gets the attributes whose tags the list has, and the secret with its length in bytes. What it leaves goes back by
   SecKeychainItemFreeContent(). Returns errSecNoSuchAttr for a tag that the class does not have. */
CF_EXPORT OSStatus SecKeychainItemCopyContent(SecKeychainItemRef item, SecItemClass *_Nullable itemClass,
                                              SecKeychainAttributeList *_Nullable attrList, UInt32 *_Nullable length,
                                              void *_Nullable *_Nullable outData);
/* Takes back the values of attributes and a secret that a call has left, and wipes them. The list itself is the
   program's. */
CF_EXPORT OSStatus SecKeychainItemFreeContent(SecKeychainAttributeList *_Nullable attrList, void *_Nullable data);
/* Gets a new list of the attributes that are asked for, and the secret with its length in bytes. What it leaves goes
   back by SecKeychainItemFreeAttributesAndData(). */
CF_EXPORT OSStatus SecKeychainItemCopyAttributesAndData(SecKeychainItemRef item,
                                                        SecKeychainAttributeInfo *_Nullable info,
                                                        SecItemClass *_Nullable itemClass,
                                                        SecKeychainAttributeList *_Nullable *_Nullable attrList,
                                                        UInt32 *_Nullable length, void *_Nullable *_Nullable outData);
/* Takes back what SecKeychainItemCopyAttributesAndData() has left, the list as well, and wipes it. */
CF_EXPORT OSStatus SecKeychainItemFreeAttributesAndData(SecKeychainAttributeList *_Nullable attrList,
                                                        void *_Nullable data);
/* Deletes an item. It still is to be released. Returns errSecItemNotFound if it is gone. */
CF_EXPORT OSStatus SecKeychainItemDelete(SecKeychainItemRef item);
/* Gets the keychain that an item is in, to be released. */
CF_EXPORT OSStatus SecKeychainItemCopyKeychain(SecKeychainItemRef item,
                                               SecKeychainRef _Nullable *_Nonnull CF_RETURNS_RETAINED keychain);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECKEYCHAINITEM_H */
