# The daemon's end: nothing that was acknowledged is lost, by kill -9 or by a service manager.
# SPDX-License-Identifier: Apache-2.0
# LATCHKEY_KILL_ROUNDS says how many times a daemon is killed under writers, 5 unless it says another number.
import fcntl
import multiprocessing
import os
import random
import sqlite3
import struct
import subprocess
import termios
import time

import pytest

from support.wire import Client, add, copy
from support.world import until

ROUNDS = int(os.environ.get("LATCHKEY_KILL_ROUNDS", "5"))
# A keychain without a password, which needs no unlocking after a restart.
WRITERS = b"writers.keychain-db"
NO_SUCH_KEYCHAIN = -25294
GOODBYE = struct.pack(">IIB3x", 0, 0, 4)


def make_writers(daemon):
    assert daemon.security("create-keychain", "-p", "", "writers.keychain")[0] == 0, "a keychain without a password is made"


def write(path, number, turn, log):
    """Adds until the daemon dies; a line for each item that was acknowledged."""
    with open(log, "a") as acknowledged:
        client = Client(path)
        count = 0
        while True:
            account = b"w%d-%d-%d" % (number, turn, count)
            try:
                status, _ = client.call(add(account, b"secret of " + account), WRITERS)
            except (EOFError, OSError):
                return
            if status != 0:
                return
            acknowledged.write(account.decode() + "\n")
            acknowledged.flush()
            count += 1


def is_kept(client, account):
    status, body = client.call(copy(account), WRITERS)
    return status == 0 and b"secret of " + account in body


@pytest.mark.speaks
def test_a_program_makes_no_keychain_but_the_default_one(daemon):
    assert daemon.client().call(add(b"first", b"of all"), WRITERS)[0] == NO_SUCH_KEYCHAIN, \
        "a program does not make keychains but the default one"


@pytest.mark.speaks
@pytest.mark.patience(120 + 20 * ROUNDS)
def test_no_acknowledged_item_is_lost_when_the_daemon_is_killed(daemon, world):
    make_writers(daemon)
    logs = [world.folder / f"acknowledged-{number}" for number in range(8)]
    for log in logs:
        log.touch()
    for turn in range(ROUNDS):
        before = [log.stat().st_size for log in logs]
        writers = [multiprocessing.Process(target=write, args=(daemon.path, number, turn, log)) for number, log in enumerate(logs)]
        for writer in writers:
            writer.start()
        assert until(lambda: all(log.stat().st_size > size for log, size in zip(logs, before)), 60), "all writers write"
        # The moment is meant to be any.
        time.sleep(random.uniform(0, 0.5))
        daemon.kill()
        for writer in writers:
            writer.join(30)
        assert [writer.exitcode for writer in writers] == [0] * 8, "each writer ends with the daemon"
        daemon.start()
    expected = {line for log in logs for line in log.read_text().split()}
    client = daemon.client()
    lost = [name for name in expected if not is_kept(client, name.encode())]
    assert expected and not lost, f"{ROUNDS} times kill -9 under 8 writers: {len(expected)} acknowledged items, {len(lost)} lost"
    database = sqlite3.connect(daemon.home / WRITERS.decode())
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the file passes SQLite's integrity check"
    database.close()
    # It has no password, which is all that is to be said of it.
    _, said, _ = daemon.tool("latchkey", "doctor", "--keychain", "writers")
    assert "findings: 1" in said and "has no password" in said, "and `latchkey doctor`"


def is_taken(client):
    """Whether the daemon has read all that was sent (SIOCOUTQ)."""
    return struct.unpack("i", fcntl.ioctl(client.socket, termios.TIOCOUTQ, bytes(4)))[0] == 0


@pytest.mark.speaks
def test_a_daemon_that_is_to_end_answers_what_has_arrived(daemon):
    make_writers(daemon)
    client = daemon.client()
    client.send(add(b"last", b"word"), WRITERS)
    assert until(lambda: is_taken(client)), "a request has arrived"
    idle = daemon.client()
    assert daemon.stop() == 0, "SIGTERM ends the daemon with status 0"
    assert client.answer()[0] == 0, "a request that had arrived was answered"
    assert idle.take(12) == GOODBYE, "an idle client is told goodbye"
    assert not daemon.path.exists(), "the socket is gone"
    daemon.start()
    assert daemon.client().call(copy(b"last"), WRITERS)[0] == 0, "what was answered is there after a restart"


def test_without_the_daemon_a_tool_says_so(daemon):
    daemon.stop()
    status, _, errors = daemon.security("find-generic-password", "-s", "tools")
    assert status != 0 and "does not run" in errors, "without the daemon the tool says so, and uses no other keychain"


def test_a_second_daemon_does_not_take_the_socket(daemon):
    second = subprocess.run(daemon.words, env=daemon.environment, capture_output=True, timeout=30)
    assert second.returncode == 1 and b"another daemon" in second.stderr, "a second daemon does not take the socket"
