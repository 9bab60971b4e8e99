# A script has no identity by its interpreter, whoever signed that.
# SPDX-License-Identifier: Apache-2.0
import os

from support import wire
from support.daemon import Speaker, once
from support.wire import REFUSED, copy

PYTHON = os.path.realpath("/usr/bin/python3")


def client():
    with open(wire.__file__) as file:
        return file.read()


def test_a_script_of_an_interpreter_is_refused(unit):
    assert once(unit, copy(b"own"), PYTHON, "-c", client()) == REFUSED, "a script of an interpreter is refused"


def test_a_script_of_an_interpreter_that_a_team_has_signed_and_renamed_is_refused(unit, shop):
    renamed = shop.sign("app", of=PYTHON)
    assert once(unit, copy(b"own"), renamed, "-c", client()) == REFUSED, \
        "so is a script of an interpreter that a team has signed and renamed"


def test_whoami_says_that_a_signed_shell_is_an_interpreter(unit, shop, world):
    shell = shop.sign("shell", of=os.path.realpath("/bin/bash"))
    # The command speaks to a daemon of root, of `latchkey`, or of its own user, as here.
    held = Speaker(unit, shell, "-c", 'exec 3<>/dev/null; echo ready; cat >/dev/null # "$0"', user=world.service)
    status, shown, _ = unit.tool("latchkey", "whoami", "--pid", held.process.pid, user=world.service)
    assert status == 1 and "interpreter" in shown, "`latchkey whoami --pid` says so of a signed shell"
    held.end()
