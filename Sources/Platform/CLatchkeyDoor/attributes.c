// Lists of attributes of items: C has a kind of authentication with its bytes the other way round, there too.
// SPDX-License-Identifier: Apache-2.0
#include "include/door.h"

#include <stdlib.h>
#include <string.h>

enum { authentication = 0x61747970, bytes_of_a_code = 4 };

/// The layouts of SecKeychainItem.h.
struct attribute {
    uint32_t tag, length;
    unsigned char *data;
};
struct list {
    uint32_t count;
    struct attribute *attributes;
};

static bool is_turned(const struct attribute *attribute) {
    return attribute->tag == authentication && attribute->length == bytes_of_a_code && attribute->data != NULL;
}

static void turn(const unsigned char *from, unsigned char *to) {
    unsigned char code[bytes_of_a_code];
    memcpy(code, from, sizeof code);
    for (int place = 0; place < bytes_of_a_code; place++) to[place] = code[bytes_of_a_code - 1 - place];
}

void latchkey_attributes_turn(void *given) {
    const struct list *list = given;
    if (list == NULL || list->attributes == NULL) return;
    for (uint32_t place = 0; place < list->count; place++) {
        struct attribute *attribute = &list->attributes[place];
        if (is_turned(attribute)) turn(attribute->data, attribute->data);
    }
}

void *latchkey_attributes_turned(const void *given) {
    const struct list *list = given;
    uint32_t found = 0;
    if (list != NULL && list->attributes != NULL) {
        for (uint32_t place = 0; place < list->count; place++) found += is_turned(&list->attributes[place]);
    }
    if (found == 0) return NULL;
    // The list, its attributes, and the codes that are turned round.
    size_t attributes = (size_t)list->count * sizeof *list->attributes;
    struct list *copy = malloc(sizeof *copy + attributes + (size_t)found * bytes_of_a_code);
    if (copy == NULL) return NULL;
    copy->count = list->count;
    copy->attributes = (struct attribute *)(copy + 1);
    memcpy(copy->attributes, list->attributes, attributes);
    unsigned char *code = (unsigned char *)copy->attributes + attributes;
    for (uint32_t place = 0; place < copy->count; place++) {
        struct attribute *attribute = &copy->attributes[place];
        if (!is_turned(attribute)) continue;
        turn(attribute->data, code);
        attribute->data = code;
        code += bytes_of_a_code;
    }
    return copy;
}
