# Programs that would be taken for another one over the bus, and others that keep nobody from being known.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import shutil
import subprocess
import time

import pytest

from support.guarded_bus import CONFIGURATION, GuardedBus, SecretSystem, ended
from support.isolation import mount
from support.session import WITNESS
from support.world import run, until

PYTHON = "/usr/bin/python3"
REFUSED = 3
CROWD = """import resource, socket, time
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
held = []
try:
    for _ in range(9000):
        held.append(socket.socketpair())
except OSError:
    pass
print(len(held), flush=True)
time.sleep(600)
"""
# Takes one descriptor, as many services do, says so, and waits.
TAKING = r"""
#define _GNU_SOURCE
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
    char byte;
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(3, &message, MSG_CMSG_CLOEXEC) != 1 || write(3, ".", 1) != 1) return 1;
    for (;;) pause();
}
"""


@pytest.fixture
def bus(world):
    return GuardedBus(world, world.ann)


@pytest.fixture
def secrets_options():
    """What the daemon is started with."""
    return []


@pytest.fixture
def secrets(world, secrets_options):
    return SecretSystem(world, *secrets_options)


@pytest.fixture
def attack(world):
    """The words that start an attack."""
    text = world.folder / "bus_attacks.py"
    shutil.copy(pathlib.Path(__file__).parent / "support/bus_attacks.py", text)
    text.chmod(0o644)
    return lambda *words: [PYTHON, text, *words]


@pytest.fixture
def victim(world, secrets, bus):
    """A program that has stored a secret."""
    secrets.serve(bus)
    program = world.programs / "vault"
    shutil.copy("/usr/bin/secret-tool", program)
    program.chmod(0o755)
    assert bus.run(program, "store", "--label=mine", "service", "mail", given=world.secret)[0] == 0, "it stores"
    return program


def looked_up(bus, program):
    return bus.run(program, "lookup", "service", "mail")[1]


def test_who_passes_its_connection_to_a_bus_is_none(world, secrets, bus, attack):
    _, said, words = bus.run(*attack("moved", bus.path, secrets.helper, bus_process(bus)), seconds=60)
    assert "the bus holds it: True" in said, f"the bus has the connection: {words}"
    assert "the keychain daemon cannot tell which process the bus is" in said, "who has answered is another process"


def test_a_bus_with_a_configuration_of_the_user_is_refused(world, secrets, bus):
    folder = bus.folder / "own"
    folder.mkdir()
    configuration = folder / "bus.conf"
    configuration.write_text(CONFIGURATION.format(path=folder / "bus", policies=""))
    for path in folder, configuration:
        os.chown(path, bus.user.number, bus.user.number)
    process = bus.started("/usr/bin/dbus-daemon", "--config-file", configuration, "--nofork", "--nopidfile")
    assert until((folder / "bus").exists), "the bus starts"
    helper = secrets.handed(bus, DBUS_SESSION_BUS_ADDRESS=f"unix:path={folder}/bus")
    status, words = ended(helper)
    process.kill()
    process.wait()
    assert status == REFUSED and "a configuration that root has not written" in words, "everybody could read along there"


def test_another_connection_stands_for_none_that_was_left_to_others(world, bus, victim, attack):
    assert looked_up(bus, victim) == world.secret, "the program reads what is its own"
    status, said, words = bus.run(*attack("parked", bus.path, victim), seconds=120)
    assert status == 0 and "parked" in said, f"the victim is stopped in time: {words}"
    assert world.secret not in said and "asked: []" in said, "who has the connection gets nothing of it"
    assert looked_up(bus, victim) == world.secret, "and the program still does"


@pytest.fixture
def without_witness(world, secrets_options):
    """No witness, as where no program of eBPF can be loaded."""
    mount("-t", "tmpfs", "tmpfs", WITNESS.parent)
    secrets_options.append("--weak-identity")


def taking(world, bus, victim):
    """The victim's next version takes descriptors."""
    run("gcc", "-O1", "-o", victim.with_suffix(".new"), "-x", "c", "-", input=TAKING)
    victim.with_suffix(".new").rename(victim)
    return victim


def test_a_connection_of_before_an_exec_is_not_the_programs(world, bus, victim, attack):
    if not (WITNESS / "connect").exists():
        pytest.skip("this kernel does not let connections be seen")
    status, said, words = bus.run(*attack("handed", bus.path, taking(world, bus, victim), "aside"), seconds=60)
    assert status == 0 and "it has it: True" in said, f"the victim takes it: {words}"
    assert world.secret not in said and "asked: []" in said, "its process has made it before it was the victim"


