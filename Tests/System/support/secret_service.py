# A session bus of the test's own, and those who provide the Secret Service on it: Latchkey, and its peers.
# SPDX-License-Identifier: Apache-2.0
import base64
import contextlib
import json
import os
import pathlib
import secrets
import socket
import subprocess
import uuid
from xml.sax.saxutils import escape

from .answering import Answering
from .daemon import Daemon
from .desk import Desk
from .world import ROOT_USER, until

SERVICE, ROOT = "org.freedesktop.secrets", "/org/freedesktop/secrets"
ALIAS, SESSION_COLLECTION = f"{ROOT}/aliases/default", f"{ROOT}/collection/session"
PROMPTER = pathlib.Path(__file__).with_name("prompter.py")
# The limits are those of the session bus that Debian has.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type>
    <listen>unix:path={path}</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    <limit name="max_incoming_bytes">1000000000</limit><limit name="max_outgoing_bytes">1000000000</limit>
    <limit name="max_message_size">1000000000</limit><limit name="auth_timeout">240000</limit>
    <limit name="max_completed_connections">100000</limit><limit name="max_connections_per_user">100000</limit>
    <limit name="max_match_rules_per_connection">50000</limit><limit name="max_replies_per_connection">50000</limit></busconfig>"""


class SessionBus:
    """A user's bus, with a home of its own and no display. It starts no services by itself."""

    def __init__(self, world, user=ROOT_USER):
        self.world, self.user, self.home = world, user, world.home(user)
        self.run_folder = self.folder("run")
        self.path = self.run_folder / "bus"
        self.address = f"unix:path={self.path}"
        self.environment = {
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.home), "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": self.address,
            "XDG_RUNTIME_DIR": str(self.run_folder), **{f"XDG_{name.upper()}_HOME": str(self.folder(name)) for name in ("config", "data", "cache")},
            # No settings of GNOME, and no other bus.
            "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "NO_AT_BRIDGE": "1"}
        configuration = self.home / "bus.conf"
        configuration.write_text(CONFIGURATION.format(path=self.path))
        configuration.chmod(0o644)
        self.process = self.started("dbus-daemon", "--config-file", configuration, "--nofork", "--nopidfile")
        assert until(lambda: self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetId"), 60), "a session bus starts"

    def folder(self, name):
        folder = self.home / name
        folder.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            os.chown(folder, self.user.number, self.user.number)
        return folder

    def started(self, *words, log=None, stdin=subprocess.DEVNULL, **options):
        """A program of the user's session; what it says is in its home, in the file `log`."""
        environment = {**self.environment, **options.pop("environment", {})}
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(open(self.home / log, "ab")) if log else subprocess.DEVNULL
            return subprocess.Popen([*self.user.words, *map(str, words)], env=environment, cwd="/", stdin=stdin, stdout=output, stderr=output,
                                    **options)

    def run(self, *words, given=b"", seconds=60, **more):
        """Runs a program to its end: its exit status, its output and its errors, as bytes; `more` are variables of its environment."""
        done = subprocess.run([*self.user.words, *map(str, words)], env={**self.environment, **more}, cwd="/", capture_output=True,
                              input=given if isinstance(given, bytes) else given.encode(), timeout=seconds)
        return done.returncode, done.stdout, done.stderr

    def call(self, destination, path, method, *values):
        """What the method answers, as text; None if it fails."""
        status, said, _ = self.run("gdbus", "call", "--session", "--dest", destination, "--object-path", path, "--method", method, *values)
        return said.decode() if status == 0 else None

    def owner(self, name=SERVICE):
        """The unique name of who owns a name, as text; None if nobody does."""
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetNameOwner", name)


class Provider:
    """Who provides the Secret Service: started, with an unlocked collection that `default` leads to, whose password is `password`."""

    NAME = TITLE = PACKAGE = None

    def __init__(self, bus):
        self.bus, self.world = bus, bus.world
        self.password = self.world.password
        self.process = None
        self.prepare()
        self.start()

    def prepare(self):
        """What must be there before its first start."""

    def start(self):
        self.process = self.begin()
        assert until(lambda: self.bus.owner() or self.process.poll() is not None, 60) and self.process.poll() is None, \
            f"{self.TITLE} owns the name of the Secret Service: {self.said()}"

    def begin(self):
        raise NotImplementedError

    def stop(self):
        self.process.terminate()
        self.process.wait(60)
        assert until(lambda: not self.bus.owner(), 60), f"{self.TITLE} gives the name up"

    def said(self):
        log = self.bus.home / f"{self.NAME}.log"
        return log.read_text(errors="replace")[-4000:] if log.exists() else ""

    KEEPS_APART = False

    def share(self):
        """From here on each program sees the items of all, as it does with the peers."""

    # Whom it asks.

    def answer_prompts(self, answer="yes", after=0, new_password=None):
        """From here on a prompter of the session answers each dialog, after some seconds and with this provider's password: `yes`, `no`,
        or `never`. A new password is another one if it is given."""
        log = self.bus.home / "prompts.jsonl"
        self.prompter = self.bus.started("/usr/bin/python3", "-B", PROMPTER, log, answer, after, log="prompter.log",
                                         environment={"PROMPTER_PASSWORD": self.password, "PROMPTER_NEW_PASSWORD": new_password or self.password})
        assert until(lambda: self.bus.owner("org.gnome.keyring.SystemPrompter"), 30), "a prompter answers"

    def prompts(self):
        """What was asked: the kind of each dialog, and its properties."""
        log = self.bus.home / "prompts.jsonl"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    @classmethod
    def version(cls):
        shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", cls.PACKAGE], capture_output=True, text=True)
        return shown.stdout.split("-")[0].split("+")[0].split(":")[-1] if shown.returncode == 0 else None

    def memory(self):
        """Kilobytes that are resident."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


class Latchkey(Provider):
    NAME, TITLE = "latchkey", "Latchkey"
    KEEPS_APART = True

    def prepare(self):
        self.daemon = Daemon(self.world, user=self.bus.user, environment={**self.bus.environment})
        # Without a password it could not be locked.
        self.daemon.make_keychain(self.password, user=self.bus.user)

    def begin(self):
        if self.daemon.process.poll() is not None:
            self.daemon.start()
            self.daemon.unlock(self.password, user=self.bus.user)
        return self.daemon.process

    def share(self):
        self.KEEPS_APART = False
        (pathlib.Path("/etc/latchkey") / "secret-service.toml").write_text('mode = "observe"\n')
        self.stop()
        self.start()

    def said(self):
        return self.daemon.said()[-4000:]

    def answer_prompts(self, answer="yes", after=0, new_password=None):
        # The agent asks only those prompters that root has installed for a desktop.
        Answering(self.daemon, self.bus.user, self.bus.home / "prompts.jsonl", answer, after,
                  {"old": self.password, "new": new_password or self.password})

    @classmethod
    def version(cls):
        return "this tree"


class GnomeKeyring(Provider):
    NAME, TITLE, PACKAGE = "gnome-keyring", "gnome-keyring", "gnome-keyring"

    def begin(self):
        process = self.bus.started("gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets", log=f"{self.NAME}.log",
                                   stdin=subprocess.PIPE)
        process.stdin.write(self.password.encode())
        process.stdin.close()
        return process


class KWallet(Provider):
    NAME, TITLE, PACKAGE = "kwallet", "KWallet", "libkf5wallet-bin"
    PROGRAM = "kwalletd5"

    def prepare(self):
        settings = self.bus.folder("config") / "kwalletrc"
        settings.write_text("[Wallet]\nEnabled=true\nFirst Use=false\nDefault Wallet=kdewallet\nUse One Wallet=true\nPrompt on Open=false\n"
                            "Leave Open=true\nClose When Idle=false\n[Auto Allow]\nkdewallet=FDO_APPID\n"
                            "[org.freedesktop.secrets]\napiEnabled=true\n")
        self.own(settings)
        # What pam_kwallet gives it at the login: a key that was made of the password, and a salt that lies beside the
        # wallet.
        salt = self.bus.folder("data") / "kwalletd/kdewallet.salt"
        salt.parent.mkdir()
        salt.write_bytes(secrets.token_bytes(56))
        self.own(salt.parent)
        self.own(salt)
        self.key = secrets.token_bytes(56)
        # The wallets that are there at its start are collections: the first start makes one.
        first = self.begin()
        assert until((salt.parent / "kdewallet.kwl").exists, 60), f"KWallet makes a wallet: {self.said()}"
        first.terminate()
        first.wait(60)
        assert until(lambda: not self.bus.owner(), 60), "KWallet gives the name up"

    def own(self, path):
        os.chown(path, self.bus.user.number, self.bus.user.number)

    def begin(self):
        reading, writing = os.pipe()
        greeting = self.bus.run_folder / f"kwallet-{secrets.token_hex(4)}"
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(greeting))
            self.own(greeting)
            listening.listen()
            process = self.bus.started(self.PROGRAM, "--pam-login", reading, listening.fileno(), log=f"{self.NAME}.log",
                                       pass_fds=(reading, listening.fileno()),
                                       environment={"QT_QPA_PLATFORM": "offscreen", "PAM_KWALLET5_LOGIN": str(greeting)})
            os.write(writing, self.key)
            with socket.socket(socket.AF_UNIX) as environment:
                environment.connect(str(greeting))
                for name, value in {**self.bus.environment, "QT_QPA_PLATFORM": "offscreen"}.items():
                    environment.sendall(f"{name}={value}\n".encode())
        os.close(reading)
        os.close(writing)
        return process

    def start(self):
        super().start()
        # A login opens the wallet, and its collection stays locked until a program unlocks it: no dialog is shown.
        self.unlock(f"{ROOT}/collection/kdewallet")

    def unlock(self, collection):
        from .raw_secrets import Raw
        with Raw(self.bus.address) as raw:
            unlocked, prompt = raw.service_call("Unlock", "ao", [collection])
            completed = prompt == "/" or raw.prompt(prompt)
            assert completed and raw.get(collection, "Collection", "Locked") is False, f"KWallet opens its wallet: {self.said()}"


class KeePassXC(Provider):
    NAME, TITLE, PACKAGE = "keepassxc", "KeePassXC", "keepassxc"
    # Its default.
    SAVES_EVERY_CHANGE = True

    def entries(self):
        """The items that it has from the start: label, secret and attributes of each."""
        return []

    def prepare(self):
        # It asks before a program replaces an item, whatever its settings are.
        self.desk = Desk([("Access Request", self.answer_request)])
        settings = self.bus.folder("config") / "keepassxc/keepassxc.ini"
        settings.parent.mkdir()
        settings.write_text(f"[General]\nConfigVersion=2\nAutoSaveAfterEveryChange={str(self.SAVES_EVERY_CHANGE).lower()}\n"
                            "UpdateCheckMessageShown=true\nSingleInstance=false\n"
                            "[GUI]\nCheckForUpdates=false\n"
                            "[FdoSecrets]\nEnabled=true\nShowNotification=false\nConfirmDeleteItem=false\nConfirmAccessItem=false\n"
                            "UnlockBeforeSearch=false\n")
        group = uuid.uuid4()
        draft = self.bus.home / "database.xml"
        draft.write_text(f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?><KeePassFile><Meta><Generator>KeePassXC</Generator>
            <DatabaseName>Secrets</DatabaseName><CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{{{group}}}</Value></Item></CustomData>
            </Meta><Root><Group><UUID>{base64.b64encode(group.bytes).decode()}</UUID><Name>Root</Name>
            {"".join(self.entry(*values) for values in self.entries())}</Group></Root></KeePassFile>""")
        self.database = self.bus.home / "secrets.kdbx"
        for path in (settings.parent, settings, draft):
            os.chown(path, self.bus.user.number, self.bus.user.number)
        status, _, errors = self.bus.run("keepassxc-cli", "import", "-p", "-t", "100", draft, self.database,
                                         given=f"{self.password}\n{self.password}\n", QT_QPA_PLATFORM="offscreen")
        assert status == 0, f"a database of KeePassXC is made: {errors.decode(errors='replace')}"

    def begin(self):
        process = self.bus.started("keepassxc", "--pw-stdin", self.database, log=f"{self.NAME}.log", stdin=subprocess.PIPE,
                                   environment={"QT_QPA_PLATFORM": "xcb", "DISPLAY": self.desk.name})
        process.stdin.write(f"{self.password}\n".encode())
        process.stdin.close()
        return process

    def start(self):
        super().start()
        # It owns the name before its database is open.
        locked = (SERVICE, ALIAS, "org.freedesktop.DBus.Properties.Get", "org.freedesktop.Secret.Collection", "Locked")
        assert until(lambda: "false" in (self.bus.call(*locked) or ""), 60), f"KeePassXC opens its database: {self.said()}"

    @staticmethod
    def entry(label, secret, attributes):
        fields = "".join(f"<String><Key>{escape(name)}</Key><Value{more}>{escape(value)}</Value></String>" for name, value, more in [
            ("Title", label, ""), ("Password", secret, ' ProtectInMemory="True"'), *((name, value, "") for name, value in attributes.items())])
        return f"<Entry><UUID>{base64.b64encode(uuid.uuid4().bytes).decode()}</UUID>{fields}</Entry>"

    @staticmethod
    def answer_request(desk, window, agrees):
        """By the buttons at the lower edge: "Allow All & Future" is the second, "Deny All & Future" the last but one."""
        desk.click(window, 242 if agrees else -200, -27)


PROVIDERS = {kind.NAME: kind for kind in (Latchkey, GnomeKeyring, KWallet, KeePassXC)}


def missing_program(name):
    """What a provider needs and this machine has not; None if it is there."""
    kind = PROVIDERS[name]
    return None if kind.version() else f"Debian's {kind.PACKAGE} is not installed"
