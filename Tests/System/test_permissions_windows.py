# The user answers a dialog that fills the terminal of their agent, or in a window on its display.
# SPDX-License-Identifier: Apache-2.0
import shutil

import pytest

from support.agent import Agent
from support.display import Display


def test_the_user_answers_pinentry_curses(items, system, world):
    agent = Agent(system, pinentry="/usr/bin/pinentry-curses")
    waiting = items.asks(items.program("curses"), "read", "shared")
    assert agent.until("Once"), "pinentry-curses asks on the terminal"
    # Before, not after: the next dialog may be there at once.
    agent.forget()
    agent.type("\r")
    assert agent.until("Password of the keychain"), "and for the password"
    agent.type(world.password + "\r")
    assert waiting.answer()[1] == items.found, "allowed once with pinentry-curses"


@pytest.fixture
def display(world):
    return Display()


def test_the_user_answers_pinentry_gtk_in_a_window(items, system, display, world):
    Agent(system, pinentry=shutil.which("pinentry-gtk-2"), DISPLAY=display.name)
    program = items.program("window")
    waiting = items.asks(program, "read", "shared", DISPLAY=":99")
    assert display.shows(), "pinentry-gtk-2 asks on the display of the agent"
    display.tool("key", "alt+o")
    assert display.shows(), "and for the password"
    display.tool("type", "--delay", "20", world.password)
    display.tool("key", "Return")
    assert waiting.answer()[1] == items.found, "allowed once in a window"

    waiting = items.asks(program, "read", "shared", DISPLAY=":99")
    assert display.shows(), "a window again"
    display.tool("key", "Escape")
    assert waiting.answer()[1] == "-128", "closed, it is a refusal"
