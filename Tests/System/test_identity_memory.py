# A program that is traced, or whose code is not what its file has, is refused.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import time

import pytest
from support.daemon import Speaker
from support.identity import GROUPS, LOOKS_ANEW, WANTED, finds, refuses, refuses_now, store_shared
from support.wire import WHO_AM_I
from support.world import until


@pytest.fixture
def one(unit, shop):
    return store_shared(unit, shop)


def is_traced(process):
    return "TracerPid:\t0\n" not in pathlib.Path(f"/proc/{process}/status").read_text()


@pytest.fixture
def debugger():
    if not shutil.which("gdb"):
        pytest.fail("there is no gdb")
    return "gdb"


def test_a_program_in_a_debugger_is_refused(unit, world, one, debugger):
    # Root's: no debugger of the user looks into a signed program.
    words = [debugger, "-q", "-batch", "-ex", "run", "--args", *world.ann.words]
    assert refuses(unit, "is being traced", WANTED, *words, one, drops=False), "a program in a debugger"


def test_a_program_is_served_until_a_debugger_attaches_to_it(unit, world, one, debugger):
    staying = Speaker(unit, one)
    assert staying.call(WANTED)[0] == 0, "a program is served"
    tracer = unit.started(debugger, "-q", "-p", staying.process.pid, "-ex", "continue")
    assert until(lambda: is_traced(staying.process.pid), seconds=60), "a debugger attaches to it"
    time.sleep(LOOKS_ANEW)
    # It answers when the debugger lets it go on.
    assert refuses_now(unit, "is being traced", staying, WANTED), "until a debugger attaches to it"
    tracer.kill()
    tracer.wait()
    staying.kill()


def test_a_program_one_of_whose_threads_is_traced_is_refused(unit, world, shop, one):
    staying = Speaker(unit, one)
    assert staying.tell("thread") == "started", "a program starts a second thread"
    assert finds(world, staying.call(WANTED)[1]), "a program of two threads is served"
    tracer = unit.started(shop.plain, "trace", staying.process.pid)
    assert tracer.stdout.readline().strip() == "traced", "one of them is traced"
    time.sleep(LOOKS_ANEW)
    assert refuses_now(unit, "is being traced", staying, WANTED), "until then"
    tracer.kill()
    staying.kill()


def test_a_program_that_writes_into_its_own_code_is_refused(unit, one):
    staying = Speaker(unit, one)
    assert staying.tell("patch") == "patched", "a program writes into its own code"
    time.sleep(LOOKS_ANEW)
    assert refuses_now(unit, "loaded code was changed in memory", staying, WANTED), "which is refused"
    staying.end()


def test_a_program_that_executes_memory_is_refused_unless_its_entitlements_say_that_it_does(unit, shop, one):
    staying = Speaker(unit, one)
    assert staying.tell("memory") == "mapped", "a program maps memory that it executes"
    time.sleep(LOOKS_ANEW)
    assert refuses_now(unit, "executes memory that comes from no file", staying, WANTED), "which is refused"
    staying.end()
    maker = Speaker(unit, shop.sign("maker", **GROUPS, **{"com.apple.security.cs.allow-jit": True}))
    assert maker.tell("memory") == "mapped", "another does it, too"
    time.sleep(LOOKS_ANEW)
    assert maker.call(WANTED)[0] == 0, "unless its entitlements say that it does"
    maker.end()


def test_an_unsigned_program_that_executes_memory_is_who_it_was(unit, shop):
    program = Speaker(unit, shop.plain)
    status, before = program.call(WHO_AM_I)
    assert status == 0 and program.tell("memory") == "mapped", "as a library does that compiles regular expressions"
    time.sleep(LOOKS_ANEW)
    assert program.call(WHO_AM_I) == (0, before), "it keeps its identity"
    program.end()
