# Services, snaps and Flatpak applications have the names that the machine gives them.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import shutil

import pytest

from support.daemon import once
from support.wire import REFUSED, WHO_AM_I
from support.world import User, until

pytestmark = pytest.mark.alone
# No other run has this name.
UNIQUE = f"check{os.getpid()}"


def removed(folder):
    with contextlib.suppress(OSError):
        folder.rmdir()
    return not folder.exists()


@contextlib.contextmanager
def on_the_machine(world, folder, inside):
    """A folder on the machine's own file system, since one of the test's namespace is nobody's word, with a folder inside it."""
    # One test after the other, so that the first removes what it has made above its folder.
    with world.session.lock("machine"):
        above = [parent for parent in folder.parents if not parent.exists()]
        try:
            (folder / inside).mkdir(parents=True)
            yield folder / inside
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            for parent in above:
                removed(parent)


@contextlib.contextmanager
def service_groups():
    """The control groups of a service, one in each hierarchy; none if none can be made here."""
    hierarchies = [pathlib.Path("/sys/fs/cgroup", name) for name in ("systemd", "unified", "")]
    hierarchies = [hierarchy for hierarchy in hierarchies if (hierarchy / "cgroup.procs").exists()]
    groups = [hierarchy / f"system.slice/{UNIQUE}.service" for hierarchy in hierarchies]
    missing = [folder for group in groups for folder in (group.parent, group) if not folder.exists()]
    made = []
    try:
        try:
            for folder in missing:
                folder.mkdir()
                made.append(folder)
        except OSError:
            groups = []
        yield groups
    finally:
        # A group is busy until the kernel has let its last process go.
        for folder in reversed(made):
            until(lambda: removed(folder), 5)


def test_a_service_of_the_system_is_its_unit_and_a_user_is_not(unit, shop, world):
    with service_groups() as groups:
        if not groups:
            pytest.skip("services: no control groups can be made here")
        enters = "".join(f"echo $$ > {group}/cgroup.procs && " for group in groups)

        def identity(user):
            return once(unit, WHO_AM_I, shop.plain, drops=False, prefix=["sh", "-c", enters + 'exec "$@"', "sh", *user.words])

        assert f"systemd.{UNIQUE}".encode() in identity(User("service", 700)), "a service of the system is its unit"
        assert b"systemd." not in identity(world.ann), "a user's program in a unit is not"


def test_a_snap_is_its_name(unit, shop, world):
    name = f"snap.latchkey-{UNIQUE}".encode()
    with on_the_machine(world, pathlib.Path(f"/snap/latchkey-{UNIQUE}"), "12/bin") as folder:
        shutil.copy(shop.plain, folder)
        program = folder / "speaker"
        assert name in once(unit, WHO_AM_I, program), "a snap is its name"
        os.chown(program, world.ann.number, world.ann.number)
        assert name not in once(unit, WHO_AM_I, program), "unless somebody else put the file there"


class Sandbox:
    """A Flatpak application with a speaker, and what runs it as flatpak does."""

    def __init__(self, unit, shop, world, files):
        self.unit, self.shop, self.world, self.files = unit, shop, world, files
        shutil.copy(shop.plain, files / "bin")
        self.information = world.folder / "flatpak-info"
        self.information.write_text(f"[Application]\nname=org.example.{UNIQUE}\n[Instance]\napp-path={files}\n")

    def identity(self, files=None, options=(), is_root=True):
        """Who the daemon says that the program is. By root, as if bwrap were setuid: no namespace of users."""
        words = ["bwrap", *options, "--unshare-pid", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
                 "--symlink", "usr/lib64", "/lib64", "--cap-add", "ALL", "--ro-bind", files or self.files, "/app",
                 "--ro-bind", self.information, "/.flatpak-info", "--proc", "/proc", "--bind", self.unit.path.parent, "/latchkey",
                 *(self.world.ann.words if is_root else []), "/app/bin/speaker"]
        return once(self.unit, WHO_AM_I, *words, drops=not is_root, socket="/latchkey/keychaind.sock")


@pytest.fixture
def sandbox(unit, shop, world):
    assert shutil.which("bwrap"), "bwrap (bubblewrap) is needed"
    with on_the_machine(world, pathlib.Path(f"/var/lib/flatpak/app/org.example.{UNIQUE}"), "x86_64/stable/1/files/bin") as folder:
        yield Sandbox(unit, shop, world, folder.parent)


def test_a_flatpak_application_is_its_name(sandbox):
    assert f"flatpak.org.example.{UNIQUE}".encode() in sandbox.identity(), "a Flatpak application is its name"


def test_a_flatpak_application_whose_user_is_root_in_it_is_refused(sandbox):
    assert sandbox.identity(options=["--unshare-user"], is_root=False) == REFUSED, "in a sandbox where a user is root it is refused"


def test_a_sandbox_that_only_says_that_it_is_a_flatpak_application_is_refused(sandbox, shop, world):
    forged = world.folder / "forged"
    (forged / "bin").mkdir(parents=True)
    shutil.copy(shop.plain, forged / "bin")
    assert sandbox.identity(forged) == REFUSED, "a sandbox that only says so is refused"
