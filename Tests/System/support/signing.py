# A folder with teams, programs that are not signed yet, and the commands that sign and verify them.
# SPDX-License-Identifier: Apache-2.0
import os
import secrets
import shutil
import struct
import subprocess

from .command import note
from .world import run

MARK = b"~Latchkey signature record~\n"
PROGRAM = """#include <stdio.h>
int main(void) { puts("it runs"); return 7; }
"""
ENTITLEMENTS = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>keychain-access-groups</key><array><string>TEAM123456.shared</string></array></dict></plist>
"""


def make_bench(session, folder):
    """Two teams, of which `teams.d` trusts one, and programs."""
    word = folder / "password"
    word.touch(mode=0o600)
    word.write_text(f"codesign-{secrets.token_hex(8)}-secret\n")
    for name, team in (("Example", "TEAM123456"), ("Other", "OTHERTEAM1")):
        said = run(session.bin / "latchkey", "team", "create", name, "--team-id", team, "--password-file", word, cwd=folder)
        assert f"{team}.pem" in said, f"a team says where its certificate is: {said}"
    # The same identity under an empty password, which takes no time.
    run("openssl", "pkcs12", "-in", folder / "TEAM123456.p12", "-passin", f"file:{word}", "-nodes", "-out", folder / "nodes.pem")
    run("openssl", "pkcs12", "-export", "-in", folder / "nodes.pem", "-passout", "pass:", "-out", folder / "quick.p12")
    (folder / "teams.d").mkdir(mode=0o755)
    run(session.bin / "latchkey", "team", "trust", "--directory", folder / "teams.d", folder / "TEAM123456.pem")
    source = folder / "program.c"
    source.write_text(PROGRAM)
    run("gcc", "-o", folder / "unsigned", source)
    run("gcc", "-o", folder / "unsigned-static", "-static", source)
    run("gcc", "-c", "-o", folder / "object.o", source)
    run("gcc", "-shared", "-fPIC", "-o", folder / "unsigned.so", "-x", "c", "-", input="int answer(void) { return 42; }")
    (folder / "app.entitlements").write_text(ENTITLEMENTS)


class Bench:
    """`TEAM123456.p12`, `OTHERTEAM1.p12` and their certificates, under the password in the file `password`. `quick.p12` is the first
    one's identity without a password. `teams.d` trusts TEAM123456. Programs: `unsigned`, `unsigned-static`, `unsigned.so`, `object.o`,
    `program.c`."""

    SIGN = ("codesign", "-s", "quick.p12")
    FOR_APP = ("--entitlements", "app.entitlements", "-i", "com.example.app")
    VERIFY = ("codesign", "--verify", "--verbose", "--teams-directory", "teams.d")

    def __init__(self, world):
        self.bin, self.folder = world.bin, world.folder / "bench"
        shutil.copytree(world.session.once("bench", lambda folder: make_bench(world.session, folder)), self.folder)
        self.word = self / "password"
        self.secret = self.word.read_text().strip()
        world.secrets.append(self.secret)
        world.record(self.secret)
        self.environment = {"PATH": f"{self.bin}:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.folder), "LATCHKEY_SOCKET": "none"}

    def __truediv__(self, name):
        return self.folder / name

    def run(self, *words):
        """The exit status of a command, and all that it said."""
        done = subprocess.run([str(word) for word in words], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        note(done.stdout)
        said = done.stdout.decode(errors="replace").rstrip("\n")
        assert self.secret not in said, f"{words[0]} says the password"
        return done.returncode, said

    def expect(self, status, text, *words):
        """Runs a command that ends with `status` and says `text` among what it says, which is returned."""
        shown = " ".join(map(str, words))
        got, said = self.run(*words)
        assert got == status, f"{shown}: exit status {got} instead of {status}: {said}"
        assert text in said, f"{shown}: does not say '{text}': {said}"
        return said

    def output(self, *words):
        """What a command wrote to its standard output."""
        done = subprocess.run([str(word) for word in words], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60)
        assert done.returncode == 0, f"{words[0]} fails: {done.stderr.decode(errors='replace')}"
        return done.stdout

    def openssl(self, *words):
        self.expect(0, "", "openssl", *words)

    def copied(self, source, name):
        """A copy with the same mode; `source` is a name here or a path."""
        return shutil.copy2(self.folder / source, self / name)

    def signed(self, name, *options, of="unsigned"):
        """A copy of a program that is signed by TEAM123456 without entitlements."""
        program = self.copied(of, name)
        self.expect(0, "", *self.SIGN, *options, name)
        return program

    def app(self, name="program"):
        """A program with the entitlements and the identifier that the tests compare."""
        return self.signed(name, *self.FOR_APP)

    def size(self, name):
        return os.path.getsize(self / name)

    def drafts(self):
        """What codesign writes before it gives a program its name."""
        return [path.name for path in self.folder.glob(".codesign-*")]


def parts(path):
    """The program before its record, the directory of the record, the message, and the trailer (Documentation/Reference/Formats)."""
    data = path.read_bytes()
    assert data.endswith(MARK), f"{path} has no record"
    directory, message = struct.unpack(">II", data[-36:-28])
    start = len(data) - 40 - directory - message
    return data[:start], data[start:start + directory], data[start + directory:-40], data[-40:]


def joined(payload, directory, message):
    """A program with a record that is made of these."""
    return payload + directory + message + b"\1\0\0\0" + struct.pack(">II", len(directory), len(message)) + MARK
