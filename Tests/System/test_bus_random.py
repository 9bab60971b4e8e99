# Random calls of the Secret Service, through a real bus: whatever programs say, the daemon answers.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import json
import os
import pathlib
import random
import shutil
import subprocess

import pytest

from support.guarded_bus import GuardedBus, SecretSystem
from support.world import until

SUPPORT = pathlib.Path(__file__).with_name("support")
BUSES = ["dbus-daemon", "dbus-broker"]
# Messages of each bus.
COUNT = int(os.environ.get("LATCHKEY_RANDOM_CALLS") or (1_000_000 if os.environ.get("LATCHKEY_SLOW_TESTS") else 10_000)) // len(BUSES)
SEED = int(os.environ.get("LATCHKEY_RANDOM_SEED") or random.SystemRandom().randrange(1 << 32))
# Programs that call at once.
PROGRAMS = 2
MEBIBYTE = 1024  # of kilobytes
# Three passwords are tried at once, each with 64 MiB; the rest is what is said and answered.
MOST_GROWTH = (3 * 64 + 96) * MEBIBYTE
# What it has in the end.
MOST_KEPT = 48 * MEBIBYTE
# Those that have to be answered well, so that the calls reach what there is.
REACHED = ["OpenSession", "CreateItem", "GetSecret", "SetSecret", "GetSecrets", "SearchItems", "Get", "GetAll", "Set", "Lock", "Unlock",
           "Delete", "CreateCollection", "Prompt", "Close", "Introspect", "Ping"]


@pytest.fixture(params=BUSES)
def bus(request, world):
    if not pathlib.Path(f"/usr/bin/{request.param}").exists():
        pytest.skip(f"Debian's {request.param} is not installed")
    return GuardedBus(world, world.ann, request.param)


@pytest.fixture
def secrets(world):
    return SecretSystem(world)


@pytest.fixture
def innocent(world, secrets, bus):
    """A program that has stored a secret, and calls nothing at random."""
    secrets.serve(bus)
    program = world.copied(pathlib.Path("/usr/bin/secret-tool"), "vault")
    assert bus.run(program, "store", "--label=mine", "service", "a", "user", "b", given=world.secret)[0] == 0, "it stores"
    return program


def begun(world, bus, seed, count):
    """A program of the user that calls at random."""
    folder = world.folder / "random"
    folder.mkdir(mode=0o755, exist_ok=True)
    for part in SUPPORT.glob("random_*.py"):
        shutil.copy(part, folder / part.name)
    process = bus.started("/usr/bin/python3", "-B", folder / "random_calls.py", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    address = bus.environment["DBUS_SESSION_BUS_ADDRESS"]
    process.stdin.write(json.dumps({"address": address, "seed": seed, "count": count, "forbidden": world.secret.encode().hex()}))
    process.stdin.close()
    return process


def descriptors(daemon):
    """What is open but keychains: those are a few, which stay open."""
    folder, found = f"/proc/{daemon.process.pid}/fd", []
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(f"{folder}/{name}"))
    return sorted(link for link in found if ".keychain-db" not in link)


def is_overloaded():
    """Whether so much else runs that a second says nothing of the daemon."""
    return os.getloadavg()[0] > 4 * os.cpu_count()


@pytest.mark.patience(120 + COUNT // 200)
def test_random_calls_are_answered_and_change_nothing_of_others(world, secrets, bus, innocent):
    daemon = secrets.daemon
    before = daemon.memory(), descriptors(daemon)
    processes = [begun(world, bus, SEED + number, COUNT // PROGRAMS) for number in range(PROGRAMS)]
    words = f"LATCHKEY_RANDOM_SEED={SEED} LATCHKEY_RANDOM_CALLS={COUNT * len(BUSES)}"
    most = 0
    while any(process.poll() is None for process in processes):
        until(lambda: all(process.poll() is not None for process in processes), 0.5)
        assert daemon.process.poll() is None, f"the daemon lives ({words})"
        most = max(most, daemon.memory())
    ended = []
    for process in processes:
        said, errors = process.stdout.read(), process.stderr.read()
        assert process.returncode == 0, f"the calls come to their end ({words}): {errors}"
        ended.append(json.loads(said))
    print(words, ended)
    problems = [each["problem"] for each in ended if each["problem"]]
    assert not problems, f"every call is answered as it must be ({words})"
    counts = {name: sum(each["answers"].get(f"{name} done", 0) for each in ended) for name in REACHED}
    assert all(counts.values()), f"every kind of call succeeds now and then ({words}): {counts}"
    if not is_overloaded():
        assert sum(each["late"] for each in ended) <= COUNT / 100, f"hardly an answer takes more than a second ({words})"
    assert most - before[0] < MOST_GROWTH, f"it takes no more memory than it may ({words})"
    assert until(lambda: daemon.memory() - before[0] < MOST_KEPT, 20), f"and gives it back ({words})"
    is_tidy = until(lambda: len(descriptors(daemon)) <= len(before[1]), 20)
    assert is_tidy, f"it leaves no descriptor open ({words}): {descriptors(daemon)}"
    found = bus.run(innocent, "lookup", "service", "a", "user", "b")
    assert found == (0, world.secret, ""), f"another program has its secret as before ({words})"
    assert daemon.stop() == 0, "the daemon ends"
