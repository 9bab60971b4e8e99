# What the user is asked for clients of the Secret Service: by pinentry on a terminal, and by the prompter of GNOME.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import shutil
import subprocess
import time

import pytest

from support.agent import Agent
from support.daemon import Daemon
from support.display import Display
from support.guarded_bus import GROUP_NUMBER, GuardedBus, SecretSystem, add_group
from support.isolation import mount
from support.world import until

PROMPTER = pathlib.Path("/usr/libexec/gcr-prompter")
BUTTONS = r"\[[a-z]+\]\? $"
# Seconds for which a program whose client has gone is asked nothing.
AFTER_WITHDRAWAL = 5.5
PLACE = ("service", "mail", "user", "ann")


class AskingSystem(SecretSystem):
    """The same with commands that have their loader beside them, as the package has: they ask and decide for the user."""

    def __init__(self, world):
        add_group(world)
        self.world, self.binaries = world, world.bin
        copy = world.folder / "installed"
        subprocess.run(["cp", "-a", "--reflink=auto", world.bin, copy], check=True)
        # The path of the loader is in the commands.
        mount("--bind", copy, world.bin)
        self.helper = world.bin / "latchkey-session"
        os.chown(self.helper, 0, GROUP_NUMBER)
        self.helper.chmod(0o2755)
        self.daemon = Daemon(world, "--system", serves_scripts=False, socket=pathlib.Path("/run/latchkey/keychaind.sock"))


class Questions:
    """A bus with a service, and two programs of one name at two places: what the first stores the second is asked about."""

    def __init__(self, world):
        self.world = world
        self.bus = GuardedBus(world, world.ann)
        self.system = AskingSystem(world)
        self.daemon = self.system.daemon
        self.daemon.make_keychain(world.password, user=world.ann)
        self.helper = self.system.serve(self.bus)
        self.first, self.second = (self.program(place) for place in ("old", "new"))
        status, _, errors = self.bus.run(self.first, "store", "--label=Mail", *PLACE, given=world.secret)
        assert status == 0, f"the first program stores: {errors}"

    def program(self, place, name="keeper"):
        folder = self.world.programs / place
        folder.mkdir(mode=0o755, exist_ok=True)
        shutil.copy("/usr/bin/secret-tool", folder / name)
        return folder / name

    def asked(self, program=None):
        """Starts a lookup, which waits for the user."""
        return self.bus.started(program or self.second, "lookup", *PLACE, stdout=subprocess.PIPE, text=True)

    def found(self, program=None):
        """What a program finds while nobody is asked."""
        return self.bus.run(program or self.second, "lookup", *PLACE)[1]

    def audit(self):
        """What is decided: pairs of a program, and whether it is allowed."""
        status, said, errors = self.daemon.tool("latchkey", "audit", "--json", user=self.world.ann)
        assert status == 0, errors
        return json.loads(said)


def ended(process):
    """What a program has found once the user has answered."""
    return process.communicate(timeout=60)[0].strip()


@pytest.fixture
def questions(world):
    return Questions(world)


@pytest.fixture
def agent(questions, world):
    return Agent(questions.daemon, user=world.ann)


def test_the_user_permits_once(questions, agent, world):
    waiting = questions.asked()
    assert agent.until(BUTTONS), "the question is shown"
    shown = agent.text
    assert f"“{questions.second}”" in shown, "who asks"
    assert "same name" in shown and "Mail" in shown and world.secret not in shown, "why, and which item"
    assert agent.choose("o", world.password), "once, with the password"
    assert ended(waiting) == world.secret, "the program has the secret"
    waiting = questions.asked()
    agent.forget()
    assert agent.until(BUTTONS), "the next time the user is asked again"
    waiting.kill()


def test_the_user_permits_for_good(questions, agent, world):
    waiting = questions.asked()
    assert agent.choose("w", world.password), "always, with the password"
    assert ended(waiting) == world.secret, "the program has the secret"
    agent.forget()
    assert questions.found() == world.secret and not agent.until(BUTTONS, 1), "from then on nobody is asked"


def test_a_refusal_is_for_now(questions, agent):
    waiting = questions.asked()
    assert agent.choose("d"), "denied"
    assert agent.until("Not allowed:"), "whether that is for good is another question"
    agent.forget()
    agent.type("c")
    assert ended(waiting) == "", "the program has nothing"
    assert questions.audit()["decisions"] == [], "nothing is kept"
    assert questions.found() == "" and not agent.until(BUTTONS, 1), "and nobody is asked again at once"


