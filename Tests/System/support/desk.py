# A display of a session, and a user who answers the windows that a program asks with.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import threading
import time


class Desk:
    """Answers in a thread. `search` is what xdotool finds its windows by; `answers` is told of a window, its title and whether
    the answer is yes, and says what it was asked, or None."""

    def __init__(self, search, answers):
        read, write = os.pipe()
        subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
                         pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            self.name = ":" + told.readline().strip()
        self.search, self.answers = search, answers
        self.answer, self.after, self.answered = "no", 0, []
        threading.Thread(target=self.go_on, daemon=True).start()

    def tool(self, *words):
        ran = subprocess.run(["xdotool", *map(str, words)], env={"DISPLAY": self.name, "PATH": os.environ["PATH"]}, capture_output=True,
                             text=True)
        return ran.stdout.strip()

    def windows(self, *more):
        return self.tool("search", *more, "--onlyvisible", *self.search).split()

    def size(self, window):
        """Its place, width and height; None if it has gone."""
        found = dict(line.split("=") for line in self.tool("getwindowgeometry", "--shell", window).splitlines())
        return tuple(int(found[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")) if "WIDTH" in found else None

    def click(self, window, x, y):
        """At a place of the window; one below 0 is counted from its other edge."""
        if size := self.size(window):
            left, top, width, height = size
            self.tool("mousemove", left + x % width, top + y % height, "click", 1)

    def type(self, window, *lines):
        """Types lines into the fields of a window, each with Tab behind it, and accepts it."""
        self.tool("windowfocus", window)
        for index, line in enumerate(lines):
            # What a refused try has left is typed over.
            self.tool("key", "ctrl+a", "type", "--delay", "2", line)
            self.tool("key", "Tab" if index < len(lines) - 1 else "Return")

    def press(self, window, key):
        self.tool("windowfocus", window, "key", key)

    def go_on(self):
        # It looks twice a second, and ends with the display.
        while self.windows("--sync"):
            answer = self.answer
            if answer == "never":
                time.sleep(0.5)
                continue
            time.sleep(self.after)
            for window in self.windows():
                if asked := self.answers(self, window, self.tool("getwindowname", window), answer == "yes"):
                    self.answered.append(asked)
            # Until what was answered has gone.
            time.sleep(0.3)
