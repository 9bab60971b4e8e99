# A daemon is killed while the first password makes new keys: the keychain is as before, or as after, with every item.
# SPDX-License-Identifier: Apache-2.0
# LATCHKEY_KILL_ROUNDS says how many times, 5 unless it says another number.
import contextlib
import os
import shutil
import sqlite3
import subprocess
import time

import pytest

from support.wire import add, copy

ROUNDS = int(os.environ.get("LATCHKEY_KILL_ROUNDS", "5"))
# Rounds beyond these, until a kill came before the change and another one after it: each halves or doubles the moment.
MORE_ROUNDS = 12
# Together more than SQLite keeps of a transaction in memory.
ITEMS, LENGTH = 2000, 2000
KEYCHAIN = "many.keychain-db"


def secret(number):
    return (b"secret of %d " % number).ljust(LENGTH, b".")


def fill(daemon):
    assert daemon.security("create-keychain", "-p", "", "many.keychain")[0] == 0, "a keychain without a password is made"
    client = daemon.client()
    for number in range(ITEMS):
        assert client.call(add(b"i%d" % number, secret(number)), KEYCHAIN.encode())[0] == 0
    client.close()


def setting(daemon):
    """`security set-keychain-password`, under way."""
    return daemon.started(daemon.binaries / "security", "set-keychain-password", "-p", "new", "many.keychain")


def put_back(daemon, kept):
    """The keychain as it was before its first password, for a daemon that does not run."""
    for suffix in ("", "-wal", "-shm"):
        (daemon.home / (KEYCHAIN + suffix)).unlink(missing_ok=True)
        if (kept / (KEYCHAIN + suffix)).exists():
            shutil.copy(kept / (KEYCHAIN + suffix), daemon.home)


def is_written(log):
    """Whether the log holds a part of the transaction."""
    return log.exists() and log.stat().st_size > 100_000


def outcome(daemon):
    """`before`, `after`, or what is wrong."""
    database = sqlite3.connect(daemon.home / KEYCHAIN)
    if (found := database.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
        return f"the file is damaged: {found}"
    if (count := database.execute("SELECT count(*) FROM quarantine").fetchone()[0]) != 0:
        return f"{count} rows in quarantine"
    # Bit 0 of the flags of the keybag.
    state = "after" if database.execute("SELECT data FROM keybag").fetchone()[0][1] & 1 else "before"
    database.close()
    client = daemon.client()
    if state == "after":
        status, errors = daemon.unlock("new", "many.keychain")
        if status != 0:
            return f"the new password does not unlock: {errors}"
    for number in range(ITEMS):
        status, body = client.call(copy(b"i%d" % number), KEYCHAIN.encode())
        if status != 0 or secret(number) not in body:
            return f"item {number} is not as it was: {status}"
    client.close()
    return state


class Moments:
    """When the daemon is killed: ever nearer to the moment of the change."""

    def __init__(self, duration):
        self.before, self.after, self.next = None, None, duration / 2

    def learn(self, found):
        if found == "before":
            self.before = self.next
        else:
            self.after = self.next
        if self.before is None:
            self.next /= 2
        elif self.after is None or self.after <= self.before:
            # The second is of a machine that has become slower meanwhile.
            self.after, self.next = None, self.next * 2
        else:
            self.next = (self.before + self.after) / 2


@pytest.mark.speaks
@pytest.mark.patience(180 + 30 * (ROUNDS + MORE_ROUNDS))
def test_a_first_password_whose_daemon_is_killed_is_set_or_not(daemon, world):
    fill(daemon)
    daemon.stop()
    kept = world.folder / "kept"
    kept.mkdir()
    for file in daemon.home.glob(KEYCHAIN + "*"):
        shutil.copy(file, kept)
    daemon.start()
    start = time.monotonic()
    process = setting(daemon)
    assert process.wait(120) == 0, "the first password is set"
    moments = Moments(time.monotonic() - start)
    assert outcome(daemon) == "after", "and every item opens with it"
    written, kills = 0, {"before": 0, "after": 0}
    for turn in range(ROUNDS + MORE_ROUNDS):
        if turn >= ROUNDS and all(kills.values()):
            break
        daemon.stop()
        put_back(daemon, kept)
        daemon.start()
        log = daemon.home / (KEYCHAIN + "-wal")
        process = setting(daemon)
        # The even ones when the transaction has written a part of itself to the log, the others by the clock.
        is_timed = turn % 2 == 1 or turn >= ROUNDS
        if is_timed:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(moments.next)
        else:
            while process.poll() is None and not is_written(log):
                time.sleep(0.001)
        written += is_written(log)
        daemon.kill()
        process.communicate(timeout=60)
        daemon.start()
        found = outcome(daemon)
        assert found in kills, f"after kill -9 the keychain is as before or as after, with every item: {found}"
        assert process.returncode != 0 or found == "after", "a password that was acknowledged is set"
        kills[found] += 1
        if is_timed:
            moments.learn(found)
    assert written, "at least once the log held a part of the transaction"
    assert all(kills.values()), f"kills came before the change, and after it: {kills}"
