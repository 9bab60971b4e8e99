# A stranger's keychain file does nothing to the files of the user who opens it.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import sqlite3
import struct

import pytest
from support.wire import NOT_FOUND, REFUSED, copy

MAGIC = bytes.fromhex("d9d505f920a163d7")
SECTOR = 512


def hot_journal(database, victim):
    """A rollback journal as SQLite plays it back: it changes nothing, and names a file to be deleted."""
    page_size = 4096
    header = MAGIC + struct.pack(">IIIII", 0, 7, database.stat().st_size // page_size, SECTOR, page_size)
    name = os.fsencode(victim)
    checksum = sum(byte - 256 if byte > 127 else byte for byte in name) & 0xFFFFFFFF
    return (header.ljust(SECTOR, b"\0") + struct.pack(">I", 0x40000000 // page_size + 1) + name
            + struct.pack(">II", len(name), checksum) + MAGIC)


def gift(folder, victim, mode="delete", source=None):
    """A stranger's file with a journal beside it: a database of its own, or a copy of a keychain."""
    file, journal = folder / "gift.keychain-db", folder / "gift.keychain-db-journal"
    journal.unlink(missing_ok=True)
    if source is not None:
        shutil.copy(source, file)
    database = sqlite3.connect(file)
    database.execute(f"PRAGMA journal_mode={mode}")
    if source is None:
        database.execute("CREATE TABLE genp(x)")
    database.commit()
    database.close()
    journal.write_bytes(hot_journal(file, victim))
    return file, journal


def opened_by_sqlite(file):
    """What SQLite alone does with a file: the attack must be one."""
    database = sqlite3.connect(file)
    database.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    database.close()


def test_sqlite_alone_deletes_what_a_gift_names(world):
    victim = world.folder / "victim"
    victim.write_bytes(os.urandom(32))
    file, _ = gift(world.folder, victim)
    opened_by_sqlite(file)
    assert not victim.exists(), "the attack of these tests is one"


@pytest.mark.rootless
@pytest.mark.parametrize("mode", ["delete", "truncate", "persist", "wal"])
@pytest.mark.parametrize("name", ["device.key", "login.keychain-db"])
def test_a_gift_deletes_no_file_of_the_user_who_looks_at_it(keychain, world, mode, name):
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode())
    keychain.run("add-generic-password", "-a", "me", "-s", "mine", "-w", "-", given=world.secret.encode())
    home = world.folder / keychain.home / "home"
    before = (home / name).read_bytes()
    file, journal = gift(world.folder, home / name, mode)
    kept = file.read_bytes(), journal.read_bytes()
    for command in (["dump-keychain", file], ["find-generic-password", "-s", "x", file], ["unlock-keychain", "-p", "-", file],
                    ["show-keychain-info", file], ["add-generic-password", "-a", "a", "-s", "b", "-w", "-", file],
                    ["create-keychain", "-p", "-", file]):
        _, errors = keychain.run(*command, given=b"x", status=None)
        assert errors, f"{command[0]} says what is wrong"
        assert (home / name).exists(), f"{command[0]} deletes nothing"
    assert (file.read_bytes(), journal.read_bytes()) == kept, "the gift and its journal stay as they are"
    assert (home / name).read_bytes()[:32] == before[:32], "the file is the one that it was"
    found, _ = keychain.run("find-generic-password", "-s", "mine", "-w")
    assert found.decode().strip() == world.secret, "what the user had stored is there"


@pytest.mark.rootless
def test_a_gift_that_is_a_keychain_deletes_nothing_either(keychain, world):
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode())
    keychain.run("create-keychain", "-p", "-", "other", given=world.password.encode())
    home = world.folder / keychain.home / "home"
    for mode in ("wal", "delete"):
        file, journal = gift(world.folder, home / "device.key", mode, source=home / "other.keychain-db")
        _, errors = keychain.run("dump-keychain", file, status=None)
        assert (home / "device.key").exists() and journal.exists(), f"a keychain in mode {mode} deletes nothing"
        assert "PRAGMA" not in errors.decode(), "no command is named that would have SQLite play the journal back"
        journal.unlink()
        _, errors = keychain.run("dump-keychain", file, status=None)
        assert ("PRAGMA journal_mode=WAL" in errors.decode()) == (mode == "delete"), "the command that switches it back is named"


@pytest.mark.speaks
def test_a_program_has_the_daemon_open_no_gift_that_others_may_write(daemon, world):
    daemon.make_keychain(world.password)
    key = daemon.home / "device.key"
    assert key.exists(), "the daemon has a device key"
    shared = world.folder / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    private = world.folder / "private"
    private.mkdir(mode=0o700)
    inside = daemon.home / "inside"
    inside.mkdir(mode=0o700)
    client = daemon.client()
    for folder in (shared, private, inside):
        file, journal = gift(folder, key)
        status, _ = client.call(copy(b"x"), os.fsencode(file))
        assert status != 0 and key.exists() and journal.exists(), f"nothing in {folder.name} is deleted, whatever the answer"
        assert (status == REFUSED) == (folder == shared), f"a program names files in {folder.name} by the rule: {status}"
    link = daemon.home / "linked.keychain-db"
    link.symlink_to(shared / "gift.keychain-db")
    assert client.call(copy(b"x"), os.fsencode(link.name))[0] == REFUSED, "a link in the home leads nowhere else"
    assert client.call(copy(b"nobody"))[0] != REFUSED, "the daemon serves on"
    client.close()


