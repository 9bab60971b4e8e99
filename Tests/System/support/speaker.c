// A program that calls the keychain when it is told to, and does what an attacker would make a program do.
// SPDX-License-Identifier: Apache-2.0
// usage: speaker SOCKET            connects, greets, and takes a line at a time: send HEX, load LIBRARY, memory, patch,
//                                  thread, exec PROGRAM, reuse HEX, end
//        speaker -DESCRIPTOR      speaks through a socket that was passed on
//        speaker trace PROCESS    holds the last thread of a process as a debugger does
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char line[1 << 16];
static int number;

static int receive(unsigned char *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t part = recv(number, bytes + done, count - done, 0);
        if (part <= 0) return 0;
        done += (size_t)part;
    }
    return 1;
}

static void greet(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    static const unsigned char greeting[16] = {'l', 'a', 't', 'c', 'h', 'k', 'e', 'y', 0, 1, 0, 1};
    unsigned char welcome[16];
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    /* The daemon ends the first connection of a program. */
    for (int left = 4; left > 0; left--) {
        number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(number, (struct sockaddr *)&address, sizeof address) != 0) break;
        if (send(number, greeting, 16, MSG_NOSIGNAL) == 16 && receive(welcome, 16)) return;
        close(number);
    }
    puts("no daemon");
    exit(1);
}

/* Prints the kind of the answer and its body, or that the connection is over. */
static void send_frame(const char *hexadecimal) {
    static unsigned char bytes[1 << 15];
    size_t count = 0;
    for (; count < sizeof bytes && sscanf(hexadecimal + 2 * count, "%2hhx", bytes + count) == 1;) count++;
    unsigned char header[12];
    if (send(number, bytes, count, MSG_NOSIGNAL) != (ssize_t)count || !receive(header, 12)) {
        puts("over");
        return;
    }
    size_t size = (size_t)header[0] << 24 | (size_t)header[1] << 16 | (size_t)header[2] << 8 | header[3];
    printf("%d ", header[8]);
    while (size > 0) {
        size_t part = size < sizeof bytes ? size : sizeof bytes;
        if (!receive(bytes, part)) break;
        for (size_t index = 0; index < part; index++) printf("%02x", bytes[index]);
        size -= part;
    }
    puts("");
}

/* Ends, and gives its own number to a child that has the socket. */
static void pass_on_number(const char *hexadecimal) {
    pid_t own = getpid();
    if (fork() != 0) _exit(0);
    /* Until somebody has asked how the process ended, it has its number. */
    while (kill(own, 0) == 0) usleep(1000);
    int last = open("/proc/sys/kernel/ns_last_pid", O_WRONLY);
    char text[16];
    int size = snprintf(text, sizeof text, "%d", own - 1);
    if (last < 0 || write(last, text, (size_t)size) != size) {
        puts("cannot");
        _exit(0);
    }
    pid_t child = fork();
    if (child == 0) {
        if (getpid() != own) puts("cannot");
        else send_frame(hexadecimal);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    _exit(0);
}

/* Code that stays as it is, in a page that does not. */
static const char *patch(void) {
    long page = sysconf(_SC_PAGESIZE);
    unsigned char *code = (unsigned char *)((uintptr_t)&receive & ~(uintptr_t)(page - 1));
    if (mprotect(code, (size_t)page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return "cannot";
    volatile unsigned char *first = code;
    *first = *first;
    return mprotect(code, (size_t)page, PROT_READ | PROT_EXEC) == 0 ? "patched" : "cannot";
}

static void *wait_for_ever(void *nothing) {
    for (;;) pause();
    return nothing;
}

static int trace(const char *process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/task", process);
    DIR *tasks = opendir(path);
    long last = 0;
    for (struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;)
        if (atol(task->d_name) > last) last = atol(task->d_name);
    puts(last != atol(process) && ptrace(PTRACE_SEIZE, (pid_t)last, NULL, NULL) == 0 ? "traced" : "cannot");
    pause();
    return 0;
}

int main(int count, char **words) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count == 3 && strcmp(words[1], "trace") == 0) return trace(words[2]);
    if (count != 2) return 2;
    if (words[1][0] == '-') number = atoi(words[1] + 1);
    else greet(words[1]);
    puts("ready");
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *word = line, *rest = strchr(line, ' ');
        if (rest != NULL) *rest++ = 0;
        if (strcmp(word, "send") == 0) send_frame(rest);
        else if (strcmp(word, "load") == 0) puts(dlopen(rest, RTLD_NOW) != NULL ? "loaded" : dlerror());
        else if (strcmp(word, "memory") == 0)
            puts(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ? "mapped" : "cannot");
        else if (strcmp(word, "patch") == 0) puts(patch());
        else if (strcmp(word, "thread") == 0) {
            pthread_t thread;
            puts(pthread_create(&thread, NULL, wait_for_ever, NULL) == 0 ? "started" : "cannot");
        } else if (strcmp(word, "exec") == 0) {
            char passed[16];
            snprintf(passed, sizeof passed, "-%d", number);
            /* Opened with the flag, and left to another program in spite of it. */
            fcntl(number, F_SETFD, 0);
            execl(rest, rest, passed, (char *)NULL);
            puts("cannot");
        } else if (strcmp(word, "reuse") == 0) pass_on_number(rest);
        else return 0;
    }
    return 0;
}
