# A daemon and its clients, for the checks with real processes.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import socket
import struct
import subprocess
import sys
import time

from wire import GREETING, copy, frame

BIN = pathlib.Path(sys.argv[1]).resolve()
NOT_FOUND, REFUSED = -25300, -34018
failures = 0


def check(right, what):
    global failures
    if not right:
        failures += 1
    print(("ok      " if right else "FAILED  ") + what, flush=True)


def end(log):
    """Ends the check; what the daemons said is shown where something failed."""
    if failures:
        print(log[-4000:], file=sys.stderr)
    sys.exit(f"error: {failures} checks failed" if failures else 0)


class Client:
    def __init__(self, path, greets=True, timeout=20):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        self.socket.connect(str(path))
        if greets:
            self.socket.sendall(GREETING)
            self.welcome = self.take(16)

    def take(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError
            data += part
        return data

    def answer(self):
        """0 or the status, and the body."""
        count, _, kind = struct.unpack(">IIB3x", self.take(12))
        body = self.take(count)
        if kind == 3:
            return struct.unpack(">i", body[:4])[0], body
        if kind == 4:
            raise EOFError
        return 0, body

    def call(self, request, keychain=b"login.keychain-db"):
        self.socket.sendall(frame(request, keychain))
        return self.answer()

    def is_over(self):
        """True once the daemon has ended the connection, with a goodbye or without."""
        try:
            while self.socket.recv(4096):
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def close(self):
        self.socket.close()


class Daemon:
    def __init__(self, folder, *options, environment=None, prefix=(), binaries=BIN, serves_scripts=True):
        """A script speaks as its interpreter, which a daemon serves only where it is told to."""
        self.home, self.path = folder / "home", folder / "run" / "keychaind.sock"
        (folder / "run").mkdir(exist_ok=True)
        os.chmod(folder / "run", 0o755)
        self.log = open(folder / "log", "ab")
        self.words = [*prefix, str(binaries / "keychaind"), *(options or ["--user"]),
                      *(["--with-interpreters"] if serves_scripts else []), "--socket", str(self.path), "--home", str(self.home)]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **(environment or {})}
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.words, env=self.environment, stderr=self.log)
        for _ in range(400):
            with contextlib.suppress(OSError):
                Client(self.path).close()
                return
            time.sleep(0.025)
        sys.exit("the daemon does not start: " + " ".join(self.words))

    def client(self, **options):
        return Client(self.path, **options)

    def processor_time(self):
        """Seconds."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Kilobytes."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])

    def stop(self):
        self.process.terminate()
        return self.process.wait(60)


def unit_privileges():
    """The capabilities that the unit of the system's daemon grants and bounds, and the words that run a command with them as a user that is nobody."""
    unit = pathlib.Path(__file__).resolve().parent.parent.parent / "Packaging/systemd/system/keychaind.service"
    granted = [line.split("=")[1].split() for line in unit.read_text().splitlines()
               if line.startswith(("AmbientCapabilities=", "CapabilityBoundingSet="))]
    names = "-all," + ",".join("+" + name.removeprefix("CAP_").lower() for name in granted[0])
    return granted, ["setpriv", "--reuid", "60010", "--regid", "60010", "--clear-groups", "--no-new-privs",
                     "--inh-caps", names, "--ambient-caps", names, "--bounding-set", names]


def tool(daemon, *words, stdin=b"", name="security", binaries=BIN):
    environment = {"PATH": os.environ["PATH"], "LATCHKEY_SOCKET": str(daemon.path), "LATCHKEY_HOME": str(daemon.home)}
    return subprocess.run([str(binaries / name), *words], env=environment, input=stdin, capture_output=True, timeout=60)


def serves(daemon, within=5):
    start = time.monotonic()
    client = daemon.client()
    status, _ = client.call(copy(b"nobody"))
    client.close()
    return status == NOT_FOUND and time.monotonic() - start < within
