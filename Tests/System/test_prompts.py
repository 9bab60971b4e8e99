# The prompts of the commands on a real terminal: nothing typed is shown, passwords are asked for twice, three tries.
# SPDX-License-Identifier: Apache-2.0
import os
import time

import pytest

from support.agent import Terminal
from support.command import note

pytestmark = [pytest.mark.rootless, pytest.mark.tools]


class Prompts:
    """The commands of one keychain, each on a terminal of its own, and all that the terminals have shown."""

    def __init__(self, keychain, world):
        self.keychain, self.world, self.transcript = keychain, world, ""

    def security(self, *words, typed=(), status=0):
        """Runs a command that asks for each of the words that are typed, and ends with this exit status."""
        terminal = Terminal([*self.keychain.command, *words], self.keychain.environment)
        for word in typed:
            prompted = terminal.until(r"word[^\n]*: $")
            assert prompted or not terminal.is_over, "the tool ended before its prompt"
            assert prompted, "no prompt"
            self.transcript += terminal.forget()
            terminal.type(word + "\r")
        got = terminal.ended()
        assert got is not None, "the tool does not end"
        self.transcript += terminal.forget()
        assert got == status, f"expected exit status {status}, got {got}"

    def new_words(self, count):
        return [self.world.new_secret("typed-") for _ in range(count)]

    def make_keychain(self):
        """Its password, which was typed."""
        word = self.world.new_secret("correct-horse-")
        self.security("create-keychain", "login", typed=[word, word])
        return word

    def shown(self):
        """What was typed and is on a terminal."""
        return [word for word in self.world.secrets if word in self.transcript]


@pytest.fixture
def prompts(keychain, world):
    made = Prompts(keychain, world)
    yield made
    note(made.transcript.encode())
    assert not made.shown(), "what was typed at a prompt is on the terminal"


def test_a_new_password_is_asked_for_until_it_is_typed_twice_alike(prompts):
    first, second, right = prompts.new_words(3)
    prompts.security("create-keychain", "login", typed=[first, second, right, right])
    assert "don't match" in prompts.transcript, "passwords that do not match are not named"
    prompts.keychain.run("unlock-keychain", "-p", "-", given=right.encode())


def test_three_pairs_of_passwords_that_differ_make_no_keychain(prompts):
    prompts.make_keychain()
    prompts.security("create-keychain", "other", typed=prompts.new_words(6), status=1)
    assert not os.path.exists(f"{prompts.keychain.home}/home/other.keychain-db"), \
        "a keychain was made with passwords that do not match"


def test_a_typed_secret_is_stored(prompts, world):
    prompts.make_keychain()
    secret = world.new_secret("the-secret-")
    prompts.security("add-generic-password", "-a", "me", "-s", "there", "-w", typed=[secret, secret])
    output, _ = prompts.keychain.run("find-generic-password", "-s", "there", "-w")
    assert output.decode().strip() == secret, "the typed secret did not come back"


def test_a_keychain_is_unlocked_at_a_prompt_with_the_right_password_alone(prompts, world):
    word = prompts.make_keychain()
    prompts.security("lock-keychain")
    prompts.security("unlock-keychain", typed=[world.new_secret("wrong-password-")], status=51)
    time.sleep(1.1)  # The next password has to wait.
    prompts.security("unlock-keychain", typed=[word])


def test_a_keychain_gets_another_password_at_prompts(prompts, world):
    word, changed = prompts.make_keychain(), world.new_secret("changed-horse-")
    prompts.security("set-keychain-password", typed=[word, changed, changed])
    prompts.security("lock-keychain")
    prompts.keychain.run("unlock-keychain", "-p", "-", given=changed.encode())
