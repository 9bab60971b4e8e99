# The door of libSecurity-gnustep: the same answers as in C, objects both ways, odd ones refused, nothing that grows.
# SPDX-License-Identifier: Apache-2.0
import importlib.machinery
import importlib.util
import re
import subprocess

import pytest

from support.objective_c import PROGRAMS
from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless, pytest.mark.patience(600)]


def generator():
    loader = importlib.machinery.SourceFileLoader("make_gnustep_door", str(ROOT / "scripts/make-gnustep-door"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def exported(library):
    listed = subprocess.check_output(["readelf", "-Ws", "--dyn-syms", library], text=True)
    rows = [line.split() for line in listed.splitlines()]
    return {row[7] for row in rows if len(row) == 8 and row[4] == "GLOBAL" and row[6] not in ("UND", "Ndx")}


@pytest.mark.parametrize("source", ["codes", "values"])
def test_the_same_source_says_the_same_in_c_and_over_gnustep(c, objc, source):
    file = PROGRAMS / f"{source}.c"
    of_c = c.run(c.compile(file, "-Wall", "-Wextra", "-Werror", "-Wno-nonnull", name=f"{source}-c"))
    over_gnustep = objc.run(objc.compile(file, flags=["-Wno-nonnull"], name=f"{source}-c"))
    assert of_c.returncode == 0 and over_gnustep.returncode == 0, f"no call ends the program: {of_c.stderr} {over_gnustep.stderr}"
    assert len(of_c.stdout.splitlines()) > 90, "many answers are compared"
    different = [pair for pair in zip(of_c.stdout.splitlines(), over_gnustep.stdout.splitlines()) if pair[0] != pair[1]]
    assert of_c.stdout == over_gnustep.stdout, f"every answer is the same: {different[:10]}"


def test_objects_come_back_as_they_went_in_and_odd_ones_are_refused(objc):
    program = objc.build(["gcc", *objc.own_sources("-O2", "-DNDEBUG"), *door_program("-O2"), "-lgnustep-base", "-lobjc"], "door")
    for seed in range(1, 4):
        done = objc.run(program, 10000, seed, timeout=300)
        assert done.returncode == 0 and done.stdout.count("right:") == 17, f"every sentence holds: {done.stdout} {done.stderr}"


def test_the_door_neither_leaks_nor_reads_beyond_its_memory(objc):
    flags = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize=vptr"]
    program = objc.build(["gcc", "-fsanitize=address,undefined", *objc.own_sources(*flags), *door_program(*flags), "-lgnustep-base", "-lobjc"], "door-asan")
    # What GNUstep and its runtime make of a class when it is first used, they keep.
    kept = objc.c.world.programs / "kept"
    kept.write_text("leak:libobjc.so\n")
    environment = {"LD_LIBRARY_PATH": str(objc.prefix / "lib"), "ASAN_OPTIONS": "detect_leaks=1:fast_unwind_on_malloc=0", "UBSAN_OPTIONS": "halt_on_error=1",
                   "LSAN_OPTIONS": f"suppressions={kept}"}
    done = objc.run(program, 1000, 5, "small", env=environment, timeout=500)
    assert done.stdout.count("right:") == 14 and "WRONG" not in done.stdout, f"every sentence holds: {done.stdout[-2000:]} {done.stderr[-3000:]}"
    ours = [leak for leak in done.stderr.split("\n\n") if "leak of" in leak and re.search(r" in (?:lk_|main|object|string|entries|elements)\b", leak)]
    assert "heap-" not in done.stderr and "runtime error" not in done.stderr and not ours, f"no leak goes through the door: {ours[:3]} {done.stderr[:2000]}"


def door_program(*flags):
    words = subprocess.check_output(["gnustep-config", "--objc-flags"], text=True).split()
    return [*(word for word in words if not word.startswith("-M") and word != "-I."), "-std=gnu11", *flags, f"-I{ROOT}/Sources/CHeaders",
            f"-I{ROOT}/Sources/GNUstep/Door", PROGRAMS / "door.m"]


def test_it_exports_what_the_headers_declare_and_nothing_else(objc):
    names = exported(objc.library)
    abi = set((ROOT / "Sources/CHeaders/abi.txt").read_text().split())
    assert names <= abi, f"nothing else is seen: {sorted(names - abi)[:10]}"
    left_out = abi - names
    assert not [name for name in left_out if re.match("k?(Sec|CMS|SOS)", name)], "every call and constant of Security is there"
    kinds = {re.match(r"k?CF(?:[A-Z][a-z]+|URL|UUID)", name)[0] for name in left_out}
    assert kinds == {"CFAbsolute", "CFAllocator", "CFAttributed", "CFBundle", "CFCharacter", "CFGregorian", "CFLocale", "CFProperty", "CFRun", "CFSet", "CFString",
                     "CFTime", "CFURL", "kCFBundle", "kCFCopy", "kCFError", "kCFRun", "kCFType"}, "of Core Foundation these are left out"


def test_no_call_ends_the_program_whatever_objects_it_gets(objc):
    make = generator()
    lines = []
    for result, name, parameters in make.functions():
        if name in make.BY_HAND - {"SecTrustGetCertificateAtIndex"} or "GetTypeID" in name or "ItemFree" in name:
            continue
        given = [argument(make, kind) for kind, _ in parameters] if name not in make.BY_HAND else ["(void *)any()", "(CFIndex)number()"]
        call = f"{name}({', '.join(given)})"
        lines.append(f"    case {len(lines)}: last = \"{name}\"; {f'keep({call})' if make.OBJECT.fullmatch(result) else f'(void){call}'}; break;")
    source = objc.c.world.programs / "odd.m"
    source.write_text((PROGRAMS / "odd.m.in").read_text().replace("@calls@", "\n".join(lines)).replace("@count@", str(len(lines))))
    program = objc.compile(source, flags=["-Wno-nonnull", "-Wno-incompatible-pointer-types", "-Wno-unused-value"])
    for seed in (1, 2):
        done = objc.run(program, seed, timeout=300)
        assert done.returncode == 0, f"the last call of seed {seed} was {done.stdout[-100:]}: {done.stderr[-2000:]}"
    assert len(lines) > 130, "nearly every call is tried"


def argument(make, kind):
    if kind == "CFAllocatorRef":
        return "NULL"
    if make.OBJECT.fullmatch(kind):
        return "(void *)any()"
    if kind == "CFErrorRef *" or kind.endswith(" *") and make.OBJECT.fullmatch(kind[:-2]):
        return "place()"
    if kind in ("size_t *", "UInt32 *", "uint32_t *", "Boolean *", "OSStatus *") or re.fullmatch(r"(?:CMS|Sec)\w+ \*", kind) and "Attribute" not in kind:
        return "(void *)&room()[0]"
    if "Attribute" in kind and kind.endswith("*"):
        return "NULL"
    if kind.endswith("* *"):
        return "(void *)place()"
    if kind.endswith("*"):
        return "(void *)bytes"
    if kind == "audit_token_t":
        return "(audit_token_t){{0}}"
    # A length says how much there is to read.
    return "length()" if kind in ("size_t", "UInt32") else f"({kind})number()"


def test_memory_does_not_grow(objc):
    done = objc.run(objc.compile(PROGRAMS / "growth.m"), timeout=300)
    assert done.returncode == 0 and "WRONG" not in done.stdout, f"{done.stdout} {done.stderr}"


def test_no_call_loses_memory(objc):
    program = objc.compile(PROGRAMS / "growth.m")

    def lost(turns):
        done = subprocess.run(["valgrind", "--leak-check=full", "--show-leak-kinds=none", program, str(turns)], env=objc.c.environment, capture_output=True, text=True)
        return re.findall(r"(definitely|indirectly) lost: ([\d,]+) bytes", done.stderr)

    few = lost(100)
    assert len(few) == 2 and lost(400) == few, f"what is lost when the program starts is all: {few}"


def test_threads_call_at_the_same_time(objc):
    done = objc.run(objc.compile(PROGRAMS / "threads.m"), timeout=120)
    assert done.returncode == 0 and "WRONG" not in done.stdout, f"{done.stdout} {done.stderr}"


def test_a_core_foundation_that_was_loaded_first_is_told_at_load_and_one_behind_does_no_harm(objc):
    source = objc.c.world.programs / "nothing.m"
    source.write_text("int main(void) { return 0; }\n")
    done = objc.run(objc.compile(source), env={"LD_PRELOAD": str(objc.prefix / "lib/libSecurity.so.0")})
    assert "libSecurity.so.0 has another Core Foundation" in done.stderr and done.stderr.count("\n") == 1, f"one line tells: {done.stderr}"
    program = objc.compile(PROGRAMS / "classes.m", PROGRAMS / "base.m", flags=["-Wl,--no-as-needed"], name="both")
    words = subprocess.check_output(["ldd", program], text=True)
    assert "libSecurity.so.0" not in words, "the core is no library of the program"
    behind = objc.compile(PROGRAMS / "classes.m", PROGRAMS / "base.m", name="behind", last=["-Wl,--no-as-needed", f"-L{objc.prefix}/lib", "-lSecurity"])
    done = objc.run(behind)
    assert "libSecurity.so.0" in subprocess.check_output(["ldd", behind], text=True) and done.returncode == 0, f"{done.stdout} {done.stderr}"
