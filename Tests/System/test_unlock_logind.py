# Keychains lock with the screen and for sleep, as logind says. The bus is the test's own, and logind a mock.
# SPDX-License-Identifier: Apache-2.0
import os

import pytest
from support.bus import LOGIN, MANAGER
from support.daemon import Daemon
from support.world import until

LISTENS = "as logind says"
LOCKED = "was locked, and with it"
PATIENCE = 40  # seconds, on a machine with much else to do


@pytest.fixture
def daemon(world, bus, logind):
    """A daemon that listens to the logind of the test, where its user has the session `mine` and somebody else `other`. It has a login
    keychain, and one that also locks for sleep."""
    made = Daemon(world, environment={"DBUS_SYSTEM_BUS_ADDRESS": bus.address})
    made.make_unlockable(world.password)
    made.make_unlockable(world.password, "sleeper")
    assert made.security("set-keychain-settings", "-l", "sleeper")[0] == 0
    assert made.says(LISTENS, PATIENCE), "the daemon listens to logind"
    logind.session("mine", os.geteuid())
    logind.session("other", world.bob.number)
    return made


def locks(daemon, name="login", **options):
    return until(lambda: not daemon.is_unlocked(name, **options), PATIENCE)


def test_a_signal_in_the_name_of_logind_or_of_another_users_screen_locks_nothing(daemon, bus, logind):
    logind.lock("other")
    logind.unlock("mine")
    for receiver in bus.names():
        bus.emit(f"{LOGIN}.Session.Lock", logind.of("mine"), receiver)
        bus.emit(f"{LOGIN}.Manager.PrepareForSleep", MANAGER, receiver, "true")
        bus.emit("org.freedesktop.DBus.NameOwnerChanged", "/org/freedesktop/DBus", receiver, LOGIN, "", receiver)
    assert daemon.says("from somebody else", PATIENCE), "a signal that somebody sends in the name of logind is noticed"
    assert daemon.is_unlocked() and daemon.is_unlocked("sleeper"), "and locks nothing, nor does the screen of another user"
    # The daemon takes one signal after the other: when this one has had its effect, those before have had theirs.
    logind.sleep(True)
    assert locks(daemon, "sleeper") and daemon.is_unlocked(), "and locks nothing, nor does the screen of another user"
    assert LOCKED not in daemon.said(), "and no screen was taken for locked"


def test_sleep_locks_the_keychains_with_the_setting_for_it_and_is_delayed_for_that(daemon, logind):
    assert until(logind.is_delayed, PATIENCE), "the machine is asked to wait with its sleep"
    logind.sleep(True)
    assert locks(daemon, "sleeper"), "sleep locks a keychain with the setting for it"
    assert daemon.is_unlocked(), "and leaves another as it is"
    assert until(lambda: not logind.is_delayed(), PATIENCE), "then the machine may sleep"
    logind.sleep(False)
    assert until(logind.is_delayed, PATIENCE), "and is asked anew when it is awake"


def test_the_lock_of_the_screen_locks_every_keychain(daemon, logind, world):
    logind.lock("mine")
    assert locks(daemon), "the lock of the screen locks"
    assert locks(daemon, "sleeper"), "every keychain"
    assert daemon.unlock(world.password)[0] == 0 and daemon.is_unlocked(), "which the password unlocks"


def test_a_desktop_that_says_that_it_has_locked_locks_and_one_that_is_idle_does_not(daemon, logind, world):
    logind.hint("mine", True)
    assert locks(daemon), "a desktop that has locked by itself locks as well"
    daemon.unlock(world.password)
    daemon.unlock(world.password, "sleeper")
    logind.hint("mine", False)
    logind.set_idle("mine")
    # The daemon takes one signal after the other: when this one has had its effect, those before have had theirs.
    logind.sleep(True)
    assert locks(daemon, "sleeper") and daemon.is_unlocked(), "and one that has unlocked, or is idle, does not"


def test_a_logind_that_was_started_anew_is_found(daemon, logind):
    logind.stop()
    logind.start()
    logind.session("mine", os.geteuid())
    assert until(logind.is_delayed, PATIENCE), "a logind that was started anew is asked to wait"
    logind.lock("mine")
    assert locks(daemon), "and listened to"


def test_a_bus_that_goes_is_said_and_found_again(daemon, bus, logind):
    logind.stop()
    bus.stop()
    assert daemon.says("no system bus", PATIENCE), "a bus that goes is said in the log"
    assert daemon.is_unlocked(), "and the daemon serves without it"
    bus.start()
    logind.start()
    logind.session("mine", os.geteuid())
    assert until(lambda: daemon.said().count(LISTENS) == 2 and logind.is_delayed(), PATIENCE), "it is found again"
    logind.lock("mine")
    assert locks(daemon), "and locks again"


def test_a_configured_password_does_not_unlock_behind_a_locked_screen(daemon, logind, world):
    logind.hint("mine", True)
    assert daemon.says(LOCKED, PATIENCE)
    file = world.folder / "password"
    file.write_text(world.password + "\n")
    before = daemon.said().count(LOCKED)
    daemon.restart(LATCHKEY_PASSWORD_FILE=str(file))
    assert until(lambda: daemon.said().count(LOCKED) > before, PATIENCE), "a daemon that starts sees that the screen is locked"
    assert not daemon.is_unlocked(), "and a configured password does not unlock behind it"
    logind.hint("mine", False)
    daemon.restart()
    assert daemon.is_unlocked(), "where it unlocks otherwise"


def test_in_system_mode_the_lock_of_a_screen_locks_for_its_user_alone(world, bus, logind):
    daemon = Daemon(world, "--system", serves_scripts=False, environment={"DBUS_SYSTEM_BUS_ADDRESS": bus.address})
    for user in (world.ann, world.bob):
        daemon.make_unlockable(world.password, user=user)
    assert daemon.says(LISTENS, PATIENCE), "the daemon listens to logind"
    logind.session("person", world.ann.number)
    logind.lock("person")
    assert locks(daemon, user=world.ann), "in system mode the lock of a screen locks for its user"
    assert daemon.is_unlocked(user=world.bob), "and for nobody else"
