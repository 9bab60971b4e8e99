# A display without a window manager, and a user at its keyboard.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

from .world import until


class Display:
    """Of one kind of windows: those whose class has this word in it."""

    def __init__(self, kind="pinentry", programs=("pinentry-gtk-2",)):
        for tool in ("Xvfb", "xdotool", *programs):
            assert shutil.which(tool), f"{tool} is missing: install xvfb, xdotool and what shows the windows"
        read, write = os.pipe()
        subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
                         pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            self.name = ":" + told.readline().strip()
        self.window, self.kind = None, kind

    def tool(self, *words):
        ran = subprocess.run(["xdotool", *words], env={"DISPLAY": self.name, "PATH": os.environ["PATH"]}, capture_output=True, text=True)
        return ran.stdout.split()

    def windows(self):
        return self.tool("search", "--onlyvisible", "--class", self.kind)

    def shows(self):
        """Whether another window comes than the last one, and takes what is typed."""
        def is_new():
            windows = self.windows()
            if not windows or windows == self.window or self.tool("getwindowfocus") != windows:
                return False
            self.window = windows
            return True
        return until(is_new)
