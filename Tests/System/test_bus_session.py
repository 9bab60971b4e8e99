# latchkey-session hands a session bus to the daemon of the system: what is taken over, from whom, and how it ends.
# SPDX-License-Identifier: Apache-2.0
import os
import signal
import time

import pytest

from support.guarded_bus import GuardedBus, SecretSystem, ended
from support.world import until

BUS_HAS_GONE, GONE, USAGE, REFUSED = 0, 1, 2, 3


@pytest.fixture
def secrets(world):
    return SecretSystem(world)


@pytest.fixture
def bus(world):
    return GuardedBus(world, world.ann)


def store(bus, value, *attributes):
    return bus.run("secret-tool", "store", "--label=mine", *attributes, given=value)[0]


@pytest.mark.parametrize("is_unit", [False, True])
def test_two_users_have_two_services(world, bus, is_unit):
    secrets = SecretSystem(world, is_unit=is_unit)
    other = GuardedBus(world, world.bob)
    secrets.serve(bus)
    secrets.serve(other)
    assert store(bus, world.secret, "service", "mail") == 0, "a user stores"
    assert bus.run("secret-tool", "lookup", "service", "mail") == (0, world.secret, ""), "and finds"
    assert other.run("secret-tool", "lookup", "service", "mail")[:2] == (1, ""), "another user finds nothing of it"
    assert bus.run("secret-tool", "clear", "service", "mail")[0] == 0, "it is deleted"
    assert bus.run("secret-tool", "lookup", "service", "mail")[:2] == (1, ""), "and gone"
    assert secrets.daemon.stop() == 0, "the daemon ends"


def test_the_name_is_there_soon(secrets, bus):
    before = time.monotonic()
    helper = secrets.handed(bus)
    assert until(lambda: f"serves org.freedesktop.secrets to user {bus.user.number}" in secrets.daemon.said(), every=0.001), "it serves"
    assert time.monotonic() - before < 1, "within a second, on a machine that does other things"
    assert helper.poll() is None, "the helper stays"


def test_the_helper_ends_with_the_bus_and_with_the_daemon(secrets, bus, world):
    helper = secrets.serve(bus)
    bus.stop()
    assert ended(helper) == (BUS_HAS_GONE, ""), "a bus that has gone is no failure"
    other = GuardedBus(world, world.bob)
    helper = secrets.serve(other)
    secrets.daemon.kill()
    status, words = ended(helper)
    assert status == GONE and "the keychain daemon has ended" in words, "a daemon that has gone is one"


def test_the_service_ends_with_the_helper_and_with_the_daemon(secrets, bus):
    helper = secrets.serve(bus)
    first = bus.owner
    helper.terminate()
    helper.wait()
    assert until(lambda: bus.owner is None), "without the helper the daemon leaves the bus"
    helper = secrets.serve(bus)
    assert bus.owner != first, "another one has it served again"
    assert secrets.daemon.stop() == 0, "the daemon ends"
    assert until(lambda: bus.owner is None), "and leaves the bus"
    assert helper.wait(20) == GONE


def test_a_helper_that_is_not_the_packages_is_refused(secrets, bus, world):
    cases = {
        "elsewhere": secrets.installed("latchkey-session", folder=world.programs),
        "under another name": secrets.installed("session"),
        "of another group": secrets.installed("latchkey-session", folder=world.programs, group=world.bob.number),
    }
    for where, helper in cases.items():
        status, words = ended(secrets.handed(bus, helper))
        assert status == REFUSED and "only latchkey-session beside keychaind" in words, f"a helper {where} is refused"
    secrets.installed("latchkey-session", mode=0o755)
    status, words = ended(secrets.handed(bus))
    assert status == REFUSED and "not setgid" in words, "so is one that is not setgid"
    secrets.installed("latchkey-session", mode=0o2777)
    assert ended(secrets.handed(bus))[0] == REFUSED, "and one that anybody can write"
    assert bus.owner is None, "nothing is served"


def test_a_helper_without_the_right_of_its_group_is_refused(secrets, bus):
    words = ["setpriv", "--no-new-privs", secrets.helper]
    process = bus.started(*words, stderr=-1, text=True)
    status, said = ended(process)
    assert status == REFUSED and "without the right of its group" in said and "NoNewPrivileges" in said, "and says why"


def test_a_path_is_taken_only_without_the_right(secrets, bus):
    assert bus.run(secrets.helper, "--socket", "/run/latchkey/session.sock")[0] == USAGE, "a setgid helper takes none"


@pytest.mark.parametrize("address", ["tcp:host=127.0.0.1,port=1", "unix:path=relative", "unix:path=/a%00b", "unix:path=/%zz", "unix:abstract=",
                                     "unix:path=/nonexistent,path=/also", "unix:tmpdir=/tmp", ";;;", "unix:path=/" + "a" * 5000])
def test_an_address_that_is_none_is_refused(secrets, bus, address):
    status, words = ended(secrets.handed(bus, DBUS_SESSION_BUS_ADDRESS=address))
    assert status == GONE and "cannot connect to the session bus" in words


def test_an_address_has_alternatives_and_escapes(secrets, bus):
    path = str(bus.path).replace("/bus", "/%62us")
    helper = secrets.handed(bus, DBUS_SESSION_BUS_ADDRESS=f"tcp:host=localhost;unix:path=/nonexistent;unix:path={path},guid=00")
    assert until(lambda: bus.owner), "the one that is there is taken"
    helper.kill()


def test_only_a_bus_of_the_user_is_taken(secrets, bus, world):
    other = GuardedBus(world, world.bob)
    os.chmod(other.path, 0o777)
    status, words = ended(secrets.handed(bus, DBUS_SESSION_BUS_ADDRESS=f"unix:path={other.path}"))
    assert status == REFUSED and "not connected to a bus of the user" in words, "not another user's"
    os.chmod("/run/latchkey/session.sock", 0o666)
    status, words = ended(secrets.handed(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/run/latchkey/session.sock"))
    assert status == REFUSED, "nor the daemon's own socket"


def test_a_user_has_one_bus(secrets, bus):
    secrets.serve(bus)
    status, words = ended(secrets.handed(bus))
    assert status == REFUSED and "served already" in words, "a second helper is refused"
    assert bus.read_alias("default"), "and the first one's service goes on"


def test_a_helper_that_was_stopped_holds_up_nobody(secrets, bus, world):
    helper = secrets.serve(bus)
    helper.send_signal(signal.SIGSTOP)
    other = GuardedBus(world, world.bob)
    secrets.serve(other)
    assert other.read_alias("default"), "another user is served"
    assert bus.read_alias("default"), "and the user too"
    assert secrets.daemon.stop() == 0, "the daemon ends"
    helper.kill()


def test_another_program_that_has_the_name_is_named(secrets, world):
    bus = GuardedBus(world, world.ann, is_guarded=False)
    squatter, answer = bus.takes_name()
    assert answer == "1", "it has the name"
    helper = secrets.handed(bus)
    assert secrets.daemon.says("has the name org.freedesktop.secrets"), "the log says that another program has it"
    assert f"(process {squatter.pid})" in secrets.daemon.said(), "which process that is"
    assert "python3" in secrets.daemon.said(), "and which program"
    first = bus.owner
    squatter.kill()
    assert until(lambda: bus.owner not in (None, first)), "when it ends, the daemon gets the name"
    helper.kill()
