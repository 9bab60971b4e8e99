// A program of a user that reads what the user's other processes have: what waits at their standard input, and their
// memory.
// SPDX-License-Identifier: Apache-2.0
//
// usage: thief WORD
// It looks until it is ended, and prints a line for each process that has the word. It does not look at itself.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char taken[1 << 20];

static int has_in_pipe(int process, const char *word) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/0", process);
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISFIFO(status.st_mode)) return 0;
    int pipe = open(path, O_RDONLY | O_NONBLOCK);
    if (pipe < 0) return 0;
    ssize_t count = read(pipe, taken, sizeof taken);
    // It goes on as if nothing had been read.
    if (count > 0) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", pipe);
        int back = open(path, O_WRONLY | O_NONBLOCK);
        if (back >= 0) {
            if (write(back, taken, (size_t)count) != count) count = 0;
            close(back);
        }
    }
    close(pipe);
    return count > 0 && memmem(taken, (size_t)count, word, strlen(word)) != NULL;
}

static int has_in_memory(int process, const char *word) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    FILE *maps = fopen(path, "r");
    int found = 0;
    while (maps && !found && fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        char access[5];
        if (sscanf(line, "%lx-%lx %4s", &start, &end, access) != 3 || access[0] != 'r' || access[1] != 'w') continue;
        if (end - start > sizeof taken) end = start + sizeof taken;
        struct iovec here = {taken, end - start}, there = {(void *)start, end - start};
        ssize_t count = process_vm_readv(process, &here, 1, &there, 1, 0);
        found = count > 0 && memmem(taken, (size_t)count, word, strlen(word)) != NULL;
    }
    if (maps) fclose(maps);
    return found;
}

int main(int count, char **words) {
    if (count != 2) return 2;
    // Its own arguments are nobody's secret.
    char *word = strdup(words[1]);
    memset(words[1], 'x', strlen(words[1]));
    puts("ready");
    fflush(stdout);
    for (;;) {
        DIR *processes = opendir("/proc");
        for (struct dirent *entry; (entry = readdir(processes));) {
            struct stat status;
            char path[64];
            int process = atoi(entry->d_name);
            if (process <= 0 || process == getpid()) continue;
            snprintf(path, sizeof path, "/proc/%d", process);
            if (stat(path, &status) != 0 || status.st_uid != getuid()) continue;
            if (has_in_pipe(process, word) || has_in_memory(process, word)) {
                printf("%d\n", process);
                fflush(stdout);
            }
        }
        closedir(processes);
    }
}
