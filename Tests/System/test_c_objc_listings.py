# The listings of the literature, in Objective-C on GNUstep: in the program's process, and over a daemon.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil

import pytest

from support.daemon import Daemon
from support.objective_c import compilers
from support.session import ROOT

pytestmark = pytest.mark.capi

LISTINGS = ROOT / "Examples/ObjectiveC"
WRAPPER = """\
saved 1: first
saved again 1: zweites Paßwort
all: ann bob
deleted: 1 again: 0
left: bob read: nothing
in a foreign group: 0
"""
CALLS = """\
add: 0
update, the wrong way round: -50
update: 0
query: 0 second 1
delete: 0
query: -25300
"""


@pytest.fixture(params=["embedded", "daemon"])
def says(request, objc, world):
    """What a program says and how it ends, over the keychain in its process or over a daemon of its user."""
    if request.param == "embedded":
        return lambda program: (lambda done: (done.returncode, done.stdout, done.stderr))(objc.run(program))
    daemon, home = Daemon(world, user=world.ann), world.home(world.ann)

    def over_the_daemon(program):
        # The program and the libraries are the user's own, as those of a developer are.
        for source in program, objc.library, objc.c.library:
            shutil.copy(source, home)
            os.chown(home / source.name, world.ann.number, world.ann.number)
        status, said, errors = daemon.run(home / program.name, user=world.ann, LD_LIBRARY_PATH=str(home))
        return status, said + "\n", errors + daemon.said()

    return over_the_daemon


@pytest.fixture(params=[False, True], ids=["manual", "arc"])
def arc(request):
    return request.param


@pytest.mark.parametrize("compiler", compilers())
def test_the_wrapper_class_saves_reads_lists_and_deletes(objc, says, arc, compiler):
    status, said, errors = says(objc.compile(LISTINGS / "wrapper.m", LISTINGS / "KeychainWrapper.m", arc=arc, compiler=compiler))
    assert (status, said) == (0, WRAPPER), f"the listing does what its article says: {errors}"


def test_the_four_calls_with_bridge(objc, says, arc):
    status, said, errors = says(objc.compile(LISTINGS / "calls.m", arc=arc))
    assert (status, said) == (0, CALLS), f"the listing does what its article says: {errors}"


def test_a_uuid_survives_that_the_program_is_deleted_and_built_again(objc, says, arc):
    program = objc.compile(LISTINGS / "uuid.m", arc=arc)
    _, first, errors = says(program)
    assert re.fullmatch(r"[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12} \w+\n", first), f"a UUID and a prefix: {first} {errors}"
    program.unlink()
    assert says(objc.compile(LISTINGS / "uuid.m", arc=arc))[1] == first, "the same UUID, and the same prefix"
