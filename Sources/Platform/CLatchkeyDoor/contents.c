// What stands in the dictionaries and arrays of a program, before Swift sees them.
// SPDX-License-Identifier: Apache-2.0
#include "include/door.h"

#include "box.h"
#include "cf.h"

#include <stdlib.h>

enum { greatest_depth = 8, few = 64, greatest_work = 500000 };

enum latchkey_form latchkey_form_of(const void *object) {
    CFTypeID type = CFGetTypeID(object);
    if (type == CFDictionaryGetTypeID()) return latchkey_dictionary;
    return type == CFArrayGetTypeID() ? latchkey_array : latchkey_other;
}

/// - Parameter left: How many elements below the first level may still be looked at. One in many places is looked at in
///   each.
static int contents(const void *object, int depth, CFIndex *left) {
    if (object == NULL) return latchkey_nulls;
    enum latchkey_form form = latchkey_form_of(object);
    if (form == latchkey_other) {
        if (!latchkey_is_box(object)) return latchkey_plain;
        return latchkey_box_object(object) != NULL ? latchkey_boxes : latchkey_nulls;
    }
    if (depth == greatest_depth) return latchkey_too_deep;
    int found = latchkey_plain;
    if (form == latchkey_array) {
        CFIndex count = CFArrayGetCount(object);
        if (depth > 0 && (*left -= count + 1) < 0) return latchkey_too_deep;
        for (CFIndex place = 0; place < count && !(found & latchkey_too_deep); place++)
            found |= contents(CFArrayGetValueAtIndex(object, place), depth + 1, left);
        return found;
    }
    CFIndex count = CFDictionaryGetCount(object);
    if (depth > 0 && (*left -= 2 * count + 1) < 0) return latchkey_too_deep;
    const void *own[2 * few], **keys = own;
    if (count > few && (keys = malloc((size_t)count * 2 * sizeof *keys)) == NULL) return latchkey_too_deep;
    CFDictionaryGetKeysAndValues(object, keys, keys + count);
    // A key is looked at as a value: a box under one is of no use, and NULL is NULL.
    for (CFIndex place = 0; place < 2 * count && !(found & latchkey_too_deep); place++)
        found |= contents(keys[place], depth + 1, left);
    if (keys != own) free(keys);
    return found;
}

int latchkey_contents_of(const void *object) {
    CFIndex left = greatest_work;
    return contents(object, 0, &left);
}

const void *latchkey_error_create(int32_t status, const void *text) {
    enum { ascii = 0x0600 };
    CFTypeRef domain = CFStringCreateWithCString(NULL, "NSOSStatusErrorDomain", ascii);
    if (domain == NULL) return NULL;
    const void *keys[] = {kCFErrorLocalizedDescriptionKey, kCFErrorDescriptionKey}, *values[] = {text, text};
    CFTypeRef info = text == NULL ? NULL : CFDictionaryCreate(NULL, keys, values, 2, kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks);
    CFTypeRef error = CFErrorCreate(NULL, domain, status, info);
    if (info != NULL) CFRelease(info);
    CFRelease(domain);
    return error;
}

const void *latchkey_array_create(void) { return CFArrayCreateMutable(NULL, 0, kCFTypeArrayCallBacks); }

void latchkey_array_append(const void *array, const void *object) { CFArrayAppendValue(array, object); }

const void *latchkey_dictionary_create(void) {
    return CFDictionaryCreateMutable(NULL, 0, kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks);
}

void latchkey_dictionary_set(const void *dictionary, const void *key, const void *value) { CFDictionarySetValue(dictionary, key, value); }
