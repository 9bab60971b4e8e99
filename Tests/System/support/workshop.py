# Teams and the programs that they sign.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil

from .world import ROOT_USER, run

TEAM, OTHER, UNTRUSTED = "TEAM123456", "OTHERTEAM1", "UNTRUSTED1"
CONFIGURATION = pathlib.Path("/etc/latchkey")
SPEAKER = pathlib.Path(__file__).with_name("speaker.c")


def make_teams(session, folder):
    """Three teams, whose identities are under the password in `word`, and what programs are made of."""
    word = folder / "word"
    word.touch(mode=0o600)
    word.write_text(os.urandom(12).hex() + "\n")
    for team in (TEAM, OTHER, UNTRUSTED):
        run(session.bin / "latchkey", "team", "create", team.title(), "--team-id", team, "--password-file", word, cwd=folder)
    run("gcc", "-O1", "-o", folder / "speaker", SPEAKER)


def teams(session):
    return session.once("teams", lambda folder: make_teams(session, folder))


def entitlements(folder, name, **values):
    """A file of entitlements: a list of texts or True for each key."""
    lists = "".join(f"<key>{key}</key><array>" + "".join(f"<string>{value}</string>" for value in values[key]) + "</array>"
                    for key in values if isinstance(values[key], list))
    flags = "".join(f"<key>{key}</key><true/>" for key in values if values[key] is True)
    path = folder / f"{name}.entitlements"
    path.write_text(f'<?xml version="1.0"?><plist version="1.0"><dict>{lists}{flags}</dict></plist>')
    return path


class Workshop:
    """Signs programs with the codesign of `binaries`, in the name of teams that this test's machine trusts, but for UNTRUSTED1."""

    def __init__(self, world, binaries=None):
        self.world, self.programs, self.binaries = world, world.programs, binaries or world.bin
        self.teams = teams(world.session)
        self.word = self.teams / "word"
        world.secrets.append(self.word.read_text().strip())
        world.record(self.word.read_text().strip())
        self.plain = world.copied(self.teams / "speaker", "speaker")
        for team in (TEAM, OTHER):
            self.trust(self.teams / f"{team}.pem")

    def trust(self, certificate):
        run(self.binaries / "latchkey", "team", "trust", certificate)

    def identity(self, team):
        return self.teams / f"{team}.p12"

    def sign(self, name, team=TEAM, of=None, options=(), **values):
        """A copy of a program, `speaker` unless `of` says another, signed with the entitlements that are named."""
        program = self.world.copied(of or self.plain, name)
        entitled = ["--entitlements", entitlements(self.world.folder, name, **values)] if values else []
        run(self.binaries / "codesign", "-s", self.identity(team), "--password-file", self.word, "-i", f"org.example.{name}",
            *entitled, *options, program)
        return program

    def sign_once(self, name, **values):
        """The same for a program that several tests need: it is signed once, and each test has a copy."""
        signed = self.world.session.once(f"signed-{name}", lambda folder: shutil.copy(self.sign(name, **values), folder))
        return self.world.copied(signed / name, name)

    def launcher(self, name, script, identity=None, options=(), **values):
        """What starts a script with the identity of a program that this team has signed; `-` as the identity is nobody's."""
        program = self.programs / name
        entitled = ["--entitlements", entitlements(self.world.folder, name, **values)] if values else []
        run(self.binaries / "codesign", "-s", identity or self.identity(TEAM), "--password-file", self.word, "-i", f"org.example.{name}",
            *entitled, *options, "--script", script, "-o", program)
        return program

    def compiled(self, name, *options, source=None, owner=ROOT_USER):
        """A program or library of `source` (C), or speaker.c with other options of the compiler."""
        built = self.programs / name
        if source is None:
            run("gcc", "-O1", *options, "-o", built, SPEAKER)
        else:
            run("gcc", "-O1", *options, "-o", built, "-x", "c", "-", input=source)
        os.chown(built, owner.number, owner.number)
        return built

    def edited(self, program, name):
        """A copy with one bit of its data changed."""
        copied = self.programs / name
        changed = bytearray(program.read_bytes())
        changed[changed.index(b"no daemon")] ^= 1
        copied.write_bytes(changed)
        copied.chmod(0o755)
        return copied


def compiled_once(world, name, source, *options):
    """A program of C that several tests need."""
    return world.session.once(name, lambda folder: run("gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", folder / name, source, *options)) / name
