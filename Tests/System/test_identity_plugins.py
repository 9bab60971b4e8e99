# The user's configuration names no code that a signed program loads: plugins are root's.
# SPDX-License-Identifier: Apache-2.0
import os
import platform
import shutil
import subprocess

import pytest
from support.daemon import once
from support.identity import GROUPS, WANTED, finds, refuses, store_shared
from support.session import AUDIT
from support.workshop import SPEAKER
from support.world import run

FOREIGN = {"com.apple.security.cs.disable-library-validation": True}
# Leaves a mark when it is loaded.
PLUGIN = r"""
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void begin(void) {
    const char *mark = getenv("MARK");
    if (mark) close(open(mark, O_WRONLY | O_CREAT, 0666));
}
"""
# A program that loads what its configuration names, and takes it away again before it asks for its items.
LOADING = SPEAKER.read_text() + r"""
#include <dlfcn.h>
#include <stdlib.h>
__attribute__((constructor)) static void configure(void) {
    void *plugin = getenv("PLUGIN") ? dlopen(getenv("PLUGIN"), RTLD_NOW) : 0;
    if (plugin) dlclose(plugin);
}
"""
# Says of each path whether it can be loaded, then of a copy of the first in memory and of the first, both by a
# descriptor.
OPENING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
int main(int count, char **words) {
    for (int word = 1; word < count; word++) puts(dlopen(words[word], RTLD_NOW) ? "loaded" : "refused");
    int memory = memfd_create("plugin", 0), file = open(words[1], O_RDONLY);
    char path[64];
    sendfile(memory, file, 0, 1 << 20);
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    puts(dlopen(path, RTLD_NOW) ? "loaded" : "refused");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    puts(dlopen(path, RTLD_NOW) ? "loaded" : "refused");
}
"""
# What a program is told when it begins, and where its stack is.
TOLD = r"""
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
extern char **environ;
extern void _start(void);
int main(int count, char **words) {
    for (int word = 0; word < count; word++) puts(words[word]);
    for (char **variable = environ; *variable; variable++) puts(*variable);
    char **end = environ;
    printf("%d %s\n", words[count] == 0, (char *)getauxval(AT_EXECFN));
    while (*end) end++;
    printf("%d %d %d\n", getauxval(AT_ENTRY) == (uintptr_t)_start, getauxval(AT_RANDOM) != 0, (int)((uintptr_t)(words - 1) % 16));
    printf("%ld %ld\n", getauxval(AT_PAGESZ), getauxval(AT_UID));
}
"""
# Becomes a program with many variables of one name, which no shell can give it.
REPEATED = r"""
#include <unistd.h>
int main(int count, char **words) {
    (void)count;
    char *variables[41] = {"HOME=/"};
    for (int number = 1; number < 40; number++) variables[number] = "LD_AUDIT=/nowhere/audit.so:another.so";
    execve(words[1], words + 1, variables);
    return 1;
}
"""
# Loads a library by every way there is, and goes on.
NAMESPACES = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words) {
    void *loaded = dlmopen(count > 2 ? LM_ID_NEWLM : LM_ID_BASE, words[1], RTLD_NOW);
    return puts(loaded ? "loaded" : "refused") < 0;
}
"""
# Becomes the program where it may read every file but the library that the dynamic linker asks, which it has open as
# descriptor 9.
HIDING = r"""
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static int rules;
static void allow(const char *folder, const char *skipped) {
    DIR *names = opendir(folder);
    for (struct dirent *name; names && (name = readdir(names));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, name->d_name);
        if (name->d_name[0] == '.' || strcmp(name->d_name, skipped) == 0) continue;
        struct landlock_path_beneath_attr one = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = open(path, O_PATH | O_NOFOLLOW)};
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &one, 0);
        close(one.parent_fd);
    }
}
int main(int count, char **words) {
    char *parts[8] = {words[1]}, *rest = words[1], folder[4096] = "";
    if (count < 3 || dup2(open(words[1], O_RDONLY), 9) < 0) return 99;
    struct landlock_ruleset_attr all = {.handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE};
    rules = syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    for (parts[0] = strtok_r(rest, "/", &rest); parts[0]; parts[0] = strtok_r(rest, "/", &rest)) {
        allow(folder[0] ? folder : "/", parts[0]);
        strcat(strcat(folder, "/"), parts[0]);
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_landlock_restrict_self, rules, 0)) return 98;
    return execv(words[2], words + 2);
}
"""
# Starts the program with so little room that its auditor cannot be loaded, holds it at a full pipe, and gives it the
# room.
STARVING = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **words) {
    int ended = 0;
    (void)count;
    setenv("LD_PRELOAD", "liblatchkey-audit.so", 1);
    for (long pages = 80; pages < 260; pages++) {
        int ends[2], over = 0, status = 0;
        char data[4096] = {0};
        if (pipe(ends) != 0) return 97;
        fcntl(ends[1], F_SETPIPE_SZ, 4096);
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        while (write(ends[1], data, 1) > 0) {}
        fcntl(ends[1], F_SETFL, 0);
        pid_t child = fork();
        if (child == 0) {
            struct rlimit room = {pages * 4096, RLIM_INFINITY};
            dup2(ends[1], 2);
            close(ends[0]);
            close(ends[1]);
            setrlimit(RLIMIT_AS, &room);
            execv(words[1], words + 1);
            _exit(99);
        }
        close(ends[1]);
        for (int look = 0; look < 10 && !over; look++) if (!(over = waitpid(child, 0, WNOHANG) == child)) usleep(2000);
        struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
        if (!over) prlimit(child, RLIMIT_AS, &all, NULL);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        int later = 0;
        for (int look = 0; look < 10000 && !over && !later; look++) {
            while (read(ends[0], data, sizeof data) > 0) {}
            if (!(later = waitpid(child, &status, WNOHANG) == child)) usleep(1000);
        }
        if (!over && !later) { kill(child, SIGKILL); return 1; }
        /* Held before, and ended by the loader. */
        ended += later && WIFEXITED(status) && WEXITSTATUS(status) == 126;
        close(ends[0]);
    }
    return printf("%d\n", ended) < 0;
}
"""
MUSL = f"/lib/ld-musl-{platform.machine()}.so.1"


@pytest.fixture
def plugin(shop, world):
    """The library of `PLUGIN`, which is Ann's."""
    return shop.compiled("plugin.so", "-shared", "-fPIC", source=PLUGIN, owner=world.ann)


