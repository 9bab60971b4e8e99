# What gets code into a program takes its identity away: libraries, scripts, mounts.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil
import tempfile
import time

import pytest
from support import wire
from support.daemon import Speaker, once
from support.identity import (GROUPS, LOOKS_ANEW, MACHINE, WANTED, finds, foreign_libraries, is_refused, refuses, refuses_now,
                              store_shared)
from support.wire import add, copy
from support.workshop import OTHER

FOREIGN_CODE = "neither the system's nor the program's own team's"
AUDITING = "unsigned la_version(unsigned v) { return v; }\n"
ENGINE = r"""
#include <dlfcn.h>
#include <stdlib.h>
/* Has Python, which is the system's, do the rest, beginning with taking this library away. */
__attribute__((constructor)) static void begin(void) {
    unsetenv("LD_PRELOAD");
    void *engine = dlopen(getenv("ENGINE"), RTLD_NOW | RTLD_GLOBAL);
    if (!engine) _Exit(3);
    ((void (*)(void))dlsym(engine, "Py_Initialize"))();
    ((int (*)(const char *))dlsym(engine, "PyRun_SimpleString"))(getenv("SCRIPT"));
}
"""
# Speaks as wire.py does, whose code it has in a variable.
TAKEOVER = """
import ctypes, os
libc = ctypes.CDLL(None)
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
for line in open("/proc/self/maps").read().splitlines():
    if "engine.so" in line:
        start, end = (int(word, 16) for word in line.split()[0].split("-"))
        libc.munmap(start, end - start)
wire = {"__name__": "wire"}
exec(os.environ["WIRE"], wire)
wire["main"]([os.environ["SOCKET"]])
os._exit(0)
"""


@pytest.fixture
def evil(shop, world):
    """A library that is Ann's."""
    return shop.compiled("evil.so", "-shared", "-fPIC", source=AUDITING, owner=world.ann)


@pytest.fixture
def taking(unit, shop):
    """A program that lets its caller choose libraries: then what is in it is looked at all the same."""
    store_shared(unit, shop)
    return shop.sign_once("taking", **GROUPS, **{"com.apple.security.cs.allow-dyld-environment-variables": True})


def test_a_program_that_takes_libraries_of_its_caller_lends_nothing_to_them(unit, world, taking, evil):
    assert finds(world, once(unit, WANTED, taking)), "a program that takes libraries of its caller is served without one"
    assert refuses(unit, FOREIGN_CODE, WANTED, taking, environment={"LD_PRELOAD": str(evil)}), "LD_PRELOAD into it"
    assert refuses(unit, FOREIGN_CODE, WANTED, taking, environment={"LD_AUDIT": str(evil)}), "LD_AUDIT"
    libraries = foreign_libraries(world)
    assert refuses(unit, FOREIGN_CODE, WANTED, taking, environment={"LD_LIBRARY_PATH": str(libraries)}), "LD_LIBRARY_PATH"


def test_what_is_preloaded_may_not_leave_an_engine_of_scripts_behind(unit, shop, taking):
    engine = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/libpython3*.so.1.0"))), None)
    if engine is None:
        pytest.fail("there is no libpython3 in /usr/lib, a script engine of the system (gdb brings it)")
    library = shop.compiled("engine.so", "-shared", "-fPIC", source=ENGINE)
    environment = {"ENGINE": str(engine), "SCRIPT": TAKEOVER, "SOCKET": str(unit.path), "WIRE": pathlib.Path(wire.__file__).read_text()}
    start = len(unit.said())
    # The variable is for the program alone, not for what drops to the user.
    handing = Speaker(unit, taking, prefix=["env", f"LD_PRELOAD={library}"], environment=environment)
    code = pathlib.Path(f"/proc/{handing.process.pid}/maps").read_text()
    assert handing.greeting == "ready", "a script speaks in the place of the program"
    assert "libpython3" in code and library.name not in code, "its engine is in the program, and who brought it is not"
    assert is_refused(unit, handing.call(WANTED)[0], "a library that runs scripts was loaded", start), (
        "LD_PRELOAD of what hands over to Python and takes itself away")
    handing.end()


def test_a_program_of_root_lends_nothing_to_a_library_of_its_caller(unit, world, shop, evil):
    preloading = {"LD_PRELOAD": str(evil)}
    # A program of the system: root's, unsigned.
    assert isinstance(once(unit, add(b"system", world.secret.encode()), shop.plain), bytes), "a program of root stores an item"
    assert refuses(unit, FOREIGN_CODE, copy(b"system"), shop.plain, environment=preloading), "and lends nothing to LD_PRELOAD"


def test_the_dynamic_linker_that_runs_a_signed_program_is_who_calls(unit, shop):
    one = store_shared(unit, shop)
    name = {"x86_64": "/lib64/ld-linux-x86-64.so.2", "aarch64": "/lib/ld-linux-aarch64.so.1"}[MACHINE]
    assert refuses(unit, "an interpreter lends its identity", WANTED, os.path.realpath(name), one), (
        "the loader runs a signed program: it is the loader that calls")


def test_a_file_of_root_among_its_data_is_no_code_wherever_a_user_mounts_it(unit, taking, evil):
    # Root's file, among its data, under a path of its code: in a namespace where the user may mount.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        data = pathlib.Path(folder)
        data.chmod(0o755)
        shutil.copy(evil, data / "icon")
        assert refuses(unit, FOREIGN_CODE, WANTED, taking, environment={"LD_PRELOAD": str(data / "icon")}), "a file of root among its data"
        mounting = ["unshare", "-Urm", "sh", "-c", f'mount --bind {data} /opt && exec env LD_PRELOAD=/opt/icon "$@"', "sh"]
        assert refuses(unit, "user namespace", WANTED, *mounting, taking), "mounted where code is, by its user"


def test_a_program_that_loads_a_library_of_another_is_refused(unit, world, taking, evil):
    staying = Speaker(unit, taking)
    assert finds(world, staying.call(WANTED)[1]), "a program is served"
    assert staying.tell("load", str(evil)) == "loaded", "a program loads a library"
    time.sleep(LOOKS_ANEW)
    assert refuses_now(unit, FOREIGN_CODE, staying, WANTED), "dlopen of another's library"
    staying.end()


def test_a_library_is_the_programs_own_if_its_team_has_signed_it_and_no_user_can_write_it(unit, world, shop, taking, evil):
    friend, stranger = shop.sign("friend.so", of=evil), shop.sign("stranger.so", OTHER, of=evil)
    assert refuses(unit, FOREIGN_CODE, WANTED, taking, environment={"LD_PRELOAD": str(stranger)}), "a library of another team"
    assert finds(world, once(unit, WANTED, taking, environment={"LD_PRELOAD": str(friend)})), "a library that the team signed is its own"
    os.chown(friend, world.ann.number, world.ann.number)
    assert refuses(unit, FOREIGN_CODE, WANTED, taking, environment={"LD_PRELOAD": str(friend)}), "unless the user can write it"
