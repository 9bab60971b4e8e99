# What calls make the daemon hold: in a control group with the limit of its unit, whatever its users ask for.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import contextlib
import os
import pathlib
import subprocess

import pytest

from support.daemon import Daemon
from support.session import ROOT
from support.wire import NOT_FOUND
from support.world import User, until

pytestmark = pytest.mark.alone
UNITS = [ROOT / "Packaging/systemd" / kind / "keychaind.service" for kind in ("system", "user")]
ALLOCATE = -108
LONG = 30 << 20
# More than the limit together, or what shows in less time that they are not held together.
LONG_ITEMS = 36 if os.environ.get("LATCHKEY_SLOW_TESTS") else 8


def limit():
    """Bytes: the MemoryMax of both units."""
    found = {line.split("=")[1] for unit in UNITS for line in unit.read_text().splitlines() if line.startswith("MemoryMax=")}
    assert found == {"1G"}, "both units have one limit"
    return 1 << 30


class MemoryGroup:
    """A control group with a limit on memory, of version 1 or 2."""

    def __init__(self, folder, is_first):
        self.folder, self.is_first = folder, is_first

    def set(self, count):
        (self.folder / ("memory.limit_in_bytes" if self.is_first else "memory.max")).write_text(str(count))

    @property
    def kills(self):
        """Processes that the kernel has killed for want of memory."""
        text = (self.folder / ("memory.oom_control" if self.is_first else "memory.events")).read_text()
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith("oom_kill ")))


@contextlib.contextmanager
def memory_group():
    for parent, is_first in ((pathlib.Path("/sys/fs/cgroup/memory"), True), (pathlib.Path("/sys/fs/cgroup"), False)):
        group = MemoryGroup(parent / f"latchkey-check-{os.getpid()}", is_first)
        try:
            group.folder.mkdir()
        except OSError:
            continue
        if not (group.folder / ("memory.limit_in_bytes" if is_first else "memory.max")).exists():
            group.folder.rmdir()
            continue
        try:
            group.set(limit())
            yield group
        finally:
            def removed():
                with contextlib.suppress(OSError):
                    group.folder.rmdir()
                return not group.folder.exists()
            until(removed, 10)
        return
    pytest.skip("no control group for memory can be made here")


class Hog:
    """A program of a user that makes the daemon hold what it can: support/hog.py."""

    def __init__(self, daemon, user, script):
        self.process = subprocess.Popen([*user.words, "/usr/bin/python3", "-I", str(script), str(daemon.path)], text=True, cwd="/",
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": "/usr/bin:/bin"})
        assert self.process.stdout.readline() == "ready\n"

    def ask(self, line):
        """The statuses of the calls of a line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return [int(word) if word != "over" else word for word in self.process.stdout.readline().split()]


class Limited:
    """A daemon of the system in a group with the limit of its unit."""

    def __init__(self, world, group):
        self.world, self.group = world, group
        enters = f'echo $$ > {group.folder}/cgroup.procs && exec "$@"'
        self.daemon = Daemon(world, "--system", prefix=["sh", "-c", enters, "sh"])
        self.script = world.programs / "hog.py"
        for name in ("hog.py", "wire.py"):
            (world.programs / name).write_bytes((ROOT / "Tests/System/support" / name).read_bytes())

    def hog(self, user):
        return Hog(self.daemon, user, self.script)

    def most(self):
        """Bytes that the daemon has had at once."""
        status = pathlib.Path(f"/proc/{self.daemon.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))) << 10

    def require_well(self):
        assert self.daemon.process.poll() is None and self.group.kills == 0, f"the daemon lives: {self.daemon.said()}"
        most = self.most()
        print(f"at most {most >> 20} MiB")
        assert most < limit(), "it has never had what its unit grants"


@pytest.fixture
def limited(world):
    with memory_group() as group:
        made = Limited(world, group)
        yield made
        made.daemon.kill()


@pytest.mark.patience(240)
def test_a_change_of_many_long_items_holds_one_of_them_at_a_time(limited, world):
    hog = limited.hog(world.ann)
    assert hog.ask(f"fill {LONG_ITEMS} {LONG}") == [0] * LONG_ITEMS, "long items are stored"
    assert hog.ask("update other") == [0], "all are changed in one call"
    assert hog.ask("list") == [ALLOCATE], "what no answer has room for is refused"
    assert hog.ask("describe") == [0], "their names are listed"
    assert hog.ask("delete") == [0], "all are deleted in one call"
    assert hog.ask("describe") == [NOT_FOUND]
    limited.require_well()
    assert limited.most() < 8 * LONG, "they were not held together"


@pytest.mark.patience(240)
def test_no_mix_of_what_users_ask_for_reaches_the_limit(limited, world):
    users = [world.ann, world.bob] + [User(f"user{number}", number) for number in [*world.session.users(), *world.session.users()]]
    hogs = [limited.hog(user) for user in users[:6]]
    lines = [f"fill 2 {LONG}", "list", "update one", "many 40000", f"fill 1 {LONG}", f"replace {LONG}", "password", "list",
             "update two", "many 40000", f"replace {LONG}", "describe", "delete"]

    def everything(number):
        # Each begins elsewhere, after its items are there.
        start = 1 + number % (len(lines) - 2)
        return [status for line in [lines[0]] + lines[start:] + lines[:start] for status in hogs[number].ask(line)]

    with concurrent.futures.ThreadPoolExecutor(len(hogs)) as pool:
        said = set().union(*pool.map(everything, range(len(hogs))))
    # Done, no room, there already, not there, no keychain, another password; a long message that waited for room for
    # too long.
    assert said <= {0, ALLOCATE, -25299, NOT_FOUND, -25294, -25293, "over"}, f"an answer that a program understands: {said}"
    assert ALLOCATE in said, "they ask for more than there is"
    limited.require_well()
    assert limited.hog(world.ann).ask("fill 1 100") in ([0], [-25299]), "and another call is served"
