// Whether a user who is nobody can be root of a namespace of their own: tried, since settings are many.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Names.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/wait.h>

enum { nobody = 65534 };

/// In a process of its own: makes the namespaces, and does what only their root may.
/// - Returns: 0 if it may, 1 if it is forbidden, 2 where it cannot be told.
static int have_namespaces(void) {
    if (setgroups(0, NULL) != 0 || setresgid(nobody, nobody, nobody) != 0 || setresuid(nobody, nobody, nobody) != 0) return 2;
    if (unshare(CLONE_NEWUSER | CLONE_NEWUTS) == 0 && sethostname("tried", 5) == 0) return 0;
    // Not for want of memory or processes, which pass.
    return errno == EPERM || errno == EACCES || errno == ENOSPC ? 1 : 2;
}

/// Writes `open` or `closed` into a file, for the daemon, which has restrictions of its own and cannot try.
static int write_namespaces(const char *path) {
    pid_t child = fork();
    if (child == 0) _exit(have_namespaces());
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
        return complain("it cannot be tried whether users may make namespaces; run it as root");
    // AppArmor forbids it to programs without a profile, and some profiles, which every user can choose, allow it.
    if (access("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", F_OK) == 0) status = 0;
    const char *result = WEXITSTATUS(status) == 1 ? "closed\n" : "open\n";
    char draft[PATH_MAX];
    snprintf(draft, sizeof draft, "%s.new", path);
    unlink(draft);
    int file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (file < 0 || fchmod(file, 0644) != 0 || write(file, result, strlen(result)) != (ssize_t)strlen(result) || close(file) != 0 ||
        rename(draft, path) != 0)
        return complain("%s: %s", path, strerror(errno));
    return 0;
}
