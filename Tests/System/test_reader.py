# The independent reader, which knows the format from its pages alone, opens keychains that Latchkey wrote.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil
import subprocess

import pytest
from support.session import ROOT
from support.world import run

pytestmark = pytest.mark.rootless
FIXTURES = ROOT / "Tests/Fixtures/Database"


@pytest.mark.patience(300)
def test_the_reader_passes_its_own_tests(reader):
    status, said = reader.test()
    assert status == 0, f"the reader's own tests pass: {said}"


def test_the_reader_opens_all_items_of_a_fresh_keychain_with_a_password(world, keychain, reader):
    word = world.folder / "password"
    word.touch(mode=0o600)
    word.write_text(world.password + "\n")
    logins = world.folder / "logins.csv"
    logins.write_bytes(subprocess.run([ROOT / "Examples/WebsiteLogins/make-logins", "50"], check=True, stdout=subprocess.PIPE).stdout)
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode() + b"\n")
    keychain.environment["LATCHKEY_PASSWORD_FILE"] = str(word)
    run(world.bin / "latchkey", "import", "csv", logins, env=keychain.environment)
    keychain.run("add-generic-password", "-a", "me", "-s", "example.org", "-T", "/bin/sh", "-w", "-", given=world.secret.encode())
    lines = reader.read(pathlib.Path(keychain.environment["LATCHKEY_HOME"]), password=word)
    count = len(lines.splitlines())
    assert count == 51, f"the reader found {count} of 51 items"
    assert re.search(r'"access": \[\{"appl": ".*", "path": "/.*"\}\]', lines), "the reader did not find the access list"
    assert world.secret in lines, "the reader did not find the secret"
    del keychain.environment["LATCHKEY_PASSWORD_FILE"]
    keychain.run("lock-keychain", "login")


# A folder for each version of the format.
@pytest.mark.parametrize("name", sorted(str(path.relative_to(FIXTURES)) for path in FIXTURES.glob("*/*") if path.is_dir()) or ["none"])
def test_the_reader_finds_in_a_fixture_what_was_put_there(world, reader, name):
    fixture = world.folder / "fixture"
    shutil.copytree(FIXTURES / name, fixture)
    password = fixture / "password"
    found = reader.read(fixture, password=password if password.exists() else None)
    assert found == (fixture / "items.jsonl").read_text(), f"{name}: the reader finds its items"
