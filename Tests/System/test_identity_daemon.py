# The daemon of the system itself: what its users cannot read, what it leaves behind, and a disk that is full.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil

from support.daemon import Daemon, Speaker, once
from support.isolation import mount
from support.wire import add, copy


def test_a_user_can_read_and_trace_nothing_of_the_daemon(unit, shop, world):
    assert shutil.which("gdb"), "gdb is needed"
    assert isinstance(once(unit, add(b"own", world.secret.encode()), shop.plain), bytes)
    process = pathlib.Path("/proc", str(unit.process.pid))
    paths = [*(unit.home / str(world.ann.number)).iterdir(), process / "mem", process / "environ", process / "maps"]
    read = [path for path in paths if unit.run("cp", path, "/dev/null", user=world.ann)[0] == 0]
    assert len(paths) > 4 and not read, f"the user can read none of {len(paths)} files: database, log, key, memory, environment"
    _, shown, errors = unit.run("gdb", "-q", "-batch", "-p", unit.process.pid, user=world.ann)
    assert "not permitted" in shown + errors, "nor trace the daemon"


def test_the_daemon_leaves_no_core_file(unit):
    limits = pathlib.Path(f"/proc/{unit.process.pid}/limits").read_text()
    assert [line.split()[4] for line in limits.splitlines() if line.startswith("Max core")] == ["0"], "it leaves no core file"


def test_the_daemon_of_the_system_ends_when_it_is_told_to(unit, shop, world):
    one = shop.sign("one")
    assert isinstance(once(unit, add(b"own", world.secret.encode()), one), bytes)
    assert unit.stop() == 0, "the daemon ends"
    assert not world.told(), "the log has no secret"


def test_a_full_disk_is_an_error_and_loses_nothing(world, shop):
    home = world.folder / "small/home"
    home.mkdir(parents=True)
    mount("-t", "tmpfs", "-o", "size=768k", "none", home)
    daemon = Daemon(world, "--system", name="small", serves_scripts=False)
    large = world.secret.encode() * 400
    speaker = Speaker(daemon, shop.plain)
    stored = 0
    while speaker.call(add(b"%d" % stored, large))[0] == 0 and stored < 1000:
        stored += 1
    status = speaker.call(add(b"one more", large))[0]
    assert 0 < stored < 1000 and status == -34, f"a full disk is an error after {stored} items (-34)"
    found = [speaker.call(copy(b"%d" % number))[0] for number in range(stored)]
    assert found == [0] * stored, "and all that was stored is found"
    speaker.end()
    assert daemon.stop() == 0
