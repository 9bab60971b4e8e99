// A process that has the kernel say that it runs a signed program while its child calls the keychain, so that the
// daemon looks at that program, and that executes the same file once it has got other bytes.
// SPDX-License-Identifier: Apache-2.0
// usage: primer PROGRAM SOCKET LIBRARY CLIENT ARGUMENT…
// LIBRARY is mapped into what is executed. CLIENT is Python, which is given two descriptors and the arguments: it
// writes a byte to the first when the process may go on, and reads one from the second when it may begin.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { mostParts = 16, pages = 1 << 16 };

struct plan {
    struct { unsigned long begin, size; } parts[mostParts];
    int partCount, begins, goes;
    struct prctl_mm_map map, back;
    char path[512], socket[512], preload[512];
    char *arguments[3], *environment[2];
};

static inline __attribute__((always_inline)) long call(long number, long a, long b, long c, long d, long e) {
    long result;
    register long fourth __asm__("r10") = d, fifth __asm__("r8") = e;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth) : "rcx", "r11", "memory");
    return result;
}

/// The child is root of a namespace, and shares the memory: what it says there is said of its parent.
static inline __attribute__((always_inline)) void say(struct prctl_mm_map *map) {
    long child = call(SYS_clone, CLONE_VM | CLONE_VFORK | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) call(SYS_exit, call(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, (long)map, sizeof *map, 0) != 0, 0, 0, 0, 0);
    int status = 1;
    if (child < 0 || call(SYS_wait4, child, (long)&status, 0, 0, 0) != child || status != 0) call(SYS_exit_group, 93, 0, 0, 0, 0);
}

static inline __attribute__((always_inline)) void hear(struct plan *plan) {
    char byte = 0;
    call(SYS_write, plan->begins, (long)&byte, 1, 0, 0);
    if (call(SYS_read, plan->goes, (long)&byte, 1, 0, 0) != 1) call(SYS_exit_group, 94, 0, 0, 0, 0);
}

/// Runs where it was copied to: it calls nothing, and knows nothing but the plan.
__attribute__((section("moved"), noreturn, optimize("no-tree-loop-distribute-patterns"))) static void after(struct plan *plan) {
    for (int part = 0; part < plan->partCount; part++) call(SYS_munmap, (long)plan->parts[part].begin, (long)plan->parts[part].size, 0, 0, 0);
    say(&plan->map);
    hear(plan);
    // Nobody can write a file that a process runs.
    say(&plan->back);
    hear(plan);
    call(SYS_execve, (long)plan->path, (long)plan->arguments, (long)plan->environment, 0, 0);
    call(SYS_exit_group, 95, 0, 0, 0, 0);
    __builtin_unreachable();
}
extern char __start_moved[], __stop_moved[];

int main(int count, char **words) {
    int to[2], from[2];
    char first[16], second[16], own[4096], line[4096];
    char *client[32] = {"/usr/bin/python3", "-I", "-c", count > 4 ? words[4] : NULL, first, second};
    if (count < 5 || count > 30 || pipe(to) != 0 || pipe(from) != 0) return 2;
    memcpy(client + 6, words + 5, sizeof(char *) * (size_t)(count - 5));
    struct plan *plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *code = mmap(NULL, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        close(to[1]), close(from[0]);
        snprintf(first, sizeof first, "%d", from[1]);
        snprintf(second, sizeof second, "%d", to[0]);
        execv(client[0], client);
        _exit(1);
    }
    close(to[0]), close(from[1]);
    *plan = (struct plan){.begins = to[1], .goes = from[0]};
    fcntl(plan->begins, F_SETFD, FD_CLOEXEC), fcntl(plan->goes, F_SETFD, FD_CLOEXEC);
    int program = open(words[1], O_RDONLY | O_CLOEXEC), other = open("/bin/true", O_RDONLY | O_CLOEXEC);
    ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
    if (plan == MAP_FAILED || code == MAP_FAILED || program < 0 || other < 0 || size < 0) return 2;
    own[size] = 0;
    memcpy(code, __start_moved, (size_t)(__stop_moved - __start_moved));
    mprotect(code, pages, PROT_READ | PROT_EXEC);
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        if (!strstr(line, own) || sscanf(line, "%lx-%lx", &begin, &end) != 2 || plan->partCount == mostParts) continue;
        plan->parts[plan->partCount].begin = begin;
        plan->parts[plan->partCount++].size = end - begin;
    }
    plan->map = plan->back = (struct prctl_mm_map){0x10000, 0x11000, 0x12000, 0x13000, 0x14000, 0x14000, (unsigned long)&count, 0x10000, 0x10000,
                                                   0x10000, 0x10000, NULL, 0, (unsigned)program};
    plan->back.exe_fd = (unsigned)other;
    snprintf(plan->path, sizeof plan->path, "%s", words[1]);
    snprintf(plan->socket, sizeof plan->socket, "%s", words[2]);
    snprintf(plan->preload, sizeof plan->preload, "LD_PRELOAD=%s", words[3]);
    plan->arguments[0] = plan->path, plan->arguments[1] = plan->socket, plan->environment[0] = plan->preload;
    ((void (*)(struct plan *))(code + ((char *)after - __start_moved)))(plan);
    return 1;
}
