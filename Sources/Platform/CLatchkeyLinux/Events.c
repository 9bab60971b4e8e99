// epoll, eventfd and signalfd, which Swift does not import, and the daemon's settings of its own process.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "include/CLatchkeyLinux.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <syslog.h>
#include <unistd.h>

int latchkey_poller(void) { return epoll_create1(EPOLL_CLOEXEC); }

int latchkey_poller_arm(int poller, int descriptor, uint64_t token, int reading, int writing, int isNew) {
    struct epoll_event event = {.events = EPOLLONESHOT, .data = {.u64 = token}};
    /* Who sends nothing more may still take an answer: reported while that goes out, it would be reported without end. */
    if (reading) event.events |= EPOLLIN | EPOLLRDHUP;
    if (writing) event.events |= EPOLLOUT;
    return epoll_ctl(poller, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int latchkey_poller_watch(int poller, int descriptor, uint64_t token) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = token}};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

int latchkey_poller_remove(int poller, int descriptor) { return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, NULL); }

int latchkey_poller_wait(int poller, struct latchkey_event *events, int count, int milliseconds) {
    struct epoll_event found[64];
    int number = epoll_wait(poller, found, count < 64 ? count : 64, milliseconds);
    if (number < 0) return errno == EINTR ? 0 : -1;
    for (int index = 0; index < number; index++) {
        events[index].token = found[index].data.u64;
        events[index].flags = (found[index].events & (EPOLLIN | EPOLLRDHUP) ? 1 : 0) |
                              (found[index].events & EPOLLOUT ? 2 : 0) |
                              (found[index].events & (EPOLLHUP | EPOLLERR) ? 4 : 0);
    }
    return number;
}

int latchkey_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void latchkey_ring(int bell) { (void)eventfd_write(bell, 1); }

void latchkey_silence(int bell) {
    eventfd_t count;
    (void)eventfd_read(bell, &count);
}

int latchkey_signals(void) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &wanted, NULL) != 0) return -1;
    return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

int latchkey_next_signal(int descriptor) {
    struct signalfd_siginfo next;
    return read(descriptor, &next, sizeof next) == sizeof next ? (int)next.ssi_signo : 0;
}

void latchkey_set_up_memory(void) {
    (void)mallopt(M_PERTURB, 0xa5);
    /* Fewer heaps, so that a thousand requests leave little behind; long secrets go back to the kernel at once. */
    (void)mallopt(M_ARENA_MAX, 2);
    (void)mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    (void)mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

void latchkey_trim_memory(void) { (void)malloc_trim(0); }

void latchkey_audit(const char *text) { syslog(LOG_AUTHPRIV | LOG_WARNING, "%s", text); }

uint64_t latchkey_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    return limit.rlim_cur;
}
