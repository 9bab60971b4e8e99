# The user answers the prompter of Plasma for clients of the Secret Service.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import shutil
import subprocess
import tempfile
import time

import pytest

from support.agent import Agent
from support.world import until
from test_bus_questions import PLACE, Questions, ended

# A client that makes a keychain, and says at which path it is.
MAKER = """
import gi
gi.require_version("Secret", "1")
from gi.repository import Secret
service = Secret.Service.get_sync(Secret.ServiceFlags.NONE)
print(Secret.Collection.create_sync(service, "Own", None, Secret.CollectionCreateFlags.NONE).get_object_path())
"""
PROMPTER = pathlib.Path(__file__).with_name("support") / "plasma_prompter.py"


class Plasma:
    """A session of Plasma: its prompter has the name, and is a program that root alone can change."""

    def __init__(self, questions, folder, *words, desktop="KDE", name="ksecretprompter"):
        bus, user = questions.bus, questions.world.ann
        self.log = folder / "dialogs"
        self.log.touch()
        self.log.chmod(0o666)
        program, script = folder / name, folder / "prompter.py"
        shutil.copy("/usr/bin/python3", program)
        shutil.copy(PROMPTER, script)
        environment = {**bus.environment, "PROMPTER_WORDS": "\n".join(words)}
        self.process = subprocess.Popen([*user.words, program, script, self.log], env=environment, cwd="/")
        assert until(lambda: bus.call("GetNameOwner", "org.kde.secretprompter"), 60), "a prompter is there"
        self.agent = Agent(questions.daemon, pinentry=None, user=user, DISPLAY=":99", XDG_CURRENT_DESKTOP=desktop,
                           DBUS_SESSION_BUS_ADDRESS=bus.environment["DBUS_SESSION_BUS_ADDRESS"])

    @property
    def dialogs(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@pytest.fixture
def questions(world):
    return Questions(world)


@pytest.fixture
def plasma(questions):
    # What is below /usr belongs to the system. With a mount there every program would be one that is shown other files.
    with tempfile.TemporaryDirectory(dir="/usr/local/src") as folder:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        yield lambda *words, **more: Plasma(questions, folder, *words, **more)


def locked(questions):
    """Starts a lookup in a locked keychain."""
    status, _, errors = questions.daemon.security("lock-keychain", "login", user=questions.world.ann)
    assert status == 0, errors
    return questions.asked(questions.first)


def test_plasma_unlocks_and_is_told_of_a_wrong_password(questions, plasma, world):
    session = plasma(world.new_secret("wrong-"), world.password)
    assert ended(locked(questions)) == world.secret, "the program has its secret"
    name = f"“login”, for the program “{questions.first}”"
    assert until(lambda: len(session.dialogs) == 3), "the dialog is taken away in the end"
    asked = [["UnlockCollectionPrompt", name, "", ""], ["Retry", "That was not the password. Try again."], ["Dismiss"]]
    assert session.dialogs == asked, "one dialog, which says who asks"


def test_plasma_makes_a_keychain_with_a_password_that_is_typed_twice(questions, plasma, world):
    words = [world.new_secret("own-") for _ in range(2)]
    session = plasma(words[0], words[1], words[1], words[1])
    made = questions.bus.started("/usr/bin/python3", "-c", MAKER, stdout=subprocess.PIPE, text=True)
    path = ended(made)
    name = "“Own”, for a program that is not known, through “/usr/bin/python3"
    assert path.startswith("/org/freedesktop/secrets/collection/"), "the keychain is there"
    leads = ["", "(the same again) ", "(the two were not the same) ", "(the same again) "]
    asked = [dialog for dialog in session.dialogs if dialog[0] != "closed"]
    assert all(dialog[0] == "CreateCollectionPrompt" and dialog[1].startswith(lead + name)
               for dialog, lead in zip(asked, leads, strict=True)), f"what was not the same is typed again: {asked}"
    assert questions.daemon.security("lock-keychain", "Own", user=world.ann)[0] == 0
    assert questions.daemon.unlock(words[0], "Own", user=world.ann)[0] != 0, "not with the first one"
    time.sleep(1.1)  # After a wrong password the next one waits.
    assert questions.daemon.unlock(words[1], "Own", user=world.ann)[0] == 0, "its password is what was typed twice"


def test_a_dialog_of_plasma_that_the_user_closes_is_a_refusal(questions, plasma):
    session = plasma("")
    assert ended(locked(questions)) == "", "the program has nothing"
    assert [dialog[0] for dialog in session.dialogs] == ["UnlockCollectionPrompt", "closed"], "one dialog"


def test_a_dialog_of_plasma_goes_with_its_client(questions, plasma):
    session = plasma("-")
    waiting = locked(questions)
    assert until(lambda: len(session.dialogs) == 1), "the dialog is there"
    waiting.kill()
    waiting.wait()
    assert until(lambda: session.dialogs[1:] == [["Dismiss"]]), "the dialog goes away"


@pytest.mark.parametrize("more", [{"name": "prompter"}, {"desktop": "XFCE"}])
def test_a_prompter_that_is_not_plasmas_is_shown_nothing(questions, plasma, more):
    session = plasma("typed", **more)
    waiting = locked(questions)
    time.sleep(3)
    assert waiting.poll() is None and session.dialogs == [], "another one asks the user"
    waiting.kill()


def test_plasma_is_not_asked_what_it_has_no_dialog_for(questions, plasma):
    session = plasma("typed")
    waiting = questions.asked()
    time.sleep(3)
    assert waiting.poll() is None and session.dialogs == [], "a permission is asked for by another one"
    waiting.kill()
