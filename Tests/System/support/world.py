# The place of one test: a folder, two users with names, a password and a secret that nobody had before.
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import os
import pathlib
import pwd
import secrets
import shutil
import subprocess
import time

from .isolation import is_root, mount


@dataclasses.dataclass(frozen=True)
class User:
    name: str
    number: int

    @property
    def words(self):
        """What runs a command as this user."""
        if os.geteuid() == self.number:
            return []
        return ["setpriv", "--reuid", str(self.number), "--regid", str(self.number), "--clear-groups"]


ROOT_USER = User("root", 0)


def until(condition, seconds=20, every=0.02):
    """Waits for an event; false if it does not come."""
    ends = time.monotonic() + seconds
    while True:
        if condition():
            return True
        if time.monotonic() > ends:
            return False
        time.sleep(every)


class World:
    """Where one test works. `folder` is root's and everybody may look into it, as into an installed program's."""

    def __init__(self, session, folder):
        self.session, self.folder, self.bin = session, folder, session.bin
        self.programs = folder / "programs"
        self.programs.mkdir(mode=0o755)
        self.password = "word-" + secrets.token_hex(8)
        self.secret = "secret-" + secrets.token_hex(12)
        self.secrets = [self.password, self.secret]
        for secret in self.secrets:
            self.record(secret)
        if is_root():
            self.ann, self.bob, self.service = (
                User(name, number) for name, number in zip(("ann", "bob", "keychain"), session.users()))
            self.name_users()
        else:
            me = pwd.getpwuid(os.geteuid())
            self.ann = User(me.pw_name, me.pw_uid)

    def name_users(self):
        """The users have names in this test's namespace: fprintd and PAM know people by them."""
        added = {
            "passwd": [f"{user.name}:x:{user.number}:{user.number}::{self.folder}/home-{user.name}:/bin/sh" for user in self.users],
            "group": [f"{user.name}:x:{user.number}:" for user in self.users],
            "shadow": [f"{user.name}:*:20000:0:99999:7:::" for user in self.users],
        }
        for name, lines in added.items():
            own, real = self.folder / name, pathlib.Path("/etc") / name
            shutil.copy2(real, own)
            os.chown(own, real.stat().st_uid, real.stat().st_gid)
            with open(own, "a") as file:
                file.writelines(line + "\n" for line in lines)
            mount("--bind", own, real)

    @property
    def users(self):
        return (self.ann, self.bob, self.service)

    @staticmethod
    def record(secret):
        """Writes a secret of a test down, so that the logs of the whole run are searched for it."""
        ledger = os.environ.get("LATCHKEY_TEST_LEDGER")
        if ledger:
            with open(ledger, "a") as file:
                file.write((secret.encode() if isinstance(secret, str) else secret).hex() + "\n")

    def new_secret(self, beginning="word-"):
        """Another secret of this test, which no log may hold either."""
        secret = beginning + secrets.token_hex(8)
        self.secrets.append(secret)
        self.record(secret)
        return secret

    def home(self, user):
        home = self.folder / f"home-{user.name}"
        if not home.exists():
            home.mkdir(mode=0o700)
            os.chown(home, user.number, user.number)
        return home

    def copied(self, program, name, owner=ROOT_USER):
        """A program of its own: the same file under another path is somebody else."""
        copy = self.programs / name
        shutil.copy(program if isinstance(program, pathlib.Path) else self.bin / program, copy)
        os.chown(copy, owner.number, owner.number)
        return copy

    def logs(self):
        """Everything that the daemons of this test have said."""
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("**/daemon.log")))

    def told(self):
        """The secrets of this test that a log holds: there must be none."""
        said = self.logs()
        return [secret for secret in self.secrets if secret in said]


def run(*words, status=0, **options):
    """Runs a command that must end with this status, and gives what it wrote to its standard output."""
    options = {"capture_output": True, "text": True, "timeout": 60, **options}
    ran = subprocess.run([str(word) for word in words], **options)
    assert ran.returncode == status, f"{' '.join(map(str, words))}: {ran.returncode} instead of {status}: {ran.stdout}{ran.stderr}"
    return ran.stdout
