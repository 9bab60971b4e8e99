# A login by PAM, whose password the test knows, with the recipe of Packaging/pam behind it.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import subprocess

from .isolation import mount
from .session import ROOT

FOLDER, SERVICE = pathlib.Path("/etc/pam.d"), "latchkey-check"
RECIPE = ROOT / "Packaging/pam"


def recipe():
    """The lines of the recipe that PAM reads."""
    return [line for line in (RECIPE / "latchkey").read_text().splitlines() if line.startswith("auth")]


class Login:
    """Who knows the `password` logs in."""

    def __init__(self, world):
        own = world.folder / "pam.d"
        shutil.copytree(FOLDER, own)
        mount("--bind", own, FOLDER)
        self.password = world.new_secret()
        known, keeper, script = (world.folder / name for name in ("login", "keeper", "latchkey-unlock"))
        known.touch(mode=0o600)
        known.write_text(self.password)
        keeper.write_text(f"#!/bin/sh\n[ \"$(tr -d '\\000')\" = \"$(cat {known})\" ]\n")
        shutil.copy(RECIPE / "latchkey-unlock", script)
        for program in (keeper, script):
            program.chmod(0o755)
        line = recipe()[0]
        installed = line.split()[-1]
        (FOLDER / SERVICE).write_text(f"auth requisite pam_exec.so quiet expose_authtok {keeper}\n"
                                      + line.replace(installed, f"{script} {world.bin / 'security'}")
                                      + "\naccount required pam_permit.so\n")

    def lets_in(self, name, password=None):
        """Whether somebody of this name logs in."""
        ran = subprocess.run(["pamtester", SERVICE, name, "authenticate"], input=f"{password or self.password}\n", text=True,
                             capture_output=True, timeout=60)
        return ran.returncode == 0
