# The commands that the package names for taking keychains home again: a user who puts links there leads root nowhere.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = ["Packaging/debian/latchkey.prerm", "Packaging/debian/latchkey.README.Debian", "Documentation/Guide/Moving.md"]


def command(place):
    """As it stands in a document, without what begins its lines."""
    found = re.search(r"^(\S+ +| +)tar -C /var/lib/latchkey/<uid>.*?latchkey'$", (ROOT / place).read_text(), re.DOTALL | re.MULTILINE)
    assert found, f"{place} has the command"
    return "\n".join(line.removeprefix(found[1]) for line in found[0].splitlines())


class Removal:
    """A folder of the daemon, a home of ann's, and a folder of root's that is to stay as it is."""

    def __init__(self, world):
        self.world, self.user = world, world.ann
        self.daemon = world.folder / "daemon" / str(self.user.number)
        (self.daemon / "secret-service").mkdir(parents=True)
        for name in ("device.key", "login.keychain-db", "secret-service/decisions"):
            (self.daemon / name).write_text(name)
            (self.daemon / name).chmod(0o600)
        self.daemon.chmod(0o700)
        self.daemon.parent.chmod(0o700)
        self.share = world.home(self.user) / ".local" / "share"
        self.victim = world.folder / "victim"
        self.victim.mkdir(mode=0o755)
        (self.victim / "of-root").write_text("of root")
        self.before = self.state()

    def state(self):
        paths = [self.victim, *sorted(self.victim.rglob("*"))]
        return [(path, path.lstat().st_uid, path.lstat().st_mode, path.lstat().st_mtime_ns) for path in paths]

    def owned(self, path, make):
        """Something of ann's."""
        make(path)
        os.lchown(path, self.user.number, self.user.number)
        return path

    def made(self, *names):
        for name in names:
            self.owned(self.share / name, pathlib.Path.mkdir)

    def run(self, place):
        words = command(place).replace("/var/lib/latchkey/<uid>", str(self.daemon))
        return subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)


@pytest.fixture
def removal(world):
    made = Removal(world)
    for folder in (made.share.parent, made.share):
        folder.mkdir(exist_ok=True)
        os.chown(folder, made.user.number, made.user.number)
    return made


@pytest.mark.parametrize("place", PLACES)
def test_everything_comes_home_and_is_the_user_s(removal, place):
    removal.made("latchkey")
    removal.owned(removal.share / "latchkey" / "login.keychain-db", pathlib.Path.touch)
    done = removal.run(place)
    assert done.returncode == 0, done.stderr
    home = removal.share / "latchkey"
    names = sorted(str(path.relative_to(home)) for path in home.rglob("*"))
    assert names == ["device.key", "login.keychain-db", "secret-service", "secret-service/decisions"]
    assert all(path.stat().st_uid == removal.user.number and path.stat().st_mode & 0o077 == 0 for path in [home, *home.rglob("*")])
    assert (home / "login.keychain-db").read_text() == "login.keychain-db"
    assert (removal.share / "latchkey.old" / "login.keychain-db").read_text() == "", "what was there is kept"
    assert (removal.daemon / "device.key").exists(), "and so is what the daemon had"


def test_a_home_that_has_nothing_yet_is_no_reason_to_stop(removal):
    removal.share.rmdir()
    removal.share.parent.rmdir()
    assert removal.run(PLACES[0]).returncode == 0 and (removal.share / "latchkey" / "device.key").exists()


@pytest.mark.parametrize("name", ["latchkey", "latchkey.old", "latchkey.new", ""])
@pytest.mark.parametrize("place", PLACES)
def test_links_of_the_user_lead_root_nowhere(removal, place, name):
    if name:
        removal.owned(removal.share / name, lambda path: path.symlink_to(removal.victim))
        if name != "latchkey":
            removal.made("latchkey")
    else:
        removal.share.rmdir()
        removal.owned(removal.share, lambda path: path.symlink_to(removal.victim))
    removal.run(place)
    assert removal.state() == removal.before, "a folder of root's is as it was"


def test_no_document_tells_root_to_copy_into_a_home():
    texts = [path.read_text() for folder in ("Packaging", "Documentation/Guide", "Documentation/Reference") for path in (ROOT / folder).rglob("*")
             if path.is_file()]
    assert texts and not any(re.search(r"chown -R|(cp|mv) .*\.local/share/latchkey", text) for text in texts)
