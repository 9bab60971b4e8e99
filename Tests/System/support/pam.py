# A login by PAM, with a password that pam_unix checks and pam_latchkey behind or before it.
# SPDX-License-Identifier: Apache-2.0
import shutil
import subprocess

from .session import ROOT
from .world import run

SERVICE = "latchkey-check"
PROFILE = ROOT / "Packaging/pam/latchkey"


class Login:
    """Whoever knows the `password` logs in as Ann. What PAM does it does with an /etc of its own, since a password that is changed is in a file
    that takes the place of another. The daemon has no part of that: it would give no identity there."""

    def __init__(self, world):
        self.world, self.password, self.module = world, world.new_secret(), world.bin / "pam_latchkey.so"
        self.etc = world.folder / "etc"
        run("cp", "-a", "/etc", self.etc)
        self.set_password(self.password)
        self.serve()

    def set_password(self, password, name="ann"):
        """As an administrator does who does not know the old one, without PAM."""
        sealed = run("openssl", "passwd", "-6", "-stdin", input=password).strip()
        lines = (self.etc / "shadow").read_text().splitlines()
        (self.etc / "shadow").write_text("".join(
            ":".join([name, sealed, *line.split(":")[2:]] if line.startswith(f"{name}:") else [line]) + "\n" for line in lines))

    def words(self, user=None):
        """What runs a command with that /etc, as a user."""
        return ["unshare", "--mount", "sh", "-c", f'mount --bind {self.etc} /etc && exec "$@"', "sh", *(user.words if user else [])]

    def serve(self, *options, first=False, name=SERVICE):
        """Gives a service its lines: with pam_unix, and with the module behind it, or before it."""
        lines = []
        for kind, control in (("auth", "requisite"), ("account", "required"), ("session", "required"), ("password", "requisite")):
            pair = [f"{kind} {control} pam_unix.so", " ".join([kind, "optional", str(self.module), *options])]
            lines += reversed(pair) if first else pair
        (self.etc / "pam.d" / name).write_text("".join(line + "\n" for line in lines))

    def phases(self, *phases, name="ann", password=None, user=None, service=SERVICE):
        """The exit status of a program that goes through phases of PAM, and what it told the user."""
        ran = subprocess.run([*self.words(user), "pamtester", service, name, *phases],
                             input=f"{password or self.password}\n", text=True, capture_output=True, timeout=60)
        return ran.returncode, ran.stdout + ran.stderr

    def lets_in(self, name="ann", password=None):
        """Whether somebody of this name logs in."""
        return self.phases("authenticate", "acct_mgmt", "open_session", name=name, password=password)[0] == 0

    def passwd(self, *lines, user, name=()):
        """What the command `passwd` says, and its exit status."""
        shutil.copy(self.etc / "pam.d" / SERVICE, self.etc / "pam.d/passwd")
        ran = subprocess.run([*self.words(user), "/usr/bin/passwd", *name], input="".join(line + "\n" for line in lines), text=True,
                             capture_output=True, timeout=60)
        return ran.returncode, ran.stdout + ran.stderr
