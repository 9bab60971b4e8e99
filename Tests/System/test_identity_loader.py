# Whoever starts a signed program has no say in what is loaded into it.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

import pytest
from support.daemon import Daemon, once
from support.identity import FILTERED, GROUPS, WANTED, finds, foreign_libraries, refuses, store_shared
from support.wire import WHO_AM_I
from support.workshop import SPEAKER, TEAM
from support.world import run

# Leaves a mark when it is loaded.
MARKING = r"""
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
unsigned la_version(unsigned version) { return version; }
__attribute__((constructor)) static void begin(void) {
    const char *mark = getenv("MARK");
    if (mark) close(open(mark, O_WRONLY | O_CREAT, 0666));
}
"""


@pytest.fixture
def marking(shop, world):
    """The library of `MARKING`, which is Ann's."""
    return shop.compiled("marking.so", "-shared", "-fPIC", source=MARKING, owner=world.ann)


def linked(shop, name, *options):
    """A program that was linked in another way, signed."""
    return shop.sign(name, of=shop.compiled(f"{name}-unsigned", *options), **GROUPS)


@pytest.mark.parametrize("variable", ["LD_PRELOAD", "LD_AUDIT"])
def test_a_library_is_loaded_into_an_unsigned_program(unit, world, shop, marking, variable):
    mark = world.home(world.ann) / "mark"
    once(unit, WANTED, shop.plain, prefix=["env", f"{variable}={marking}", f"MARK={mark}"])
    assert mark.exists(), "a library is loaded into an unsigned program"


@pytest.mark.parametrize("variable", ["LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH"])
def test_a_signed_program_loads_nothing_that_a_variable_names(unit, world, shop, marking, variable):
    one, mark = store_shared(unit, shop), world.home(world.ann) / "mark"
    value = foreign_libraries(world) if variable == "LD_LIBRARY_PATH" else marking
    # What drops to the user is not signed, and would load it.
    answer = once(unit, WANTED, one, prefix=["env", f"{variable}={value}", f"MARK={mark}", "GLIBC_TUNABLES=glibc.malloc.check=3"])
    assert finds(world, answer) and not mark.exists(), f"{variable} is not looked at in a signed program, which is served"


def test_a_signed_program_looks_into_no_folder_that_is_named_from_its_own(unit, world, shop):
    store_shared(unit, shop)
    beside = linked(shop, "beside", f"-Wl,-rpath,$ORIGIN/{foreign_libraries(world).name}")
    assert finds(world, once(unit, WANTED, beside)), "nor are folders that are named from the program's own ($ORIGIN)"


@pytest.mark.parametrize("name", ["a user's folder", "the current folder"])
def test_a_program_that_is_linked_to_look_into_a_folder_of_others_is_refused(unit, world, shop, name):
    store_shared(unit, shop)
    folder = "relative"
    if name == "a user's folder":
        folder = world.folder / "anns"
        folder.mkdir(mode=0o755)
        os.chown(folder, world.ann.number, world.ann.number)
    looking = linked(shop, "looking", f"-Wl,-rpath,{folder}")
    assert refuses(unit, "(RUNPATH)", WANTED, looking), f"a program that is linked to look into {name} is refused"


def test_a_program_that_is_linked_to_look_into_a_folder_of_roots_is_served(unit, world, shop):
    store_shared(unit, shop)
    looking = linked(shop, "looking", "-Wl,-rpath,/usr/lib/latchkey-example")
    assert finds(world, once(unit, WANTED, looking)), "one that looks into a folder of root's is served"


def test_a_dynamic_program_without_the_loader_is_refused_and_the_log_says_what_to_do(unit, shop):
    store_shared(unit, shop)
    without = shop.sign("without-loader", options=["--no-loader"], **GROUPS)
    assert refuses(unit, "sign it anew with codesign", WANTED, without), (
        "a dynamic program without the loader is refused, whatever is found in it, and the log says what to do")


# A static program whose C library loads code when it begins, as converting a text and looking up a user do.
CONVERTING = SPEAKER.read_text() + r"""
#include <iconv.h>
__attribute__((constructor)) static void convert(void) { iconv_open("LATCHKEY-FOREIGN//", "UTF-8"); }
"""
LOOKING_UP = SPEAKER.read_text() + r"""
#include <nss.h>
#include <pwd.h>
__attribute__((constructor)) static void look_up(void) {
    __nss_configure_lookup("passwd", "foreign");
    getpwnam("nobody");
}
"""
GLIBC = {"static": ["-static"], "static PIE": ["-static-pie"]}


def static(shop, name, linking, source=None, options=()):
    program = shop.compiled(f"{name}-unsigned", "-Wno-deprecated-declarations", *linking, source=source)
    return program, shop.sign(name, of=program, options=options, **GROUPS)


def foreign_code(world, marking):
    """The environment in which glibc loads the library of `MARKING` to convert a text and to look up a user, and the mark."""
    folder, mark = world.home(world.ann) / "foreign", world.home(world.ann) / "mark"
    folder.mkdir(mode=0o755)
    for name in ("foreign.so", "libnss_foreign.so.2"):
        shutil.copy(marking, folder / name)
    (folder / "gconv-modules").write_text("module LATCHKEY-FOREIGN// INTERNAL foreign 1\nmodule INTERNAL LATCHKEY-FOREIGN// foreign 1\n")
    return {"GCONV_PATH": str(folder), "LD_LIBRARY_PATH": str(folder), "MARK": str(mark)}, mark


