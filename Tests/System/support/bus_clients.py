# Clients of the Secret Service that others wrote: their archives, their suites, and programs that are compiled here.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import pathlib
import shutil
import tarfile

from .clients import DEBIAN, DOWNLOADS
from .isolation import outside
from .reader import python_of_reader
from .session import ROOT as TREE
from .world import run

CLIENTS = TREE / "Tests/System/clients"
PYTHON = "/usr/bin/python3"


def archive(session, name):
    """The folder of a package's source archive, whose hash `clients/NAME.txt` has."""
    requirement = CLIENTS / f"{name}.txt"
    wanted, _, digest = requirement.read_text().splitlines()[-1].partition(" --hash=sha256:")

    def make(folder):
        DOWNLOADS.mkdir(exist_ok=True)
        file = DOWNLOADS / f"{wanted.lower().replace('==', '-')}.tar.gz"
        if not file.exists():
            run(*outside(), python_of_reader(), "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                "--no-binary", ":all:", "--require-hashes", "-d", DOWNLOADS, "-r", requirement, timeout=110)
        assert hashlib.sha256(file.read_bytes()).hexdigest() == digest, f"{file.name} is the archive that is meant"
        with tarfile.open(file) as opened:
            opened.extractall(folder)

    made, = session.once(f"archive-{name}", make).iterdir()
    return made


def verdicts(text):
    """What a suite says of its tests, a line each: the word by the name of the test, and why."""
    return {name: (word, why) for word, name, why in (line.split("\t") for line in text.splitlines() if line.count("\t") == 2)}


def failures(found):
    return [f"{name}: {why}" for name, (word, why) in found.items() if word == "failed"]


def git_helper(session):
    """git's helper for libsecret, compiled from git's own source."""

    def make(folder):
        source = folder / "source"
        shutil.copytree("/usr/share/doc/git/contrib/credential/libsecret", source)
        run("make", "-C", source, env=DEBIAN)

    return session.once("git-credential-libsecret", make) / "source/git-credential-libsecret"


def go_client(session):
    """The program of `clients/go`, by Debian's compiler, with nothing but Go's own library."""

    def make(folder):
        run("/usr/bin/go", "build", "-o", folder / "client", ".", cwd=CLIENTS / "go", timeout=110,
            env={**DEBIAN, "HOME": str(folder), "GOCACHE": str(folder / "cache"), "GOFLAGS": "-mod=mod -buildvcs=false", "GOPROXY": "off"})

    return session.once("go-client", make) / "client"


def run_as(bus, *words, **more):
    """Runs a program of the session, which must succeed, and gives what it printed."""
    status, said, errors = bus.run(*words, **more)
    assert status == 0, f"{pathlib.Path(words[0]).name} ends with {status}: {errors.decode(errors='replace')}{said.decode(errors='replace')}"
    return said.decode()

