# Users who do their worst to a daemon, and one who wants an item meanwhile.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import sqlite3
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# Of each user, each with so many connections: more than a user's workers, and more than a user's turns to write.
PROCESSES, CONNECTIONS = 3, 8


class Crowd:
    """Programs of users that call a daemon which serves scripts: crowd.py and onlooker.py. `folder` is one that everybody may look into."""

    KINDS = ("write", "replace", "list", "derive", "greet")

    def __init__(self, daemon, folder):
        self.daemon, self.folder = daemon, folder
        self.processes, self.locks = [], []
        for name in ("crowd.py", "onlooker.py", "wire.py"):
            shutil.copy(HERE / name, folder / name)

    def started(self, user, script, *words):
        return subprocess.Popen([*user.words, "/usr/bin/python3", "-I", str(self.folder / script), str(self.daemon.path), *map(str, words)],
                                text=True, cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": "/usr/bin:/bin"})

    def gather(self, kind, *users):
        """Each user's programs have as many requests of this kind under way as they have connections, all the time."""
        for user in users:
            for number in range(PROCESSES):
                process = self.started(user, "crowd.py", kind, CONNECTIONS, *([] if number else ["first"]))
                answer = process.stdout.readline().split()
                assert answer[:1] == ["ready"] and set(answer[1:]) <= {"0"}, f"they have what they ask for: {answer}"
                self.processes.append(process)
        for process in self.processes:
            process.stdin.write("\n")
            process.stdin.flush()
        for process in self.processes:
            assert process.stdout.readline() == "asking\n", "all of them ask"

    def leave(self):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
        self.processes = []

    def lock(self, user):
        """Another process has the keychain of a user, and writes. Its own part of that ends with `unlock`."""
        connection = sqlite3.connect(self.daemon.home / str(user.number) / "login.keychain-db", isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        self.locks.append(connection)

    def unlock(self):
        for connection in self.locks:
            connection.close()
        self.locks = []

    def onlooker(self, user):
        return Onlooker(self.started(user, "onlooker.py"))


class Onlooker:
    def __init__(self, process):
        self.process = process
        assert process.stdout.readline() == "ready\n", "somebody stores an item"

    def looks(self, count):
        """The milliseconds of so many lookups, and of the first ones of as many new processes."""
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()
        over_one, of_new = ([float(word) for word in self.process.stdout.readline().split()] for _ in range(2))
        assert len(over_one) == count and len(of_new) == count, "each is answered"
        return over_one, of_new
