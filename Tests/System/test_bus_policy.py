# The package's policy for session buses: who may have the name, and who may read others' messages.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib

import pytest

from support.guarded_bus import DRIVER, GuardedBus, Monitor, SecretSystem, can_be_setgid

BUSES = ["dbus-daemon", "dbus-broker"]


@pytest.fixture(params=BUSES)
def kind(request, world):
    if not pathlib.Path(f"/usr/bin/{request.param}").exists():
        pytest.skip(f"Debian's {request.param} is not installed")
    assert can_be_setgid(world.folder), "the test's folder is on a mount without nosuid"
    return request.param


def test_only_the_setgid_helper_gets_the_name(world, kind):
    bus = GuardedBus(world, world.ann, kind)
    squatter, answer = bus.takes_name()
    assert answer == "", "a program of the user does not get the name"
    assert squatter.wait(20) != 0, "and is told"
    system = SecretSystem(world)
    helper = system.serve(bus)
    assert bus.read_alias("session") == "(objectpath '/org/freedesktop/secrets/collection/session',)", "calls are answered"
    squatter, answer = bus.takes_name()
    assert answer == "", "nor does it get it beside the service"
    squatter.wait(20)
    other, answer = bus.takes_name("org.example.other")
    assert answer == "1", "any other name is free"
    other.kill()
    helper.kill()
    assert system.daemon.stop() == 0, "the daemon ends"


def test_without_the_policy_whoever_is_first_gets_the_name(world, kind):
    bus = GuardedBus(world, world.ann, kind, is_guarded=False)
    squatter, answer = bus.takes_name()
    assert answer == "1", "a program of the user gets it"
    squatter.kill()


def test_nobody_becomes_a_monitor(world, kind):
    bus = GuardedBus(world, world.ann, kind)
    words = ["busctl", f"--address={bus.environment['DBUS_SESSION_BUS_ADDRESS']}", "call", DRIVER, "/org/freedesktop/DBus",
             f"{DRIVER}.Monitoring", "BecomeMonitor", "asu", "0", "0"]
    status, _, errors = bus.run(*words)
    assert status != 0 and ("denied" in errors.lower() or "not authorized" in errors), "the bus refuses"


@pytest.mark.parametrize("is_guarded", [True, False])
def test_a_monitor_sees_calls_only_without_the_policy(world, kind, is_guarded):
    bus = GuardedBus(world, world.ann, kind, is_guarded=is_guarded)
    system = SecretSystem(world)
    system.serve(bus)
    monitor = Monitor(bus)
    assert monitor.sees("Begin"), "the monitor sees signals for everybody"
    assert bus.read_alias(world.secret) is not None, "calls work"
    assert monitor.sees("End"), "and goes on"
    assert (world.secret in monitor.said()) == (not is_guarded), "what is in a call it sees only without the policy"
    assert system.daemon.stop() == 0, "the daemon ends"


def test_the_policy_names_what_it_must():
    folder = pathlib.Path(__file__).parents[2] / "Packaging/dbus/session.d"
    own, monitors = ((folder / name).read_text() for name in ("latchkey.conf", "latchkey-monitors.conf"))
    assert '<deny own="org.freedesktop.secrets"/>' in own and '<policy group="latchkey-bus">' in own, "the name is for the group"
    assert 'context="mandatory"' in monitors and monitors.count("eavesdrop") == 2, "no user's rule allows to listen"
    assert os.listdir(folder) and sorted(os.listdir(folder)) == ["latchkey-monitors.conf", "latchkey.conf"], "and there is nothing else"
