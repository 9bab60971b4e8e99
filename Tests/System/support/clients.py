# Programs in C and other languages that others wrote, or that are written as others write them, over libSecurity.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import subprocess
import tempfile
import zipfile

from .isolation import mount, outside
from .reader import python_of_reader
from .session import ROOT
from .world import ROOT_USER, run

CLIENTS = ROOT / "Tests/CDoor/clients"
DOWNLOADS = ROOT / ".build-downloads"  # It stays for the next run.
NOT_FOUND, DUPLICATE = -25300, -25299
# Debian's own compilers, whatever else the machine has.
DEBIAN = {"PATH": "/usr/bin:/bin"}
CRATES = pathlib.Path("/usr/share/cargo/registry")
# Each test has this folder as its own, and the library in it. A daemon serves nobody with a library of root's from a
# folder for data, as /var is, and no interpreter if something is mounted in /usr.
INSTALLED = "/srv"


class Way:
    """How programs reach their keychain: in the process, or through a daemon of root's, who must be root."""

    def __init__(self, c, start_daemon=None):
        self.c, self.libraries = c, c.prefix / "lib"
        self.environment = c.environment
        if start_daemon:
            mount("--bind", self.libraries, INSTALLED)
            self.libraries = INSTALLED
            self.environment = start_daemon().environment_of(ROOT_USER)
        self.environment = {**self.environment, "LD_LIBRARY_PATH": str(self.libraries)}
        # A keychain in which nothing is.
        self.elsewhere = {**c.environment, "LATCHKEY_HOME": tempfile.mkdtemp(dir=c.world.folder)}

    def run(self, program, *words, given="", elsewhere=False, **more):
        """Runs a program to its end, and gives what it printed. `more` are variables of its environment."""
        environment = self.elsewhere if elsewhere else self.environment
        done = subprocess.run([str(program), *map(str, words)], env={**environment, **more}, capture_output=True, timeout=60,
                              input=given if isinstance(given, bytes) else given.encode())
        assert done.returncode == 0, f"{program.name}: {done.returncode}: {done.stderr.decode(errors='replace')}"
        return done.stdout

    def call(self, program, *words, **options):
        """The result code that a client printed, and what it found."""
        status, _, found = self.run(program, *words, **options).partition(b"\n")
        return int(status), found.decode()


def check_client(way, program, prefix=""):
    """What every client of a password must do. Each call is a process of its own."""
    world = way.c.world
    first, second = world.new_secret(), world.new_secret("schlüssel-🔑-")
    place = ("a client's service", "Zoë")

    def call(verb, given="", **options):
        return way.call(program, prefix + verb, *place, given=given, **options)

    assert call("find") == (NOT_FOUND, ""), "nothing is there before"
    assert call("add", first) == (0, ""), "a password is added"
    assert call("add", second) == (DUPLICATE, ""), "it is added once"
    assert call("find") == (0, first), "it is found, as it was"
    assert call("find", elsewhere=True) == (NOT_FOUND, ""), "it is in the keychain that was to be used, and in no other"
    assert call("update", second) == (0, ""), "it is changed"
    assert call("find") == (0, second), "the new one is found"
    assert call("delete") == (0, ""), "it is deleted"
    assert call("find") == (NOT_FOUND, ""), "and is gone"
    assert call("delete") == (NOT_FOUND, ""), "what is gone cannot be deleted"


def file_of_archive(session, requirement, member):
    """A file of a package for Python, from the archive whose hash the requirement has."""

    def make(folder):
        DOWNLOADS.mkdir(exist_ok=True)
        # What is there from an earlier run is not fetched again, but its hash is looked at as well.
        run(*outside(), python_of_reader(), "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--require-hashes", "--find-links", DOWNLOADS, "-d", DOWNLOADS, "-r", requirement, timeout=110)
        wanted = requirement.read_text().splitlines()[-1].split()[0].replace("==", "-")
        archive, = DOWNLOADS.glob(f"{wanted}-*.whl")
        with zipfile.ZipFile(archive) as opened:
            opened.extract(member, folder)

    return session.once(requirement.stem, make) / member


def rust_client(session, c):
    """The program of `rust/`, by Debian's cargo and from Debian's crates, without a network."""

    def make(folder):
        source = folder / "source"
        shutil.copytree(CLIENTS / "rust", source)
        crate, = CRATES.glob("security-framework-sys-*")
        run("/usr/bin/cargo", "build", "--offline", "--quiet", "--config", 'source.crates-io.replace-with="debian"',
            "--config", f'source.debian.directory="{CRATES}"', cwd=source, timeout=110,
            env={**DEBIAN, "HOME": folder, "CARGO_HOME": folder / "cargo", "CARGO_TARGET_DIR": folder / "built", "RUSTC": "/usr/bin/rustc",
                 "RUSTFLAGS": f"-D warnings -L {c.prefix}/lib -C link-arg=-Wl,-rpath,{c.prefix}/lib",
                 "SECURITY_FRAMEWORK_SYS": crate})

    return session.once("rust-client", make) / "built/debug/client"


def core_foundation_tests(session, c):
    """The program of the tests that Debian's core-foundation has of its own."""
    built = rust_client(session, c).parent / "deps"

    def make(folder):
        crate, = CRATES.glob("core-foundation-[0-9]*")
        externs = {name: next(built.glob(f"lib{name}-*.rlib")) for name in ("core_foundation_sys", "libc")}
        # What the library does not have stays unresolved: a test that calls it must not be run.
        run("/usr/bin/rustc", "--test", "--cap-lints", "allow", "--crate-name", "tests", "--out-dir", folder, crate / "src/lib.rs", "-L", built,
            *(word for name, file in externs.items() for word in ("--extern", f"{name}={file}")), f"-L{c.prefix}/lib", "-lSecurity",
            "-Clink-arg=-Wl,--unresolved-symbols=ignore-in-object-files", f"-Clink-arg=-Wl,-rpath,{c.prefix}/lib", env=DEBIAN, timeout=110)

    return session.once("core-foundation-tests", make) / "tests"


def go_client(session, c):
    """The program of `go/`, by Debian's Go."""

    def make(folder):
        run("/usr/bin/go", "build", "-o", folder / "client", ".", cwd=CLIENTS / "go", timeout=110,
            env={**DEBIAN, "HOME": folder, "GOCACHE": folder / "cache", "GOFLAGS": "-mod=mod -buildvcs=false", "CGO_ENABLED": "1",
                 "GOPROXY": "off", "CGO_CFLAGS": f"-I{c.prefix}/include/latchkey",
                 "CGO_LDFLAGS": f"-L{c.prefix}/lib -Wl,-rpath,{c.prefix}/lib"})

    return session.once("go-client", make) / "client"
