# A daemon of the system, programs of its users, and agents on terminals, for the checks in which a person is asked.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import pty
import re
import secrets
import select
import shutil
import signal
import subprocess
import sys
import time

from daemons import BIN, Daemon

ANN, BOB = 60001, 60002
TEAM = "TEAM123456"
CONFIGURATION = pathlib.Path("/etc/latchkey")
password = "word-" + secrets.token_hex(8)
secret = "secret-" + secrets.token_hex(12)
stray = []


def as_user(user):
    return ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups"]


def run(*words, **options):
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60, **options)
    if ran.returncode != 0:
        sys.exit(f"error: {' '.join(map(str, words))}: {ran.stdout}{ran.stderr}")
    return ran.stdout


class Place:
    """A daemon of the system, and what programs of its users run with."""

    def __init__(self, folder, **environment):
        self.folder, self.bin, self.programs = folder, folder / "bin", folder / "programs"
        self.bin.mkdir(mode=0o755)
        self.programs.mkdir(mode=0o755)
        for name in ("keychaind", "security", "latchkey", "codesign", "secure-loader"):
            shutil.copy(BIN / name, self.bin)
        self.daemon = Daemon(folder, "--system", binaries=self.bin, serves_scripts=False, environment=environment)
        stray.append(self.daemon.process)
        self.word = folder / "word"
        self.word.touch(mode=0o600)
        self.word.write_text(password + "\n")

    def environment(self, user, **more):
        home = self.folder / f"home-{user}"
        if not home.exists():
            home.mkdir(mode=0o700)
            os.chown(home, user, user)
        return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LATCHKEY_SOCKET": str(self.daemon.path),
                "LATCHKEY_HOME": str(home / "keychains"), **more}

    def start(self, *words, user=ANN, **more):
        process = subprocess.Popen([*as_user(user), *map(str, words)], env=self.environment(user, **more), text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        stray.append(process)
        return process

    def call(self, *words, user=ANN, given="", **more):
        process = self.start(*words, user=user, **more)
        out, err = process.communicate(given, timeout=140)
        return process.returncode, out.strip(), err

    def security(self, *words, **options):
        return self.call(self.bin / "security", *words, **options)

    def said(self):
        return (self.folder / "log").read_text()


class Waiting:
    """A call that goes on while the person is asked."""

    def __init__(self, place, *words, **options):
        self.process = place.start(*words, **options)

    def answer(self):
        out, _ = self.process.communicate("", timeout=140)
        return self.process.returncode, out.strip()


class Agent:
    """`latchkey agent` on a terminal of its own."""

    def __init__(self, place, pinentry="/usr/bin/pinentry-tty", user=ANN, program=None, **more):
        self.pid, self.terminal = pty.fork()
        words = [*as_user(user), str(program or place.bin / "latchkey"), "agent", "--pinentry", pinentry]
        if self.pid == 0:
            os.fchown(0, user, user)
            os.execvpe(words[0], words, place.environment(user, TERM="xterm", LANG="C.UTF-8", **more))
        self.text = ""
        self.status = None
        stray.append(self)

    def until(self, pattern, seconds=20):
        """Reads until the terminal shows what is looked for; false where it does not."""
        ends = time.monotonic() + seconds
        while not re.search(pattern, self.text):
            left = ends - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                return False
            try:
                self.text += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError:
                return bool(re.search(pattern, self.text))
        return True

    def forget(self):
        seen, self.text = self.text, ""
        return seen

    def type(self, text):
        time.sleep(0.1)
        os.write(self.terminal, text.encode())

    def kill(self):
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            _, self.status = os.waitpid(self.pid, 0)
        with contextlib.suppress(OSError):
            os.close(self.terminal)

    def ready(self):
        shown = self.until("asks the person")
        # Its call for the next question is on its way.
        time.sleep(0.5)
        return shown

    def choose(self, letter, word=None):
        """Answers the two dialogs of pinentry-tty: a button, and the password."""
        shown = self.until(r"\[[a-z]+\]\? ")
        self.type(letter)
        if word is not None:
            shown = shown and self.until("Password of the keychain: ?$")
            self.type(word + "\r")
        return shown


def until(what, seconds=20):
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if what():
            return True
        time.sleep(0.05)
    return False


def has_own_mounts():
    """Starts this check anew in a mount namespace of its own, with an /etc/latchkey of its own."""
    if os.getuid() != 0:
        sys.exit("error: run as root")
    if os.environ.get("LATCHKEY_CHECK_MOUNTS") != "own":
        os.execvpe("unshare", ["unshare", "-m", "--propagation", "private", sys.executable, *sys.argv],
                   {**os.environ, "LATCHKEY_CHECK_MOUNTS": "own"})
    made = not CONFIGURATION.exists()
    CONFIGURATION.mkdir(mode=0o755, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "none", str(CONFIGURATION)], check=True)
    (CONFIGURATION / "teams.d").mkdir(mode=0o755)
    return made
