# The command `security` in a home of its own, without a daemon, for tests that compare it with other programs.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
import tempfile


class Keychain:
    def __init__(self, world):
        self.home = tempfile.mkdtemp(dir=world.folder)
        self.command = [str(world.bin / "security")]
        self.environment = {"PATH": f"{world.bin}:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": self.home, "LATCHKEY_HOME": f"{self.home}/home",
                            "LATCHKEY_SOCKET": "none"}

    def run(self, *words, given=b"", status=0):
        """The standard output and the standard error of a command that ends with `status`; None takes any."""
        done = subprocess.run([*self.command, *map(str, words)], input=given, capture_output=True, env=self.environment,
                              start_new_session=True, timeout=120)
        note(done.stderr)
        shown = " ".join(map(str, words[:6]))
        assert status is None or done.returncode == status, f"{shown}: status {done.returncode}, not {status}: {done.stderr.decode()}"
        return done.stdout, done.stderr

    def forget(self):
        """Begins with no keychain again."""
        shutil.rmtree(f"{self.home}/home", ignore_errors=True)


def note(errors):
    """What a tool wrote to its standard error is searched for the secrets of the tests."""
    log = os.environ.get("LATCHKEY_TEST_ERRORS")
    if log:
        with open(log, "ab") as file:
            file.write(errors)


def openssl(*words, given=b"", status=0):
    done = subprocess.run(["openssl", *map(str, words)], input=given, capture_output=True, timeout=120)
    assert status is None or done.returncode == status, f"openssl {' '.join(map(str, words[:8]))}: {done.stderr.decode()}"
    return done.stdout
