// CFArray and CFDictionary over GNUstep. Elements are objects, or NULL; they are retained. A place that is not there
// raises GNUstep's exception.
// SPDX-License-Identifier: Apache-2.0
#include "Over.h"

#include <stdlib.h>

BOOL lk_knows(const void *callbacks) {
    return callbacks == NULL || callbacks == &kCFTypeArrayCallBacks || callbacks == &kCFTypeDictionaryKeyCallBacks ||
        callbacks == &kCFCopyStringDictionaryKeyCallBacks || callbacks == &kCFTypeDictionaryValueCallBacks;
}

CFMutableArrayRef CFArrayCreateMutable(CFAllocatorRef allocator, CFIndex capacity, const CFArrayCallBacks *callBacks) {
    (void)allocator, (void)capacity;
    return lk_knows(callBacks) ? (CFMutableArrayRef)[[NSMutableArray alloc] init] : NULL;
}

CFArrayRef CFArrayCreate(CFAllocatorRef allocator, const void **values, CFIndex count, const CFArrayCallBacks *callBacks) {
    CFMutableArrayRef array = count < 0 || (values == NULL && count > 0) ? NULL : CFArrayCreateMutable(allocator, 0, callBacks);
    for (CFIndex place = 0; array != NULL && place < count; place++) CFArrayAppendValue(array, values[place]);
    CFArrayRef made = (CFArrayRef)[(id)array copy];
    [(id)array release];
    return made;
}

CFArrayRef CFArrayCreateCopy(CFAllocatorRef allocator, CFArrayRef array) {
    (void)allocator;
    return (CFArrayRef)[(id)array copy];
}

CFMutableArrayRef CFArrayCreateMutableCopy(CFAllocatorRef allocator, CFIndex capacity, CFArrayRef array) {
    (void)allocator, (void)capacity;
    return (CFMutableArrayRef)[(id)array mutableCopy];
}

CFIndex CFArrayGetCount(CFArrayRef array) { return (CFIndex)[(id)array count]; }
const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index) { return lk_value([(NSArray *)array objectAtIndex:(NSUInteger)index]); }

CFIndex CFArrayGetFirstIndexOfValue(CFArrayRef array, CFRange range, const void *value) {
    NSUInteger place = array == NULL ? NSNotFound : [(NSArray *)array indexOfObject:lk_element(value) inRange:lk_range(range)];
    return place == NSNotFound ? kCFNotFound : (CFIndex)place;
}

Boolean CFArrayContainsValue(CFArrayRef array, CFRange range, const void *value) {
    return CFArrayGetFirstIndexOfValue(array, range, value) != kCFNotFound;
}

void CFArrayGetValues(CFArrayRef array, CFRange range, const void **values) {
    for (CFIndex place = 0; array != NULL && place < range.length; place++) values[place] = CFArrayGetValueAtIndex(array, range.location + place);
}

void CFArrayApplyFunction(CFArrayRef array, CFRange range, CFArrayApplierFunction applier, void *context) {
    for (CFIndex place = 0; array != NULL && place < range.length; place++) applier(CFArrayGetValueAtIndex(array, range.location + place), context);
}

void CFArrayAppendValue(CFMutableArrayRef array, const void *value) { [(id)array addObject:lk_element(value)]; }
void CFArrayRemoveValueAtIndex(CFMutableArrayRef array, CFIndex index) { [(NSMutableArray *)array removeObjectAtIndex:(NSUInteger)index]; }
void CFArrayRemoveAllValues(CFMutableArrayRef array) { [(id)array removeAllObjects]; }

void CFArrayInsertValueAtIndex(CFMutableArrayRef array, CFIndex index, const void *value) {
    [(NSMutableArray *)array insertObject:lk_element(value) atIndex:(NSUInteger)index];
}

void CFArraySetValueAtIndex(CFMutableArrayRef array, CFIndex index, const void *value) {
    if (index == CFArrayGetCount(array)) CFArrayAppendValue(array, value);
    else [(NSMutableArray *)array replaceObjectAtIndex:(NSUInteger)index withObject:lk_element(value)];
}

void CFArrayAppendArray(CFMutableArrayRef array, CFArrayRef other, CFRange range) {
    if (other != NULL) [(NSMutableArray *)array addObjectsFromArray:[(NSArray *)other subarrayWithRange:lk_range(range)]];
}

struct order {
    CFComparatorFunction compare;
    void *context;
};

static NSInteger compare(id one, id other, void *order) {
    return ((struct order *)order)->compare(lk_value(one), lk_value(other), ((struct order *)order)->context);
}

