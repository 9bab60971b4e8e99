/* Dictionaries and arrays that a program should not give, and what came of it. */
/* SPDX-License-Identifier: Apache-2.0 */

static CFDictionaryRef by_address(void) {
    const void *keys[] = {"no object", kSecClass}, *values[] = {CFSTR("x"), kSecClassGenericPassword};
    return CFDictionaryCreate(NULL, keys + 1, values + 1, 1, NULL, NULL);
}

static CFDictionaryRef with_null(void) {
    CFMutableDictionaryRef made = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    CFDictionarySetValue(made, kSecClass, NULL);
    return made;
}

static CFArrayRef list_with_null(void) {
    const void *values[] = {NULL, NULL};
    return CFArrayCreate(NULL, values, 2, NULL);
}

static CFArrayRef deep(void) {
    CFArrayRef made = list();
    for (int level = 0; level < 1000; level++) {
        const void *values[] = {made};
        made = CFArrayCreate(NULL, values, 1, &kCFTypeArrayCallBacks);
    }
    return made;
}

static void told(const char *name, int place, const char *other, long outcome) { printf("%s/%d/%s: %ld\n", name, place, other, outcome); }