def test_a_refusal_for_good_is_kept_until_the_user_takes_it_back(questions, agent, world):
    waiting = questions.asked()
    assert agent.choose("d") and agent.until("Not allowed:"), "denied"
    agent.type("v")
    assert ended(waiting) == "", "the program has nothing"
    decisions = questions.audit()["decisions"]
    assert [decision["verdict"] for decision in decisions] == ["denied"], "it is kept"
    words = decisions[0]["program"], decisions[0]["owner"]
    agent.kill()  # It would come back to the new daemon, and then either of the two may be the session's agent.
    questions.daemon.restart()
    questions.helper = questions.system.serve(questions.bus)
    assert questions.daemon.unlock(world.password, user=world.ann)[0] == 0
    agent = Agent(questions.daemon, user=world.ann)
    assert questions.found() == "" and not agent.until(BUTTONS, 1), "also after a restart nobody is asked"
    assert questions.found(questions.first) == world.secret, "who stored it has it as before"
    kept = world.home(world.ann) / "password"
    kept.write_text(world.password)
    kept.chmod(0o600)
    os.chown(kept, world.ann.number, world.ann.number)
    status, _, errors = questions.daemon.tool("latchkey", "deny", "--forget", *words, user=world.ann, LATCHKEY_PASSWORD_FILE=str(kept))
    assert status == 0, f"the password takes it back: {errors}"
    waiting = questions.asked()
    assert agent.choose("o", world.password), "from then on the user is asked"
    assert ended(waiting) == world.secret, "and can permit"


def test_a_dialog_goes_with_its_client(questions, agent):
    waiting = questions.asked()
    assert agent.until(BUTTONS), "the question is shown"
    agent.forget()
    waiting.kill()
    waiting.wait()
    time.sleep(AFTER_WITHDRAWAL)
    second = questions.asked()
    assert agent.until(BUTTONS), "the next client's dialog is shown in its place"
    agent.type("d")
    assert agent.until("Not allowed:"), "and takes the answer"
    agent.type("c")
    assert ended(second) == "", "which is for that one"


# GNOME's prompter.


class Desktop(Display):
    """A display with gcr's prompter on it, which the agent asks first."""

    def __init__(self, questions):
        super().__init__("gcr-prompter", programs=())
        assert PROMPTER.exists(), "the prompter is missing: install gcr"
        bus, user = questions.bus, questions.world.ann
        environment = {**bus.environment, "DISPLAY": self.name, "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"}
        self.prompter = subprocess.Popen([*user.words, PROMPTER], env=environment, cwd="/", stderr=subprocess.DEVNULL)
        assert until(lambda: bus.call("GetNameOwner", "org.gnome.keyring.SystemPrompter"), 60), "a prompter is there"
        self.agent = Agent(questions.daemon, pinentry=None, user=user, DISPLAY=self.name,
                           DBUS_SESSION_BUS_ADDRESS=bus.environment["DBUS_SESSION_BUS_ADDRESS"])

    def shows(self):
        """Whether a dialog is there, and takes what is typed."""
        # Nothing else tells that the window has drawn the dialog.
        if not until(self.windows, 30) or not until(self.rests, 30):
            return False
        self.tool("windowfocus", "--sync", self.windows()[-1])
        return True

    def rests(self):
        """Whether the prompter has nothing to do for a moment. On a busy machine it may wait for a processor meanwhile: then it does not sleep."""
        def work():
            state, *rest = pathlib.Path(f"/proc/{self.prompter.pid}/stat").read_text().rpartition(")")[2].split()
            return state, rest[10:12]
        before = work()
        time.sleep(0.5)
        return before[0] == "S" and work() == before

    def press(self, *keys):
        for key in keys:
            self.tool("key", key)
            time.sleep(0.2)

    def answers(self, word):
        self.tool("type", "--delay", "20", word)
        self.press("Return")


TICK = ("Tab", "space")


@pytest.mark.parametrize(("keys", "verdict"), [(["Return"], None), ([*TICK, "shift+Tab", "Return"], "allowed"), (["Escape"], None),
                                               ([*TICK, "Escape"], "denied")])
def test_the_box_of_the_desktops_prompter_makes_either_answer_last(questions, world, keys, verdict):
    desktop = Desktop(questions)
    waiting = questions.asked()
    assert desktop.shows(), "the prompter asks"
    desktop.press(*keys)
    if keys[-1] == "Return":
        assert desktop.shows(), "and for the password"
        desktop.answers(world.password)
        assert ended(waiting) == world.secret, "the program has the secret"
    else:
        assert ended(waiting) == "", "the program has nothing"
    assert [decision["verdict"] for decision in questions.audit()["decisions"]] == ([verdict] if verdict else []), "a tick is kept"


def test_a_dialog_of_the_desktop_goes_with_its_client(questions):
    desktop = Desktop(questions)
    waiting = questions.asked()
    assert desktop.shows(), "the prompter asks"
    waiting.kill()
    waiting.wait()
    assert until(lambda: not desktop.windows()), "the dialog goes away"
