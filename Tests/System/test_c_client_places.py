# Which libSecurity a daemon serves programs with: one in a folder of the system, or one of the program's owner.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil

import pytest

from support.clients import CLIENTS, NOT_FOUND
from support.daemon import Daemon

pytestmark = pytest.mark.capi
REFUSED = -34018


@pytest.fixture
def copied(c):
    """Copies a program and the library into a folder of somebody's."""

    def make(folder, owner):
        for source in (c.compile(CLIENTS / "pointers.cpp", compiler="g++"), c.library):
            shutil.copy(source, folder)
            os.chown(folder / source.name, owner, owner)
        return folder / "pointers"

    return make


def answer(daemon, user, program):
    status, said, errors = daemon.run(program, "find", "a service", "an account", user=user, LD_LIBRARY_PATH=str(program.parent))
    assert status == 0, errors
    return int(said)


def test_a_user_has_a_library_of_their_own(world, copied):
    """As a developer has it, who builds it."""
    daemon = Daemon(world, user=world.ann)
    program = copied(world.home(world.ann), world.ann.number)
    assert answer(daemon, world.ann, program) == NOT_FOUND, "the library is the program's owner's, so the daemon answers"
    os.chown(program.parent / "libSecurity.so.0", world.bob.number, world.bob.number)
    assert answer(daemon, world.ann, program) == REFUSED, "but not if another user can write it"
    assert "code was loaded" in daemon.said(), "the log says why"


def test_a_library_of_roots_among_data_is_not_the_systems(world, copied):
    daemon = Daemon(world, user=world.ann)
    folder = world.folder / "among-data"
    folder.mkdir()
    assert answer(daemon, world.ann, copied(folder, 0)) == REFUSED, "/var is for data"