@pytest.mark.parametrize("kind", GLIBC)
@pytest.mark.parametrize("source", ["CONVERTING", "LOOKING_UP"])
def test_a_static_program_takes_no_code_of_its_caller(unit, world, shop, marking, kind, source):
    store_shared(unit, shop)
    plain, signed = static(shop, "taking", GLIBC[kind], globals()[source])
    environment, mark = foreign_code(world, marking)
    prefix = ["env", *(f"{name}={value}" for name, value in environment.items())]
    once(unit, WHO_AM_I, plain, prefix=prefix)
    assert mark.exists(), "the C library of an unsigned one loads what the environment names"
    mark.unlink()
    answer = once(unit, WANTED, signed, prefix=prefix)
    assert finds(world, answer) and not mark.exists(), "that of a signed one does not, and it is served"


@pytest.mark.parametrize("kind", ["static", "static PIE", "musl"])
def test_a_static_program_is_served_and_without_its_signature_what_it_was(unit, world, shop, kind):
    store_shared(unit, shop)
    if kind == "musl":
        plain = shop.programs / "musl-unsigned"
        run("musl-gcc", "-static", "-Wl,--build-id", "-O1", "-o", plain, SPEAKER)
        signed = shop.sign("musl", of=plain, **GROUPS)
    else:
        plain, signed = static(shop, "plain", GLIBC[kind])
    assert finds(world, once(unit, WANTED, signed)), "it is served"
    removed = world.copied(signed, "removed")
    run(shop.binaries / "codesign", "--remove-signature", removed)
    assert removed.read_bytes() == plain.read_bytes() != signed.read_bytes()


def test_a_static_program_without_the_loader_is_refused(unit, shop):
    store_shared(unit, shop)
    _, without = static(shop, "without", ["-static"], options=["--no-loader"])
    assert refuses(unit, "sign it anew with codesign", WANTED, without), "its C library takes code of its caller"


def test_a_static_program_without_a_note_is_not_signed(bench, shop):
    noteless = shop.compiled("noteless", "-static", "-Wl,--build-id=none")
    run("objcopy", "--remove-section=.note.*", noteless)
    bench.expect(1, "--build-id", "codesign", "-s", shop.identity(TEAM), "--password-file", shop.word, noteless)


def test_a_program_at_a_fixed_address_is_served(unit, world, shop):
    store_shared(unit, shop)
    assert finds(world, once(unit, WANTED, linked(shop, "fixed", "-no-pie"))), "a program at a fixed address is served"


def test_a_signed_program_under_a_filter_of_system_calls_is_refused(unit, shop):
    # Who answers `open` gives the program another dynamic linker.
    one = store_shared(unit, shop)
    assert refuses(unit, "a filter, or mounts of its own", WANTED, "/usr/bin/python3", "-c", FILTERED, one), (
        "a signed program under a filter of system calls")


def test_a_program_with_another_loader_than_the_daemons_is_refused(unit, world, shop):
    store_shared(unit, shop)
    foreign = world.folder / "foreign"
    foreign.mkdir(mode=0o755)
    for name in ("secure-loader", "codesign"):
        shutil.copy(shop.binaries / name, foreign)
    shop.binaries = foreign
    program = shop.sign("foreign-loader", TEAM, **GROUPS)
    assert refuses(unit, "can add libraries to it", WANTED, program), "a program with another loader than the daemon's is refused"


def test_a_program_without_its_signature_is_byte_for_byte_what_it_was(world, shop):
    one = shop.sign_once("one", **GROUPS)
    removed = world.copied(one, "removed")
    run(shop.binaries / "codesign", "--remove-signature", removed)
    assert one.read_bytes() != shop.plain.read_bytes(), "with its signature a program is another file"
    assert removed.read_bytes() == shop.plain.read_bytes(), "without its signature a program is byte for byte what it was"


def test_the_loader_does_nothing_by_itself(shop):
    ran = subprocess.run([shop.binaries / "secure-loader", shop.sign_once("one", **GROUPS)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 126 and "nothing by itself" in ran.stderr, "the loader does nothing by itself"


@pytest.mark.parametrize("name", ["security", "latchkey"])
def test_the_commands_load_nothing_that_a_variable_names(system, world, marking, name):
    mark = world.home(world.ann) / "mark"
    words = {"security": ("list-keychains",), "latchkey": ("whoami",)}[name]
    status, output, errors = system.run("env", f"LD_PRELOAD={marking}", f"MARK={mark}", world.bin / name, *words, user=world.ann)
    assert status == 0 and not mark.exists(), f"nothing is loaded into {name}, which works: {output}{errors}"


def test_a_command_that_another_loader_starts_has_no_power(world):
    own = world.folder / "own"
    own.mkdir(mode=0o755)
    for name in ("keychaind", "security", "secure-loader"):
        shutil.copy(world.bin / name, own)
    system = Daemon(world, "--system", binaries=own)
    # It names the loader that is beside the command that was copied.
    assert system.security("create-keychain", "-p", "-", "login", given=world.password, user=world.ann)[0] != 0, "the command is refused"
    assert system.says("can add libraries to it"), "and the log says why"
    run(world.bin / "codesign", "-f", "-s", "-", "--loader", own / "secure-loader", own / "security")
    system.restart()
    system.make_unlockable(world.password, user=world.ann)
    assert system.is_unlocked(user=world.ann), "with the daemon's own loader it is served"
