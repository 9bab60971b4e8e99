# Session buses with the package's policy, and what serves them: the daemon of the system and latchkey-session, setgid.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import threading

from .daemon import Daemon, as_unit
from .session import ROOT
from .world import run, until

SERVICE, OBJECT = "org.freedesktop.secrets", "/org/freedesktop/secrets"
DRIVER, DRIVER_OBJECT = "org.freedesktop.DBus", "/org/freedesktop/DBus"
POLICIES = ROOT / "Packaging/dbus/session.d"
GROUP, GROUP_NUMBER = "latchkey-bus", 63_217
# What Debian's session.conf allows and bounds, and then what the package forbids.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type>
    <listen>unix:path={path}</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    {policies}<limit name="max_completed_connections">100000</limit><limit name="max_connections_per_user">100000</limit>
    <limit name="max_replies_per_connection">50000</limit></busconfig>"""
BROKER = """import os, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen(64)
listening.setblocking(False)
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv("/usr/bin/dbus-broker-launch", ["dbus-broker-launch", "--scope", "user", "--config-file", sys.argv[2]])
"""
SQUATTER = """import sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
answer = bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                       GLib.Variant("(su)", (sys.argv[1], 4)), None, 0, -1, None)
print(answer.unpack()[0], flush=True)
GLib.MainLoop().run()
"""


def needs_journal():
    """dbus-broker's launcher does not start without the journal's socket: here somebody listens who reads nothing of it."""
    path = pathlib.Path("/run/systemd/journal/socket")
    if path.exists():
        return
    path.parent.mkdir(parents=True)
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind(str(path))
    path.chmod(0o666)

    def read():
        with contextlib.suppress(OSError):
            while journal.recv(1 << 16):
                pass

    threading.Thread(target=read, daemon=True).start()


class GuardedBus:
    """The session bus of a user: `dbus-daemon` or `dbus-broker`, with the policy of the package unless it says otherwise."""

    def __init__(self, world, user, kind="dbus-daemon", is_guarded=True):
        self.world, self.user = world, user
        add_group(world)
        self.folder = pathlib.Path(f"/run/user/{user.number}")
        self.folder.mkdir(parents=True)
        os.chown(self.folder, user.number, user.number)
        self.path = self.folder / "bus"
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(world.home(user)), "XDG_RUNTIME_DIR": str(self.folder), "LANG": "C.UTF-8",
                            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.path}"}
        configuration = world.folder / f"bus-{user.name}.conf"
        included = f"<includedir>{POLICIES}</includedir>" if is_guarded else ""
        configuration.write_text(CONFIGURATION.format(path=self.path, policies=included))
        if kind == "dbus-broker":
            needs_journal()
            words = ["/usr/bin/python3", "-c", BROKER, self.path, configuration]
        else:
            words = ["dbus-daemon", "--config-file", configuration, "--nofork", "--nopidfile"]
        self.process = self.started(*words)
        assert until(lambda: self.call("GetId"), 30), f"a {kind} starts"

    def stop(self):
        self.process.kill()
        self.process.wait()

    def started(self, *words, user=None, environment=None, log=None, **options):
        """A program of the user's session; what it says is in the home, in the file `log`."""
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(open(self.world.home(self.user) / log, "ab")) if log else subprocess.DEVNULL
            options = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": output, **options}
            return subprocess.Popen([*(user or self.user).words, *map(str, words)], env={**self.environment, **(environment or {})}, cwd="/",
                                    **options)

    def run(self, *words, given="", seconds=30):
        """The exit status, the output and the errors of a program of the user."""
        done = subprocess.run([*self.user.words, *map(str, words)], env=self.environment, cwd="/", capture_output=True, text=True,
                              input=given, timeout=seconds)
        return done.returncode, done.stdout.strip(), done.stderr.strip()

    def call(self, member, *values, of=DRIVER, at=DRIVER_OBJECT, interface=DRIVER):
        """What a method answers, as text; None if it fails."""
        status, said, _ = self.run("gdbus", "call", "--session", "--dest", of, "--object-path", at, "--method", f"{interface}.{member}", *values)
        return said if status == 0 else None

    def read_alias(self, name):
        return self.call("ReadAlias", name, of=SERVICE, at=OBJECT, interface="org.freedesktop.Secret.Service")

    @property
    def owner(self):
        """The unique name of who has the service's name."""
        return self.call("GetNameOwner", SERVICE)

    def takes_name(self, name=SERVICE):
        """A process that wants the name, and what the bus answers it."""
        process = self.started("/usr/bin/python3", "-c", SQUATTER, name, stdout=subprocess.PIPE, text=True)
        return process, process.stdout.readline().strip()

    def emit(self, name):
        self.run("gdbus", "emit", "--session", "--object-path", "/mark", "--signal", f"org.example.{name}")


