# What a service manager does with a daemon: the socket, readiness, reload, watchdog, an upgrade.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil
import signal
import socket
import subprocess

import pytest

from support.daemon import Daemon
from support.wire import GREETING, NOT_FOUND, Client, copy
from support.world import run

TOOLS = ("keychaind", "security", "latchkey")


class Notes:
    """What a daemon tells its service manager."""

    def __init__(self, folder):
        self.path, self.heard = folder / "notify", b""
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        self.socket.settimeout(20)

    def hears(self, word):
        """Waits for a word after the last one that was waited for; false if it does not come."""
        while word not in self.heard:
            try:
                self.heard += self.socket.recv(4096)
            except TimeoutError:
                return False
        self.heard = b""
        return True

    def reload(self, process):
        process.send_signal(signal.SIGHUP)
        assert self.hears(b"RELOADING=1") and self.hears(b"READY=1"), "SIGHUP reloads, and says so"


class Manager:
    """A service manager with a socket, which starts the daemon when it is told to."""

    def __init__(self, world):
        self.world, self.folder = world, world.folder / "activated"
        self.folder.mkdir()
        self.path, self.notes = self.folder / "activated.sock", Notes(self.folder)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # PassCredentials=yes of the unit.
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.listener.bind(str(self.path))
        self.listener.listen(64)

    def start(self):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
                       "LATCHKEY_HOME": str(self.folder / "home"), "NOTIFY_SOCKET": str(self.notes.path),
                       "WATCHDOG_USEC": "400000", "LISTEN_FDS": "1"}

        def give():
            os.dup2(self.listener.fileno(), 3)
            os.set_inheritable(3, True)

        with open(self.folder / "daemon.log", "ab") as log:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", self.world.bin / "keychaind", "--user", "--with-interpreters"],
                env=environment, preexec_fn=give, close_fds=False, stderr=log)
        assert self.notes.hears(b"READY=1"), "the service manager is told of readiness"


@pytest.fixture
def manager(world):
    return Manager(world)


def test_the_service_manager_is_told_of_readiness_and_of_the_end(manager):
    manager.start()
    manager.process.terminate()
    assert manager.notes.hears(b"STOPPING=1") and manager.process.wait(30) == 0, "stopping is told"
    assert manager.path.exists(), "the socket of the service manager stays"


@pytest.mark.speaks
def test_who_connected_before_the_daemon_started_is_served(manager):
    connected = socket.socket(socket.AF_UNIX)
    connected.connect(str(manager.path))
    early = Client(connected=connected)
    early.socket.sendall(GREETING)
    manager.start()
    early.take(16)
    assert early.call(copy(b"nobody"))[0] == NOT_FOUND, "who connected before the daemon started is served (LISTEN_FDS)"


def test_the_watchdog_of_the_service_manager_is_fed(manager):
    manager.start()
    assert all(manager.notes.hears(b"WATCHDOG=1") for _ in range(3)), "the watchdog is fed"


@pytest.mark.speaks
def test_connections_stay_when_the_daemon_reloads(manager):
    manager.start()
    client = Client(manager.path)
    manager.notes.reload(manager.process)
    assert client.call(copy(b"nobody"))[0] == NOT_FOUND, "and connections stay"


def test_tools_that_were_exchanged_are_known_once_the_daemon_is_told_of_the_upgrade(world):
    """The files of the daemon and its tools give way to others while it runs."""
    binaries = world.folder / "upgraded-bin"
    binaries.mkdir(mode=0o755)
    for name in TOOLS:
        shutil.copy(world.bin / name, binaries / name)
    # They name the loader that is beside the ones that were copied. A daemon of a user does not ask for one.
    unloaded = [binaries / name for name in TOOLS if name != "keychaind"]
    run(world.bin / "codesign", "--remove-signature", *unloaded)
    notes = Notes(world.folder)
    daemon = Daemon(world, name="upgraded", binaries=binaries, environment={"NOTIFY_SOCKET": str(notes.path)})
    assert notes.hears(b"READY=1"), "the daemon is ready"

    def makes(keychain):
        return daemon.security("create-keychain", "-p", "one-word", keychain)[0] == 0

    assert makes("before.keychain"), "the tools beside the daemon make keychains"
    for name in TOOLS:
        shutil.copy(binaries / name, binaries / "new")
        os.rename(binaries / "new", binaries / name)
    assert not makes("during.keychain"), "tools that were exchanged do not"
    notes.reload(daemon.process)
    assert makes("after.keychain"), "until the daemon is told of the upgrade (SIGHUP)"
    binaries.chmod(0o777)
    notes.reload(daemon.process)
    assert not makes("never.keychain"), "and not where anybody could have put them there"


def test_the_daemon_writes_no_core_file(daemon):
    limits = pathlib.Path(f"/proc/{daemon.process.pid}/limits").read_text()
    assert [line.split()[4] for line in limits.splitlines() if line.startswith("Max core")] == ["0"], "no core file"
