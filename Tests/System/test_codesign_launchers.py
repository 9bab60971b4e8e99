# A launcher names a script by its digest, and starts it with little of its caller's environment.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import os

import pytest

pytestmark = [pytest.mark.rootless, pytest.mark.tools]
SCRIPT = """#!/bin/sh -u
printf "%s|" "$@"; env | sort | tr "\\n" "|"; exit 7
"""


@pytest.fixture
def launch(bench):
    """What makes a launcher of `script.sh`."""
    (bench / "script.sh").write_text(SCRIPT)
    return (*bench.SIGN, "--script", "script.sh")


def test_a_launcher_is_valid_and_shows_its_script(bench, launch):
    bench.expect(0, "", *launch, "-i", "org.example.script", "-o", "launcher")
    bench.expect(0, "valid on disk", "codesign", "-v", "--verbose", "--teams-directory", "teams.d", "launcher")
    said = bench.expect(0, f"Script={os.path.realpath(bench / 'script.sh')}", "codesign", "-d", "launcher")
    digest = hashlib.sha256((bench / "script.sh").read_bytes()).hexdigest()
    assert f"ScriptDigest={digest}" in said.partition("Interpreter=/bin/sh -u")[2], f"the pin is not shown: {said}"


def test_a_launcher_is_replaced_only_if_codesign_is_told_to(bench, launch):
    bench.expect(0, "", *launch, "-o", "launcher")
    bench.expect(1, "is there already", *launch, "-o", "launcher")
    bench.expect(0, "", *launch, "-f", "-o", "launcher")
    assert not bench.drafts(), "drafts of launchers stay"


def test_a_script_gets_its_words_and_little_of_its_callers_environment(bench, launch):
    bench.expect(0, "", *launch, "-o", "launcher")
    said = bench.expect(7, "-c|two words|HOME=/h|LC_ALL=C|PATH=/usr/local/sbin", "env", "-i", "HOME=/h", "LC_ALL=C", "LC_TIME=../x",
                        "ENV=/x", "BASH_ENV=/x", "PATH=/x", "LD_PRELOAD=/x", "./launcher", "-c", "two words")
    assert "=/x" not in said and "LC_TIME" not in said, f"a script gets more of the environment than it should: {said}"


def test_a_launcher_that_is_not_signed_or_has_no_script_starts_nothing(bench, launch):
    bench.expect(126, "it is not signed", bench.bin / "script-launcher")
    bench.expect(0, "", *launch, "-o", "stripped")
    bench.expect(0, "", "codesign", "--remove-signature", "stripped")
    bench.expect(126, "it is not signed", "./stripped")
    bench.signed("unpinned", of=bench.bin / "script-launcher")
    bench.expect(126, "no pin of a script", "./unpinned")


def test_a_script_that_was_changed_or_is_not_there_is_not_started(bench, launch):
    bench.expect(0, "", *launch, "-o", "launcher")
    with open(bench / "script.sh", "a") as script:
        script.write("# more\n")
    bench.expect(126, "the script is not the one that was signed", "./launcher")
    bench.expect(0, "", *launch, "-f", "--script-path", "/nowhere/script.sh", "-o", "launcher")
    bench.expect(126, "/nowhere/script.sh: No such file", "./launcher")


def test_a_script_needs_an_interpreter_that_keeps_others_code_out(bench):
    (bench / "plain.py").write_text('print("no first line")\n')
    launch = (*bench.SIGN, "--script", "plain.py")
    bench.expect(1, "plain.py: its first line does not name an interpreter", *launch, "-o", "none")
    # Others can put a file in its place.
    (bench / "everybody").mkdir()
    (bench / "everybody").chmod(0o777)
    own = bench.copied("/bin/sh", "everybody/own-shell")
    bench.expect(1, "not a file that root alone can write or replace", *launch, "--interpreter", own, "--interpreter-option", "-u",
                 "-o", "none")
    bench.expect(1, "does not know it as an interpreter", *launch, "--interpreter", "/usr/bin/env", "--interpreter-option", "-i",
                 "-o", "none")
    bench.expect(1, "not known how others' code is kept out", *launch, "--interpreter", "/usr/bin/mawk", "-o", "none")
    assert not (bench / "none").exists(), "a refused launcher leaves a file"
    assert not bench.drafts(), "drafts of launchers stay"


def test_a_launcher_needs_a_name_and_is_signed_alone(bench, launch):
    bench.expect(2, "needs -o", *launch)
    bench.expect(2, "beside --script no file is signed", *launch, "-o", "none", "unsigned")
    assert not (bench / "none").exists(), "a refused launcher leaves a file"