@pytest.fixture
def loading(shop):
    """A program of the team that loads what its environment names."""
    return shop.compiled("loading-unsigned", source=LOADING)


def asked(unit, world, program, plugin):
    """The answer to the program that was configured to load the plugin, and whether that ran."""
    mark = world.home(world.ann) / "mark"
    mark.unlink(missing_ok=True)
    answer = once(unit, WANTED, program, prefix=["env", f"PLUGIN={plugin}", f"MARK={mark}"])
    return answer, mark.exists()


def test_a_plugin_that_the_user_can_write_is_not_loaded(unit, world, shop, loading, plugin):
    store_shared(unit, shop)
    assert asked(unit, world, loading, plugin)[1], "an unsigned program loads it"
    answer, ran = asked(unit, world, shop.sign("loading", of=loading, **GROUPS), plugin)
    assert finds(world, answer) and not ran, "a signed one does not, and is served"


def test_a_plugin_of_roots_is_loaded(unit, world, shop, loading):
    store_shared(unit, shop)
    plugin = shop.compiled("plugin.so", "-shared", "-fPIC", source=PLUGIN)
    answer, ran = asked(unit, world, shop.sign("loading", of=loading, **GROUPS), plugin)
    assert finds(world, answer) and ran, "it is root's, like the folder of the program"


