# Chromium as a client of the Secret Service: a copy of its tree in which files may be replaced, and a server that sets
# a cookie.
# SPDX-License-Identifier: Apache-2.0
import http.server
import os
import pathlib
import shutil
import sqlite3
import subprocess
import threading

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


class Chromium:
    """A tree of the program, of root's, and a profile of the bus's user in a folder of the user's home."""

    def __init__(self, world, bus):
        self.world, self.bus = world, bus
        self.tree = world.programs / "chromium"
        copy_tree(INSTALLED, self.tree)
        self.profile = world.home(bus.user) / "profile"
        self.site = Site(world.secret)

    def end(self):
        self.site.go_on.set()
        self.site.server.shutdown()

    def started(self, path, tree=None, profile=None, bus=None):
        # It has a sandbox of its own only outside of namespaces.
        return (bus or self.bus).started((tree or self.tree) / "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                                         "--disable-dev-shm-usage", "--disable-crash-reporter", "--password-store=gnome-libsecret",
                                         f"--user-data-dir={profile or self.profile}", "--dump-dom",
                                         f"http://127.0.0.1:{self.site.server.server_port}{path}", log="chromium.log",
                                         environment={"XDG_CURRENT_DESKTOP": "GNOME"})

    def visit(self, path, **options):
        """Starts it with a page, until it ends."""
        assert self.started(path, **options).wait(100) == 0, "the browser ends well"

    def sends(self, path, **options):
        """Whether it sends the cookie with a page in a start of its own."""
        self.visit(path, **options)
        return self.has_sent(path)

    def has_sent(self, path):
        return self.site.cookie_at(path) == [f"token={self.world.secret}"]

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


def copy_tree(tree, copy):
    subprocess.run(["cp", "-a", "--reflink=auto", tree, copy], check=True)
