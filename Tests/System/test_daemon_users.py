# The daemon of the system: the keychains of one user are closed to another, and what its unit grants is enough.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

import pytest

from support.daemon import Speaker, as_unit, unit_capabilities, unit_words
from support.wire import NOT_FOUND, REFUSED, add, copy
from support.workshop import SPEAKER, compiled_once
from support.world import User

PARAMETER, NO_KEYCHAIN, BROKEN = -50, -25294, -26275
UNTRANSLATED = User("nobody", 65534)


@pytest.fixture
def program(world):
    """A program that nobody has signed."""
    return world.copied(compiled_once(world, "speaker", SPEAKER), "speaker")


def calls(daemon, program, user, *requests):
    """What each request of one process gets, from a keychain that is named."""
    speaker = Speaker(daemon, program, user=user)
    answers = [speaker.call(request, keychain)[0] for keychain, request in requests]
    speaker.end()
    return answers


def test_one_user_gets_nothing_of_another(system, world, program):
    login = b"login.keychain-db"
    assert calls(system, program, world.ann, (login, add(b"mine", b"of one")), (login, copy(b"mine"))) == [0, 0], \
        "one user stores and finds"
    number = world.ann.number
    foreign = str(system.home / str(number) / "login.keychain-db").encode()
    assert calls(system, program, world.bob, (login, copy(b"mine")), (foreign, copy(b"mine")),
                 (f"../{number}/login.keychain-db".encode(), copy(b"mine")), (b"device.key", copy(b"mine")),
                 (b"/etc/x.keychain-db", copy(b"x"))) == [NOT_FOUND, REFUSED, PARAMETER, REFUSED, REFUSED], \
        "another user gets nothing, by no path"
    absent = b"absent.keychain-db"
    assert calls(system, program, world.bob, (foreign, b"\0" + copy(b"mine")), (absent, b"\0" + copy(b"x")), (absent, b"\0" + add(b"x", b"y")),
                 (absent, b"\0\0" + copy(b"x")), (absent, copy(b"x"))) == [REFUSED, NO_KEYCHAIN, NO_KEYCHAIN, BROKEN, NOT_FOUND], \
        "nor does a request that needs its keychain, and it makes none"
    assert not (system.home / str(world.bob.number) / absent.decode()).exists(), "no file is made"
    assert calls(system, program, UNTRANSLATED, (login, copy(b"mine"))) == [REFUSED], \
        "a user that the kernel cannot translate gets nothing"
    assert os.stat(system.home / str(number)).st_mode & 0o777 == 0o700, "each user's directory is closed"
    assert system.stop() == 0, "the daemon of the system ends"


def test_the_unit_grants_the_capabilities_that_it_bounds():
    granted = unit_capabilities()
    assert len(granted) == 2 and granted[0] == granted[1], "the unit grants the capabilities that it bounds"


def test_a_program_in_a_closed_home_is_served_with_the_capabilities_of_the_unit(world, program):
    if subprocess.run([*unit_words(world.service), "true"], capture_output=True).returncode != 0:
        pytest.skip("the capabilities of the unit: they cannot be given here")
    daemon = as_unit(world)
    closed = world.folder / "closed"
    closed.mkdir(mode=0o700)
    shutil.copy(program, closed / "speaker")
    os.chown(closed, world.ann.number, world.ann.number)
    assert calls(daemon, closed / "speaker", world.ann, (b"login.keychain-db", add(b"mine", b"of one"))) == [0], \
        "with the capabilities of the unit a program in a home of mode 0700 is served"
    assert daemon.stop() == 0, "and the daemon ends"
