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
# Says of each path whether it can be loaded, then of a copy of the first in memory and of the first, both by a descriptor.
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
    # As where another program takes its descriptors away for a moment (prlimit): the dynamic linker goes on without.
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