def test_a_program_that_says_that_it_loads_libraries_of_others_loads_them(unit, world, shop, loading, plugin):
    store_shared(unit, shop)
    signed = shop.sign("loading", of=loading, **GROUPS, **FOREIGN)
    answer, ran = asked(unit, world, signed, plugin)
    assert finds(world, answer) and ran
    removed = world.copied(signed, "removed")
    run(shop.binaries / "codesign", "--remove-signature", removed)
    assert removed.read_bytes() == loading.read_bytes(), "without its signature it is what it was"


def test_a_folder_a_link_or_a_descriptor_of_others_leads_to_no_plugin(shop, world, plugin):
    own = shop.compiled("own.so", "-shared", "-fPIC", source=PLUGIN)
    home = world.home(world.ann)
    home.chmod(0o755)
    anns, link, shared = home / "link.so", world.folder / "link.so", world.folder / "shared"
    anns.symlink_to(own)
    os.chown(anns, world.ann.number, world.ann.number, follow_symlinks=False)
    link.symlink_to(plugin)
    shared.mkdir()
    shared.chmod(0o777)
    shutil.copy(own, shared / "own.so")
    shutil.copy(own, home / "roots.so")
    written = world.folder / "written.so"
    shutil.copy(own, written)
    written.chmod(0o664)
    os.chown(written, 0, world.ann.number)
    harmless = [own, world.folder / "programs" / ".." / "programs" / "." / "own.so", "programs/own.so", "libm.so.6", "/lib/../usr/lib/os-release"]
    foreign = [plugin, anns, link, shared / "own.so", home / "roots.so", written, "home-ann/link.so", f"/proc/self/root{plugin}",
               "/proc/self/cwd/programs/plugin.so", "/nowhere.so", "/" + "a" * 4095, "/" + "a" * 300, "$ORIGIN/plugin.so"]
    opening = shop.compiled("opening-unsigned", source=OPENING)
    signed = shop.sign("opening", of=opening, **GROUPS)
    words = [str(path) for path in [*harmless, *foreign]]

    def said(program):
        return run(*world.ann.words, program, *words, cwd=world.folder).split()

    assert said(opening)[5:12] == ["loaded"] * 7, "an unsigned program loads what is Ann's"
    # The folder of a process in /proc is its user's.
    assert said(signed) == ["loaded"] * 4 + ["refused"] * (1 + len(foreign) + 2), "a signed one what is root's"


@pytest.mark.parametrize("variable", [[], ["LD_AUDIT=/nowhere/audit.so"], ["LD_AUDIT=", "LD_PRELOAD=libm.so.6", "A=1"]])
@pytest.mark.parametrize("words", [[], ["one"], ["one", "two"]])
def test_a_program_is_told_what_its_caller_says_but_for_libraries(shop, world, variable, words):
    told = shop.compiled("told-unsigned", "-O1", source=TOLD)
    signed = shop.sign("told", of=told, **GROUPS)
    answers = [run("env", "-i", *variable, "HOME=/", "LONG=" + "x" * 9000, program, *words).replace(str(program), "PROGRAM").split("\n")
               for program in (told, signed)]
    lines = [line for line in answers[0] if not line.startswith("LD_")]
    assert answers[1] == lines and "1 1 0" in answers[1], "its arguments, its variables, what the kernel says"


def test_a_program_with_many_audit_variables_starts(shop, world):
    signed = shop.sign("told", of=shop.compiled("told-unsigned", source=TOLD), **GROUPS)
    repeating = shop.compiled("repeating", source=REPEATED)
    assert run(repeating, signed).split("\n")[:2] == [str(signed), "HOME=/"]


