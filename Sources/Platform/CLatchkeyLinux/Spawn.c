// Starts a helper program with a socket as its standard input and output.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLatchkeyLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int latchkey_start_helper(const char *program, char *const environment[], int32_t *process) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pair[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char *const words[] = {(char *)program, NULL};
    pid_t child = 0;
    int failure = posix_spawn(&child, program, &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(pair[1]);
    if (failure != 0) {
        close(pair[0]);
        errno = failure;
        return -1;
    }
    *process = child;
    return pair[0];
}

void latchkey_end_helper(int32_t process) {
    kill(process, SIGTERM);
    /* A second to put the terminal back as it was. */
    for (int turn = 0; turn < 100; turn++) {
        if (waitpid(process, NULL, WNOHANG) != 0) return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}
