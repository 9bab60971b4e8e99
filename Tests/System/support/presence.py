# Items and programs that want a proof of the user: LatchkeyPresenceProbe, its daemon, and its items.
# SPDX-License-Identifier: Apache-2.0
from .agent import Waiting
from .daemon import Daemon

# The flags of an item: SecAccessControlCreateFlags.
PRESENCE, ANY, CURRENT, PASSCODE, OR, AND, SEALED = 1 << 0, 1 << 1, 1 << 3, 1 << 4, 1 << 14, 1 << 15, 1 << 31
FLAGS = {"presence": PRESENCE, "any": ANY, "current": CURRENT, "passcode": PASSCODE, "sealed": SEALED,
         "both": ANY + PASSCODE + AND, "either": ANY + PASSCODE + OR}
ITEM_LABEL, REASON = "guarded by flags", "to pay the rent"


class Guarded:
    """Ann's keychain in a daemon that looks for fprintd on the test's bus, and the program whose items these are."""

    def __init__(self, world, bus):
        self.world = world
        self.daemon = Daemon(world, "--system", serves_scripts=False, environment={"DBUS_SYSTEM_BUS_ADDRESS": bus.address})
        self.program = world.copied("LatchkeyPresenceProbe", "probe")
        self.daemon.make_keychain(world.password, user=world.ann)

    def probe(self, *words):
        """What the program says."""
        return self.daemon.run(self.program, *words, user=self.world.ann)[1]

    def waiting(self, *words):
        return Waiting(self.daemon, self.program, *words)

    def add(self, *names):
        """Items that want what their names say."""
        for name in names:
            assert self.probe("add", name, FLAGS[name], self.world.secret) == "0", f"an item with {name}"

    @property
    def found(self):
        """What the program says when it has got the secret."""
        return f"0 {self.world.secret}"

    def end(self):
        assert self.daemon.stop() == 0, "the daemon ends"
        said = self.daemon.said()
        assert not self.world.told() and ITEM_LABEL not in said and "to pay" not in said and "to open" not in said, \
            "the log has no secret, no name of an item, and nothing that a program said"