@pytest.mark.alone
def test_an_upgrade_of_the_witness_puts_no_program_in_doubt(world, bus, attack):
    if not (WITNESS / "connect").exists():
        pytest.skip("this kernel does not let connections be seen")
    (WITNESS / "connect").unlink()
    later, again = (bus.started(*attack(word, bus.path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for word in ("later", "again"))
    assert later.stdout.readline().startswith(":") and again.stdout.readline().startswith(":"), "they connect while nobody sees it"
    run(world.bin / "exec-witness", "attach")
    again.stdin.write("\n")
    again.stdin.flush()
    assert again.stdout.readline().strip() == "resumed", "one is executed anew"
    SecretSystem(world).serve(bus)
    assert later.communicate("\n", timeout=20)[0].split(":")[1].strip() == "[]", "who ran already is known by the other rules"
    assert "IsLocked" in again.communicate("\n", timeout=20)[0], "who has been executed since is in doubt"


def test_without_a_witness_a_connection_that_is_given_back_counts(world, without_witness, bus, victim, attack):
    _, said, words = bus.run(*attack("handed", bus.path, taking(world, bus, victim), "aside"), seconds=60)
    assert f"asked: ['{world.secret}']" in said, f"the attack is one: {said} {words}"


def test_a_thread_with_descriptors_of_its_own_hides_no_connection(world, without_witness, bus, victim, attack):
    _, said, words = bus.run(*attack("handed", bus.path, taking(world, bus, victim), "thread"), seconds=60)
    assert "it has it: True" in said and "asked: []" in said, f"another process has it as well: {words}"


def test_nobody_with_many_groups_is_overlooked(world, without_witness, bus, victim, attack):
    words = attack("handed", bus.path, taking(world, bus, victim), "plain", bus.user.number)
    done = subprocess.run([str(word) for word in words], env=bus.environment, cwd="/", capture_output=True, text=True, timeout=60)
    assert "it has it: True" in done.stdout and "asked: []" in done.stdout, f"another process has it as well: {done.stderr}"


@pytest.mark.parametrize("kind", ["its group", "the group of its group", "the freezer"])
def test_who_is_frozen_is_not_told_from_others(world, without_witness, bus, victim, attack, kind):
    process = bus.started(*attack("handed", bus.path, taking(world, bus, victim), "frozen"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True)
    assert process.stdout.readline().strip() == "it has it: True"
    word, number = process.stdout.readline().split()
    with frozen(int(number), kind):
        process.stdin.write("\n")
        process.stdin.flush()
        said = process.stdout.readline()
    process.wait(20)
    assert word == "freeze" and "asked: []" in said, "it cannot close what was put into it"


@contextlib.contextmanager
def frozen(number, kind):
    """Freezes a process."""
    root = pathlib.Path("/sys/fs/cgroup")
    place = root / "freezer" if kind == "the freezer" else root if (root / "cgroup.controllers").exists() else root / "unified"
    outer = place / f"latchkey-{number}"
    inner = outer / "inner"
    if not place.is_dir():
        pytest.skip("this machine has no such groups")
    inner.mkdir(parents=True)
    try:
        (inner / "cgroup.procs").write_text(str(number))
        if kind == "the freezer":
            (inner / "freezer.state").write_text("FROZEN")
        else:
            ((inner if kind == "its group" else outer) / "cgroup.freeze").write_text("1")
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, 9)
        if kind == "the freezer":
            (inner / "freezer.state").write_text("THAWED")
        assert until(lambda: gone(inner, outer), 20), "the groups are left"


def gone(*groups):
    with contextlib.suppress(OSError):
        for group in groups:
            if group.exists():
                group.rmdir()
        return True
    return False


def test_nobody_keeps_others_from_being_known(world, bus, victim, attack):
    crowd = [subprocess.Popen([*world.bob.words, PYTHON, "-c", CROWD], stdout=subprocess.PIPE, text=True, cwd="/") for _ in range(8)]
    elsewhere = bus.started("unshare", "-Un", *attack("stay", bus.path, bus.user.number), stdout=subprocess.PIPE, text=True)
    try:
        count = sum(int(process.stdout.readline()) for process in crowd)
        assert count > 8000, "another user has many sockets"
        assert elsewhere.stdout.readline().startswith(":"), "a program of another network namespace has a name"
        assert looked_up(bus, victim) == world.secret, "the program is known all the same"
    finally:
        for process in [*crowd, elsewhere]:
            process.kill()
            process.wait()


def test_connections_without_end_put_others_in_doubt_for_a_moment_at_most(world, bus, victim, attack):
    crowd = bus.started(*attack("crowd", bus.path, 9000), stdout=subprocess.PIPE, text=True)
    try:
        count = int(crowd.stdout.readline())
        assert count > 8500, f"a program has many connections, and not {count}"
        assert until(lambda: looked_up(bus, victim) == world.secret, 10), "another one is known soon"
        for _ in range(3):
            began = time.monotonic()
            assert looked_up(bus, victim) == world.secret, "and from then on"
            assert time.monotonic() - began < 5, "and soon"
    finally:
        crowd.kill()
        crowd.wait()
    assert looked_up(bus, victim) == world.secret, "also when they have gone"


def test_a_program_with_hundreds_of_connections_gets_no_more_than_another_one(world, bus, victim, attack):
    greedy = bus.started(*attack("greedy", bus.path, 300), stdout=subprocess.PIPE, text=True)
    try:
        assert greedy.stdout.readline() == "calls\n", "a program calls much"
        time.sleep(1)
        waited = []
        for _ in range(5):
            began = time.monotonic()
            assert looked_up(bus, victim) == world.secret, "another one is answered"
            waited.append(time.monotonic() - began)
        assert max(waited) < 3, f"it waits for a turn, and not for all connections: {waited}"
        assert greedy.poll() is None
    finally:
        greedy.kill()
        greedy.wait()


def bus_process(bus):
    """The process that listens, which is a child of the words that change the user."""
    found = [int(name) for name in os.listdir("/proc") if name.isdigit() and is_bus(name, bus)]
    assert len(found) == 1, "there is one bus of the user"
    return found[0]


def is_bus(number, bus):
    try:
        return pathlib.Path(f"/proc/{number}/comm").read_text().strip() == "dbus-daemon" and os.stat(f"/proc/{number}").st_uid == bus.user.number
    except OSError:
        return False
