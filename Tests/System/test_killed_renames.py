# Processes are killed between the steps in which they set a damaged keychain aside: the next ones finish the work, and
# no byte is lost.
# SPDX-License-Identifier: Apache-2.0
#
# A keychain file of text lies beside a log with a row that is nowhere else. A call that finds it is killed by SIGKILL
# before each of its renames, the next call before each of its own, and so on; a last call is left alone. Once the same
# with a file system that knows no rename which overwrites nothing, so that files get a second name before they lose the
# first.
import shutil
import signal
import sqlite3
import subprocess

import pytest
from support.command import note
from support.session import ROOT
from support.workshop import compiled_once
from support.world import run

pytestmark = [pytest.mark.rootless, pytest.mark.tools]
NAME = "login.keychain-db"
ADD = ("add-generic-password", "-a", "me", "-s", "new", "-w", "-")
FIND = ("find-generic-password", "-s", "old")
NOT_AVAILABLE, NOT_FOUND, DUPLICATE = 53, 44, 45  # the low eight bits of -25291, -25300 and -25299
# How many steps there are at least: the file, its log and the index of the log; if there is no such rename, each
# with a link and an unlink.
LEAST = {"renames": 3, "links": 6}
VARIABLES = {"renames": {}, "links": {"LATCHKEY_NO_RENAME": "1"}}
of_each_kind = pytest.mark.parametrize("kind", LEAST)
PARTS = 3  # The tests of two killed calls take turns in the steps of the first one.


def unloaded(world):
    """The command without its loader, which would leave the library out that kills it."""
    def make(folder):
        shutil.copy(world.bin / "security", folder)
        run(world.bin / "codesign", "--remove-signature", folder / "security")

    return world.session.once("unloaded", make) / "security"


class Home:
    """A directory with keychains, and the tool that works there."""

    def __init__(self, path, world, library, variables, old, new):
        self.path, self.world, self.library, self.variables = path, world, library, variables
        self.old, self.new = old, new

    def run(self, words, given="", kill_before=None):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.world.folder), "LATCHKEY_HOME": str(self.path), "LATCHKEY_SOCKET": "none",
                       **self.variables}
        if kill_before is not None:
            environment |= {"LD_PRELOAD": str(self.library), "LATCHKEY_KILL_BEFORE": str(kill_before)}
        done = subprocess.run([unloaded(self.world), *words], input=given.encode(), capture_output=True, env=environment,
                              start_new_session=True, timeout=100)
        note(done.stderr)
        return done

    def copied(self, name):
        to = self.world.folder / name
        shutil.copytree(self.path, to)
        return Home(to, self.world, self.library, self.variables, self.old, self.new)

    def gone(self):
        shutil.rmtree(self.path)

    def add(self, kill_before=None):
        return self.run(ADD, self.new, kill_before)

    def find(self, kill_before=None):
        return self.run(FIND, kill_before=kill_before)

    def contents(self):
        return {file.name: file.read_bytes() for file in self.path.iterdir() if file.is_file()}


@pytest.fixture
def make_home(world):
    """What makes a home, on a file system that knows the renames or does not."""
    library = compiled_once(world, "killed-rename.so", ROOT / "Tests/Tools/killed-rename.c", "-shared", "-fPIC")

    def make(kind):
        (world.folder / "home").mkdir(mode=0o700)
        return Home(world.folder / "home", world, library, VARIABLES[kind], world.secret, world.new_secret("secret-"))
    return make


def damage(home):
    """Makes a keychain whose file is text and whose log has a change that was never folded in; returns the bytes of both."""
    done = home.run(["add-generic-password", "-a", "me", "-s", "old", "-w", "-"], home.old)
    assert done.returncode == 0, f"the first add: {done.stderr.decode()}"
    file = home.path / NAME
    writer = sqlite3.connect(file, isolation_level=None)
    writer.execute("UPDATE genp SET mdat = mdat + 1")
    log, index = (file.with_name(NAME + suffix).read_bytes() for suffix in ("-wal", "-shm"))
    writer.close()
    text = b"This is no database. " * 400
    file.write_bytes(text)
    file.with_name(NAME + "-wal").write_bytes(log)
    file.with_name(NAME + "-shm").write_bytes(index)
    assert len(log) > 4096, "the log is empty"
    return text, log


