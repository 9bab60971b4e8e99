# Chromium encrypts its cookies with a key from the Secret Service: what a server set in one start it gets back in the
# next.
# SPDX-License-Identifier: Apache-2.0
import http.server
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import threading

import pytest

from support.secret_service import PROVIDERS, SessionBus, missing_program
from support.world import until

pytestmark = [pytest.mark.chromium, pytest.mark.patience(300)]
INSTALLED = pathlib.Path("/usr/lib/chromium")


class Site:
    """A server that sets a cookie, and writes down what it gets. A page below /slow is answered when `go_on` is set."""

    def __init__(self, token):
        site = self
        self.requests, self.go_on = [], threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.requests.append((self.path, self.headers.get("Cookie")))
                if self.path == "/slow":
                    site.go_on.wait(60)
                self.send_response(200)
                if self.path == "/set":
                    self.send_header("Set-Cookie", f"token={token}; Max-Age=1000000")
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<link rel=icon href=data:,><p>a page")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def cookie_at(self, path):
        return [cookie for requested, cookie in self.requests if requested == path]


class Browser:
    """A copy of the program's tree, of root's, in which files may be replaced, and a profile of Ann's."""

    def __init__(self, provider):
        self.bus, self.world, self.provider = provider.bus, provider.world, provider
        self.tree = self.world.programs / "chromium"
        subprocess.run(["cp", "-a", "--reflink=auto", INSTALLED, self.tree], check=True)
        self.profile = self.bus.folder("profile")
        self.site = Site(self.world.secret)

    def started(self, path):
        # It has a sandbox of its own only outside of namespaces.
        return self.bus.started(self.tree / "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
                                "--disable-crash-reporter", "--password-store=gnome-libsecret", f"--user-data-dir={self.profile}", "--dump-dom",
                                f"http://127.0.0.1:{self.site.server.server_port}{path}", log="chromium.log",
                                environment={"XDG_CURRENT_DESKTOP": "GNOME"})

    def visit(self, path):
        """Starts it with a page, until it ends."""
        assert self.started(path).wait(100) == 0, "the browser ends well"

    def sends(self, path):
        """Whether it sends the cookie with a page in a start of its own."""
        self.visit(path)
        return self.site.cookie_at(path) == [f"token={self.world.secret}"]

    def keys(self):
        """The items of the browser, by their paths, with their secrets, as another program sees them: none if they are kept apart."""
        said = self.bus.run("secret-tool", "search", "--all", "application", "chromium")[1].decode()
        return re.findall(r"^\[(.*)\]$|^secret = (.*)$", said, re.M)

    def is_encrypted(self):
        """Whether its cookies are encrypted with the key that it keeps in a service."""
        cookies, = self.profile.glob("Default/**/Cookies")
        with sqlite3.connect(f"file:{cookies}?mode=ro", uri=True) as database:
            values = [value for value, in database.execute("SELECT encrypted_value FROM cookies")]
        return bool(values) and all(value.startswith((b"v11", b"v12")) for value in values)

    def replace(self):
        """As dpkg does it: each new file lies beside the old one, and is renamed."""
        for file in [path for path in self.tree.rglob("*") if path.is_file() and not path.is_symlink()]:
            new = file.with_name(file.name + ".dpkg-new")
            shutil.copy2(file, new)
            os.rename(new, file)


@pytest.fixture(params=["shared", "apart"])
def browser(world, provider_name, record_property, request):
    if not (INSTALLED / "chromium").exists():
        pytest.skip("Debian's chromium is not installed")
    if missing := missing_program(provider_name):
        pytest.skip(missing)
    if request.param == "apart" and not PROVIDERS[provider_name].KEEPS_APART:
        pytest.skip("it keeps no programs apart")
    provider = PROVIDERS[provider_name](SessionBus(world, world.ann))
    if request.param == "shared":
        provider.share()
    record_property("provider", f"{provider.TITLE} {provider.version()}")
    made = Browser(provider)
    made.visit("/set")
    assert len(made.keys()) == (0 if provider.KEEPS_APART else 2), "the first start keeps a key, which may be its own secret"
    yield made
    made.site.go_on.set()
    made.site.server.shutdown()


def test_a_cookie_is_sent_at_the_next_start(browser):
    keys = browser.keys()
    assert browser.sends("/second") and browser.sends("/third"), "what was set in the first start is sent in the others"
    assert browser.is_encrypted(), "the cookie is encrypted with the key"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_after_the_service_was_restarted(browser):
    keys = browser.keys()
    browser.provider.stop()
    browser.provider.start()
    assert browser.sends("/restarted"), "the key was kept"
    assert browser.keys() == keys, "it is the same, and the only one"


def test_a_cookie_is_sent_after_the_program_was_replaced(browser):
    keys = browser.keys()
    browser.replace()
    assert browser.sends("/replaced"), "the new files are the same program"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_after_the_program_was_replaced_while_it_ran(browser):
    keys = browser.keys()
    running = browser.started("/slow")
    assert until(lambda: browser.site.cookie_at("/slow"), 60), "it runs, and waits for its page"
    browser.replace()
    browser.site.go_on.set()
    assert running.wait(100) == 0 and browser.site.cookie_at("/slow") == [f"token={browser.world.secret}"], "it ends well"
    assert browser.sends("/replaced"), "the next start finds its key"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_when_the_keychain_is_unlocked_five_seconds_after_the_start(browser):
    keys = browser.keys()
    browser.bus.run("secret-tool", "lock")
    browser.provider.answer_prompts(after=5)
    assert browser.sends("/unlocked"), "the browser waits for its key"
    assert browser.keys() == keys, "it is the same, and the only one"


def test_a_start_that_is_never_unlocked_makes_no_other_key(browser):
    keys = browser.keys()
    browser.bus.run("secret-tool", "lock")
    browser.visit("/locked")
    browser.provider.answer_prompts()
    # What it cannot decrypt in a start it throws away.
    browser.visit("/set")
    assert browser.sends("/unlocked") and browser.is_encrypted(), "the next starts that may unlock keep cookies as before"
    assert browser.keys() == keys, "the key is the same, and the only one"
