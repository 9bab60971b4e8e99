// Has the kernel keep which file each process executes, and takes that back.
// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
//
// Nothing of it stays running: the program and what it keeps are held by their names in the kernel's file system of
// eBPF. The daemon reads them, and needs no right for that but to find them.
// Documentation/Design/Decisions/0033-exec-witness.md.
#include "Connections.h"
#include "Names.h"
#include "Namespaces.h"

/// What it cannot do without, and then what some kernels do not have.
static const char *const programs[] = {"exec", "fork", "connect"};
enum { neededPrograms = 2 };

static int quiet(enum libbpf_print_level level, const char *format, va_list arguments) {
    return level == LIBBPF_WARN && getenv("LATCHKEY_VERBOSE") ? vfprintf(stderr, format, arguments) : 0;
}

/// The file with the program, beside this one.
static int find_program(char *path) {
    ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - sizeof ".bpf.o");
    if (size <= 0) return complain("cannot find itself: %s", strerror(errno));
    strcpy(path + size, ".bpf.o");
    return 0;
}

/// Attaches a program and keeps that.
static int keep(struct bpf_object *object, const char *name) {
    struct bpf_link *link = bpf_program__attach(program_of(object, name));
    return link ? pin(bpf_link__fd(link), name) : complain("the kernel does not let it see %s: %s", name, strerror(errno));
}

static int attach(void) {
    struct statfs system;
    char path[PATH_MAX];
    if (statfs("/sys/fs/bpf", &system) != 0 || system.f_type != BPF_FS_MAGIC)
        return complain("no file system of eBPF at /sys/fs/bpf; mount it: mount -t bpf bpf /sys/fs/bpf");
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) return complain("%s: %s", folder, strerror(errno));
    if (find_program(path) != 0) return 1;
    int refused;
    struct bpf_object *object = load(path, programs, neededPrograms, 0, &refused);
    if (!object)
        return complain("the kernel does not take the program: %s; Linux 5.17 with BTF (/sys/kernel/btf/vmlinux) is needed", strerror(-refused));
    if (add_names(map_of(object, "names"), map_of(object, "table")) != 0) return 1;
    for (size_t number = 0; number < neededPrograms; number++)
        if (keep(object, programs[number]) != 0) return 1;
    // Without it the daemon knows less about who calls over a bus, and all else stays as it is.
    if (keep_connections(path) != 0) complain("connections are not kept: who has connected to a bus is known less well; see exec-witness(8)");
    return 0;
}

static int detach(void) {
    char path[PATH_MAX];
    for (size_t number = 0; number < sizeof programs / sizeof *programs; number++) {
        place(path, programs[number], "");
        if (unlink(path) != 0 && errno != ENOENT) return complain("%s: %s", path, strerror(errno));
    }
    for (size_t number = 0; number < sizeof maps / sizeof *maps; number++) {
        place(path, maps[number], "");
        if (unlink(path) != 0 && errno != ENOENT) return complain("%s: %s", path, strerror(errno));
    }
    if (rmdir(folder) != 0 && errno != ENOENT) return complain("%s: %s", folder, strerror(errno));
    return 0;
}

/// What is known of a process.
static int show(const char *text) {
    char *end, path[PATH_MAX];
    long process = strtol(text, &end, 10);
    if (*end != 0 || process <= 0) return complain("%s is no number of a process", text);
    place(path, "executions", "");
    int map = bpf_obj_get(path), descriptor = (int)syscall(SYS_pidfd_open, (pid_t)process, 0);
    if (map < 0) return complain("%s: %s; is it attached?", path, strerror(errno));
    if (descriptor < 0) return complain("process %ld: %s", process, strerror(errno));
    struct latchkey_execution found;
    if (bpf_map_lookup_elem(map, &descriptor, &found) != 0) {
        if (errno == ENOENT) return complain("nothing is known of process %ld: it is older than the witness", process);
        return complain("process %ld: %s", process, strerror(errno));
    }
    printf("exec %llu: device %llu:%llu, inode %llu, generation %u%s%s\n", (unsigned long long)found.number,
           (unsigned long long)found.device >> 20, (unsigned long long)found.device & 0xfffff, (unsigned long long)found.inode,
           found.generation, found.flags & witnessSecure ? ", secure" : "", found.flags & witnessTraced ? ", traced" : "");
    place(path, "table", "");
    int table = bpf_obj_get(path);
    for (int number = 0; number < witnessMostNames; number++) {
        struct latchkey_variable name;
        if (!(found.variables[number / 64] >> number % 64 & 1) || bpf_map_lookup_elem(table, &number, &name) != 0) continue;
        if (name.text[0]) printf("variable %.*s\n", witnessNameSize, name.text);
    }
    return 0;
}

static const char usage[] = "usage: exec-witness attach | detach | namespaces FILE | show PID\n";

int main(int count, char **words) {
    libbpf_set_print(quiet);
    const char *word = count > 1 ? words[1] : "";
    if (count == 2 && strcmp(word, "attach") == 0) return attach();
    if (count == 2 && strcmp(word, "detach") == 0) return detach();
    if (count == 3 && strcmp(word, "namespaces") == 0) return write_namespaces(words[2]);
    if (count == 3 && strcmp(word, "show") == 0) return show(words[2]);
    int isHelp = count == 2 && strcmp(word, "--help") == 0;
    fputs(usage, isHelp ? stdout : stderr);
    return isHelp ? 0 : 2;
}
