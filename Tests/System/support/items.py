# Items that belong to programs and to the user, and programs that ask for each other's: LatchkeyItemProbe under several
# names.
# SPDX-License-Identifier: Apache-2.0
from .agent import Waiting


class Items:
    """Ann's keychain, which has a password, with `shared` in it, which she stored with a command."""

    LABEL = "The shared one"

    def __init__(self, daemon):
        self.daemon, self.world = daemon, daemon.world
        self.make_keychain(self.world.ann)
        stored = self.security("add-generic-password", "-a", "me", "-s", "shared", "-l", self.LABEL, "-w", "-", given=self.world.secret)
        assert stored[0] == 0, "the user stores a password with a command"

    def make_keychain(self, user):
        made = self.security("create-keychain", "-p", "-", "login", user=user, given=self.world.password)
        assert made[0] == 0, "a keychain with a password"

    def program(self, name):
        """A program that nobody has been asked about."""
        return self.world.copied("LatchkeyItemProbe", name)

    def signed(self, shop):
        """A program of a team, which has stored an item, `own`."""
        program = shop.sign("shop", of=self.world.bin / "LatchkeyItemProbe")
        assert self.call(program, "add", "own").startswith("0 "), "a signed program stores an item"
        return program

    def keep_sites(self, *programs):
        """Each program stores a login at a site that has its name, and so does Ann."""
        sites = [self.call(program, "keep", f"{program.name}.example") for program in programs]
        stored = self.security("add-internet-password", "-a", "me", "-s", "mine.example", "-w", "-", given=self.world.secret)
        assert sites == ["0"] * len(programs) and stored[0] == 0, "two programs store logins at sites, and so does the user"

    def call(self, program, *words):
        """What LatchkeyItemProbe says: the status, and what it has read."""
        return self.daemon.run(program, *words, user=self.world.ann)[1]

    def asks(self, *words, **more):
        """A call of a program that Ann is asked about."""
        return Waiting(self.daemon, *words, **more)

    def security(self, *words, user=None, **options):
        return self.daemon.security(*words, user=user or self.world.ann, **options)

    def allow(self, partitions, password=None, service="shared"):
        """The exit status of the command that says which programs read an item."""
        return self.security("set-generic-password-partition-list", "-s", service, "-S", partitions, "-k", "-",
                             given=password or self.world.password)[0]

    @property
    def found(self):
        """What a program says that has read what Ann stored."""
        return f"0 {self.world.secret}"
