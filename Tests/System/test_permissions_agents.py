# Agents and programs that go away during a question, and agents that are to get none.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil
import signal

from support.agent import Agent
from support.isolation import descendants
from support.world import until

BUTTONS = r"\[[a-z]+\]\? "


def test_the_dialog_of_a_program_that_was_killed_goes(items, agent, world):
    waiting = items.asks(items.program("leaver"), "read", "shared")
    assert agent.until(BUTTONS), "a question is open"
    waiting.kill()
    assert until(lambda: not descendants(agent.pid)), "the pinentry of a killed program ends"
    agent.forget()
    waiting = items.asks(items.program("third"), "read", "shared")
    assert agent.choose("o", world.password) and waiting.answer()[1] == items.found, \
        "the program was killed: its dialog goes, and the next question comes"


def test_a_question_whose_agent_was_killed_is_refused(items, agent):
    program = items.program("third")
    waiting = items.asks(program, "read", "shared")
    assert agent.until(BUTTONS), "a question is open again"
    agent.kill()
    assert waiting.answer()[1] == "-25308", "the agent was killed: nobody is there to ask"
    assert items.call(program, "read", "nothing") == "-25300", "the daemon serves on"


def test_an_agent_that_was_stopped_loses_its_question_to_the_next_one(items, system, world):
    stopped = Agent(system)
    os.kill(stopped.pid, signal.SIGSTOP)
    assert until(lambda: is_stopped(stopped.pid)), "the first agent is stopped"
    waiting = items.asks(items.program("patient"), "read", "shared")
    assert system.says("wants an item of"), "the question waits while the stopped agent is the only one"
    agent = Agent(system)
    assert agent.choose("o", world.password) and waiting.answer()[1] == items.found, \
        "an agent that was stopped loses its question to the next one"


def is_stopped(process):
    return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"


def test_a_copy_of_the_agent_gets_no_question(items, system, world):
    copied = world.home(world.ann) / "latchkey"
    shutil.copy(world.bin / "latchkey", copied)
    os.chown(copied, world.ann.number, world.ann.number)
    agent = Agent(system, program=copied, waits=False)
    assert agent.until("-34018|entitlement"), "a copy of the agent gets no question"


def test_an_agent_in_a_debugger_gets_no_question(items, system, world):
    assert shutil.which("gdb"), "gdb is missing: install it"
    # Root's: no debugger of the user looks into a command.
    system.run("gdb", "-q", "-batch", "-ex", "run", "--args", *world.ann.words, world.bin / "latchkey", "agent",
               LATCHKEY_HOME=str(world.home(world.ann) / "keychains"))
    assert system.says("looking for a debugger"), "nor does an agent in a debugger"


def test_the_agent_of_another_user_gets_no_question(items, system, world):
    items.make_keychain(world.bob)
    stranger = Agent(system, user=world.bob, waits=False)
    assert stranger.ready(), "another user's agent waits"
    assert items.call(items.program("fresh"), "read", "shared") == "-25308", "and gets no question of the first one's"
    # Nothing tells that no dialog comes.
    assert not stranger.until(BUTTONS, 0.5) and "shared" not in stranger.forget(), "nor sees one"


def test_an_agent_that_can_show_no_dialog_is_nobody_to_ask(items, system):
    Agent(system, pinentry="/bin/false")
    assert items.call(items.program("unseen"), "read", "shared") == "-25308", "an agent that can show no dialog is nobody to ask"


def test_an_agent_shows_dialogs_with_programs_of_root_alone(system, world):
    shutil.copy("/usr/bin/pinentry-tty", world.home(world.ann) / "pinentry")
    link = world.home(world.ann) / "link"
    link.symlink_to("/usr/bin/pinentry-tty")
    for path in (world.home(world.ann) / "pinentry", link, "pinentry-tty", "/usr/bin/../bin/pinentry-tty"):
        agent = Agent(system, pinentry=str(path), waits=False)
        assert agent.until("root alone can change") and agent.ended() == 1, "whoever could change it would read what is typed"


def test_a_pinentry_gets_nothing_that_chooses_its_code(items, system, world):
    chosen = {"GTK_MODULES": "x", "GTK_PATH": "/tmp", "QT_PLUGIN_PATH": "/tmp", "PYTHONPATH": "/tmp",
              "GTK3_MODULES": "x", "XDG_CONFIG_HOME": "/tmp", "XDG_DATA_DIRS": "/tmp", "GIO_EXTRA_MODULES": "/tmp"}
    agent = Agent(system, **chosen)
    items.asks(items.program("asker"), "read", "shared")
    assert agent.until(BUTTONS), "a question is open"
    [pinentry] = descendants(agent.pid)
    given = dict(entry.split("=", 1) for entry in pathlib.Path(f"/proc/{pinentry}/environ").read_text().split("\0") if entry)
    assert not set(given) & set(chosen) and given["HOME"] == "/nonexistent", "neither a variable nor a file of the user's chooses its code"
