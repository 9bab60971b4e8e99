# The independent reader of keychains, which knows the format from its pages alone, and the Python that runs it.
# SPDX-License-Identifier: Apache-2.0
import fcntl
import json
import subprocess

from .isolation import outside
from .session import ROOT

FOLDER = ROOT / "Examples/python-reader"
ENVIRONMENT = ROOT / ".build-python"  # It stays for the next run.
REQUIREMENTS = FOLDER / "requirements.txt"


def has_libraries(python):
    return subprocess.run([python, "-c", "import argon2, cryptography"], capture_output=True).returncode == 0


def python_of_reader():
    """Python with what the reader needs, which is installed if it is not there yet."""
    python = ENVIRONMENT / "bin/python3"
    with open(REQUIREMENTS, "rb") as lock:
        # Another run on this machine may be about to install it, too.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (python.exists() and has_libraries(python)):
            for words in (["/usr/bin/python3", "-m", "venv", "--clear", ENVIRONMENT],
                          [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]):
                done = subprocess.run([*outside(), *map(str, words)], capture_output=True, text=True)
                assert done.returncode == 0, f"what the reader needs is installed in {ENVIRONMENT}: {done.stderr}"
    return python


class Reader:
    def __init__(self):
        self.python = python_of_reader()

    def read(self, folder, password=None):
        """The lines that the reader prints of a folder's login keychain; `password` is a file.

        SQLite puts files beside what it reads: the folder is one that may be written."""
        under = [] if password is None else ["--password-file", password]
        done = subprocess.run([self.python, FOLDER / "latchkey_reader.py", folder / "login.keychain-db", "--device-key",
                               folder / "device.key", *under, "--json", "--secrets"], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"the reader opens {folder.name}: {done.stderr}"
        return done.stdout

    def items(self, folder, password=None):
        return [json.loads(line) for line in self.read(folder, password).splitlines()]

    def test(self):
        """Runs its own tests: the exit status, and what they said."""
        done = subprocess.run([self.python, "-B", FOLDER / "test_reader.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout
