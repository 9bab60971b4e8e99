# What the pages about C say: the code of the guide and of the manual pages compiles and runs.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess

import pytest

from support.daemon import Daemon
from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless]

GUIDE = ROOT / "Documentation/Guide/FirstSecretInC.md"
MAN = ROOT / "Documentation/Reference/man"
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")


def blocks(language):
    found = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    assert found, f"the page has code in {language}"
    return found


def example(page):
    """The program of a manual page, without what roff writes otherwise."""
    text = (MAN / page).read_text()
    found = re.search(r"^\.RS\n\.nf\n(#include.*?)^\.fi$", text, re.M | re.S)
    assert found, f"{page} has an example"
    return found[1].replace("\\-", "-").replace("\\e", "\\")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("standard", ["c99", "c11", "gnu17"])
def test_the_program_of_the_guide_stores_replaces_and_deletes(c, compiler, standard):
    done = c.run(c.compile("\n".join(blocks("c")), *STRICT, f"-std={standard}", compiler=compiler))
    assert (done.returncode, done.stdout, done.stderr) == (0, "sunny\ncloudy\n", ""), "the program of the page does what the page says"


def test_the_program_of_the_guide_stores_with_a_daemon(c, world):
    """The program and the library are the user's own, as those of a developer are."""
    daemon, home = Daemon(world, user=world.ann), world.home(world.ann)
    for source in (c.compile("\n".join(blocks("c")), name="first"), c.library):
        shutil.copy(source, home)
        os.chown(home / source.name, world.ann.number, world.ann.number)
    status, said, errors = daemon.run(home / "first", user=world.ann, LD_LIBRARY_PATH=str(home))
    assert (status, said) == (0, "sunny\ncloudy"), f"the program is the same with a daemon: {errors}{daemon.said()}"
    assert list(daemon.home.rglob("*.keychain-db")), "which keeps the keychain"


def test_the_program_of_the_guide_says_what_goes_wrong(c):
    program = c.compile("\n".join(blocks("c")).replace('store("sunny");\n', ""))
    done = c.run(program)
    assert done.returncode == 1 and done.stderr.startswith("find: ") and "(-25300)" in done.stderr, "what is not there is said in a sentence"


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("call, runs", [("Add", [(0, "stored"), (1, "there is one already")]), ("CopyMatching", [(0, "sunny"), (0, "sunny")]),
                                        ("Update", [(0, "changed"), (0, "changed")]), ("Delete", [(0, "deleted"), (0, "deleted")])])
def test_the_example_of_a_manual_page_does_what_the_page_says(c, compiler, call, runs):
    program = c.compile(example(f"SecItem{call}.3"), *STRICT, compiler=compiler)
    for status, said in runs:
        done = c.run(program)
        assert (done.returncode, done.stdout, done.stderr) == (status, f"{said}\n", ""), f"the example of SecItem{call} says: {said}"


def test_a_daemon_that_is_named_and_not_there_is_told_as_the_manual_says(c, world):
    done = c.run(c.compile(example("SecItemAdd.3")), env={"LATCHKEY_SOCKET": f"{world.folder}/nothing"})
    assert (done.returncode, done.stderr) == (1, "not stored: -25291\n"), "a daemon that is named is not left out"


def test_no_example_has_a_secret_as_text(c):
    for page in ("Add", "CopyMatching", "Update", "Delete"):
        assert "kSecValueData, CFSTR" not in example(f"SecItem{page}.3"), "copies of a text stay in the memory"


@pytest.mark.parametrize("page", ["SecItemAdd.3", "SecItemCopyMatching.3", "SecItemUpdate.3", "SecItemDelete.3", "latchkey-cc.1"])
def test_a_manual_page_is_set_without_a_warning(page):
    done = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", str(MAN / page)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), "groff has nothing to say"
