# A provider of the Secret Service that asks in windows of its own, which its user answers.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os

import pytest

from .desk import Desk
from .secret_service import Provider

PREFIX = "org.freedesktop.Secret."


class Windowed(Provider):
    """Until a test has them answered with yes, its user closes windows that ask for a password, as if nobody were there to ask."""

    HAS_INTERNAL_INTERFACE = False
    # Qt looks for a method with the signature.
    WRONG_ARGUMENTS = (*Provider.WRONG_ARGUMENTS, "org.freedesktop.DBus.Error.UnknownMethod")

    def prepare(self):
        self.typed = self.new_password = self.password
        self.passwords, self.new_name = {}, None
        self.desk = Desk(self.SEARCH, self.answer_window)

    # What finds its windows.
    SEARCH = ()

    def answer_window(self, desk, window, title, agrees):
        """Answers one of its windows, and says what it asked for: `password` or `confirm`."""
        raise NotImplementedError

    def answer_prompts(self, answer="yes", after=0, new_password=None):
        self.new_password = new_password or self.password
        self.desk.answer, self.desk.after = answer, after

    def prompts(self):
        return [(kind, {}) for kind in self.desk.answered]

    @contextlib.contextmanager
    def answering(self, password, new_password=None):
        """Meanwhile the user says yes with this password, and chooses the new one for what is new."""
        before = self.desk.answer, self.typed, self.new_password
        self.desk.answer, self.typed, self.new_password = "yes", password, new_password
        yield
        self.desk.answer, self.typed, self.new_password = before

    def unlock(self, client, collection, password):
        """As any program has a collection unlocked: by a prompt, which the user answers with the password of the collection."""
        if password != self.passwords.get(collection, self.password):
            pytest.skip("a wrong password is told the user, and no program")
        with self.answering(password):
            unlocked, prompt = client.service_call("Unlock", "ao", [collection])
            completed = prompt == "/" or client.prompt(prompt)
        assert completed and client.get(collection, "Collection", "Locked") is False, f"{self.TITLE} unlocks {collection}: {self.said()}"

    def make_collection(self, client, label, password):
        """As any program has one made: by a prompt, where the user chooses its password."""
        self.new_name = label
        with self.answering(None, password):
            path, prompt = client.service_call("CreateCollection", "a{sv}s", {PREFIX + "Collection.Label": ("s", label)}, "")
            completed = prompt != "/" and client.prompt(prompt, 40)
        path = completed[2] if completed and completed[1] == "o" else path
        assert path != "/", f"{self.TITLE} makes a collection: {self.said()}"
        self.passwords[path] = password
        return path

    def connection(self):
        """As the user of its bus: a bus of another user than this process's refuses this process."""
        if self.bus.user.number == os.geteuid():
            return super().connection()
        os.setegid(self.bus.user.number)
        os.seteuid(self.bus.user.number)
        try:
            return super().connection()
        finally:
            os.seteuid(0)
            os.setegid(0)
