// Tells at load whether another Core Foundation was loaded first, such as the dynamic one of a program in Swift.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "constant.h"

/// Every other file sees a constant, which it reads each time since it does not know the value.
bool latchkey_serves_now __asm__("latchkey_serves") = true;

/// The constant texts of constants.c, one behind the other.
extern struct constant_text __start_latchkey_texts[], __stop_latchkey_texts[];

struct order {
    uintptr_t other, own;
    bool is_other_first, is_decided;
};

/// Ends at the first of the two: the list is in the order in which names are looked up.
static int compare(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size;
    struct order *order = data;
    for (int place = 0; place < object->dlpi_phnum; place++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[place];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        bool is_other = order->other - start < part->p_memsz, is_own = order->own - start < part->p_memsz;
        if (!is_other && !is_own) continue;
        order->is_other_first = is_other;
        order->is_decided = true;
        return 1;
    }
    return 0;
}

/// Names of a program are looked up in the first library that has them. If that is not this one, the program's objects
/// are not ours: no call may look at one. Our constant texts become of the other's class, as the program's own are: it
/// puts both into its dictionaries.
__attribute__((constructor)) static void look_for_another(void) {
    // This library does not export it, so that whoever does is another.
    void *other = dlsym(RTLD_DEFAULT, "_CFRuntimeRegisterClass");
    if (other == NULL) return;
    struct order order = {.other = (uintptr_t)other, .own = (uintptr_t)&latchkey_serves_now};
    dl_iterate_phdr(compare, &order);
    if (order.is_decided && !order.is_other_first) return;
    latchkey_serves_now = false;
    Dl_info found;
    const char *file = dladdr(other, &found) != 0 ? found.dli_fname : NULL;
    fprintf(stderr, "libSecurity: %s has another Core Foundation and was loaded first; every call of Security fails (errSecUnimplemented).\n",
            file == NULL ? "another library" : file);
    // By its handle: what this library looks up without one, it finds in itself first.
    void *handle = file == NULL ? NULL : dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    void *class = handle == NULL ? NULL : dlsym(handle, "$s10Foundation19_NSCFConstantStringCN");
    if (handle != NULL) dlclose(handle);
    if (class == NULL) return;
    for (struct constant_text *text = __start_latchkey_texts; text < __stop_latchkey_texts; text++) text->isa = class;
}
