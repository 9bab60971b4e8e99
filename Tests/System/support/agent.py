# The user: `latchkey agent` on a terminal of its own, and programs that wait for their answer.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pty
import re
import select
import signal
import termios
import time

from .world import until

PINENTRY_TTY = "/usr/bin/pinentry-tty"
KEYCHAIN_FIELD, ITEM_FIELD = "Password of the keychain: ?$", "Password of the item: ?$"


class Waiting:
    """A call that goes on while the user is asked."""

    def __init__(self, daemon, *words, user=None, **more):
        self.process = daemon.started(*words, user=user or daemon.world.ann, **more)

    def answer(self):
        """The exit status and what the program wrote to its standard output."""
        output, _ = self.process.communicate("", timeout=100)
        return self.process.returncode, output.strip()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, words, environment, owner=None):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            if owner is not None and os.geteuid() == 0:
                os.fchown(0, owner.number, owner.number)
            os.chdir("/")
            os.execvpe(words[0], words, environment)
        self.text, self.status, self.is_over = "", None, False

    def until(self, pattern, seconds=20):
        """Reads until the terminal shows what is looked for; false if it does not come."""
        ends = time.monotonic() + seconds
        while not re.search(pattern, self.text):
            if not select.select([self.terminal], [], [], max(0, ends - time.monotonic()))[0]:
                return False
            try:
                self.text += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError:
                self.is_over = True
                return bool(re.search(pattern, self.text))
        return True

    def ended(self, seconds=20):
        """Reads until the program has ended: its exit status, or None if it goes on."""
        self.until("(?!)", seconds)
        has_ended = until(lambda: os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT), 5)
        return self.wait() if has_ended else None

    def forget(self):
        """What was shown, also what nobody has read yet; from here on only what comes anew is looked at."""
        if self.status is None:
            self.until("(?!)", 0)
        seen, self.text = self.text, ""
        return seen

    def echoes(self):
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ECHO)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def kill(self):
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self):
        """Its exit status."""
        if self.status is None:
            with contextlib.suppress(ChildProcessError):
                self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            with contextlib.suppress(OSError):
                os.close(self.terminal)
        return self.status


class Agent(Terminal):
    """`latchkey agent` of a user. It answers by a pinentry on its terminal, or without one by what it chooses itself, with the prompters of all desktops."""

    def __init__(self, daemon, pinentry=PINENTRY_TTY, user=None, program=None, waits=True, within=(), **more):
        user = user or daemon.world.ann
        self.daemon = daemon
        words = [*within, *user.words, str(program or daemon.binaries / "latchkey"), "agent", *(["--pinentry", pinentry] if pinentry else ["--prompter"])]
        super().__init__(words, daemon.environment_of(user, TERM="xterm", LANG="C.UTF-8", **more), owner=user)
        if waits:
            assert self.ready(), f"an agent waits for questions: {self.text}"

    def ready(self):
        """Whether it says that it waits, and has its call for the next question on its way."""
        shown = self.until("asks the user")
        time.sleep(0.3)  # Nothing tells that the daemon has taken the call.
        return shown

    def type(self, text):
        time.sleep(0.1)  # A pinentry that has just shown its field throws away what came before.
        super().type(text)

    def choose(self, letter, word=None):
        """Answers the two dialogs of pinentry-tty: a button, and the password."""
        shown = self.until(r"\[[a-z]+\]\? ")
        self.type(letter)
        if word is not None:
            shown = shown and self.until(KEYCHAIN_FIELD)
            self.type(word + "\r")
        return shown