class Monitor:
    """`dbus-monitor`, as far as the bus lets it look: what it prints."""

    def __init__(self, bus):
        self.bus = bus
        self.log = bus.world.folder / "monitor"
        with open(self.log, "wb") as log:
            self.process = bus.started("dbus-monitor", "--session", stdout=log, stderr=log)

    def sees(self, name):
        """Sends a signal until it is printed: from then on the monitor has seen all that was before."""
        def is_seen():
            self.bus.emit(name)
            return f"member={name}" in self.said()
        return until(is_seen, 20, every=0.1)

    def said(self):
        return self.log.read_text(errors="replace")


def add_group(world):
    """The group has a name in the test's namespace, where the buses look it up."""
    group = world.folder / "group"
    if GROUP not in group.read_text():
        with open(group, "a") as file:
            file.write(f"{GROUP}:x:{GROUP_NUMBER}:\n")


class SecretSystem:
    """`keychaind --system` and latchkey-session beside it, as a package installs them; `serves_commands` has the daemon serve the
    commands beside it, too."""

    def __init__(self, world, *options, is_unit=False, serves_commands=False):
        add_group(world)
        self.world = world
        self.binaries = world.folder / "installed"
        self.binaries.mkdir(mode=0o755)
        for name in ("keychaind", "security", "latchkey"):
            os.link((world.bin / name).resolve(), self.binaries / name)
        if serves_commands:
            self.sign_commands()
        self.helper = self.installed("latchkey-session")
        socket = pathlib.Path("/run/latchkey/keychaind.sock")
        if is_unit:
            socket.parent.mkdir()
            os.chown(socket.parent, world.service.number, world.service.number)
            self.daemon = as_unit(world, *options, binaries=self.binaries, socket=socket)
        else:
            self.daemon = Daemon(world, "--system", *options, binaries=self.binaries, serves_scripts=False, socket=socket)

    def sign_commands(self):
        """They are started by the loader beside them: each is a file of its own."""
        shutil.copy2(self.world.bin / "secure-loader", self.binaries)
        commands = [self.binaries / name for name in ("security", "latchkey")]
        for command in commands:
            command.unlink()
            shutil.copy2(self.world.bin / command.name, command)
        run(self.world.bin / "codesign", "-f", "-s", "-", "--loader", self.binaries / "secure-loader", *commands)

    def installed(self, name, folder=None, mode=0o2755, group=GROUP_NUMBER):
        """The helper under another name, in another folder or with other rights."""
        path = (folder or self.binaries) / name
        shutil.copy(self.world.bin / "latchkey-session", path)
        os.chown(path, 0, group)
        path.chmod(mode)
        return path

    def handed(self, bus, helper=None, **environment):
        """Starts the helper in a user's session."""
        return subprocess.Popen([*bus.user.words, str(helper or self.helper)], env={**bus.environment, **environment}, cwd="/",
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def serve(self, bus):
        """Starts the helper, and waits until the service has its name."""
        helper = self.handed(bus)
        assert until(lambda: bus.owner), f"the daemon has the name on the bus: {self.daemon.said()}"
        return helper


def ended(process, seconds=20):
    """The exit status and the errors of a helper that ends by itself."""
    status = process.wait(seconds)
    return status, process.stderr.read()


def can_be_setgid(folder):
    """Whether the file system of a folder gives programs the right of their group."""
    return not os.statvfs(folder).f_flag & os.ST_NOSUID
