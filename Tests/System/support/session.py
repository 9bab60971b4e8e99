# What all tests of one run share: programs in a folder of root's, teams, numbers of users that nobody else has.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import fcntl
import os
import pathlib
import platform
import secrets
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = ("keychaind", "security", "latchkey", "codesign", "secure-loader", "debuggable-loader", "exec-witness", "script-launcher", "latchkey-session", "LatchkeyItemProbe", "LatchkeyKeyProbe", "LatchkeyPresenceProbe")
FIRST_USER, LAST_USER = 60100, 64999  # Debian leaves these numbers to nobody (policy 9.2.2: 60000 to 64999)
USERS_OF_A_TEST = 3
# Where the kernel keeps what processes execute.
WITNESS = pathlib.Path("/sys/fs/bpf/latchkey")
# Where the dynamic linker takes it from by its name alone, as the package has it.
AUDIT = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu/liblatchkey-audit.so")


class Session:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.bin = self.folder / "bin"
        self.is_mine = False

    @classmethod
    def begin(cls, binaries):
        """Copies the programs to where root alone can write, as an installed package has them."""
        is_root = os.geteuid() == 0
        session = cls(tempfile.mkdtemp(prefix="latchkey-system-", dir="/var/lib" if is_root else None))
        session.is_mine = True
        session.folder.chmod(0o755)
        session.bin.mkdir(mode=0o755)
        for name in PROGRAMS:
            if (binaries / name).exists():
                subprocess.run(["cp", "--reflink=auto", binaries / name, session.bin / name], check=True)
        subprocess.run([ROOT / "scripts/build-helpers", session.bin], check=True)
        # As the package has the commands.
        (session.bin / "secure-loader").chmod(0o711)
        subprocess.run([session.bin / "codesign", "-s", "-", "--loader", session.bin / "secure-loader",
                        session.bin / "security", session.bin / "latchkey"], check=True)
        # What tests need on the machine that has no package: the folder that they cover with their own, and the library
        # that no namespace may cover. Each run holds both while it goes on.
        if is_root:
            session.made = not os.path.exists("/etc/latchkey")
            os.makedirs("/etc/latchkey", mode=0o755, exist_ok=True)
            session.held = os.open("/etc/latchkey", os.O_RDONLY)
            session.installed = session.is_alone() and not session.is_packaged()
            if session.installed:
                draft = AUDIT.with_suffix(".draft")
                shutil.copy(session.bin / AUDIT.name, draft)
                draft.chmod(0o4644)
                draft.rename(AUDIT)
                # A process that was started before has no identity: every test starts its own.
                if not os.path.ismount(WITNESS.parent):
                    subprocess.run(["mount", "-t", "bpf", "bpf", WITNESS.parent], check=True)
                session.attached = not WITNESS.exists()
                subprocess.run([session.bin / "exec-witness", "attach"], check=True)
            fcntl.flock(session.held, fcntl.LOCK_SH)
        return session

    def is_alone(self):
        """Whether no other run goes on. Then none begins either, until this one says that it does."""
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(self.held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    @staticmethod
    def is_packaged():
        return AUDIT.exists() and subprocess.run(["dpkg", "-S", AUDIT], capture_output=True).returncode == 0

    def end(self):
        # To remove a folder unmounts what covers it in every namespace, so that the tests of another run would lose
        # theirs.
        if getattr(self, "held", None) is not None and self.is_alone():
            if self.installed:
                AUDIT.unlink(missing_ok=True)
                if self.attached:
                    subprocess.run([self.bin / "exec-witness", "detach"], check=True)
            if self.made:
                with contextlib.suppress(OSError):
                    os.rmdir("/etc/latchkey")
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextlib.contextmanager
    def lock(self, name):
        with open(self.folder / f"{name}.lock", "a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def users(self):
        """Numbers of users that no other test of this run has: keyrings, quotas and limits go by them."""
        with self.lock("users"):
            counter = self.folder / "users"
            first = int(counter.read_text()) if counter.exists() else FIRST_USER
            if first + USERS_OF_A_TEST > LAST_USER + 1:
                raise RuntimeError("there are no numbers of users left")
            counter.write_text(str(first + USERS_OF_A_TEST))
        return range(first, first + USERS_OF_A_TEST)

    def once(self, name, make):
        """A folder that the first who wants it makes, and all others find."""
        made = self.folder / name
        # Each has a lock of its own, so that who needs a small one does not wait for the teams.
        with self.lock(name):
            if not made.exists():
                draft = self.folder / f"{name}.draft-{secrets.token_hex(4)}"
                draft.mkdir(mode=0o755)
                make(draft)
                draft.rename(made)
        return made
