# A system bus of the test's own, with mocks of logind and polkit, and the real fprintd with a virtual reader.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import socket
import subprocess
import time

from .world import until

MOCK = "org.freedesktop.DBus.Mock"
LOGIN, MANAGER = "org.freedesktop.login1", "/org/freedesktop/login1"
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>system</type>
    <listen>{address}</listen><auth>EXTERNAL</auth><policy context="default"><allow user="*"/><allow own="*"/>
    <allow send_type="method_call"/><allow send_type="signal"/><allow send_requested_reply="true"/>
    <allow receive_type="method_call"/><allow receive_type="signal"/><allow receive_type="method_return"/>
    <allow receive_type="error"/></policy></busconfig>"""


class Bus:
    """As on a real system bus everybody may connect and send signals."""

    def __init__(self, world):
        self.folder = world.folder
        self.address = f"unix:path={self.folder / 'bus'}"
        self.environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "DBUS_SYSTEM_BUS_ADDRESS": self.address, "HOME": str(self.folder)}
        self.configuration = self.folder / "bus.conf"
        self.configuration.write_text(CONFIGURATION.format(address=self.address))
        self.start()

    def start(self):
        self.bus = self.started("dbus-daemon", "--config-file", self.configuration, "--nofork", "--nopidfile")
        dbus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetId")
        assert until(lambda: self.call(*dbus) is not None, 60), "a bus of the test's own starts"

    def stop(self):
        self.bus.kill()
        self.bus.wait()

    def started(self, *words, **more):
        return subprocess.Popen([str(word) for word in words], env={**self.environment, **more}, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def mock(self, template):
        # Debian's python3, which has dbusmock.
        return self.started("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template)

    def call(self, destination, path, method, *values):
        """What the method answers, as text; None if it fails."""
        ran = subprocess.run(["gdbus", "call", "--address", self.address, "--dest", destination, "--object-path", path,
                              "--method", method, *values], capture_output=True, env=self.environment, timeout=20)
        return ran.stdout.decode() if ran.returncode == 0 else None

    def emit(self, signal, path, receiver, *values):
        subprocess.run(["gdbus", "emit", "--address", self.address, "--dest", receiver, "--object-path", path,
                        "--signal", signal, *values], capture_output=True, env=self.environment, timeout=20)

    def names(self):
        """The unique names of who is connected."""
        names = self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames") or ""
        return [name for name in names.replace("'", " ").replace(",", " ").split() if name.startswith(":")]


class Logind:
    """The mock of logind on a bus."""

    def __init__(self, bus):
        self.bus = bus
        self.start()

    def start(self):
        self.process = self.bus.mock("logind")
        assert until(lambda: self.call(MANAGER, f"{LOGIN}.Manager.ListSessions") is not None, 60), "the mock of logind starts"

    def stop(self):
        self.process.kill()
        self.process.wait()

    def call(self, path, method, *values):
        return self.bus.call(LOGIN, path, method, *values)

    def session(self, name, user):
        """Makes a session of a user, whose number is given."""
        return self.call(MANAGER, f"{MOCK}.AddSession", name, "seat0", str(user), "someone", "true")

    def of(self, name):
        return f"{MANAGER}/session/{name}"

    def lock(self, name):
        return self.call(self.of(name), f"{LOGIN}.Session.Lock")

    def unlock(self, name):
        return self.call(self.of(name), f"{LOGIN}.Session.Unlock")

    def hint(self, name, is_locked):
        return self.call(self.of(name), f"{LOGIN}.Session.SetLockedHint", "true" if is_locked else "false")

    def set_idle(self, name):
        return self.call(self.of(name), f"{MOCK}.UpdateProperties", f"{LOGIN}.Session", "{'IdleHint': <true>}")

    def sleep(self, begins):
        return self.call(MANAGER, f"{MOCK}.EmitSignal", f"{LOGIN}.Manager", "PrepareForSleep", "b", f"[<{'true' if begins else 'false'}>]")

    def is_delayed(self):
        """Whether the daemon has asked the machine to wait with its sleep."""
        return "keychaind" in (self.call(MANAGER, f"{LOGIN}.Manager.ListInhibitors") or "")


class Fingers:
    """The real fprintd, with libfprint's virtual reader and a mock of polkit that allows what the package's rule does, and enrolling."""

    def __init__(self, bus, world):
        self.bus, self.world = bus, world
        self.reader, self.fprintd = bus.folder / "reader", None
        bus.mock("polkitd")
        allowed = [f"net.reactivated.fprint.device.{name}" for name in ("verify", "setusername", "enroll")]
        assert until(lambda: bus.call("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority", f"{MOCK}.SetAllowed",
                                      f"{allowed}") is not None, 60), "the mock of polkit starts"

    def plug_in(self):
        """Starts fprintd with a reader."""
        (self.bus.folder / "prints").mkdir(exist_ok=True)
        self.fprintd = self.bus.started("/usr/libexec/fprintd", "-t", FP_VIRTUAL_DEVICE=str(self.reader),
                                        STATE_DIRECTORY=str(self.bus.folder / "prints"))
        return until(lambda: self.bus.call("net.reactivated.Fprint", "/net/reactivated/Fprint/Manager",
                                           "net.reactivated.Fprint.Manager.GetDefaultDevice"))

    def is_wanted(self, seconds=0):
        """Whether the reader waits for a finger, or does within some seconds."""
        get = ("net.reactivated.Fprint", "/net/reactivated/Fprint/Device/0", "org.freedesktop.DBus.Properties.Get",
               "net.reactivated.Fprint.Device", "finger-needed")
        return until(lambda: "true" in (self.bus.call(*get) or ""), seconds)

    def scan(self, finger):
        """Puts a finger on the reader once it waits for one; false if it does not."""
        wanted = self.is_wanted(20)
        with socket.socket(socket.AF_UNIX) as reader, contextlib.suppress(OSError):
            reader.connect(str(self.reader))
            reader.sendall(f"SCAN {finger}".encode())
        return wanted

    def enroll(self, name, finger, user=None):
        enrolling = subprocess.Popen(["fprintd-enroll", "-f", name, (user or self.world.ann).name], env=self.bus.environment,
                                     stdout=subprocess.PIPE, text=True)
        said = ""
        for line in enrolling.stdout:
            said += line
            if "Enrolling" in line or "enroll-stage-passed" in line:
                self.scan(finger)
        enrolling.wait(20)
        return "enroll-completed" in said

    def show(self, agent, finger, words="Put a finger"):
        """Puts a finger on the reader once the dialog asks for it."""
        return agent.until(words) and self.scan(finger)
