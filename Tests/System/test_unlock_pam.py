# The recipe of Packaging/pam: the password of a login unlocks the keychain, and no login fails because of it.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import signal
import sqlite3
import time

import pytest
from support.daemon import Daemon
from support.pam import recipe
from support.world import until

SYSTEM_SOCKET = pathlib.Path("/run/latchkey/keychaind.sock")


@pytest.fixture
def daemon(world, login):
    """The daemon of the system, where the recipe looks for it."""
    return Daemon(world, "--system", serves_scripts=False, socket=SYSTEM_SOCKET)


@pytest.fixture
def locked(daemon, world, login):
    """That daemon; Ann's keychain has the password of her login, and is locked."""
    daemon.make_unlockable(login.password, user=world.ann)
    daemon.security("lock-keychain", "login", user=world.ann)
    return daemon


def file_of(daemon, user):
    return daemon.home / str(user.number) / "login.keychain-db"


@pytest.mark.rootless
def test_the_recipe_is_one_optional_line():
    assert len(recipe()) == 1 and recipe()[0].split()[1] == "optional", "the recipe is one line, and optional"


def test_without_a_daemon_a_person_can_log_in(login, world):
    assert login.lets_in(world.ann.name), "without a daemon a person can log in"
    assert not login.lets_in(world.ann.name, world.new_secret()), "with a wrong password nobody logs in"


def test_a_person_without_a_keychain_can_log_in_and_gets_none(daemon, login, world):
    assert login.lets_in(world.ann.name), "a person without a keychain can log in"
    assert not file_of(daemon, world.ann).exists(), "and gets none by that"


def test_a_login_unlocks_the_keychain_that_has_its_password(locked, login, world):
    assert not login.lets_in(world.ann.name, world.new_secret()), "with a wrong password nobody logs in"
    assert not locked.is_unlocked(user=world.ann), "and nothing is unlocked"
    assert login.lets_in(world.ann.name), "with the right one the person logs in"
    assert locked.is_unlocked(user=world.ann), "and the keychain is unlocked"


def test_a_keychain_with_another_password_prevents_no_login(daemon, login, world):
    daemon.make_unlockable(login.password, user=world.ann)
    changed = daemon.security("set-keychain-password", "-o", login.password, "-p", world.password, "login", user=world.ann)
    daemon.security("lock-keychain", "login", user=world.ann)
    assert changed[0] == 0 and login.lets_in(world.ann.name), "with another password of the keychain the person logs in"
    assert not daemon.is_unlocked(user=world.ann), "and the keychain stays locked"
    with contextlib.closing(sqlite3.connect(file_of(daemon, world.ann))) as file:
        assert file.execute("SELECT wrong FROM passwordtries").fetchall() == [(1,)], "the wrong password is counted"
    # One that comes too early is not tried.
    assert until(lambda: daemon.unlock(world.password, user=world.ann)[0] == 0, 60), "after the wait the right one unlocks"


def test_a_name_without_a_user_is_no_reason_to_fail_here(daemon, login):
    assert login.lets_in("nobody-of-this-name"), "a name without a user is no reason to fail here"


def test_a_daemon_that_does_not_answer_prevents_no_login(locked, login, world):
    os.kill(locked.process.pid, signal.SIGSTOP)
    started = time.monotonic()
    # The script waits for 10 seconds at most.
    assert login.lets_in(world.ann.name) and time.monotonic() - started < 30, "a daemon that does not answer prevents no login"
    assert time.monotonic() - started > 5, "and was asked"
    os.kill(locked.process.pid, signal.SIGCONT)


def test_a_persons_own_daemon_is_unlocked_too(login, world):
    """Its socket is in the user's runtime directory."""
    runtime = pathlib.Path(f"/run/user/{world.ann.number}/latchkey")
    runtime.mkdir(parents=True)
    for directory in (runtime.parent, runtime):
        os.chown(directory, world.ann.number, world.ann.number)
        directory.chmod(0o700)
    own = Daemon(world, "--user", user=world.ann, socket=runtime / "keychaind.sock")
    own.make_unlockable(login.password, user=world.ann)
    own.security("lock-keychain", "login", user=world.ann)
    assert login.lets_in(world.ann.name) and own.is_unlocked(user=world.ann), "a person's own daemon is unlocked, too"
