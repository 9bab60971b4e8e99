# Objective-C over GNUstep: what clang's modern modules need of GCC's runtime, with and without automatic reference
# counting.
# SPDX-License-Identifier: Apache-2.0
import itertools
import signal
import subprocess

import pytest

from support.objective_c import DEBIAN, PROGRAMS, compilers

pytestmark = [pytest.mark.capi, pytest.mark.rootless, pytest.mark.patience(300)]

WAYS = list(itertools.product([False, True], compilers()))
NAMES = [f"{'arc' if arc else 'manual'}-{'debian' if compiler == DEBIAN else 'toolchain'}" for arc, compiler in WAYS]


@pytest.fixture(params=WAYS, ids=NAMES)
def way(request):
    return dict(zip(("arc", "compiler"), request.param))


def holds(done):
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "WRONG" not in said and done.stdout.count("right:") > 3, f"every sentence of the program holds: {said[-3000:]}"


def test_classes_properties_categories_protocols_and_literals(objc, way):
    holds(objc.run(objc.compile(PROGRAMS / "classes.m", PROGRAMS / "base.m", **way)))
    holds(objc.run(objc.compile(PROGRAMS / "base.m", PROGRAMS / "classes.m", **way)))


def test_exceptions_of_the_program_and_through_the_calls(objc, way):
    holds(objc.run(objc.compile(PROGRAMS / "exceptions.m", **way)))


def test_places_of_data_that_are_not_there_raise(objc, way):
    holds(objc.run(objc.compile(PROGRAMS / "ranges.m", **way)))


def test_blocks_in_collections_and_as_callbacks(objc, way, tmp_path):
    certificate = tmp_path / "certificate.der"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=objc", "-days", "30",
                    "-keyout", tmp_path / "key.pem", "-outform", "DER", "-out", certificate], check=True, capture_output=True)
    holds(objc.run(objc.compile(PROGRAMS / "blocks.m", flags=["-rdynamic"], **way), env={"CERTIFICATE": str(certificate)}))


@pytest.mark.parametrize("compiler", compilers())
def test_weak_references_become_nil(objc, compiler):
    program = objc.compile(PROGRAMS / "weak.m", arc=True, compiler=compiler)
    holds(objc.run(program))
    done = objc.run(program, "an object that counts its owners itself")
    assert done.returncode == -signal.SIGABRT and "no weak reference to an object of class Counting" in done.stderr, "one that could dangle ends the program"


def test_weak_references_to_objects_of_gnusteps_classes(objc):
    holds(objc.run(objc.compile(PROGRAMS / "kinds.m", arc=True)))


def test_weak_references_also_without_automatic_counting(objc):
    program = objc.compile(PROGRAMS / "manual.m", flags=["-fobjc-weak"])
    holds(objc.run(program))
    done = objc.run(program, "a block on the stack")
    assert done.returncode == -signal.SIGABRT and "no weak reference to a block on the stack" in done.stderr, "one that could dangle ends the program"


@pytest.mark.parametrize("compiler", compilers())
def test_weak_references_to_blocks(objc, compiler):
    holds(objc.run(objc.compile(PROGRAMS / "ends.m", arc=True, compiler=compiler)))


def test_a_bundle_shares_weak_references_and_blocks_with_its_program(objc):
    bundle = objc.compile(PROGRAMS / "bundle.m", arc=True, flags=["-fPIC", "-shared"], name="bundle.so")
    holds(objc.run(objc.compile(PROGRAMS / "host.m", arc=True, flags=["-rdynamic"]), bundle))


@pytest.mark.parametrize("level", ["-O1", "-O3", "-Os"])
def test_optimised_programs(objc, level):
    for source in ("exceptions", "weak"):
        holds(objc.run(objc.compile(PROGRAMS / f"{source}.m", arc=True, flags=[level])))
    holds(objc.run(objc.compile(PROGRAMS / "classes.m", PROGRAMS / "base.m", arc=True, flags=[level])))


def test_a_program_without_a_fixed_address_or_with_one(objc):
    for flags in (["-fPIE", "-pie"], ["-fno-pie", "-no-pie"]):
        holds(objc.run(objc.compile(PROGRAMS / "classes.m", PROGRAMS / "base.m", flags=flags)))


def test_gcc_and_the_older_runtime_are_refused_with_a_word(objc):
    source = objc.c.world.programs / "nothing.m"
    source.write_text("int main(void) { return 0; }\n")
    words = [word for word in objc.flags("--cflags") if not word.startswith(("-fobjc-runtime", "-fobjc-legacy", "-fblocks"))]
    for compiler, word in (["gcc"], "needs clang"), ([DEBIAN, "-fobjc-runtime=gcc"], "gnustep-1.6"):
        done = subprocess.run([*compiler, *words, "-fsyntax-only", str(source)], capture_output=True, text=True)
        assert done.returncode != 0 and word in done.stderr, f"{compiler} is told what is missing"


MINE = "@interface Mine : NSLock\n@end\n@implementation Mine\n- (id)name { return _name; }\n@end\n"


@pytest.mark.parametrize("before, value, missing", [
    ("", "CFURLGetTypeID()", "CFURLGetTypeID"),
    ("", "CFRunLoopGetMain()", "CFRunLoopGetMain"),
    ("", "CFSetGetTypeID()", "CFSetGetTypeID"),
    (MINE, "[Mine new]", "__objc_ivar_offset_NSLock._name"),
])
def test_what_is_not_there_is_told_when_the_program_is_built(objc, before, value, missing):
    source = objc.c.world.programs / "missing.m"
    source.write_text(f"{before}int main(void) {{ return {value} == 0; }}\n")
    with pytest.raises(AssertionError, match=f"undefined reference to .{missing}"):
        objc.compile(source)


def test_objective_cpp_is_told_when_the_program_is_built(objc):
    source = objc.c.world.programs / "plus.mm"
    source.write_text("int main() { @try { @throw @1; } @catch (id any) { return 1; } }\n")
    with pytest.raises(AssertionError, match="undefined reference to .__gnustep_objcxx_personality_v0"):
        objc.build(["/usr/bin/clang++", *objc.flags("--cflags"), source, *objc.flags("--libs")], "plus")
