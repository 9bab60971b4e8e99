# KeePassXC as a provider of the Secret Service, with an open database and a user who answers its windows.
# SPDX-License-Identifier: Apache-2.0
import base64
import os
import secrets
import subprocess
import time
import uuid
from xml.sax.saxutils import escape

from .secret_service import ALIAS, SERVICE
from .windowed import Windowed
from .world import until


class KeePassXC(Windowed):
    NAME, TITLE, PACKAGE = "keepassxc", "KeePassXC", "keepassxc"
    # Its default.
    SAVES_EVERY_CHANGE = True

    # It asks all objects of its at a path.
    WRONG_ARGUMENTS = (*Windowed.WRONG_ARGUMENTS, "org.freedesktop.DBus.Error.UnknownInterface")

    def entries(self):
        """The items that it has from the start: label, secret and attributes of each."""
        return []

    def prepare(self):
        super().prepare()
        settings = self.bus.folder("config") / "keepassxc/keepassxc.ini"
        settings.parent.mkdir()
        settings.write_text(f"[General]\nConfigVersion=2\nAutoSaveAfterEveryChange={str(self.SAVES_EVERY_CHANGE).lower()}\n"
                            "UpdateCheckMessageShown=true\nSingleInstance=false\n"
                            "[GUI]\nCheckForUpdates=false\n"
                            "[FdoSecrets]\nEnabled=true\nShowNotification=false\nConfirmDeleteItem=false\nConfirmAccessItem=false\n")
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

    SEARCH = ("--name", "Access Request|Unlock Database|Create a new KeePassXC|Save database as|No password set")

    def answer_window(self, desk, window, title, agrees):
        if "Access Request" in title:
            # It asks before a program replaces an item, whatever its settings are. "Allow All & Future" is the second
            # button.
            desk.click(window, -492, -27)
            return "confirm"
        if "No password" in title:
            # A page came sooner than it was expected: the password is typed into the one that is shown now.
            desk.press(window, "Escape")
            time.sleep(0.5)
            for page in desk.tool("search", "--onlyvisible", "--name", "Create a new KeePassXC").split():
                desk.type(page, self.new_password, self.new_password)
            return None
        if not agrees:
            desk.press(window, "Escape")
        elif "Unlock" in title:
            desk.type(window, self.typed)
        elif "Save" in title:
            desk.type(window, str(self.bus.home / f"{self.new_name or secrets.token_hex(4)}.kdbx"))
            return None
        else:
            # A new database has a page for its name, one for its encryption, whose time is measured, and one for its
            # password.
            desk.press(window, "Return")
            time.sleep(0.4)
            desk.press(window, "Return")
            time.sleep(3)
            desk.type(window, self.new_password, self.new_password)
        return "password"

    @staticmethod
    def entry(label, secret, attributes):
        fields = "".join(f"<String><Key>{escape(name)}</Key><Value{more}>{escape(value)}</Value></String>" for name, value, more in [
            ("Title", label, ""), ("Password", secret, ' ProtectInMemory="True"'), *((name, value, "") for name, value in attributes.items())])
        return f"<Entry><UUID>{base64.b64encode(uuid.uuid4().bytes).decode()}</UUID>{fields}</Entry>"