def test_a_program_ends_if_the_library_is_there_and_was_not_loaded(shop, world):
    # As if another program took its descriptors away for a moment (prlimit): the dynamic linker goes on without.
    signed = shop.sign("told", of=shop.compiled("told-unsigned", source=TOLD), **GROUPS)
    hide = f'mount --bind /dev/null {AUDIT} && exec "$@"'
    ran = subprocess.run(["unshare", "--mount", "sh", "-c", hide, "sh", signed], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 126 and "was not loaded" in ran.stderr and "HOME" not in ran.stdout


def test_a_program_whose_linker_asks_nobody_is_refused(unit, shop):
    store_shared(unit, shop)
    plain = shop.programs / "musl-unsigned"
    run("musl-gcc", "-Wl,--build-id", f"-Wl,--dynamic-linker={MUSL}", "-O1", "-o", plain, SPEAKER)
    signed = shop.sign("musl", of=plain, **GROUPS)
    assert run(signed, status=2) is not None, "it starts"
    assert refuses(unit, "nobody looks at the libraries that the program loads", WANTED, signed)


def test_a_real_toolkit_loads_no_module_of_the_user(shop, world, plugin):
    mark = world.home(world.ann) / "mark"
    words = ["env", f"GTK_MODULES={plugin}", f"MARK={mark}", "HOME=/nowhere"]
    toolkit = "/usr/bin/pinentry-gtk-2"
    signed = shop.sign("toolkit", of=world.copied(toolkit, "toolkit-unsigned"), **GROUPS)
    start = ["xvfb-run", "-a", *words]

    def asks(program):
        subprocess.run([*start, program], input="BYE\n", capture_output=True, text=True, timeout=60, check=True)
        return mark.exists()

    assert asks(toolkit), "GTK loads the module into a program that is not signed"
    mark.unlink()
    assert not asks(signed), "and not into a signed one"


@pytest.mark.parametrize("more", [[], ["new"]])
def test_a_list_of_its_own_brings_in_no_library_of_the_user(shop, world, plugin, more):
    loading = shop.compiled("lists-unsigned", source=NAMESPACES)
    signed = shop.sign("lists", of=loading, **GROUPS)
    mark = world.home(world.ann) / "mark"
    words = [*world.ann.words, "env", f"MARK={mark}"]
    assert run(*words, loading, plugin, *more) == "loaded\n" and mark.exists(), "an unsigned program loads it by dlmopen as well"
    mark.unlink()
    own = shop.compiled("own.so", "-shared", "-fPIC", source=PLUGIN)
    assert run(*words, signed, own, *more) == "loaded\n", "a signed one loads what is root's"
    mark.unlink(missing_ok=True)
    assert run(*words, signed, plugin, *more, status=126) == "" and not mark.exists(), "and ends before anything of another runs"
    # Another process may change the current folder while the library is opened.
    for folder, name in ((own.parent, own.name), (plugin.parent, plugin.name)):
        assert run(*words, signed, f"./{name}", *more, status=126, cwd=folder) == "", "nor does it take what begins in the current folder"


def test_a_library_that_hides_itself_is_missed_whatever_the_program_is_called(unit, world, shop, loading):
    store_shared(unit, shop)
    mapping = PLUGIN.replace("    if (mark)", "    mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, 9, 0);\n    if (mark)")
    plugin = shop.compiled("mapping.so", "-shared", "-fPIC", source="#include <sys/mman.h>\n" + mapping, owner=world.ann)
    signed = shop.sign("loading", of=loading, **GROUPS)
    hiding, mark = shop.compiled("hiding", source=HIDING), world.home(world.ann) / "mark"
    for name in (AUDIT.name, "other"):
        own = world.home(world.ann) / name
        shutil.copy(signed, own)
        os.chown(own, world.ann.number, world.ann.number)
        answer = once(unit, WANTED, own, prefix=["env", f"PLUGIN={plugin}", f"MARK={mark}", str(hiding), str(AUDIT)])
        assert not finds(world, answer) and not mark.exists(), f"as {name} it does not begin"


def test_a_library_that_is_loaded_without_being_asked_is_missed(shop, world, loading, plugin):
    signed = shop.sign("loading", of=loading, **GROUPS)
    starving, mark = shop.compiled("starving", source=STARVING), world.home(world.ann) / "mark"
    # It waits for a line, if it gets as far.
    held = run(*world.ann.words, "env", f"PLUGIN={plugin}", f"MARK={mark}", starving, signed, "/nowhere", timeout=100)
    assert int(held.split()[-1]) > 0 and not mark.exists(), "the loader ends what was held while its auditor could not be loaded"
