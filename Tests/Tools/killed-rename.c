// Preloaded: kills its process, as a loss of power would, before one of the steps in which it gives files other names.
// SPDX-License-Identifier: Apache-2.0
// usage: LATCHKEY_KILL_BEFORE=N [LATCHKEY_NO_RENAME=1] LD_PRELOAD=killed-rename.so PROGRAM
// The steps are calls of renameat2, or if LATCHKEY_NO_RENAME says that the file system knows none, of link and
// unlink.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long steps;

static void step(void) {
    const char *last = getenv("LATCHKEY_KILL_BEFORE");
    steps += 1;
    if (last != NULL && steps == atol(last)) kill(getpid(), SIGKILL);
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags) {
    if (getenv("LATCHKEY_NO_RENAME") != NULL) {
        errno = EINVAL;
        return -1;
    }
    step();
    return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
}

int link(const char *from, const char *to) {
    step();
    return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
    if (getenv("LATCHKEY_NO_RENAME") != NULL) step();
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
