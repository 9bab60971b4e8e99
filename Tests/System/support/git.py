# git, its own server, and a helper that keeps its credentials.
# SPDX-License-Identifier: Apache-2.0
import base64
import contextlib
import http.server
import os
import subprocess
import threading

from .world import run

BACKEND = "/usr/lib/git-core/git-http-backend"


class Server:
    """A repository behind HTTP with basic authentication: `git http-backend`, on a port of its own."""

    def __init__(self, folder, user, password):
        self.folder, self.user, self.password = folder, user, password
        run("git", "init", "--quiet", "--bare", folder / "repository.git")
        # The result codes that it gave to requests with credentials.
        self.answers = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.answer(self)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def head(self):
        """The commit that was pushed, or nothing."""
        done = subprocess.run(["git", "--git-dir", self.folder / "repository.git", "rev-parse", "--verify", "--quiet", "main"],
                              capture_output=True, text=True)
        return done.stdout.strip()

    def answer(self, request):
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        wanted = "Basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        given = request.headers.get("Authorization")
        if given != wanted:
            if given:
                self.answers.append(401)
            self.send(request, 401, [("WWW-Authenticate", 'Basic realm="repositories"')], b"")
            return
        path, _, query = request.path.partition("?")
        environment = {
            "PATH": "/usr/bin:/bin", "GIT_PROJECT_ROOT": str(self.folder), "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path, "QUERY_STRING": query,
            "REQUEST_METHOD": request.command, "CONTENT_TYPE": request.headers.get("Content-Type", ""), "REMOTE_USER": self.user,
            "HTTP_CONTENT_ENCODING": request.headers.get("Content-Encoding", ""), "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
            "CONTENT_LENGTH": str(len(body)),
        }
        done = subprocess.run([BACKEND], env=environment, input=body, capture_output=True, timeout=60)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = [tuple(line.split(": ", 1)) for line in head.decode().splitlines()]
        status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
        self.answers.append(status)
        self.send(request, status, [header for header in headers if header[0] != "Status"], content)

    @staticmethod
    def send(request, status, headers, content):
        # The client may have what it wanted.
        with contextlib.suppress(BrokenPipeError):
            request.send_response(status)
            for name, value in [*headers, ("Content-Length", str(len(content)))]:
                request.send_header(name, value)
            request.end_headers()
            request.wfile.write(content)


class Clone:
    """A repository whose user pushes, with a credential helper. The user is asked only while `typed` has a password."""

    def __init__(self, way, folder, server, helper):
        self.way, self.folder, self.server = way, folder, server
        self.typed, self.asked = folder / "typed", folder / "asked"
        folder.mkdir()
        asking = folder / "ask"
        # git asks for the user's name, and then for the password.
        asking.write_text(f'#!/bin/sh\necho "${{1%% *}}" >>{self.asked}\n'
                          f'case $1 in Username*) echo {server.user} ;; *) exec cat {self.typed} ;; esac\n')
        asking.chmod(0o755)
        (folder / "configuration").write_text(f"[credential]\nhelper = {helper}\n[user]\nname = Ann\nemail = ann@example.org\n")
        self.environment = {**way.environment, "GIT_CONFIG_GLOBAL": str(folder / "configuration"), "GIT_CONFIG_NOSYSTEM": "1",
                            "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": str(asking), "HOME": str(folder)}
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("remote", "add", "origin", f"http://{server.address}/repository.git")

    def git(self, *words):
        """The exit status of a command of git."""
        done = subprocess.run(["git", *words], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60)
        self.said = done.stdout + done.stderr
        return done.returncode

    def push(self, typed=None):
        """Makes a commit and pushes it: whether the server has it, and how often the user was asked."""
        self.typed.unlink(missing_ok=True)
        if typed is not None:
            self.typed.touch(mode=0o600)
            self.typed.write_text(typed + "\n")
        self.asked.unlink(missing_ok=True)
        assert self.git("commit", "--quiet", "--allow-empty", "-m", f"commit {os.urandom(4).hex()}") == 0, self.said
        status = self.git("push", "--quiet", "origin", "main")
        self.git("rev-parse", "main")
        is_there = self.server.head() == self.said.strip()
        assert is_there == (status == 0), "git says what the server has"
        return is_there, len(self.asked.read_text().split()) if self.asked.exists() else 0
