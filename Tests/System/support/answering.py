# A user who answers the dialogs of `latchkey agent` on its terminal, and writes down what was asked.
# SPDX-License-Identifier: Apache-2.0
import json
import re
import threading
import time

from .agent import PINENTRY_TTY, Agent
from .world import until

BUTTONS, FIELD, ANYTHING = r"\[([a-z]+)\]\? $", r"([^\n]*(?:[Pp]assword|again)[^\n]*): ?$", r"Press any key to continue"


class Answering:
    """Answers in a thread until the test ends: `yes` with the password, or with the new one if a new one is asked for, or `no`."""

    def __init__(self, daemon, user, log, answer, seconds, passwords):
        self.agent = Agent(daemon, pinentry=PINENTRY_TTY, user=user)
        self.log, self.answer, self.seconds, self.passwords = log, answer, seconds, passwords
        if answer != "never":
            threading.Thread(target=self.go_on, daemon=True).start()

    def note(self, kind, shown):
        with open(self.log, "a") as file:
            file.write(json.dumps([kind, {"text": shown}]) + "\n")
        time.sleep(self.seconds)

    def go_on(self):
        while self.agent.until(f"{BUTTONS}|{FIELD}|{ANYTHING}", seconds=600) and not self.agent.is_over:
            shown = self.agent.text
            self.agent.text = ""
            if buttons := re.search(BUTTONS, shown):
                self.note("confirm", shown)
                self.agent.type(buttons[1][0 if self.answer == "yes" else -1])
            elif re.search(ANYTHING, shown):
                self.agent.type("\r")
            elif until(lambda: not self.agent.echoes()):
                self.note("password", shown)
                is_new = re.search(r"new|again|repeat", re.search(FIELD, shown)[1], re.I)
                if self.answer == "yes":
                    self.agent.type(self.passwords["new" if is_new else "old"] + "\r")
                else:
                    self.refuse()

    def refuse(self):
        """Nothing else is typed: the field would take it for a password."""
        for _ in range(5):
            self.agent.type("\x03")
            if until(self.agent.echoes, 10):
                return
