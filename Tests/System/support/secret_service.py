# A session bus of the test's own, and what all have in common who provide the Secret Service on it.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import json
import os
import pathlib
import subprocess

from .world import ROOT_USER, until

SERVICE, ROOT = "org.freedesktop.secrets", "/org/freedesktop/secrets"
ALIAS, SESSION_COLLECTION = f"{ROOT}/aliases/default", f"{ROOT}/collection/session"
PROMPTER = pathlib.Path(__file__).with_name("prompter.py")
# The limits are those of the session bus that Debian has.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type>
    <listen>unix:path={path}</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    <limit name="max_incoming_bytes">1000000000</limit><limit name="max_outgoing_bytes">1000000000</limit>
    <limit name="max_message_size">1000000000</limit><limit name="auth_timeout">240000</limit>
    <limit name="max_completed_connections">100000</limit><limit name="max_connections_per_user">100000</limit>
    <limit name="max_match_rules_per_connection">50000</limit><limit name="max_replies_per_connection">50000</limit></busconfig>"""


class SessionBus:
    """A user's bus, with a home of its own and no display. It starts no services by itself."""

    def __init__(self, world, user=ROOT_USER):
        self.world, self.user, self.home = world, user, world.home(user)
        self.run_folder = self.folder("run")
        self.path = self.run_folder / "bus"
        self.address = f"unix:path={self.path}"
        self.environment = {
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.home), "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": self.address,
            "XDG_RUNTIME_DIR": str(self.run_folder), **{f"XDG_{name.upper()}_HOME": str(self.folder(name)) for name in ("config", "data", "cache")},
            # No settings of GNOME, and no other bus.
            "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "NO_AT_BRIDGE": "1"}
        configuration = self.home / "bus.conf"
        configuration.write_text(CONFIGURATION.format(path=self.path))
        configuration.chmod(0o644)
        self.process = self.started("dbus-daemon", "--config-file", configuration, "--nofork", "--nopidfile")
        assert until(lambda: self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetId"), 60), "a session bus starts"

    def folder(self, name):
        folder = self.home / name
        folder.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            os.chown(folder, self.user.number, self.user.number)
        return folder

    def started(self, *words, log=None, stdin=subprocess.DEVNULL, **options):
        """A program of the user's session; what it says is in its home, in the file `log`."""
        environment = {**self.environment, **options.pop("environment", {})}
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(open(self.home / log, "ab")) if log else subprocess.DEVNULL
            return subprocess.Popen([*self.user.words, *map(str, words)], env=environment, cwd="/", stdin=stdin, stdout=output, stderr=output,
                                    **options)

    def run(self, *words, given=b"", seconds=60, **more):
        """Runs a program to its end: its exit status, its output and its errors, as bytes; `more` are variables of its environment."""
        done = subprocess.run([*self.user.words, *map(str, words)], env={**self.environment, **more}, cwd="/", capture_output=True,
                              input=given if isinstance(given, bytes) else given.encode(), timeout=seconds)
        return done.returncode, done.stdout, done.stderr

    def call(self, destination, path, method, *values):
        """What the method answers, as text; None if it fails."""
        status, said, _ = self.run("gdbus", "call", "--session", "--dest", destination, "--object-path", path, "--method", method, *values)
        return said.decode() if status == 0 else None

    def owner(self, name=SERVICE):
        """The unique name of who owns a name, as text; None if nobody does."""
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetNameOwner", name)


class Provider:
    """Who provides the Secret Service: started, with an unlocked collection that `default` leads to, whose password is `password`."""

    NAME = TITLE = PACKAGE = None

    def __init__(self, bus):
        self.bus, self.world = bus, bus.world
        self.password = self.world.password
        self.process = None
        self.prepare()
        self.start()

    def prepare(self):
        """What must be there before its first start."""

    def start(self):
        self.process = self.begin()
        assert until(lambda: self.bus.owner() or self.process.poll() is not None, 60) and self.process.poll() is None, \
            f"{self.TITLE} owns the name of the Secret Service: {self.said()}"

    def begin(self):
        raise NotImplementedError

    def stop(self):
        self.process.terminate()
        self.process.wait(60)
        assert until(lambda: not self.bus.owner(), 60), f"{self.TITLE} gives the name up"

    def said(self):
        log = self.bus.home / f"{self.NAME}.log"
        return log.read_text(errors="replace")[-4000:] if log.exists() else ""

    # Whether a collection is made and unlocked by gnome-keyring's internal interface. Without it the user does that in
    # windows.
    HAS_INTERNAL_INTERFACE = True
    # What it may call arguments of the wrong type.
    WRONG_ARGUMENTS = ("org.freedesktop.DBus.Error.InvalidArgs", "org.freedesktop.DBus.Error.InvalidSignature")

    def share(self):
        """From here on each program sees the items of all, as it does with the peers."""

    def connection(self):
        """A connection for raw calls, of the user of its bus."""
        from .raw_secrets import Raw  # Here, since only clients need Python's jeepney.
        return Raw(self.bus.address, provider=self)

    @staticmethod
    def named(error):
        """The name of an error, as the specification has it."""
        return error.name

    # Whom it asks.

    def answer_prompts(self, answer="yes", after=0, new_password=None):
        """From here on a prompter of the session answers each dialog, after some seconds and with this provider's password: `yes`, `no`,
        or `never`. A new password is another one if it is given."""
        log = self.bus.home / "prompts.jsonl"
        self.prompter = self.bus.started("/usr/bin/python3", "-B", PROMPTER, log, answer, after, log="prompter.log",
                                         environment={"PROMPTER_PASSWORD": self.password, "PROMPTER_NEW_PASSWORD": new_password or self.password})
        assert until(lambda: self.bus.owner("org.gnome.keyring.SystemPrompter"), 30), "a prompter answers"

    def prompts(self):
        """What was asked: the kind of each dialog, and its properties."""
        log = self.bus.home / "prompts.jsonl"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    @classmethod
    def version(cls):
        shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", cls.PACKAGE], capture_output=True, text=True)
        return shown.stdout.split("-")[0].split("+")[0].split(":")[-1] if shown.returncode == 0 else None

    def memory(self):
        """Kilobytes that are resident."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
