// Starts the one script that it was signed for, in the one interpreter, so that the script has the launcher's identity.
// SPDX-License-Identifier: Apache-2.0
//
// Linked statically: no loader takes LD_PRELOAD. Documentation/Design/Decisions/0017-scripts-by-launcher.md says what
// each step keeps out.
#define _GNU_SOURCE
#include "Pin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { largestScript = 64 << 20, mostVariables = 64 };

static volatile sig_atomic_t child;

static void fail(const char *what, const char *about) {
    fprintf(stderr, "script-launcher: %s%s%s\n", about ? about : "", about ? ": " : "", what);
    exit(126);
}

static void forward(int signal, siginfo_t *information, void *context) {
    int saved = errno;
    (void)context;
    // What the terminal sends, the child gets as well.
    if (child > 0 && information->si_code != SI_KERNEL) kill((pid_t)child, signal);
    errno = saved;
}

/// Until the memory was sealed, another process of the same user could write it through /proc: only now its bytes are
/// what runs.
static void require_digest(int script, const struct pin *pin, unsigned char *buffer, size_t size) {
    unsigned char digest[32];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    uint64_t total = 0;
    for (ssize_t count; (count = read(script, buffer, size)) != 0;) {
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(strerror(errno), "the sealed script");
        crypto_hash_sha256_update(&state, buffer, (unsigned long long)count);
        total += (uint64_t)count;
    }
    crypto_hash_sha256_final(&state, digest);
    if (total != pin->scriptSize || sodium_memcmp(digest, pin->digest, sizeof digest) != 0 || lseek(script, 0, SEEK_SET) != 0)
        fail("the script is not the one that was signed", pin->script);
}

/// The script in memory that nobody can write any more, if it is the one that was signed.
static int sealed_script(const struct pin *pin) {
    int file = open(pin->script, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) fail(strerror(errno), pin->script);
    if (!S_ISREG(status.st_mode)) fail("not a file", pin->script);
    if (pin->scriptSize > largestScript || (uint64_t)status.st_size != pin->scriptSize)
        fail("the script is not the one that was signed", pin->script);
    int memory = memfd_create("script", MFD_ALLOW_SEALING);
    if (memory < 0) fail(strerror(errno), "memory for the script");
    static unsigned char buffer[1 << 16];
    for (uint64_t left = pin->scriptSize; left > 0;) {
        ssize_t count = read(file, buffer, left < sizeof buffer ? left : sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail("the script was changed while it was read", pin->script);
        for (ssize_t done = 0; done < count;) {
            ssize_t part = write(memory, buffer + done, (size_t)(count - done));
            if (part < 0 && errno == EINTR) continue;
            if (part <= 0) fail(strerror(errno), "memory for the script");
            done += part;
        }
        left -= (uint64_t)count;
    }
    close(file);
    if (fcntl(memory, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        fail(strerror(errno), "sealing the script");
    // Opened anew, to be read from its beginning and not to be written.
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    int script = open(path, O_RDONLY);
    if (script < 0) fail(strerror(errno), "the sealed script");
    close(memory);
    require_digest(script, pin, buffer, sizeof buffer);
    return script;
}

/// What decides how an interpreter begins is left out; so is all that is not known.
static char **clean_environment(void) {
    static const char *const kept[] = {"HOME", "USER", "LOGNAME", "LANG", "TERM", "TZ", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY",
                                       "DBUS_SESSION_BUS_ADDRESS", "LATCHKEY_SOCKET"};
    static char *variables[mostVariables + 2] = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"};
    int count = 1;
    for (char **variable = environ; *variable && count <= mostVariables; variable++) {
        size_t length = strcspn(*variable, "=");
        int isKept = strncmp(*variable, "LC_", 3) == 0;
        for (size_t place = 0; place < sizeof kept / sizeof *kept; place++)
            if (strlen(kept[place]) == length && strncmp(*variable, kept[place], length) == 0) isKept = 1;
        // A locale is a name, and no path; a time zone is one below its folder.
        if (strncmp(*variable, "LC_", 3) == 0 || strncmp(*variable, "LANG=", 5) == 0) isKept = strchr(*variable, '/') == NULL;
        if (strncmp(*variable, "TZ=", 3) == 0) isKept = strchr(":/", (*variable)[3]) == NULL && strstr(*variable, "..") == NULL;
        if (isKept) variables[count++] = *variable;
    }
    return variables;
}

/// Whoever became this program may have started other programs before, and they would count as its children.
static void require_no_children(void) {
    siginfo_t information;
    if (getpid() == 1 || prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) != 0) fail("it cannot run as the first process", NULL);
    if (waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD)
        fail("it has children already that it did not start", NULL);
    // The daemon looks for this name: it has a slash, which no name of an executable has, and is gone with the next
    // exec.
    if (prctl(PR_SET_NAME, "latchkey/script", 0, 0, 0) != 0) fail(strerror(errno), "naming the process");
}

static void start(const struct pin *pin, int script, char **arguments, pid_t parent) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", script);
    int given = 0, count = 0;
    while (arguments[given]) given++;
    const char **words = calloc((size_t)given + mostOptions + 3, sizeof *words);
    if (!words || prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0) != 0 || getppid() != parent) _exit(126);
    words[count++] = pin->interpreter;
    for (int place = 0; place < pin->optionCount; place++) words[count++] = pin->options[place];
    words[count++] = path;
    for (int place = 0; place < given; place++) words[count++] = arguments[place];
    execve(pin->interpreter, (char **)words, clean_environment());
    fprintf(stderr, "script-launcher: %s: %s\n", pin->interpreter, strerror(errno));
    _exit(126);
}

int main(int count, char **arguments) {
    static const int forwarded[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT};
    // What is inherited beside the three standard descriptors belongs to who calls, and none of the three is left for
    // another file.
    int null = open("/dev/null", O_RDWR);
    while (null >= 0 && null < 3) null = dup(null);
    if (null < 0 || syscall(SYS_close_range, 3u, ~0u, 0u) != 0) fail(strerror(errno), "closing inherited descriptors");
    signal(SIGCHLD, SIG_DFL);
    require_no_children();
    struct pin pin;
    const char *problem = read_pin(&pin);
    if (problem) fail(problem, NULL);
    int script = sealed_script(&pin);
    sigset_t blocked, none;
    sigfillset(&blocked);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    pid_t parent = getpid(), started = fork();
    if (started < 0) fail(strerror(errno), "starting the interpreter");
    if (started == 0) {
        sigprocmask(SIG_SETMASK, &none, NULL);
        start(&pin, script, arguments + (count > 0), parent);
    }
    child = started;
    close(script);
    for (size_t place = 0; place < sizeof forwarded / sizeof *forwarded; place++) {
        struct sigaction action = {.sa_sigaction = forward, .sa_flags = SA_RESTART | SA_SIGINFO}, old;
        // Who calls may have it ignored, as nohup does.
        if (sigaction(forwarded[place], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(forwarded[place], &action, NULL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
    int status;
    while (waitpid(started, &status, 0) < 0)
        if (errno != EINTR) fail(strerror(errno), "waiting for the script");
    child = 0;
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
