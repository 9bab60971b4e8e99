# `latchkey backup` and `latchkey restore`, in the process and through the daemon: what comes back, and kills.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import stat
import subprocess
import time

import pytest

from support.reader import python_of_reader
from support.session import ROOT
from support.wire import REFUSED, add, copy, text
from support.world import run

BACKUP_READER = ROOT / "Examples/python-backup-reader"
ITEMS, LENGTH = 1500, 2000
NOTHING_CHANGED = 3  # Rounds of kills.


def words(world):
    """A file with the password of backups, and one with that of keychains."""
    backup, keychain = world.folder / "backup-password", world.folder / "keychain-password"
    for file, word in ((backup, world.new_secret()), (keychain, world.password)):
        file.touch(mode=0o644)
        file.write_text(word + "\n")
    return backup, keychain


def read(file, password, *options):
    """What the independent reader says of a backup."""
    done = subprocess.run([python_of_reader(), BACKUP_READER / "latchkey_backup.py", file, "--password-file", password, *options],
                          capture_output=True, text=True)
    assert done.returncode == 0, f"the independent reader opens the backup: {done.stderr}"
    return json.loads(done.stdout)


@pytest.mark.rootless
@pytest.mark.patience(300)
def test_the_reader_of_backups_passes_its_own_tests():
    done = subprocess.run([python_of_reader(), BACKUP_READER / "test_backup_reader.py"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 0, f"the reader's own tests pass: {done.stderr}"


@pytest.mark.rootless
@pytest.mark.patience(300)
def test_a_keychain_without_a_daemon_is_backed_up_read_and_restored(world, keychain):
    password, own = words(world)
    file = world.folder / "keychain.backup"
    keychain.environment["LATCHKEY_PASSWORD_FILE"] = str(own)
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode() + b"\n")
    keychain.run("add-generic-password", "-a", "me", "-s", "example.org", "-T", "/bin/sh", "-w", "-", given=world.secret.encode())
    tool = [world.bin / "latchkey"]
    run(*tool, "backup", file, "--password-file", password, env=keychain.environment, start_new_session=True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "nobody else reads the file"
    assert not pathlib.Path(f"{file}.partial").exists(), "and nothing is left beside it"
    assert world.secret.encode() not in file.read_bytes(), "it has no secret in the clear"
    run(*tool, "backup", file, "--password-file", password, env=keychain.environment, start_new_session=True, status=1)
    run(*tool, "backup", file, "--password-file", password, "--replace", env=keychain.environment, start_new_session=True)

    device_key = pathlib.Path(keychain.home) / "home/device.key"
    found = read(file, password, "--secrets", "--device-key", device_key)
    item, = [item for item in found["items"] if item["attributes"]["svce"] == "example.org"]
    assert bytes.fromhex(item["secret"]["data"]["hex"]) == world.secret.encode(), "another program reads the secret with the password"
    assert item["accessList"], "and the access list"

    keychain.run("delete-generic-password", "-s", "example.org")
    dry = subprocess.run([*tool, "restore", file, "--password-file", password, "--dry-run"], env=keychain.environment,
                         capture_output=True, text=True, start_new_session=True)
    assert dry.returncode == 0 and "would restore 1 item, would remove 0" in dry.stderr, f"a dry run says what would be: {dry.stderr}"
    keychain.run("find-generic-password", "-s", "example.org", status=44)
    run(*tool, "restore", file, "--password-file", password, env=keychain.environment, start_new_session=True)
    assert keychain.run("find-generic-password", "-s", "example.org", "-w")[0].strip() == world.secret.encode(), "it is back"

    # Into a new keychain, whose password is the configured one.
    run(*tool, "restore", file, "--password-file", password, "--into", "other", env=keychain.environment, start_new_session=True)
    assert keychain.run("find-generic-password", "-s", "example.org", "-w", "other")[0].strip() == world.secret.encode()
    again = subprocess.run([*tool, "restore", file, "--password-file", password, "--into", "other"], env=keychain.environment,
                           capture_output=True, text=True, start_new_session=True)
    assert again.returncode != 0, "a keychain that is there is no new one"
    assert keychain.run("find-generic-password", "-s", "example.org", "-w", "other")[0].strip() == world.secret.encode(), "and stays"

    # Through a pipe, and back from no pipe.
    piped = subprocess.run(["/bin/sh", "-c", f"{world.bin}/latchkey backup --output - --password-file {password} | cat"],
                           env=keychain.environment, capture_output=True, start_new_session=True)
    assert piped.stdout.startswith(b"LTCKBAK\1"), f"a backup goes through a pipe: {piped.stderr.decode()}"
    pipe = subprocess.run(["/bin/sh", "-c", f"cat {file} | {world.bin}/latchkey restore /dev/stdin --password-file {password}"],
                          env=keychain.environment, capture_output=True, text=True, start_new_session=True)
    assert pipe.returncode == 1 and "a pipe can be read once" in pipe.stderr, "a pipe is refused in words"


@pytest.mark.rootless
def test_a_damaged_backup_changes_nothing(world, keychain):
    password, own = words(world)
    file, damaged = world.folder / "keychain.backup", world.folder / "damaged.backup"
    keychain.environment["LATCHKEY_PASSWORD_FILE"] = str(own)
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode() + b"\n")
    keychain.run("add-generic-password", "-a", "me", "-s", "old", "-w", "-", given=world.secret.encode())
    run(world.bin / "latchkey", "backup", file, "--password-file", password, env=keychain.environment, start_new_session=True)
    keychain.run("add-generic-password", "-a", "me", "-s", "new", "-w", "-", given=world.secret.encode())
    whole = file.read_bytes()
    for changed in (whole[:-1], whole + b"\0", whole[:300] + bytes([whole[300] ^ 1]) + whole[301:]):
        damaged.write_bytes(changed)
        done = subprocess.run([world.bin / "latchkey", "restore", damaged, "--password-file", password], env=keychain.environment,
                              capture_output=True, text=True, start_new_session=True)
        assert done.returncode != 0 and "damaged, or not whole" in done.stderr, f"a damaged backup is refused in words: {done.stderr}"
        keychain.run("find-generic-password", "-s", "new")


def fill(daemon, count):
    client = daemon.client()
    for number in range(count):
        assert client.call(add(b"i%d" % number, (b"secret %d " % number).ljust(LENGTH, b".")))[0] == 0
    client.close()


def backed_up(daemon, file, password, own):
    status, _, errors = daemon.tool("latchkey", "backup", file, "--password-file", password, LATCHKEY_PASSWORD_FILE=str(own))
    assert status == 0, f"a backup is made through the daemon: {errors}"


@pytest.mark.speaks
@pytest.mark.patience(300)
def test_a_keychain_of_a_daemon_is_backed_up_and_restored(daemon, world):
    password, own = words(world)
    file = world.folder / "keychain.backup"
    daemon.make_keychain(world.password)
    fill(daemon, 300)
    backed_up(daemon, file, password, own)
    status, _, errors = daemon.tool("latchkey", "restore", file, "--password-file", password, "--dry-run",
                                    LATCHKEY_PASSWORD_FILE=str(own))
    assert status == 0 and "would restore 300 items, would remove 300" in errors, errors
    client = daemon.client()
    assert client.call(add(b"later", b"later"))[0] == 0
    status, _, errors = daemon.tool("latchkey", "restore", file, "--password-file", password, LATCHKEY_PASSWORD_FILE=str(own))
    assert status == 0 and "restored 300 items, removed 301" in errors, errors
    assert client.call(copy(b"later"))[0] != 0, "what came later is gone"
    found, body = client.call(copy(b"i7"))
    assert found == 0 and b"secret 7 " in body, "and the program finds what it had"
    status, _, errors = daemon.tool("latchkey", "backup", "--output", world.folder / "x", "--password-file", own,
                                    LATCHKEY_PASSWORD_FILE=str(password))
    assert status == -25293 & 0xff, f"whoever has not the keychain's password gets no backup: {errors}"


@pytest.mark.speaks
def test_a_program_gets_no_backup_and_restores_nothing(daemon, world):
    daemon.make_keychain(world.password)
    client = daemon.client()
    proof = b"\1" + text(world.password.encode())
    assert client.call(b"\x25" + text(b"backup") + proof)[0] == REFUSED, "a program gets no backup, whatever it knows"
    assert client.call(b"\x26" + text(b"LTCKBAK\1") + text(b"backup") + proof)[0] == REFUSED
    assert client.call(b"\x27" + bytes(8) + b"\3")[0] == REFUSED


@pytest.mark.speaks
@pytest.mark.patience(600)
@pytest.mark.parametrize("who", ["command", "daemon"])
def test_a_restore_that_is_killed_has_changed_nothing_or_everything(daemon, world, who):
    password, own = words(world)
    file = world.folder / "keychain.backup"
    daemon.make_keychain(world.password)
    fill(daemon, ITEMS)
    backed_up(daemon, file, password, own)
    log = daemon.home / "login.keychain-db-wal"
    kills = 0
    for turn in range(NOTHING_CHANGED):
        client = daemon.client()
        name = b"later %d" % turn
        assert client.call(add(name, b"later"))[0] == 0
        client.close()
        before = log.stat().st_size if log.exists() else 0
        process = daemon.started(daemon.binaries / "latchkey", "restore", file, "--password-file", password, LATCHKEY_PASSWORD_FILE=str(own))
        # Until a part of the transaction is written, and then a little more of it each time.
        while process.poll() is None and not (log.exists() and log.stat().st_size > before + (turn + 1) * 400_000):
            time.sleep(0.001)
        if who == "daemon":
            daemon.kill()
        else:
            process.kill()
        status = process.wait(60)
        if who == "daemon":
            daemon.start()
            assert daemon.unlock(world.password)[0] == 0
        client = daemon.client()
        found, _ = client.call(copy(name))
        assert (found == 0) == (status != 0), "the keychain is as it was unless the restore was acknowledged"
        kills += status != 0
        assert client.call(add(b"after %d" % turn, b"after"))[0] == 0, "and others write at once"
        client.close()
    assert kills, "at least one restore was killed before its end"
    assert daemon.tool("latchkey", "doctor")[0] in (0, 1)
    status, _, errors = daemon.tool("latchkey", "restore", file, "--password-file", password, LATCHKEY_PASSWORD_FILE=str(own))
    assert status == 0 and f"restored {ITEMS} items" in errors, errors


@pytest.mark.patience(120)
def test_a_daemon_of_the_system_backs_up_what_has_a_password(system, world):
    password, own = words(world)
    file = world.home(world.ann) / "keychain.backup"
    system.make_keychain(world.password, user=world.ann)
    assert system.security("add-generic-password", "-a", "me", "-s", "tools", "-w", "-", given=world.secret, user=world.ann)[0] == 0
    status, _, errors = system.tool("latchkey", "backup", file, "--password-file", password, user=world.ann, LATCHKEY_PASSWORD_FILE=str(own))
    assert status == 0, errors
    assert (file.stat().st_uid, stat.S_IMODE(file.stat().st_mode)) == (world.ann.number, 0o600), "the file is the user's"
    assert system.security("delete-generic-password", "-s", "tools", user=world.ann)[0] == 0
    status, _, errors = system.tool("latchkey", "restore", file, "--password-file", password, user=world.ann, LATCHKEY_PASSWORD_FILE=str(own))
    assert status == 0, errors
    assert system.security("find-generic-password", "-s", "tools", "-w", user=world.ann)[1] == world.secret
    # Nobody could prove to be the user.
    assert system.security("create-keychain", "-p", "", "open", user=world.ann)[0] == 0
    status, _, errors = system.tool("latchkey", "backup", file, "--replace", "--keychain", "open", "--password-file", password, user=world.ann)
    assert status != 0 and "the keychain has no password, so that nobody can prove to be the user" in errors, errors
