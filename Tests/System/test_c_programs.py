# How programs of C run: forked, with threads, with the library opened by its name, beside another Foundation.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil

import pytest

from support.certificates import certificate_and_identity
from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless]

PROGRAMS = ROOT / "Tests/CDoor"
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", f"-I{PROGRAMS}"]


@pytest.fixture
def files(world):
    return certificate_and_identity(world.folder)


@pytest.fixture
def toolchain():
    """The folder with the dynamic Foundation of the toolchain."""
    found = pathlib.Path(shutil.which("swiftc") or "/").resolve().parent.parent / "lib/swift/linux"
    if not (found / "libFoundation.so").exists():
        pytest.skip("there is no toolchain with a dynamic Foundation")
    return found


def said(c, name, *arguments, flags=(), compiler="gcc", **options):
    done = c.run(c.compile(PROGRAMS / f"{name}.c", *WARNINGS, *flags, compiler=compiler), *arguments, **options)
    assert done.returncode == 0, f"{name} ended with {done.returncode}: {done.stdout}{done.stderr[-2000:]}"
    return done.stdout.splitlines(), done.stderr


def test_a_child_without_exec_uses_the_keychain_that_its_parent_has_open(c):
    lines, _ = said(c, "forked")
    assert lines == ["before 0", "parent 0", *["child 1 0"] * 4], "the parent and four children store, find and delete"


def test_threads_share_keys_trust_and_the_keychain(c, files):
    assert said(c, "threads", *files, flags=["-pthread"])[0] == ["failures 0"] * 8, "eight threads store, find and sign"


def test_a_library_that_is_closed_stays_and_is_opened_again(c):
    assert said(c, "opened", c.library, flags=["-ldl"])[0] == ["still there 1"], "the library is opened and closed"
    # The doors are closed for good, and what they lead to stays.
    for name in ("libFoundation.so", "libCoreServices.so.0"):
        assert said(c, "opened", c.prefix / "lib/latchkey/frameworks" / name, flags=["-ldl"])[0] == ["still there 0"], f"{name} leads to the library"


def test_values_that_are_long_that_change_or_that_are_of_another_class(c, files):
    lines, _ = said(c, "values", *files)
    assert lines == ["large secret 100000000", "large text 0", "list as text -50", "number as secret -50", "changing 0", "found 0 before",
                     "by address 0 before", "null -50", "number as key -50", "dictionaries as keys -50", "arrays as keys -50",
                     "with null in keys -50"], "100 MB are stored, and what is of another class is errSecParam"


WRITTEN = ["-fcf-runtime-abi=swift", "-DLATCHKEY_CONSTANT_CFSTR"]


@pytest.mark.parametrize("compiler, flags", [("gcc", ["-std=gnu99"]), ("gcc", ["-O2"]), ("g++", ["-xc++", "-std=c++98"]), ("g++", ["-xc++", "-std=c++20"]),
                                             ("clang", []), ("clang", WRITTEN), ("clang++", ["-xc++", "-std=c++11"]), ("clang++", ["-xc++", *WRITTEN])])
def test_a_constant_string_has_all_its_bytes_and_is_made_once(c, compiler, flags):
    source = (PROGRAMS / "constants.c").read_text()
    done = c.run(c.compile(source, *WARNINGS, *flags, compiler=compiler))
    assert (done.returncode, done.stdout.splitlines()) == (0, ["4 78 e9 0 79", "1 0", "0", "2 61 62", "same 1"]), "a zero byte ends no constant string"


def test_the_room_for_a_path_and_unlocking_without_a_password_are_as_the_header_says(c, world):
    lines, _ = said(c, "keychain", world.folder / "some.keychain-db")
    assert lines == ["create 0", "too small -25301 1 unchanged", "without the zero byte -25301", "path 0 1 0", "open 0", "lock 0", "locked -25308",
                     "delete 0"], "the length has no zero byte, and a keychain that is open needs no password"


def test_what_trust_gives_is_kept_and_kinds_of_authentication_are_those_of_macos(c, files):
    lines, _ = said(c, "held", *files)
    assert lines == ["trusted 0", "kept 1", "outside 1 1", "add 0", "copy 0 4 1", "change 0 1", "find 0 1", "copy again 0 1"], \
        "SecTrustGetCertificateAtIndex keeps, and a list of attributes has the numbers of the headers"


RESULTS = ["SecItemAdd", "one item", "all items", "SecKeyCopyAttributes", "SecPolicyCopyProperties", "SecTrustCopyResult", "SecTrustCopyProperties",
           "SecTrustCopyCertificateChain", "SecCertificateCopyValues", "an error"]


def test_every_function_of_core_foundation_takes_what_calls_give(c, files):
    assert said(c, "results", *files)[0] == [*(f"{name} ok" for name in RESULTS), "faults 0"], "results are Core Foundation's own objects"


def test_what_would_take_time_or_memory_is_refused(c, files):
    assert said(c, "bounds", *files)[0] == ["levels -50 1", *["import -50 export -50"] * 5, "same 10000 grown 0", *["verify 1"] * 4], \
        "shared levels, parameters of another class, repeated questions and lengths are bounded"


def test_trust_is_told_on_a_queue_of_the_program(c, files, toolchain):
    flags = ["-fblocks", f"-idirafter{toolchain.parent}", f"-L{toolchain}", "-ldispatch", "-lBlocksRuntime", f"-Wl,-rpath,{toolchain}"]
    lines, _ = said(c, "queued", *files, flags=flags, compiler="clang")
    assert lines == ["asked 0", "verdict 1 0 1 on its queue 1", "asked 0", "result 1 1", "without a queue -50"], "a block is called on its queue"


REFUSED = ["entries 3 1", "add -4", "find -4 0", "key 0 0", "random -4", "text 0", "type 0"]


def test_beside_another_core_foundation_every_call_is_refused_and_the_program_goes_on(c, toolchain):
    told = rf"libSecurity: {toolchain}/libFoundation\.so has another Core Foundation .*\n"
    lines, errors = said(c, "guest", env={"LD_PRELOAD": f"{toolchain}/libFoundation.so", "LD_LIBRARY_PATH": str(toolchain)})
    assert lines == REFUSED and re.fullmatch(told, errors), "one that is loaded first is told once"
    flags = ["-Wl,--no-as-needed", f"-L{toolchain}", "-lFoundation", f"-Wl,-rpath,{toolchain}"]
    lines, errors = said(c, "guest", flags=flags)
    assert lines == REFUSED and re.fullmatch(told, errors), "one that is linked first is told once"


def test_another_core_foundation_behind_the_library_does_not_matter(c, toolchain):
    program = c.compile(PROGRAMS / "first.c", *c.flags, "-Wl,--no-as-needed", f"-L{toolchain}", "-lFoundation", f"-Wl,-rpath,{toolchain}")
    done = c.run(program)
    assert (done.returncode, done.stderr, done.stdout.splitlines()[0]) == (0, "", "add 0"), "the program's objects are the library's"


def test_a_debug_build_says_that_a_key_is_used_after_its_last_release(c):
    if not c.is_debug_build:
        pytest.skip("this is no debug build (scripts/build-c-library --debug)")
    lines, errors = said(c, "overreleased")
    assert lines == ["alive 32", "used 0", "data 0", "equal 0", "used again 0"], "each call refuses a key that is gone"
    assert errors.count("a SecKeyRef, 0x") == 8 and errors.count("is released more often than it was retained") == 2, "each use is told"