void CFArraySortValues(CFMutableArrayRef array, CFRange range, CFComparatorFunction comparator, void *context) {
    struct order order = {comparator, context};
    if (array == NULL) return;
    NSArray *sorted = [[(NSArray *)array subarrayWithRange:lk_range(range)] sortedArrayUsingFunction:compare context:&order];
    [(NSMutableArray *)array replaceObjectsInRange:lk_range(range) withObjectsFromArray:sorted];
}

CFMutableDictionaryRef CFDictionaryCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *keyCallBacks, const CFDictionaryValueCallBacks *valueCallBacks) {
    (void)allocator, (void)capacity;
    return lk_knows(keyCallBacks) && lk_knows(valueCallBacks) ? (CFMutableDictionaryRef)[[NSMutableDictionary alloc] init] : NULL;
}

CFDictionaryRef CFDictionaryCreate(CFAllocatorRef allocator, const void **keys, const void **values, CFIndex count,
                                   const CFDictionaryKeyCallBacks *keyCallBacks, const CFDictionaryValueCallBacks *valueCallBacks) {
    if (count < 0 || (count > 0 && (keys == NULL || values == NULL))) return NULL;
    CFMutableDictionaryRef dictionary = CFDictionaryCreateMutable(allocator, 0, keyCallBacks, valueCallBacks);
    for (CFIndex place = 0; dictionary != NULL && place < count; place++) CFDictionaryAddValue(dictionary, keys[place], values[place]);
    CFDictionaryRef made = (CFDictionaryRef)[(id)dictionary copy];
    [(id)dictionary release];
    return made;
}

CFDictionaryRef CFDictionaryCreateCopy(CFAllocatorRef allocator, CFDictionaryRef dictionary) {
    (void)allocator;
    return (CFDictionaryRef)[(id)dictionary copy];
}

CFMutableDictionaryRef CFDictionaryCreateMutableCopy(CFAllocatorRef allocator, CFIndex capacity, CFDictionaryRef dictionary) {
    (void)allocator, (void)capacity;
    return (CFMutableDictionaryRef)[(id)dictionary mutableCopy];
}

CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary) { return (CFIndex)[(id)dictionary count]; }
static id find(CFDictionaryRef dictionary, const void *key) { return [(NSDictionary *)dictionary objectForKey:lk_element(key)]; }
CFIndex CFDictionaryGetCountOfKey(CFDictionaryRef dictionary, const void *key) { return find(dictionary, key) != nil; }
Boolean CFDictionaryContainsKey(CFDictionaryRef dictionary, const void *key) { return find(dictionary, key) != nil; }
const void *CFDictionaryGetValue(CFDictionaryRef dictionary, const void *key) { return lk_value(find(dictionary, key)); }

Boolean CFDictionaryContainsValue(CFDictionaryRef dictionary, const void *value) {
    return [[(NSDictionary *)dictionary allValues] containsObject:lk_element(value)];
}

Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef dictionary, const void *key, const void **value) {
    id found = find(dictionary, key);
    if (found != nil && value != NULL) *value = lk_value(found);
    return found != nil;
}

void CFDictionaryGetKeysAndValues(CFDictionaryRef dictionary, const void **keys, const void **values) {
    NSEnumerator *enumerator = [(NSDictionary *)dictionary keyEnumerator];
    CFIndex place = 0;
    for (id key; (key = [enumerator nextObject]) != nil; place++) {
        if (keys != NULL) keys[place] = lk_value(key);
        if (values != NULL) values[place] = lk_value(find(dictionary, (const void *)key));
    }
}

void CFDictionaryApplyFunction(CFDictionaryRef dictionary, CFDictionaryApplierFunction applier, void *context) {
    NSEnumerator *enumerator = [(NSDictionary *)dictionary keyEnumerator];
    for (id key; (key = [enumerator nextObject]) != nil;) applier(lk_value(key), lk_value(find(dictionary, (const void *)key)), context);
}

void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *key, const void *value) {
    [(id)dictionary setObject:lk_element(value) forKey:lk_element(key)];
}

void CFDictionaryAddValue(CFMutableDictionaryRef dictionary, const void *key, const void *value) {
    if (find(dictionary, key) == nil) CFDictionarySetValue(dictionary, key, value);
}

void CFDictionaryReplaceValue(CFMutableDictionaryRef dictionary, const void *key, const void *value) {
    if (find(dictionary, key) != nil) CFDictionarySetValue(dictionary, key, value);
}

void CFDictionaryRemoveValue(CFMutableDictionaryRef dictionary, const void *key) { [(id)dictionary removeObjectForKey:lk_element(key)]; }
void CFDictionaryRemoveAllValues(CFMutableDictionaryRef dictionary) { [(id)dictionary removeAllObjects]; }
