// Makes objects of Core Foundation from bytes, sensible and absurd ones. make_seeds.py writes what this reads.
// SPDX-License-Identifier: Apache-2.0
#include "objects.h"

enum { greatest_depth = 12, most_entries = 12, most_kept = 4096 };

static CFTypeRef kept[most_kept];
static int kept_count;

void objects_keep(CFTypeRef object) {
    if (object == NULL) return;
    if (kept_count == most_kept) __builtin_trap();
    kept[kept_count++] = object;
}

void objects_end(void) {
    while (kept_count > 0) CFRelease(kept[--kept_count]);
}

UInt8 take_byte(struct reader *reader) {
    if (reader->count == 0) return 0;
    reader->count--;
    return *reader->bytes++;
}

static UInt64 take_word(struct reader *reader) {
    UInt64 word = 0;
    for (int place = 0; place < 8; place++) word = word << 8 | take_byte(reader);
    return word;
}

/// A byte says how many follow.
static const UInt8 *take_counted(struct reader *reader, CFIndex *count) {
    size_t wanted = take_byte(reader);
    const UInt8 *start = reader->bytes;
    if (wanted > reader->count) wanted = reader->count;
    reader->bytes += wanted;
    reader->count -= wanted;
    *count = (CFIndex)wanted;
    return start;
}

static CFTypeRef known(UInt8 place) {
    const CFTypeRef texts[] = {
        kSecClass, kSecAttrService, kSecAttrAccount, kSecValueData, kSecValueRef, kSecReturnData, kSecReturnAttributes, kSecReturnRef,
        kSecReturnPersistentRef, kSecMatchLimit, kSecMatchItemList, kSecMatchLimitAll, kSecMatchLimitOne, kSecClassGenericPassword,
        kSecClassInternetPassword, kSecClassCertificate, kSecClassKey, kSecClassIdentity, kSecAttrKeyType, kSecAttrKeySizeInBits,
        kSecAttrKeyClass, kSecAttrKeyClassPrivate, kSecAttrKeyClassPublic, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyTypeRSA,
        kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecAttrIsPermanent, kSecAttrLabel, kSecAttrServer, kSecAttrPort, kSecAttrProtocol,
        kSecAttrAccessible, kSecAttrAccessibleWhenUnlocked, kSecAttrAccessControl, kSecAttrSynchronizable, kSecAttrCreationDate, kSecAttrComment,
        kSecValuePersistentRef, kSecMatchIssuers, kSecMatchPolicy, kSecImportExportPassphrase, kSecPolicyOid, kSecPolicyName,
        kSecPolicyAppleSSL, kSecAttrApplicationLabel, kSecAttrApplicationTag, kSecAttrAccessGroup, kSecAttrGeneric, kSecAttrType,
    };
    return texts[place % (sizeof texts / sizeof *texts)];
}

static CFTypeRef text(struct reader *reader) {
    CFIndex count;
    const UInt8 *bytes = take_counted(reader, &count);
    return CFStringCreateWithBytes(NULL, bytes, count, kCFStringEncodingUTF8, false);
}

static CFTypeRef array(struct reader *reader, int depth, Boolean has_callbacks) {
    CFMutableArrayRef made = CFArrayCreateMutable(NULL, 0, has_callbacks ? &kCFTypeArrayCallBacks : NULL);
    for (int left = take_byte(reader) & 7; left > 0; left--) {
        CFTypeRef element = take_object(reader, depth + 1);
        if (element != NULL || !has_callbacks) CFArrayAppendValue(made, element);
    }
    return made;
}

static CFTypeRef dictionary(struct reader *reader, int depth, Boolean has_callbacks) {
    CFMutableDictionaryRef made = has_callbacks
        ? CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks)
        : CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    for (int left = take_byte(reader) % most_entries; left > 0; left--) {
        UInt8 kind = take_byte(reader);
        CFTypeRef key = kind < 0xe0 ? known(kind) : take_object(reader, depth + 1), value = take_object(reader, depth + 1);
        // Those with callbacks take no NULL: Core Foundation would end the program, here as on macOS.
        if ((key != NULL && value != NULL) || !has_callbacks) CFDictionarySetValue(made, key, value);
    }
    return made;
}

/// A key of the elliptic curve P-256, made once.
static CFTypeRef some_key(void) {
    static SecKeyRef key;
    if (key == NULL) {
        int bits = 256;
        CFNumberRef size = CFNumberCreate(NULL, kCFNumberIntType, &bits);
        const void *keys[] = {kSecAttrKeyType, kSecAttrKeySizeInBits}, *values[] = {kSecAttrKeyTypeECSECPrimeRandom, size};
        CFDictionaryRef parameters = CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
        key = SecKeyCreateRandomKey(parameters, NULL);
    }
    return CFRetain(key);
}

static CFTypeRef made_of(struct reader *reader, int depth) {
    CFIndex count;
    switch (take_byte(reader) % 20) {
    case 0: return text(reader);
    case 1: {
        const UInt8 *bytes = take_counted(reader, &count);
        return CFDataCreate(NULL, bytes, count);
    }
    case 2: {
        SInt64 number = (SInt64)take_word(reader);
        return CFNumberCreate(NULL, kCFNumberSInt64Type, &number);
    }
    case 3: {
        union { UInt64 word; double number; } both = {take_word(reader)};
        return CFNumberCreate(NULL, kCFNumberDoubleType, &both.number);
    }
    case 4: return CFRetain(take_byte(reader) & 1 ? kCFBooleanTrue : kCFBooleanFalse);
    case 5: return CFDateCreate(NULL, (double)(SInt64)take_word(reader));
    case 6: return CFRetain(kCFNull);
    case 7: return depth < greatest_depth ? array(reader, depth, true) : NULL;
    case 8: return depth < greatest_depth ? array(reader, depth, false) : NULL;
    case 9: return depth < greatest_depth ? dictionary(reader, depth, true) : NULL;
    case 10: return depth < greatest_depth ? dictionary(reader, depth, false) : NULL;
    case 11: return CFUUIDCreate(NULL);
    case 12: {
        CFTypeRef base = text(reader);
        CFTypeRef copy = base == NULL ? NULL : CFStringCreateMutableCopy(NULL, 0, base);
        if (base != NULL) CFRelease(base);
        return copy;
    }
    case 13: return CFSetCreate(NULL, NULL, 0, &kCFTypeSetCallBacks);
    case 14: return some_key();
    case 15: return SecPolicyCreateBasicX509();
    case 16: return SecTaskCreateFromSelf(NULL);
    case 17: return NULL;
    case 18: return CFErrorCreate(NULL, kSecClass, (CFIndex)take_byte(reader), NULL);
    default: return CFRetain(known(take_byte(reader)));
    }
}

CFTypeRef take_object(struct reader *reader, int depth) {
    CFTypeRef made = made_of(reader, depth);
    objects_keep(made);
    return made;
}

CFTypeRef take_dictionary(struct reader *reader, int depth) {
    UInt8 kind = take_byte(reader);
    if (kind >= 0xf0) return take_object(reader, depth);
    CFTypeRef made = dictionary(reader, depth, kind < 0xa0);
    objects_keep(made);
    return made;
}
