# The keys of sandboxed applications: org.freedesktop.impl.portal.Secret.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil

import pytest

from support.guarded_bus import GuardedBus, SecretSystem
from support.isolation import mount
from support.workshop import compiled_once

FRONTEND = pathlib.Path(__file__).with_name("support") / "frontend.c"
PORTAL = "org.freedesktop.impl.portal.desktop.latchkey"
DONE, FAILED = "response 0", "response 2"


@pytest.fixture
def portal(world):
    """The service on Ann's bus, and root's `xdg-desktop-portal`: a program of the test's own at its path."""
    folder = world.folder / "libexec"
    folder.mkdir(mode=0o755)
    shutil.copy(compiled_once(world, "frontend", FRONTEND, "-D_GNU_SOURCE", "-lsystemd"), folder / "xdg-desktop-portal")
    mount("--bind", folder, "/usr/libexec")
    bus = GuardedBus(world, world.ann)
    system = SecretSystem(world)
    system.serve(bus)
    yield bus
    assert system.daemon.stop() == 0, "the daemon ends"


def ask(bus, application, how="read", *words, program="/usr/libexec/xdg-desktop-portal"):
    """What the frontend gets: the response, and the key."""
    said = bus.run(program, application, how, *words)[1]
    words = said.split()
    return " ".join(words[:2]), "".join(words[2:])


def test_an_application_has_one_key(portal):
    response, key = ask(portal, "org.example.Mail")
    assert response == DONE and len(bytes.fromhex(key)) == 64, "it has 64 bytes"
    assert ask(portal, "org.example.Mail") == (DONE, key), "which stay"
    other = ask(portal, "org.example.Chat")
    assert other[0] == DONE and other[1] != key, "another application has another one"
    assert portal.run("secret-tool", "lookup", "app_id", "org.example.Mail")[:2] == (1, ""), "programs of the user do not find it"


def test_an_application_without_a_name_has_none(portal):
    assert ask(portal, "")[0] == FAILED
    assert ask(portal, "x" * 300)[0] == FAILED, "nor has one with a name that is none"


def test_only_the_frontend_is_listened_to(portal, world):
    refused = "refused org.freedesktop.DBus.Error.AccessDenied"
    assert ask(portal, "org.example.Mail", "read", "without-name")[0] == refused, "who has not its name is refused"
    copy = world.copied(pathlib.Path("/usr/libexec/xdg-desktop-portal"), "xdg-desktop-portal")
    assert ask(portal, "org.example.Mail", program=copy)[0] == refused, "so is who is not its file"


def test_who_does_not_read_holds_up_nobody(portal):
    slow = portal.started("/usr/libexec/xdg-desktop-portal", "org.example.Mail", "full", stdout=-1, text=True)
    assert portal.read_alias("default"), "others are served meanwhile"
    assert slow.communicate(timeout=20)[0].strip() == FAILED, "it is told after some seconds"
    assert ask(portal, "org.example.Mail", "closed")[0] == FAILED, "a pipe that nobody reads ends nothing"
    assert ask(portal, "org.example.Mail")[0] == DONE, "and the key is there"


def test_it_says_its_version(portal):
    said = portal.call("Get", "org.freedesktop.impl.portal.Secret", "version", of=PORTAL, at="/org/freedesktop/portal/desktop",
                       interface="org.freedesktop.DBus.Properties")
    assert said == "(<uint32 1>,)"


def test_arguments_that_a_method_does_not_take_are_refused(portal):
    words = ["busctl", f"--address={portal.environment['DBUS_SESSION_BUS_ADDRESS']}", "call", PORTAL, "/org/freedesktop/portal/desktop"]
    for interface, member in (("Introspectable", "Introspect"), ("Peer", "Ping")):
        call = [*words, f"org.freedesktop.DBus.{interface}", member]
        assert portal.run(*call)[0] == 0, f"{member} is answered"
        status, _, errors = portal.run(*call, "s", "more")
        assert status != 0 and "other arguments" in errors, f"{member} takes nothing"
