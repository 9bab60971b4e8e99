# The user answers the prompter of GNOME: gcr's, as desktops without a GNOME Shell have it.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess
import time

import pytest

from support.agent import Agent
from support.display import Display
from support.world import until

SERVICE = pathlib.Path("/usr/share/dbus-1/services/org.gnome.keyring.SystemPrompter.service")


class Desktop(Display):
    """A display, and a session's bus that starts the prompter on it."""

    def __init__(self, daemon, user, folder):
        super().__init__("gcr-prompter", programs=("dbus-daemon", "dbus-monitor"))
        assert SERVICE.exists(), "the prompter is missing: install gcr"
        # No bridge to assistive technology, which would start a bus of its own.
        environment = daemon.environment_of(user, DISPLAY=self.name, LANG="C.UTF-8", NO_AT_BRIDGE="1")
        words = [*user.words, "dbus-daemon", "--session", "--nofork", "--print-address"]
        self.bus = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True, cwd="/")
        self.address = self.bus.stdout.readline().strip()
        self.record, self.dialogs = folder / "bus", 0
        with self.record.open("w") as record:
            subprocess.Popen([*user.words, "dbus-monitor", "--address", self.address], env=environment, stdout=record, cwd="/")
        assert until(lambda: "NameLost" in self.heard()), "the bus is listened to"

    def heard(self):
        return self.record.read_text(errors="replace")

    @property
    def environment(self):
        return {"DISPLAY": self.name, "DBUS_SESSION_BUS_ADDRESS": self.address}

    def shows(self):
        """Whether the next dialog is there and takes what is typed. The prompter keeps its window from one to the next."""
        self.dialogs += 1
        if not until(lambda: self.heard().count("member=PerformPrompt") == self.dialogs and self.windows()):
            return False
        # What a window manager does.
        self.tool("windowfocus", "--sync", self.windows()[-1])
        time.sleep(0.5)  # Nothing tells that the window has drawn the dialog.
        return True

    def answers(self, word):
        self.tool("type", "--delay", "20", word)
        self.tool("key", "Return")

    def refuses(self):
        """Presses the left one of the two buttons in the corner."""
        window = self.windows()[-1]
        size = dict(line.split("=") for line in self.tool("getwindowgeometry", "--shell", window))
        self.tool("mousemove", "--window", window, str(int(size["WIDTH"]) - 135), str(int(size["HEIGHT"]) - 20), "click", "1")


@pytest.fixture
def desktop(system, world, tmp_path):
    desktop = Desktop(system, world.ann, tmp_path)
    yield desktop
    desktop.bus.kill()


def test_the_user_answers_the_prompter_of_the_desktop(items, system, desktop, world):
    Agent(system, pinentry=None, **desktop.environment)
    program = items.program("desktop")
    waiting = items.asks(program, "read", "shared")
    assert desktop.shows(), "the prompter asks on the display of the agent"
    desktop.tool("key", "Return")
    assert desktop.shows(), "and for the password"
    wrong = world.new_secret("wrong-")
    desktop.answers(wrong)
    assert desktop.shows(), "once more after a wrong one"
    desktop.answers(world.password)
    assert waiting.answer()[1] == items.found, "allowed once by the prompter"
    assert until(lambda: not desktop.windows()), "the dialog goes away"
    heard = desktop.heard()
    assert "secret=" in heard and world.password not in heard and wrong not in heard, "passwords go over the bus encrypted"

    waiting = items.asks(items.program("other"), "read", "shared")
    assert desktop.shows(), "a dialog again"
    desktop.refuses()
    assert waiting.answer()[1] == "-128", "denied, it is a refusal"


def test_a_prompter_that_ends_leaves_the_question_to_pinentry(items, system, desktop, world):
    Agent(system, pinentry=None, **desktop.environment)
    waiting = items.asks(items.program("desktop"), "read", "shared")
    assert desktop.shows(), "the prompter asks on the display of the agent"
    desktop.tool("windowkill", desktop.windows()[-1])
    # Debian's pinentry is one of several; that of GNOME asks by the same prompter, which the bus starts again.
    def asks_again():
        return desktop.heard().count("member=PerformPrompt") == 2 or desktop.tool("search", "--onlyvisible", "--class", "pinentry")
    assert until(asks_again), "pinentry asks instead"
    waiting.kill()
