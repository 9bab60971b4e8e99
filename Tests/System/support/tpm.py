# A software TPM of a test.
# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import tempfile
import time


class SoftwareTPM:
    """A process of swtpm, with its state in a folder. It has one client at a time."""

    def __init__(self, world):
        # The path of a socket is short.
        self.folder = tempfile.mkdtemp(prefix="tpm-", dir="/tmp")
        self.process = None
        self.power_up()

    @property
    def name(self):
        """What libtss2 and `LATCHKEY_TPM` call it."""
        return f"swtpm:path={self.folder}/tpm"

    def power_up(self):
        for name in ("tpm", "tpm.ctrl"):
            if os.path.exists(f"{self.folder}/{name}"):
                os.unlink(f"{self.folder}/{name}")
        self.process = subprocess.Popen(
            ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={self.folder}", "--server", f"type=unixio,path={self.folder}/tpm",
             "--ctrl", f"type=unixio,path={self.folder}/tpm.ctrl", "--flags", "not-need-init,startup-clear"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while not os.path.exists(f"{self.folder}/tpm"):
            assert time.monotonic() < deadline, "swtpm makes its sockets"
            time.sleep(0.01)

    def power_down(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def tool(self, *words):
        """Runs a command of tpm2-tools."""
        done = subprocess.run(words, env=os.environ | {"TPM2TOOLS_TCTI": self.name}, capture_output=True, timeout=60)
        assert done.returncode == 0, f"{' '.join(words)}: {done.stderr.decode()}"
        return done.stdout.decode()
