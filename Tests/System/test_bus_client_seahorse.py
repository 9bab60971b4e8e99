# Seahorse shows, edits and deletes passwords, and changes the password of a collection. Nobody sees its display;
# `--screenshots` keeps pictures of it.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess

import pytest

from support.raw_secrets import INTERNAL
from support.secret_service import ROOT
from support.world import until

pytestmark = [pytest.mark.seahorse, pytest.mark.speaks]
SIZE = "1000x700x24"
# Places on the display. With Debian's theme and fonts they are the same on every machine.
SECOND_ROW, COLLECTION, UNLOCK = (562, 156), (94, 101), (637, 491)
# In a dialog, from its corner.
DESCRIPTION, PASSWORD = (280, 116), (230, 171)
# In the menus, beside the place at which they were opened.
DELETE, PROPERTIES, CHANGE_PASSWORD = (53, 42), (58, 67), (93, 68)
# Without animations and blinking the display is still when all is done.
SETTINGS = "[Settings]\ngtk-cursor-blink=false\ngtk-enable-animations=false\ngtk-font-name=DejaVu Sans 10\ngtk-theme-name=Adwaita\n"


class Seahorse:
    def __init__(self, provider, default, pictures):
        self.bus, self.pictures, self.count = provider.bus, pictures, 0
        settings = self.bus.folder("config") / "gtk-3.0/settings.ini"
        settings.parent.mkdir()
        settings.write_text(SETTINGS)
        # Wide enough for the collections beside the items, of which it shows those of the default collection.
        kept = self.bus.folder("config") / "glib-2.0/settings/keyfile"
        kept.parent.mkdir(parents=True)
        kept.write_text("[apps/seahorse/windows/key-manager]\nwidth=940\nheight=640\n"
                        f"[apps/seahorse/listing]\nkeyrings-selected=['secret-service://{default}']\n")
        self.bus.environment["GSETTINGS_BACKEND"] = "keyfile"
        reading, writing = os.pipe()
        self.bus.started("Xvfb", "-displayfd", writing, "-screen", "0", SIZE, "-nolisten", "tcp", "-noreset", pass_fds=(writing,))
        os.close(writing)
        with open(reading) as number:
            self.bus.environment["DISPLAY"] = f":{number.readline().strip()}"
        self.bus.started("metacity", "--sm-disable", log="metacity.log")
        self.bus.started("seahorse", log="seahorse.log")
        assert until(self.windows, 60), f"there is a window: {(self.bus.home / 'seahorse.log').read_text()}"
        self.show_collection()

    def do(self, *words):
        """What xdotool says."""
        return self.bus.run("xdotool", *words)[1].decode().split()

    def windows(self):
        return self.do("search", "--onlyvisible", "--class", "eahorse")

    def picture(self):
        return subprocess.run(["import", "-window", "root", "rgb:-"], env=self.bus.environment, capture_output=True, check=True).stdout

    def settle(self, name, windows=None, frames=4):
        """Waits until there is a number of windows and the display is still, and keeps a picture."""
        assert windows is None or until(lambda: len(self.windows()) == windows, 20), f"{name}: there are {windows} windows"
        seen = [self.picture()]

        def is_still():
            seen.append(self.picture())
            return len(set(seen[-frames:])) == 1 and len(seen) > frames

        assert until(is_still, 30, every=0.1), f"{name}: the display is still"
        self.count += 1
        if self.pictures:
            self.bus.run("import", "-window", "root", pathlib.Path(self.pictures) / f"{self.count:02}-{name}.png")

    def click(self, place, button="1", times=1):
        self.do("mousemove", *map(str, place), "click", "--repeat", str(times), "--delay", "60", button)

    def dialog(self):
        """The place of the window that is in front."""
        shown = dict(line.split("=") for line in self.do("getwindowgeometry", "--shell", *self.do("getactivewindow")))
        return [int(shown[name]) for name in ("X", "Y")]

    def type_at(self, place, text):
        x, y = self.dialog()
        self.click((x + place[0], y + place[1]))
        self.do("key", "ctrl+a")
        self.do("type", "--delay", "20", text)

    def show_collection(self):
        """Chooses the default collection: when the keys of other programs are read, which may be late, they are chosen."""
        self.settle("started", frames=15)
        self.click(COLLECTION)
        self.settle("collection")

    def has_window(self):
        return until(lambda: len(self.windows()) == 2, 5)

    def choose(self, place, entry, name, has_effect):
        """An entry of the menu that a place has, until it takes effect."""
        for _ in range(5):
            self.click(place, button="3")
            self.settle(f"{name}-menu", frames=10)
            self.click((place[0] + entry[0], place[1] + entry[1]))
            if has_effect():
                return
            self.do("key", "Escape")
            self.show_collection()
        raise AssertionError(f"the entry of the menu of the {name} takes effect")


