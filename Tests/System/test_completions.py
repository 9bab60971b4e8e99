# Completes commands and options of security and codesign in bash and in zsh, as a user does with the tab key.
# SPDX-License-Identifier: Apache-2.0
import re
import shutil
import subprocess

import pytest

from support.agent import Terminal
from support.session import ROOT

pytestmark = pytest.mark.rootless

# The last of the words is completed.
BASH = """source "completions/$1.bash"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$1"; printf "%s\\n" "${COMPREPLY[@]}"
"""
# The sign of readiness is not in what is typed.
ZSH = """
PS1=; stty -echo columns 200; cd {root}; fpath=($PWD/completions $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=10000
print is${{:-}}ready
"""
PATH = "/usr/bin:/bin"
# What moves the cursor and sets colours.
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def expect(shell, text, *words):
    for word in words:
        assert re.search(rf"(^|\s){re.escape(word)}(\s|$)", text), f"{shell} does not offer {word}:\n{text}"


@pytest.mark.parametrize("line, words", [
    ("security find-", "find-certificate find-identity find-key find-generic-password"),
    ("security import -", "-a -f -k -t -x"),
    ("security import README", "README.md"),
    ("codesign --", "--sign --entitlements --teams-directory --remove-signature --script --output"),
    ("codesign -d README", "README.md"),
])
def test_completion_works_in_bash(line, words):
    done = subprocess.run(["bash", "-c", BASH, "-", *line.split()], cwd=ROOT, env={"PATH": PATH}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    expect("bash", done.stdout, *words.split())


# The package has what the command writes.
OWN = """source <("$0" --generate-completion-script bash)
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
_latchkey latchkey "${COMP_WORDS[COMP_CWORD]}" ""; printf "%s\n" "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("line, words", [
    ("latchkey a", "adopt agent allow audit"),
    ("latchkey adopt --", "--undo --keychain --program --leave-rest"),
    ("latchkey doctor --", "--export --restore --remove"),
])
def test_latchkey_makes_its_own(world, line, words):
    done = subprocess.run(["bash", "-c", OWN, world.bin / "latchkey", *line.split()], env={"PATH": PATH}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    expect("bash", done.stdout, *words.split())


@pytest.mark.parametrize("line, end, words", [
    ("security find-", "Find keys.", "find-certificate find-identity find-key find-generic-password"),
    ("security import -", "never exported", "-a -f -k -t -x"),
    ("security find-identity -", "valid identities only", "-p -s -v"),
    ("codesign --", "this directory", "--sign --entitlements --teams-directory --remove-signature"),
])
def test_completion_works_in_zsh(world, line, end, words):
    assert shutil.which("zsh"), "zsh is missing: install it"
    shell = Terminal(["zsh", "-f", "-i"], {"PATH": PATH, "TERM": "xterm", "LANG": "C.UTF-8", "HOME": str(world.folder)})
    shell.type(ZSH.format(root=ROOT))
    assert shell.until("isready"), f"zsh does not start: {shell.text}"
    shell.forget()
    # Clears the line, and asks for what fits and for all of it.
    shell.type(f"\x15{line}\t\t")
    # The last line that is offered has these words.
    shell.until(re.escape(end))
    expect("zsh", CONTROL.sub("", shell.forget()), *words.split())
