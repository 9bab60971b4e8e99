# A real keychaind, and the commands and programs that speak to it.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import signal
import struct
import subprocess
import time

from .session import ROOT
from .wire import LOGIN, NOT_FOUND, Client, copy, frame
from .world import ROOT_USER, run, until

UNIT = ROOT / "Packaging/systemd/system/keychaind.service"


class Daemon:
    """keychaind in a folder of its own: its socket, its keychains, and what it says in `daemon.log`.

    `options` are its words, `--user` if there are none. A script speaks as its interpreter, which a daemon serves only if it is told
    to: `serves_scripts`. `prefix` runs it, `user` is whom it runs as, `owner` whose its folders are if the prefix changes that,
    `binaries` where it and its tools are."""

    def __init__(self, world, *options, name="daemon", environment=None, prefix=(), user=ROOT_USER, owner=None,
                 binaries=None, serves_scripts=True, socket=None):
        self.world, self.binaries = world, binaries or world.bin
        self.folder = world.folder / name
        self.home, self.path, self.log = self.folder / "home", socket or self.folder / "run/keychaind.sock", self.folder / "daemon.log"
        for directory in (self.folder, self.folder / "run", self.home):
            directory.mkdir(mode=0o755, exist_ok=True)
            if os.geteuid() == 0:
                os.chown(directory, (owner or user).number, (owner or user).number)
        self.home.chmod(0o700)
        self.words = [*user.words, *prefix, str(self.binaries / "keychaind"), *(options or ["--user"]),
                      *(["--with-interpreters"] if serves_scripts else []), "--socket", str(self.path), "--home", str(self.home)]
        self.environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.folder), **(environment or {})}
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.words, env=self.environment, stderr=log)

        def is_there():
            assert self.process.poll() is None, f"the daemon does not start: {self.said()}"
            with contextlib.suppress(OSError, EOFError):
                Client(self.path).close()
                return True

        assert until(is_there), f"the daemon does not start: {self.said()}"

    def stop(self):
        """Ends it as a service manager does; its exit status."""
        self.process.terminate()
        return self.process.wait(60)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self, **environment):
        self.stop()
        self.environment.update(environment)
        self.start()


    # What it says.

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def says(self, words, seconds=10, after=0):
        """Waits until the log has these words, behind its first `after` characters."""
        return until(lambda: words in self.said()[after:], seconds)

    # What it takes.

    def processor_time(self):
        """Seconds."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Kilobytes that are resident."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])

    # Whom it serves.

    def client(self, **options):
        return Client(self.path, **options)

    def serves(self, within=5):
        """Whether another client has its answer within some seconds."""
        start = time.monotonic()
        client = self.client()
        status, _ = client.call(copy(b"nobody"))
        client.close()
        return status == NOT_FOUND and time.monotonic() - start < within

    def environment_of(self, user, **more):
        home = self.world.home(user)
        return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LATCHKEY_SOCKET": str(self.path), "LATCHKEY_HOME": str(home / "keychains"), **more}

    def started(self, *words, user=ROOT_USER, **more):
        """A program of a user, with pipes as its standard input, output and error; `more` are variables of its environment."""
        return subprocess.Popen([*user.words, *map(str, words)], env=self.environment_of(user, **more), text=True, cwd="/",
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *words, user=ROOT_USER, given="", seconds=60, **more):
        """Runs a program of a user to its end: the exit status, what it wrote to its standard output (stripped) and to its error."""
        process = self.started(*words, user=user, **more)
        try:
            output, errors = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return process.returncode, output.strip(), errors

    def tool(self, name, *words, **options):
        """A command of this project: `daemon.tool("latchkey", "doctor")`."""
        return self.run(self.binaries / name, *words, **options)

    def security(self, *words, **options):
        return self.tool("security", *words, **options)

    def make_keychain(self, password, name="login", user=ROOT_USER):
        status, _, errors = self.security("create-keychain", "-p", "-", name, user=user, given=password)
        assert status == 0, f"a keychain {name} is made: {errors}"

    def make_unlockable(self, password, name="login", user=ROOT_USER):
        """A keychain with one item that is there only while it is unlocked."""
        self.make_keychain(password, name, user)
        status, _, errors = self.security("add-generic-password", "-a", "me", "-s", name, "-w", "-", name, given="found", user=user)
        assert status == 0, f"an item is added to {name}: {errors}"

    def is_unlocked(self, name="login", user=ROOT_USER):
        return self.security("find-generic-password", "-s", name, "-w", name, user=user)[:2] == (0, "found")

    def unlock(self, password, name="login", user=ROOT_USER):
        """The exit status and the errors of `security unlock-keychain`."""
        status, _, errors = self.security("unlock-keychain", "-p", "-", name, given=password, user=user)
        return status, errors


def unit_capabilities():
    """What the unit of the system's daemon grants, and what it bounds."""
    return [line.split("=")[1].split() for line in UNIT.read_text().splitlines()
            if line.startswith(("AmbientCapabilities=", "CapabilityBoundingSet="))]


def unit_words(user):
    """What runs a command as the unit runs the daemon: a user that is nobody, with two capabilities."""
    names = "-all," + ",".join("+" + name.removeprefix("CAP_").lower() for name in unit_capabilities()[0])
    return ["setpriv", "--reuid", str(user.number), "--regid", str(user.number), "--clear-groups", "--no-new-privs",
            "--inh-caps", names, "--ambient-caps", names, "--bounding-set", names]


def as_unit(world, *words, **options):
    """The daemon of the system as its unit runs it, also with everything that it sees mounted nosuid."""
    nosuid = ["unshare", "-m", "sh", "-c", 'mount -o remount,bind,nosuid / && exec "$@"', "sh"]
    return Daemon(world, "--system", *words, prefix=[*nosuid, *unit_words(world.service)], owner=world.service,
                  serves_scripts=False, **options)


class Speaker:
    """A program that calls the keychain when it is told to, run by somebody: speaker.c, wire.py, or a program that was made of one."""

    ANSWERS = ("ready", "over", "no daemon", "loaded", "mapped", "patched", "started", "traced", "cannot")

    def __init__(self, daemon, *program, user=None, environment=None, prefix=(), drops=True, socket=None, words=(), **options):
        """`options` are Popen's."""
        user = user or daemon.world.ann
        command = [*(user.words if drops else []), *map(str, prefix), *map(str, program), str(socket or daemon.path), *map(str, words)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        cwd="/", env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", **(environment or {})}, **options)
        self.greeting = self.line()

    def line(self):
        while True:
            line = self.process.stdout.readline()
            # What a debugger says on the way is not the program's.
            if not line or line.strip() in self.ANSWERS or line[:2] in ("2 ", "3 "):
                return line.strip()

    def tell(self, *words):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(" ".join(words) + "\n")
            self.process.stdin.flush()
        return self.line()

    def call(self, request, keychain=LOGIN):
        """0 or the status, and the body; "over" if the connection has ended."""
        kind, _, body = self.tell("send", frame(request, keychain).hex()).partition(" ")
        body = bytes.fromhex(body) if kind in ("2", "3") else b""
        if kind == "3":
            return struct.unpack(">i", body[:4])[0], body
        return (0, body) if kind == "2" else ("over", b"")

    def end(self):
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait(30)

    def kill(self):
        self.process.kill()
        self.process.wait()


def once(daemon, request, *program, **options):
    """What one call of a new process gets: the body, or the status if it is refused."""
    speaker = Speaker(daemon, *program, **options)
    status, body = speaker.call(request)
    speaker.end()
    return status if status else body