@pytest.fixture
def client(raw, provider, world):
    provider.share()
    with raw() as connection:
        session = connection.plain()
        connection.create(session, "Example login", {"server": "example.org", "user": "zoe", "xdg:schema": "org.gnome.keyring.NetworkPassword"},
                          world.secret.encode())
        connection.create(session, "Another item", {"another": "item"}, b"another")
        yield connection


@pytest.fixture
def seahorse(client, provider, request):
    for program in ("seahorse", "metacity", "Xvfb", "xdotool", "import"):
        if not (pathlib.Path("/usr/bin") / program).exists():
            pytest.skip(f"there is no {program}")
    return Seahorse(provider, client.service_call("ReadAlias", "s", "default")[0], request.config.getoption("--screenshots"))


def test_it_shows_and_edits_an_item(seahorse, client, world):
    another = world.new_secret()
    item, = client.search({"server": "example.org"})[0]
    seahorse.choose(SECOND_ROW, PROPERTIES, "item", seahorse.has_window)
    seahorse.settle("item", windows=2)
    seahorse.type_at(DESCRIPTION, "Renamed")
    seahorse.type_at(PASSWORD, another)
    seahorse.settle("edited")
    seahorse.do("key", "Escape")
    seahorse.settle("question", windows=3)
    # From the button that keeps nothing to the other.
    seahorse.do("key", "--delay", "100", "Tab", "Return")
    seahorse.settle("saved", windows=1)
    assert until(lambda: client.get(item, "Item", "Label") == "Renamed"), "the item has its new label"
    assert client.secret(item, client.plain())[0].decode() == another, "and its new secret"


def test_it_deletes_an_item(seahorse, client):
    seahorse.choose(SECOND_ROW, DELETE, "item", seahorse.has_window)
    seahorse.settle("delete-question", windows=2)
    seahorse.do("key", "Tab")
    seahorse.do("key", "alt+d")
    assert until(lambda: client.search({"server": "example.org"}) == ([], [])), "the item is gone"
    seahorse.settle("deleted", windows=1)
    assert len(client.search({"another": "item"})[0]) == 1, "the other is left"


def test_it_changes_the_password_of_a_collection(seahorse, client, provider, world):
    if not provider.HAS_INTERNAL_INTERFACE:
        pytest.skip("a password is changed in a window of the provider")
    password = world.new_secret()
    default, = client.service_call("ReadAlias", "s", "default")
    provider.answer_prompts(new_password=password)
    # The old, the new and it again are asked for. A click beside the entry locks the collection: then it is unlocked
    # first.
    seahorse.choose(COLLECTION, CHANGE_PASSWORD, "collection", lambda: until(lambda: len(provider.prompts()) >= 3, 10))

    def is_changed():
        client.lock(default)
        return client.error(*unlocking(password)) is None

    def unlocking(word):
        return (ROOT, INTERNAL, "UnlockWithMasterPassword", "o(oayays)",
                default, client.plain().wrap(word.encode()))

    # Who tries too often has to wait.
    assert until(is_changed, 60, every=5), f"the new password unlocks it: {provider.prompts()}"


def test_it_locks_and_unlocks_a_collection(seahorse, client, provider):
    default, = client.service_call("ReadAlias", "s", "default")
    provider.answer_prompts()
    before = seahorse.picture()
    client.lock(default)
    assert until(lambda: seahorse.picture() != before), "it shows that it is locked"
    seahorse.settle("locked")
    assert any(seahorse.click(UNLOCK) or until(lambda: client.get(default, "Collection", "Locked") is False, 5) for _ in range(5)), \
        "the button unlocks it"
    seahorse.settle("unlocked")
    assert client.search({"server": "example.org"})[0], "its items are there"


def test_it_shows_what_others_store_and_delete(seahorse, client):
    before = seahorse.picture()
    item = client.create(client.plain(), "A third item", {"third": "item"}, b"third")
    assert until(lambda: seahorse.picture() != before), "a new item is shown"
    seahorse.settle("third")
    before = seahorse.picture()
    client.delete(item)
    assert until(lambda: seahorse.picture() != before), "it is no longer shown when it is deleted"
