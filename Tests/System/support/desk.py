# A display of a session, and a user who answers the windows that a program asks with.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import threading
import time


class Desk:
    """Answers in a thread. `dialogs` are pairs of a window's title, as xdotool matches it, and what answers such a window:
    a function of this desk, the window and whether the answer is yes."""

    def __init__(self, dialogs):
        read, write = os.pipe()
        subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"], pass_fds=[write],
                         stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            self.name = ":" + told.readline().strip()
        self.dialogs, self.answer, self.after, self.answered = dialogs, "yes", 0, []
        threading.Thread(target=self.go_on, daemon=True).start()

    def tool(self, *words):
        ran = subprocess.run(["xdotool", *map(str, words)], env={"DISPLAY": self.name, "PATH": os.environ["PATH"]}, capture_output=True, text=True)
        return ran.stdout.split()

    def windows(self, title, *more):
        return self.tool("search", *more, "--onlyvisible", "--name", title)

    def click(self, window, x, y):
        """At a place of the window; one below 0 is counted from its other edge."""
        geometry = dict(word.split("=") for word in self.tool("getwindowgeometry", "--shell", window) if "=" in word)
        if len(geometry) > 4:
            self.tool("mousemove", int(geometry["X"]) + x % int(geometry["WIDTH"]), int(geometry["Y"]) + y % int(geometry["HEIGHT"]), "click", 1)

    def type(self, window, words):
        self.tool("windowfocus", window)
        self.tool("type", "--delay", "2", words)

    def press(self, window, *keys):
        self.tool("windowfocus", window)
        self.tool("key", "--delay", "5", *keys)

    def go_on(self):
        titles = "|".join(title for title, _ in self.dialogs)
        # It looks twice a second, and ends with the display.
        while self.windows(titles, "--sync"):
            if self.answer == "never":
                time.sleep(0.5)
                continue
            time.sleep(self.after)
            for title, answers in self.dialogs:
                for window in self.windows(title):
                    self.answered.append(title)
                    answers(self, window, self.answer == "yes")
            time.sleep(0.1)