@pytest.mark.speaks
def test_a_program_names_a_keychain_of_the_user_that_is_on_the_search_list(daemon, world):
    shared = world.folder / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    file = shared / "mine.keychain-db"
    daemon.make_keychain(world.password, file)
    client = daemon.client()

    def status():
        return client.call(copy(b"nobody"), os.fsencode(file))[0]

    def lists(*words):
        assert daemon.security("list-keychains", *words, LATCHKEY_HOME=str(daemon.home))[0] == 0, "the list is written"

    assert status() == REFUSED, "a program names no file where others can write"
    lists("-s", file)
    assert status() == NOT_FOUND, "but one that the user has listed"
    os.chown(file, world.bob.number, world.bob.number)
    assert status() == REFUSED, "unless another user has put a file there"
    os.chown(file, 0, 0)
    assert status() == NOT_FOUND, "the user's own is found again"
    elsewhere = shared / "other.keychain-db"
    file.rename(elsewhere)
    cookies = shared / "cookies.sqlite"
    cookies.touch(mode=0o600)
    file.symlink_to(cookies)
    assert status() == REFUSED, "a link in its place leads to no file but a keychain"
    file.unlink()
    elsewhere.rename(file)
    lists("-s")
    assert status() == REFUSED, "off the list it is as before"
    lists("-s", "-d", "common", file)
    assert status() == NOT_FOUND, "root's list for everybody counts as well"
    client.close()


@pytest.mark.rootless
def test_a_forged_log_beside_a_keychain_destroys_nothing(keychain, world):
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode())
    keychain.run("add-generic-password", "-a", "me", "-s", "mine", "-w", "-", given=world.secret.encode())
    home = world.folder / keychain.home / "home"
    file = home / "login.keychain-db"
    before = file.read_bytes()
    log = home / "login.keychain-db-wal"
    for forged in (b"\0" * 64, os.urandom(100_000), struct.pack(">IIIIIIII", 0x377F0682, 3007000, 4096, 0, 1, 2, 3, 4) + os.urandom(4120)):
        log.write_bytes(forged)
        found, _ = keychain.run("find-generic-password", "-s", "mine", "-w")
        assert found.decode().strip() == world.secret, "what was stored is found"
    assert file.read_bytes()[:16] == before[:16] and (home / "device.key").exists(), "the files of the keychain are there"


@pytest.mark.rootless
def test_doctor_reports_a_journal_beside_a_keychain(keychain, world):
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode())
    journal = world.folder / keychain.home / "home/login.keychain-db-journal"
    journal.write_bytes(b"left by somebody")
    keychain.command = [str(world.bin / "latchkey")]
    said, _ = keychain.run("doctor", status=1)
    assert str(journal) in said.decode() and "move it away" in said.decode(), "doctor names the journal and says what to do"
    assert journal.read_bytes() == b"left by somebody", "and leaves it"


@pytest.mark.rootless
@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_an_archive_with_a_link_to_a_file_of_the_user_overwrites_nothing(keychain, world, suffix):
    keychain.run("create-keychain", "-p", "-", "login", given=world.password.encode())
    victim = world.folder / "key"
    victim.write_bytes(os.urandom(600))
    before = victim.read_bytes()
    file = world.folder / "gift.keychain-db"
    shutil.copy(world.folder / keychain.home / "home/login.keychain-db", file)
    beside = world.folder / f"gift.keychain-db{suffix}"
    for link in (os.link, os.symlink):
        link(victim, beside)
        for command in (["find-generic-password", "-s", "x", file], ["unlock-keychain", "-p", "-", file], ["dump-keychain", file]):
            _, errors = keychain.run(*command, given=b"x", status=None)
            assert victim.read_bytes() == before, f"{command[0]} writes to no file of the user"
            assert "move it away" in errors.decode(), f"{command[0]} says what to do"
        beside.unlink()
    os.mkfifo(beside, 0o444)
    assert keychain.run("find-generic-password", "-s", "x", file, status=None)[1], "nobody waits at a FIFO"


@pytest.mark.rootless
def test_a_planted_draft_leads_nowhere(keychain, world):
    victim = world.folder / "cookies"
    database = sqlite3.connect(victim)
    database.execute("CREATE TABLE mine(x)")
    database.commit()
    database.close()
    before = victim.read_bytes()
    shared = world.folder / "shared"
    shared.mkdir()
    for name in (".new", ".draft-0123456789abcdef"):
        (shared / f"a.keychain-db{name}").symlink_to(victim)
    keychain.run("create-keychain", "-p", "-", shared / "a.keychain-db", given=world.password.encode())
    assert victim.read_bytes() == before, "the file behind the links is as it was"
    assert not (shared / "a.keychain-db").is_symlink(), "the keychain is a file of its own"
    other = shared / "a.keychain-db.new"
    other.unlink()
    keychain.run("create-keychain", "-p", "-", shared / "b.keychain-db", given=world.password.encode())
    (shared / "b.keychain-db").rename(other)
    (shared / "a.keychain-db").unlink()
    kept = other.read_bytes()
    keychain.run("create-keychain", "-p", "-", shared / "a.keychain-db", given=world.password.encode())
    assert other.read_bytes() == kept, "a keychain of such a name is nobody's draft"
