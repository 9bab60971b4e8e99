// Has the kernel keep which file each process executes, and takes that back.
// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
//
// Nothing of it stays running: the program and what it keeps are held by their names in the kernel's file system of
// eBPF. The daemon reads them, and needs no right for that but to find them.
// Documentation/Design/Decisions/0033-exec-witness.md.
#include "Names.h"
#include "Namespaces.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/magic.h>
#include <sys/vfs.h>

static const char folder[] = "/sys/fs/bpf/latchkey";
static const char *const maps[] = {"executions", "counter", "names", "table"};
static const char *const programs[] = {"exec", "fork"};

static void place(char *path, const char *name, const char *ending) { snprintf(path, PATH_MAX, "%s/%s%s", folder, name, ending); }

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

/// Under a second name first (no name there has a dot), which then takes the place of the first: what is attached
/// already stays so until the new one is.
static int keep(struct bpf_object *object, const char *name) {
    char function[64], draft[PATH_MAX], final[PATH_MAX];
    snprintf(function, sizeof function, "latchkey_%s", name);
    struct bpf_program *program = bpf_object__find_program_by_name(object, function);
    struct bpf_link *link = program ? bpf_program__attach(program) : NULL;
    if (!link) return complain("the kernel does not let it see %s: %s", name, strerror(errno));
    place(draft, name, "-new");
    place(final, name, "");
    unlink(draft);
    if (bpf_link__pin(link, draft) != 0 || rename(draft, final) != 0) return complain("%s: %s", final, strerror(errno));
    return 0;
}

static int attach(void) {
    struct statfs system;
    char path[PATH_MAX];
    if (statfs("/sys/fs/bpf", &system) != 0 || system.f_type != BPF_FS_MAGIC)
        return complain("no file system of eBPF at /sys/fs/bpf; mount it: mount -t bpf bpf /sys/fs/bpf");
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) return complain("%s: %s", folder, strerror(errno));
    if (find_program(path) != 0) return 1;
    struct bpf_object *object = bpf_object__open_file(path, NULL);
    if (!object) return complain("%s: %s", path, strerror(errno));
    for (size_t number = 0; number < sizeof maps / sizeof *maps; number++) {
        struct bpf_map *map = bpf_object__find_map_by_name(object, maps[number]);
        place(path, maps[number], "");
        // What is there already is used on: no process loses what is known of it.
        if (!map || bpf_map__set_pin_path(map, path) != 0) return complain("%s has no %s", path, maps[number]);
    }
    int refused = bpf_object__load(object);
    if (refused != 0)
        return complain("the kernel does not take the program: %s; Linux 5.17 with BTF (/sys/kernel/btf/vmlinux) is needed", strerror(-refused));
    int names = bpf_map__fd(bpf_object__find_map_by_name(object, "names")), table = bpf_map__fd(bpf_object__find_map_by_name(object, "table"));
    if (add_names(names, table) != 0) return 1;
    for (size_t number = 0; number < sizeof programs / sizeof *programs; number++)
        if (keep(object, programs[number]) != 0) return 1;
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
