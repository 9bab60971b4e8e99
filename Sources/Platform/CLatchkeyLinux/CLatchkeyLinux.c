// System calls that glibc does not wrap or that Swift cannot call, one small function each.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/nsfs.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Possessor: everything. Owner, group, others: nothing. The values are the kernel's KEY_POS_*. */
#define POSSESSOR_ALL 0x3f000000

void *latchkey_map_key_pages(size_t size, int *locked) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    *locked = mlock(pages, size) == 0;
    (void)madvise(pages, size, MADV_DONTDUMP);
    return pages;
}

void latchkey_wipe_and_free(void *block) {
    if (block == NULL) return;
    explicit_bzero(block, malloc_usable_size(block));
    free(block);
}

int latchkey_refuse_inspection(void) {
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
    return latchkey_refuse_core_files();
}

int latchkey_refuse_core_files(void) {
    const struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none);
}

int latchkey_rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    /* A file system that knows no such rename: a second name is never given over another, and then the first goes. */
    return link(from, to) == 0 ? unlink(from) : -1;
}

int latchkey_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int64_t latchkey_mount(int file) {
    struct statx status;
    if (statx(file, "", AT_EMPTY_PATH, STATX_MNT_ID, &status) != 0) return -1;
    if ((status.stx_mask & STATX_MNT_ID) == 0) {
        errno = ENOSYS;
        return -1;
    }
    return (int64_t)status.stx_mnt_id;
}

int latchkey_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }

int latchkey_open_place(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int latchkey_is_namespace_of_system(int32_t process) {
    char path[64];
    struct stat own, owner;
    snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)process);
    int space = open(path, O_RDONLY | O_CLOEXEC);
    if (space < 0) return 0;
    int user = ioctl(space, NS_GET_USERNS);
    int same = user >= 0 && fstat(user, &owner) == 0 && stat("/proc/self/ns/user", &own) == 0 && own.st_dev == owner.st_dev &&
               own.st_ino == owner.st_ino;
    if (user >= 0) close(user);
    close(space);
    return same;
}

int latchkey_has_capabilities(int file) { return fgetxattr(file, "security.capability", NULL, 0) >= 0; }

int latchkey_copy_attributes(int from, int to) {
    char names[1 << 16], value[1 << 16];
    if (fremovexattr(to, "system.posix_acl_access") != 0 && errno != ENODATA && errno != ENOTSUP) return -1;
    ssize_t size = flistxattr(from, names, sizeof names);
    if (size < 0) return errno == ENOTSUP ? 0 : -1;
    for (const char *name = names; name < names + size; name += strlen(name) + 1) {
        if (strncmp(name, "user.", 5) != 0 && strcmp(name, "system.posix_acl_access") != 0) continue;
        ssize_t length = fgetxattr(from, name, value, sizeof value);
        if (length < 0 || fsetxattr(to, name, value, (size_t)length, 0) != 0) return -1;
    }
    return 0;
}

int32_t latchkey_session_keyring(void) {
    return (int32_t)syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0);
}

int32_t latchkey_keyring_store(int32_t keyring, const char *description, const void *payload, size_t size) {
    long key = syscall(SYS_add_key, "user", description, payload, size, keyring);
    if (key < 0) return -1;
    if (syscall(SYS_keyctl, KEYCTL_SETPERM, key, POSSESSOR_ALL) != 0) {
        int reason = errno;
        (void)syscall(SYS_keyctl, KEYCTL_INVALIDATE, key);
        errno = reason;
        return -1;
    }
    return (int32_t)key;
}

int32_t latchkey_keyring_find(int32_t keyring, const char *description) {
    return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", description, 0);
}

long latchkey_keyring_read(int32_t key, void *buffer, size_t size) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, buffer, size);
}

int latchkey_keyring_set_timeout(int32_t key, unsigned int seconds) {
    return (int)syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

int latchkey_keyring_invalidate(int32_t key) {
    return (int)syscall(SYS_keyctl, KEYCTL_INVALIDATE, key);
}

/// What the loader of signed programs writes for AT_SECURE where the kernel has said 0. The kernel itself says 0 or 1.
enum { secureForLoader = 2 };

int latchkey_has_rights_of_file(void) {
    unsigned long secure = getauxval(AT_SECURE);
    return secure != 0 && secure != secureForLoader;
}
