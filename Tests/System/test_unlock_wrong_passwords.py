# After wrong passwords the next one has to wait, longer and longer.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import sqlite3
import time

import pytest
from support.world import ROOT_USER


@pytest.fixture
def locked(daemon, world):
    """A daemon whose login keychain is locked."""
    daemon.make_unlockable(world.password)
    daemon.security("lock-keychain", "login")
    return daemon


def counted(daemon, wrong=None, earlier=0):
    """How many wrong passwords in a row the keychain has counted. While the daemon does not run, the number can be changed, and when the
    last one was tried: so many seconds earlier."""
    with contextlib.closing(sqlite3.connect(daemon.home / "login.keychain-db")) as file:
        if wrong is not None:
            file.execute("UPDATE passwordtries SET wrong = ?, tdat = tdat - ?", (wrong, earlier))
            file.commit()
        return file.execute("SELECT wrong FROM passwordtries").fetchall()


def tried(daemon, word):
    """The exit status and the errors of the call in which the password is tried, and when that call began. One that comes too early is
    neither tried nor counted."""
    ends = time.monotonic() + 30
    while True:
        began = time.monotonic()
        status, errors = daemon.unlock(word)
        if "was not tried" not in errors or began > ends:
            return status, errors, began
        time.sleep(0.1)


def test_after_each_wrong_password_the_next_one_has_to_wait_longer(locked, world):
    before = None
    for wait, words in [(1, "wait 1 second"), (2, "wait 2 seconds")]:
        _, errors, began = tried(locked, world.new_secret())
        assert words in errors, f"after a wrong password the next one has to wait: {words}"
        assert before is None or time.monotonic() - before >= wait - 1, "and it waits for so long"
        before = began
    assert tried(locked, world.password)[0] == 0 and locked.is_unlocked(), "after the wait the right one unlocks"
    assert time.monotonic() - before >= 2, "and it waits for so long"


def test_of_six_passwords_at_the_same_instant_one_is_tried(locked, world):
    """Five wrong ones have been before, so that the next one has to wait for 32 seconds, and a slow machine is slow enough."""
    tried(locked, world.new_secret())
    locked.stop()
    counted(locked, 5, earlier=100)
    locked.start()
    crowd = [locked.started(locked.binaries / "security", "unlock-keychain", "-p", "-", "login", user=ROOT_USER) for _ in range(6)]
    for one in crowd:
        one.stdin.write(world.new_secret())
        one.stdin.close()
    said = [(one.stderr.read(), one.wait(30))[0] for one in crowd]
    assert sum("was not tried" in words for words in said) == 5, "of six at the same instant one is tried"
    started = time.monotonic()
    status, errors = locked.unlock(world.password)
    assert status == 51 and "was not tried" in errors, "the right one is not tried, too, where it comes too early"
    assert time.monotonic() - started < 10, "and refused at once"
    locked.restart()
    assert "6 wrong passwords in a row; wait" in locked.unlock(world.password)[1], "the count outlives the daemon"
    locked.stop()
    assert counted(locked) == [(6,)], "and is that of the passwords that were tried"
    counted(locked, 6, earlier=100)
    locked.start()
    assert locked.unlock(world.password)[0] == 0 and locked.is_unlocked(), "after the wait the right one unlocks"
