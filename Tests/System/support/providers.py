# Those who provide the Secret Service: Latchkey, gnome-keyring, and by their names all of them.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess

from .answering import Answering
from .daemon import Daemon
from .keepassxc import KeePassXC
from .kwallet import KWallet
from .secret_service import Provider


class Latchkey(Provider):
    NAME, TITLE = "latchkey", "Latchkey"

    def prepare(self):
        self.daemon = Daemon(self.world, user=self.bus.user, environment={**self.bus.environment})
        # Without a password it could not be locked.
        self.daemon.make_keychain(self.password, user=self.bus.user)

    def begin(self):
        if self.daemon.process.poll() is not None:
            self.daemon.start()
            self.daemon.unlock(self.password, user=self.bus.user)
        return self.daemon.process

    def share(self):
        (pathlib.Path("/etc/latchkey") / "secret-service.toml").write_text('mode = "observe"\n')
        self.stop()
        self.start()

    def said(self):
        return self.daemon.said()[-4000:]

    def answer_prompts(self, answer="yes", after=0, new_password=None):
        # The agent asks only those prompters that root has installed for a desktop.
        Answering(self.daemon, self.bus.user, self.bus.home / "prompts.jsonl", answer, after,
                  {"old": self.password, "new": new_password or self.password})

    @classmethod
    def version(cls):
        return "this tree"


class GnomeKeyring(Provider):
    NAME, TITLE, PACKAGE = "gnome-keyring", "gnome-keyring", "gnome-keyring"

    def begin(self):
        process = self.bus.started("gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets", log=f"{self.NAME}.log",
                                   stdin=subprocess.PIPE)
        process.stdin.write(self.password.encode())
        process.stdin.close()
        return process


PROVIDERS = {kind.NAME: kind for kind in (Latchkey, GnomeKeyring, KWallet, KeePassXC)}


def missing_program(name):
    """What a provider needs and this machine has not; None if it is there."""
    kind = PROVIDERS[name]
    return None if kind.version() else f"Debian's {kind.PACKAGE} is not installed"
