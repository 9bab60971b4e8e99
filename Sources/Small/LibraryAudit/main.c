// Lets nothing into a signed program that somebody else than root can write.
// SPDX-License-Identifier: Apache-2.0
//
// Plugins are loaded by the user's configuration (GTK_MODULES, ~/.asoundrc), so that any program of the user names the
// code of another. The dynamic linker asks this library before it opens a file (rtld-audit(7)): a load that is refused
// fails before anything of the file has run, and the program goes on. secure-loader names it in LD_AUDIT. Then,
// ld.so(8) takes it only from the system's folders and with the set-user-ID bit.
// Documentation/Design/Decisions/0032-plugins-are-roots.md.
//
// Nothing is linked: a second C library in the process would be too much for it.
#include "RealPath.h"

#include "../LatchkeySecureLoader/Sign.h"

/// The beginning of the dynamic linker's `struct link_map` (<link.h>).
struct object {
    uint64_t address;
    const char *name;
};

/// The name is as the program gave it (`LA_SER_ORIG` in <link.h>).
enum { asGiven = 1 };

static unsigned end(void) {
    static const char words[] = "liblatchkey-audit: the program has loaded a library that somebody else than root can write\n";
    call3(callWrite, 2, (long)words, sizeof words - 1);
    call3(callExit, 126, 0, 0);
    __builtin_unreachable();
}

/// Called when the dynamic linker takes the library for one that it asks. The interface is that of every version:
/// nothing is said of calls between libraries.
__attribute__((visibility("default"))) unsigned la_version(unsigned version) {
    struct action action = {.handler = signOfAudit};
    return exchange_action(&action, NULL) == 0 ? version : 0;
}

/// - Returns: the real path of the file, which nobody but root can replace between this and its opening; NULL for what
///   is refused. Who calls holds the dynamic linker's lock, and copies it.
__attribute__((visibility("default"))) char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag) {
    static struct place place;
    (void)cookie;
    int isName = 1;
    for (const char *byte = name; *byte; byte++)
        if (*byte == '/') isName = 0;
    // It is looked for in folders, and each file that may be it is asked about.
    if (flag == asGiven && isName) return (char *)name;
    return resolve(&place, name) ? place.path : NULL;
}

/// Of everything that is mapped, before it is linked or anything of it runs: dlmopen(3) does not ask before it opens a
/// file.
__attribute__((visibility("default"))) unsigned la_objopen(struct object *object, long list, uintptr_t *cookie) {
    static struct place place;
    (void)list, (void)cookie;
    for (const char *byte = object->name; *byte; byte++)
        // What has no path is the program itself, or the kernel's. What begins in the current folder may have begun in
        // another when it was opened: another process can have the same one, and change it.
        if (*byte == '/') return object->name[0] == '/' && resolve(&place, object->name) ? 0 : end();
    return 0;
}
