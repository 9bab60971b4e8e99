# KWallet as a provider of the Secret Service, with a wallet that a login opens and a user who answers its windows.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import os
import secrets
import socket

from .secret_service import ROOT
from .windowed import Windowed
from .world import until


class KWallet(Windowed):
    NAME, TITLE, PACKAGE = "kwallet", "KWallet", "libkf5wallet-bin"
    PROGRAM = "kwalletd5"

    def prepare(self):
        super().prepare()
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
        self.key = hashlib.pbkdf2_hmac("sha512", self.password.encode(), salt.read_bytes(), 50_000, 56)
        self.own(salt.parent)
        self.own(salt)
        # The wallets that are there at its start are collections: the first start makes one.
        self.process = self.begin()
        assert until(self.is_open, 60), f"KWallet makes a wallet: {self.said()}"
        self.stop()

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
                                       environment={**self.display(), "PAM_KWALLET5_LOGIN": str(greeting)})
            os.write(writing, self.key)
            with socket.socket(socket.AF_UNIX) as environment:
                environment.connect(str(greeting))
                for name, value in {**self.bus.environment, **self.display()}.items():
                    environment.sendall(f"{name}={value}\n".encode())
        os.close(reading)
        os.close(writing)
        return process

    def is_open(self):
        return "true" in (self.bus.call("org.kde.kwalletd5", "/modules/kwalletd5", "org.kde.KWallet.isOpen", "kdewallet") or "")

    def stop(self):
        # It writes some seconds after a change, or when it is told to end, and not when it is terminated.
        self.bus.call("org.kde.kwalletd5", "/MainApplication", "org.qtproject.Qt.QCoreApplication.quit")
        self.process.wait(60)
        assert until(lambda: not self.bus.owner(), 60), "KWallet gives the name up"

    def start(self):
        super().start()
        # A login opens the wallet, and its collection stays locked until a program unlocks it: no window is shown.
        assert until(self.is_open, 60), f"a login opens the wallet: {self.said()}"
        with self.connection() as client:
            self.unlock(client, f"{ROOT}/collection/kdewallet", self.password)

    def display(self):
        return {"QT_QPA_PLATFORM": "xcb", "DISPLAY": self.desk.name}

    @staticmethod
    def named(error):
        return "org.freedesktop.Secret.Error.NoSession" if "Can't find session" in str(error) else error.name

    SEARCH = ("--class", "kwalletd5")

    def answer_window(self, desk, window, title, agrees):
        size = desk.size(window)
        if size is None or size[2] < 100:
            return None
        if "Error" in title or not agrees:
            desk.press(window, "Return" if "Error" in title else "Escape")
            return "password" if "Error" not in title else None
        if size[3] > 300:
            # A new wallet is a file or one of GnuPG's. Another window asks for its password then.
            desk.click(window, 108, 163)
            desk.press(window, "Return")
            return None
        if size[3] > 200:
            desk.type(window, self.new_password, self.new_password)
        else:
            desk.type(window, self.typed)
        return "password"
