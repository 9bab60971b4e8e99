# A user's keychains from before the daemon, and `latchkey adopt`.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import re
import sqlite3


class Home:
    """The keychains in the home of a user of `system`."""

    def __init__(self, system, user):
        self.system, self.user = system, user
        self.folder = pathlib.Path(system.environment_of(user)["LATCHKEY_HOME"])
        self.path = self.folder / "login.keychain-db"

    def before(self, *words, **options):
        """`security` as it was before the daemon: the keychain is in the program."""
        return self.system.security(*words, user=self.user, LATCHKEY_SOCKET="none", **options)

    def fill(self, secrets, *words):
        """Generic passwords by their accounts."""
        lines = "".join(f"add-generic-password -a {account} -s before -w {secret} {' '.join(words)}\n" for account, secret in secrets.items())
        status, _, errors = self.before("-i", given=lines)
        assert status == 0 and not errors, f"items are stored without a daemon: {errors}"

    def security(self, *words, **options):
        return self.system.security(*words, user=self.user, **options)

    def adopt(self, *words, **options):
        """The exit status, what it wrote to its standard output and to its error."""
        return self.system.tool("latchkey", "adopt", *words, user=self.user, **options)

    def find(self, account, **options):
        return self.security("find-generic-password", "-a", account, "-s", "before", "-w", **options)

    def has(self, secrets, **options):
        """Whether the daemon has each of these, and nothing else."""
        return all(self.find(account, **options)[:2] == (0, secret) for account, secret in secrets.items())

    def count(self):
        """How many passwords the daemon has of this user."""
        database = sqlite3.connect(f"file:{self.behind}?mode=ro", uri=True)
        try:
            return database.execute("SELECT count(*) FROM genp").fetchone()[0]
        finally:
            database.close()

    @property
    def behind(self):
        """The file of the daemon."""
        return self.system.home / str(self.user.number) / "login.keychain-db"

    @property
    def kept(self):
        return sorted(path for path in self.folder.iterdir() if re.fullmatch(r".*\.adopted-\d{8}T\d{6}Z(\.\d+)?", path.name))

    def password_file(self, password):
        """For commands without a terminal."""
        file = self.system.world.home(self.user) / "password"
        file.write_text(password)
        file.chmod(0o600)
        os.chown(file, self.user.number, self.user.number)
        return {"LATCHKEY_PASSWORD_FILE": str(file)}