def expect_kept(home, old, when):
    for what, data in zip(("file", "log"), old):
        names = [name for name, contents in home.contents().items() if contents == data]
        assert names, f"{when}: the bytes of the {what} are gone; there are {sorted(home.contents())}"


def expect_finished(home, old, when, may_be_stored=False):
    """A call that nobody kills may still find the damage; the one after it stores, unless a killed one has done so."""
    found = home.find()
    assert found.returncode in (NOT_AVAILABLE, NOT_FOUND), f"{when}: the search exits with {found.returncode}"
    expect_kept(home, old, when)
    added = home.add()
    assert added.returncode == 0 or may_be_stored and added.returncode == DUPLICATE, \
        f"{when}: the add exits with {added.returncode}: {added.stderr.decode()}"
    expect_began_anew(home, old, when)


def expect_began_anew(home, old, when):
    found = home.run(["find-generic-password", "-s", "new", "-w"])
    assert found.stdout.decode() == home.new + "\n", f"{when}: the new item is not there"
    assert home.find().returncode == NOT_FOUND, f"{when}: something of the old keychain is in the new one"
    for what, data, suffix in zip(("file", "log"), old, ("", "-wal")):
        names = [name for name, contents in home.contents().items() if contents == data]
        assert names and all(name.startswith(f"{NAME}.damaged-") and name.endswith(suffix) for name in names), \
            f"{when}: the {what} is under the names {names}"


def killed_calls(home, call, label):
    """The homes that a call leaves which is killed before its first step, its second, and so on."""
    for step in range(1, 100):
        copy = home.copied(f"{label}-{step}")
        if call(copy, kill_before=step).returncode != -signal.SIGKILL:
            copy.gone()
            return
        yield step, copy
    assert False, "a call has a hundred steps"


def expect_many(steps, kind):
    least = LEAST[kind]
    assert steps >= least, f"only {steps} steps of at least {least} were interrupted"


@of_each_kind
def test_a_damaged_keychain_is_set_aside_and_a_new_one_begins(make_home, kind):
    home = make_home(kind)
    old = damage(home)
    assert home.find().returncode == NOT_AVAILABLE, "the damage is not found"
    expect_finished(home, old, "nobody is killed")


@of_each_kind
def test_after_a_killed_call_an_add_or_a_search_finishes_the_work(make_home, kind):
    home = make_home(kind)
    old = damage(home)
    steps = 0
    for first, killed in killed_calls(home, Home.find, "first"):
        steps += 1
        expect_kept(killed, old, f"killed before step {first}")
        # The next call is an add at once; where the file had not moved yet it is the one that finds the damage.
        is_in_place = killed.contents().get(NAME) == old[0]
        direct = killed.copied("direct")
        when = f"killed before step {first}, then an add"
        status = direct.add().returncode
        assert status == (NOT_AVAILABLE if is_in_place else 0), f"{when}: exits with {status}"
        if status == NOT_AVAILABLE:
            assert direct.add().returncode == 0, f"{when}: the next keychain does not begin"
        expect_began_anew(direct, old, when)
        direct.gone()
        expect_finished(killed, old, f"killed before step {first}")
        killed.gone()
    expect_many(steps, kind)


@pytest.mark.parametrize("part", range(PARTS))
@of_each_kind
def test_after_two_killed_calls_nothing_is_lost_and_a_new_keychain_begins(make_home, kind, part):
    home = make_home(kind)
    old = damage(home)
    steps = 0
    for first, killed in killed_calls(home, Home.find, "first"):
        steps += 1
        if first % PARTS != part:
            killed.gone()
            continue
        for second, again in killed_calls(killed, Home.add, f"first-{first}-second"):
            when = f"killed before step {first}, then the next call before its step {second}"
            expect_kept(again, old, when)
            expect_finished(again, old, when, may_be_stored=True)
            again.gone()
        killed.gone()
    expect_many(steps, kind)
