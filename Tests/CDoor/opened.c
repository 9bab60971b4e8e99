/* A program that is not linked with the library: it opens and closes it, and may open it again. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>

typedef int status_call(const void *, const void **);
typedef const void *text_call(int, void *);
typedef void release_call(const void *);

int main(int count, char **arguments) {
    if (count != 2) return 2;
    for (int turn = 0; turn < 50; turn++) {
        void *library = dlopen(arguments[1], RTLD_NOW | (turn % 2 ? RTLD_LOCAL : RTLD_GLOBAL));
        if (library == NULL) return printf("%s\n", dlerror()), 1;
        status_call *find = (status_call *)dlsym(library, "SecItemCopyMatching");
        text_call *explain = (text_call *)dlsym(library, "SecCopyErrorMessageString");
        release_call *release = (release_call *)dlsym(library, "CFRelease");
        if (find == NULL || explain == NULL || release == NULL) return 1;
        const void *text = explain(-25300, NULL);
        if (text == NULL || find(NULL, NULL) != -50) return 1;
        release(text);
        if (dlclose(library) != 0) return 1;
    }
    printf("still there %d\n", dlopen(arguments[1], RTLD_NOW | RTLD_NOLOAD) != NULL);
    return 0;
}
