# Keychains from before the daemon move to it, and back.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import shutil
import socket
import sqlite3
import time

import pytest

from support.adopting import Home
from support.daemon import Speaker
from support.wire import REFUSED, add, text
from support.workshop import SPEAKER, compiled_once
from support.world import run

NO_PASSWORD = -25293 & 0xff
SURVEY, ADOPT = b"\x28\0", b"\x29" + bytes(4) + b"\0\0"


@pytest.fixture
def ann(system):
    return Home(system, system.world.ann)


@pytest.fixture
def bob(system):
    return Home(system, system.world.bob)


def secrets(world, count=3, beginning="a"):
    return {f"{beginning}{number}": world.new_secret() for number in range(count)}


def test_what_was_stored_before_the_daemon_is_missed_aloud_and_found_after_adopting(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    status, _, errors = ann.find("a0")
    assert status == 44 and "run `latchkey adopt`" in errors, f"a search that finds nothing says why: {errors}"
    status, output, errors = ann.security("dump-keychain")
    assert (status, output) == (0, "") and "run `latchkey adopt`" in errors, "so does an empty listing"
    status, output, _ = ann.system.tool("latchkey", "doctor", user=ann.user)
    assert status == 1 and "finding: D17: " in output and "run `latchkey adopt`" in output, f"and the doctor: {output}"
    assert f"keychain: {ann.behind}\n" in output, "which shows the path that is used"
    status, output, errors = ann.adopt()
    assert status == 0, f"everything is taken: {output} {errors}"
    assert f"{ann.path}: 3 items" in output and "taken 3, there already 0, left 0" in output, f"both are counted: {output}"
    assert ann.has(stored) and ann.count() == 3, "the command shows what it had stored"
    assert not ann.path.exists() and len(ann.kept) == 1 and str(ann.kept[0]) in output, "the old file is kept, and it is said where"
    status, output, _ = ann.system.tool("latchkey", "doctor", user=ann.user)
    assert "D17" not in output and f"is kept: {ann.kept[0]}" in output, "the doctor has no finding any more"
    assert ann.find("nobody")[2].count("hint") == 0, "nor has a search a hint"
    status, output, _ = ann.adopt()
    assert status == 0 and "nothing to adopt" in output, "a second run has nothing to do"
    assert ann.system.stop() == 0 and not world.told(), "the daemon ends, and its log has no secret"


def test_one_user_s_keychains_are_nobody_else_s_to_adopt(ann, bob, world):
    of_ann, of_bob = secrets(world), secrets(world, beginning="b")
    ann.fill(of_ann)
    bob.fill(of_bob)
    ann.folder.parent.chmod(0o755)
    ann.folder.chmod(0o755)
    before = ann.path.read_bytes()
    status, _, errors = bob.adopt(LATCHKEY_HOME=str(ann.folder))
    assert status != 0 and "belongs to another user" in errors, f"not another user: {errors}"
    environment = {**ann.system.environment_of(ann.user)}
    status, _, errors = ann.system.tool("latchkey", "adopt", LATCHKEY_HOME=environment["LATCHKEY_HOME"])
    assert status != 0 and "another user" in errors + _, f"nor root: {errors}"
    ann.folder.chmod(0o700)
    assert ann.path.read_bytes() == before, "nothing has touched the file"
    assert bob.adopt()[0] == 0 and bob.has(of_bob), "each has their own"
    assert ann.find("b0")[0] == 44 and bob.find("a0")[0] == 44, "and gets nothing of the other"
    assert ann.adopt()[0] == 0 and ann.has(of_ann) and ann.count() == bob.count() == 3, "the other one, too"


def test_a_password_goes_along(ann, world):
    stored = secrets(world)
    assert ann.before("create-keychain", "-p", "-", "login", given=world.password)[0] == 0
    ann.fill(stored)
    status, _, errors = ann.adopt()
    assert status != 0 and "password" in errors and ann.path.exists(), f"a keychain with a password needs it: {errors}"
    wrong = ann.password_file(world.new_secret())
    status, _, errors = ann.adopt(**wrong)
    assert status == NO_PASSWORD and ann.path.exists() and not ann.behind.exists(), f"and no other: {errors}"
    right = ann.password_file(world.password)
    time.sleep(1.2)  # After a wrong password the next one waits.
    status, output, errors = ann.adopt(**right)
    assert status == 0, f"it is taken with the right one: {output} {errors}"
    assert ann.has(stored), "everything is there"
    old = ann.before("find-generic-password", "-a", "a0", "-s", "before", "-w", str(ann.kept[0]))
    assert old[0] != 0 and not old[1], f"the old file is locked, as for every program of the session: {old}"
    assert ann.security("lock-keychain")[0] == 0 and ann.find("a0")[0] != 0, "the keychain of the daemon locks"
    assert ann.security("unlock-keychain", "-p", "-", given=world.password)[0] == 0 and ann.has(stored), "by the same password"
    references = "SELECT hex(persistref), cdat, mdat FROM genp ORDER BY rowid"
    rows = [sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute(references).fetchall() for path in (ann.kept[0], ann.behind)]
    assert rows[0] == rows[1], "with its dates and references"


def test_a_keychain_of_the_daemon_is_merged_with_and_keeps_what_it_has(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    of_program = "class=genp,acct=me,svce=server,agrp=TEAM123456.app,v_Data="
    assert ann.before("item", "-a", of_program + world.secret)[0] == 0
    own, newer = world.new_secret(), world.new_secret()
    assert ann.security("item", "-a", of_program + newer)[0] == 0
    assert ann.security("add-generic-password", "-a", "a1", "-s", "before", "-w", own)[0] == 0
    status, output, errors = ann.adopt()
    assert status == 1 and "nothing was taken: 1 of 4 items would stay" in output, f"the conflict is counted: {output}"
    assert "conflict: genp server me" in errors and "--leave-rest" in errors, f"and named: {errors}"
    assert not ann.kept and ann.path.exists() and ann.count() == 2, "until the user says what is to become of it"
    status, output, errors = ann.adopt("--leave-rest")
    assert status == 1 and "taken 3, there already 0, left 1" in output, f"the others are taken: {output}"
    assert "conflict: genp server me" in errors and len(ann.kept) == 1, f"and it is named again: {errors}"
    assert ann.has({**stored, "a1": own}) and ann.count() == 5, "what the daemon has stays, and comes first"
    status, output, _ = ann.before("item", "-g", "-k", str(ann.kept[0]), "class=genp,acct=me")
    assert status == 0 and world.secret in output, f"the other one is in the old file: {output}"


def test_undo_leads_back_and_says_what_was_stored_since(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    assert ann.adopt()[0] == 0
    time.sleep(2.1)  # The name of the old file says the second.
    late = world.new_secret()
    assert ann.security("add-generic-password", "-a", "late", "-s", "before", "-w", late)[0] == 0
    status, output, errors = ann.adopt("--undo")
    assert status == 0 and f"{ann.path} is back" in output, f"the file is back: {output} {errors}"
    assert f"{ann.behind} stays, with 4 items; 1 of them were stored or changed since" in output, f"what stays is said: {output}"
    assert not ann.kept and ann.has({**stored, "late": late}), "and nothing of it is lost"
    assert all(ann.before("find-generic-password", "-a", account, "-s", "before", "-w")[:2] == (0, secret)
               for account, secret in stored.items()), "without the daemon everything is as it was"
    status, output, errors = ann.adopt("--undo")
    assert status == 1 and "no file of an adopted keychain is kept" in errors, "there is nothing more to undo"
    status, output, errors = ann.adopt()
    assert status == 1 and "nothing was taken: 3 of 3" in output and "not compared: genp" in errors, f"nobody can prove what is there: {output}{errors}"
    assert "security set-keychain-password" in errors and ann.path.exists() and not ann.kept, errors
    assert ann.security("set-keychain-password", "-o", "", "-p", world.password)[0] == 0
    status, output, errors = ann.adopt(**ann.password_file(world.password))
    assert status == 0 and "taken 0, there already 3, left 0" in output, f"adopted again nothing is doubled: {output}{errors}"
    assert ann.count() == 4
    other = world.new_secret()
    ann.fill({"other": other})
    status, output, errors = ann.adopt("--undo")
    aside, = ann.folder.glob("login.keychain-db.replaced-*Z")
    assert status == 0 and str(aside) in output and not ann.kept, f"a keychain that was made since is kept: {output} {errors}"
    assert ann.before("find-generic-password", "-a", "other", "-w", str(aside))[:2] == (0, other), "with what was in it"
    assert all(ann.before("find-generic-password", "-a", account, "-s", "before", "-w")[:2] == (0, secret)
               for account, secret in stored.items()), "and the old one is there"


def test_a_keychain_that_has_moved_is_missed_aloud_without_the_daemon(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    assert ann.adopt()[0] == 0
    status, _, errors = ann.before("find-generic-password", "-a", "a0", "-s", "before", "-w")
    assert status == 44 and "`latchkey adopt --undo`" in errors, f"a search that finds nothing says why: {errors}"
    status, output, _ = ann.system.tool("latchkey", "doctor", user=ann.user, LATCHKEY_SOCKET="none")
    assert status == 1 and "finding: D18: " in output and "login.keychain-db" in output, f"so does the doctor: {output}"
    assert ann.adopt("--undo", LATCHKEY_SOCKET="none")[0] == 0
    status, output, _ = ann.system.tool("latchkey", "doctor", user=ann.user, LATCHKEY_SOCKET="none")
    assert "D18" not in output, output
    assert ann.before("find-generic-password", "-a", "nobody")[2].count("hint") == 0, "when it is back there is nothing to say"


def test_undo_works_when_the_daemon_has_gone(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    assert ann.adopt()[0] == 0 and ann.system.stop() == 0
    status, output, errors = ann.adopt("--undo", LATCHKEY_SOCKET="none")
    assert status == 0 and "/var/lib/latchkey" in output, f"{output} {errors}"
    assert all(ann.before("find-generic-password", "-a", account, "-s", "before", "-w")[:2] == (0, secret)
               for account, secret in stored.items()), "everything is there again"


def test_items_that_only_a_password_lets_in_wait_for_one(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    item = f"class=genp,acct=later,svce=before,agrp=TEAM123456.app,pdmn=ck,v_Data={world.secret}"
    status, _, errors = ann.before("item", "-a", item)
    assert status == 0, f"an item of a signed program: {errors}"
    status, output, errors = ann.adopt()
    assert status == 1 and "nothing was taken: 1 of 4" in output and "security create-keychain login" in errors, f"{output} {errors}"
    assert "needs the password: genp before later" in errors, f"it is named: {errors}"
    assert ann.path.exists() and not ann.kept and not ann.behind.exists(), "the file keeps its name, and no keychain is made"
    assert ann.security("create-keychain", "-p", "-", "login", given=world.password)[0] == 0
    status, output, errors = ann.adopt(**ann.password_file(world.password))
    assert status == 0 and "taken 4, there already 0, left 0" in output and len(ann.kept) == 1, f"{output} {errors}"
    status, output, errors = ann.security("item", "class=genp,acct=later")
    assert status == 0 and "agrp=TEAM123456.app" in output and "pdmn=ck" in output, f"with its group and class: {output} {errors}"


def test_it_finishes_without_them_if_it_is_told_to(ann, world):
    ann.fill(secrets(world))
    assert ann.before("item", "-a", f"class=genp,acct=later,agrp=TEAM123456.app,pdmn=ck,v_Data={world.secret}")[0] == 0
    status, output, errors = ann.adopt("--leave-rest")
    assert status == 1 and "left 1" in output and len(ann.kept) == 1, f"{output} {errors}"


def test_a_program_that_plants_items_gains_nothing(ann, world):
    """A hostile program of the same user runs the command with a home of its own."""
    assert ann.security("set-keychain-password", "-o", "", "-p", world.password)[0] != 0, "there is no keychain yet"
    assert ann.security("create-keychain", "-p", "-", "login", given=world.password)[0] == 0
    group = "TEAM123456.app"
    genuine = f"class=genp,acct=me,svce=server,agrp={group},v_Data={world.secret}"
    assert ann.security("item", "-a", genuine)[0] == 0, "as its program stores it"
    evil = world.home(ann.user) / "evil"
    evil.mkdir(mode=0o700)
    os.chown(evil, ann.user.number, ann.user.number)
    planted = world.new_secret()
    for words in (f"acct=me,svce=server,agrp={group}", f"acct=also,svce=server,agrp={group}", f"acct=weak,agrp={group},pdmn=dk",
                  f"acct=synced,agrp={group},sync=1"):
        status, _, errors = ann.before("item", "-a", f"class=genp,{words},v_Data={planted}", LATCHKEY_HOME=str(evil))
        assert status == 0, errors
    guess = ann.password_file(world.new_secret())
    status, output, errors = ann.adopt(LATCHKEY_HOME=str(evil), **guess)
    assert status == NO_PASSWORD and ann.count() == 1, f"a wrong password lets nothing in: {output} {errors}"
    status, output, errors = ann.adopt(LATCHKEY_HOME=str(evil))
    assert status != 0 and ann.count() == 1, f"nor does none, where there is one: {output} {errors}"


def test_a_changed_copy_that_was_adopted_first_is_found_out(ann, world):
    """A hostile program adopts a copy of the home with secrets of its own, while there is no password."""
    stored = secrets(world)
    ann.fill(stored)
    evil = world.home(ann.user) / "evil"
    shutil.copytree(ann.folder, evil)
    for path in (evil, *evil.rglob("*")):
        os.chown(path, ann.user.number, ann.user.number)
    planted = world.new_secret()
    assert ann.before("add-generic-password", "-U", "-a", "a0", "-s", "before", "-w", planted, LATCHKEY_HOME=str(evil))[0] == 0
    assert ann.adopt(LATCHKEY_HOME=str(evil))[0] == 0 and ann.find("a0")[:2] == (0, planted), "nobody can tell"
    status, output, errors = ann.adopt()
    assert status == 1 and "nothing was taken: 3 of 3" in output and not ann.kept, f"nothing counts as moved: {output} {errors}"
    assert ann.security("set-keychain-password", "-o", "", "-p", world.password)[0] == 0
    status, output, errors = ann.adopt(**ann.password_file(world.password))
    assert status == 1 and "nothing was taken: 1 of 3" in output, f"with the password the secrets are compared: {output} {errors}"
    assert "conflict: genp before before a0" in errors or "conflict: genp before a0" in errors, errors
    assert ann.path.exists() and not ann.kept, "the genuine one is still there"
    assert ann.security("delete-generic-password", "-a", "a0", "-s", "before")[0] == 0, "as the hint says"
    status, output, errors = ann.adopt(**ann.password_file(world.password))
    assert status == 0 and "taken 1, there already 2, left 0" in output and ann.has(stored), f"{output} {errors}"


def test_no_other_program_moves_keychains(ann, world):
    program = world.copied(compiled_once(world, "speaker", SPEAKER), "speaker")
    speaker = Speaker(ann.system, program, user=ann.user)
    assert speaker.call(add(b"mine", b"of one"))[0] == 0, "a program is served"
    assert speaker.call(SURVEY)[0] == REFUSED and speaker.call(ADOPT)[0] == REFUSED, "but not so"
    speaker.end()
    copied = world.copied("latchkey", "latchkey")
    ann.fill(secrets(world))
    status, _, errors = ann.system.run(copied, "adopt", user=ann.user)
    assert status != 0 and ann.path.exists() and not ann.kept, f"nor is a copy of the command: {errors}"


def random_bytes(path):
    path.write_bytes(os.urandom(200_000))


def beginning_alone(path):
    path.write_bytes(path.read_bytes()[:5000])


def flipped(path):
    data = bytearray(path.read_bytes())
    for place in range(100, len(data), 97):
        data[place] ^= 0x5a
    path.write_bytes(data)


def huge(path):
    path.unlink()
    with open(path, "wb") as file:
        file.truncate(1 << 40)


def link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def link_to_root_s(path):
    path.unlink()
    path.symlink_to("/etc/shadow")


def fifo(path):
    path.unlink()
    os.mkfifo(path)


def folder(path):
    path.unlink()
    path.mkdir()


def log_is_a_link(path):
    log = path.with_name(path.name + "-wal")
    log.unlink(missing_ok=True)
    log.symlink_to("/etc/passwd")


@pytest.mark.parametrize("harm", [random_bytes, beginning_alone, flipped, huge, link, link_to_root_s, fifo, folder, log_is_a_link])
def test_a_hostile_file_harms_nobody(ann, world, harm):
    ann.fill(secrets(world))
    harm(ann.path)
    if not ann.path.is_symlink() and ann.path.exists():
        os.chown(ann.path, ann.user.number, ann.user.number)
    status, output, errors = ann.adopt(seconds=30)
    assert status not in (0, None) and status > 0 and errors, f"it is refused with a reason: {status} {output} {errors}"
    assert not ann.kept, "nothing counts as adopted"
    assert ann.security("add-generic-password", "-a", "me", "-s", "before", "-w", world.secret)[0] == 0 and ann.find("me")[1] == world.secret


def test_a_second_name_of_the_file_stays(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    os.link(ann.path, ann.folder / "second")
    assert ann.adopt()[0] == 0 and ann.has(stored) and (ann.folder / "second").exists()


def test_a_full_disk_loses_nothing(system, world):
    ann = Home(system, world.ann)
    stored = secrets(world, 40)
    ann.fill(stored)
    home = system.home / str(world.ann.number)
    home.mkdir(mode=0o700, exist_ok=True)
    run("mount", "-t", "tmpfs", "-o", "size=700k,mode=700", "tmpfs", home)
    filler = home / "filler"
    filler.write_bytes(bytes(400 << 10))
    status, output, errors = ann.adopt()
    assert status != 0 and ann.path.exists() and not ann.kept, f"the old state: {output} {errors}"
    filler.unlink()
    run("mount", "-o", "remount,size=64m", home)
    status, output, errors = ann.adopt()
    assert status == 0, f"with room it goes on: {output} {errors}"
    assert ann.has(stored) and ann.count() == 40, "and nothing is lost or doubled"
    assert system.stop() == 0
    run("umount", home)


def killed(ann, process):
    process.kill()
    process.communicate()


@pytest.mark.parametrize("victim", ["command", "daemon"])
def test_killed_at_any_moment_it_goes_on_with_the_next_run(ann, world, victim):
    stored = secrets(world, 400)
    ann.fill(stored)
    # By the password what was taken is recognised.
    assert ann.security("create-keychain", "-p", "-", "login", given=world.password)[0] == 0
    password = ann.password_file(world.password)
    before = ann.before("dump-keychain")[1].count("keychain:")
    rounds, longest = 0, 0.1
    while not ann.kept and rounds < 40:
        rounds += 1
        process = ann.system.started(ann.system.binaries / "latchkey", "adopt", user=ann.user, **password)
        time.sleep(longest * rounds / 4)
        if victim == "command":
            process.kill()
        else:
            ann.system.kill()
        process.communicate(timeout=120)
        if victim == "daemon":
            ann.system.start()
        if ann.kept:
            break
        assert ann.before("dump-keychain")[1].count("keychain:") == before, "the old file is whole"
    status, output, errors = ann.adopt(**password)
    assert status == 0, f"a run that nobody disturbs ends it: {output} {errors}"
    assert len(ann.kept) == 1 and not ann.path.exists(), "the old file is kept once"
    assert ann.count() == 400, "nothing is doubled, and nothing lost"
    # A daemon that has just started has the keychain locked.
    assert ann.security("unlock-keychain", "-p", "-", "login", given=world.password)[0] == 0
    some = dict(list(stored.items())[::23])
    assert ann.has(some), "each with its secret"
    assert rounds > 1, "it was killed before it was done"


def test_two_at_once_take_each_item_once(ann, world):
    ann.fill(secrets(world, 300))
    assert ann.security("create-keychain", "-p", "-", "login", given=world.password)[0] == 0
    password = ann.password_file(world.password)
    both = [ann.system.started(ann.system.binaries / "latchkey", "adopt", user=ann.user, **password) for _ in range(2)]
    for process in both:
        process.communicate(timeout=120)
    assert 0 in [process.returncode for process in both], "one of them ends it"
    assert ann.count() == 300 and len(ann.kept) == 1 and not ann.path.exists()


def test_a_program_from_before_the_daemon_that_writes_meanwhile_loses_nothing(ann, world):
    ann.fill(secrets(world, 200))
    writer = ann.system.started(ann.system.binaries / "security", "-i", user=ann.user, LATCHKEY_SOCKET="none")
    adopting = ann.system.started(ann.system.binaries / "latchkey", "adopt", user=ann.user)
    late = secrets(world, 60, "late")
    for account, secret in late.items():
        writer.stdin.write(f"add-generic-password -a {account} -s before -w {secret}\n")
        writer.stdin.flush()
        time.sleep(0.01)
    writer.communicate(timeout=120)
    adopting.communicate(timeout=120)
    # What came after the file had its new name is in a new one.
    status, output, errors = ann.adopt()
    assert status == 0, f"{output} {errors}"
    assert ann.count() == 260 and ann.has(dict(list(late.items())[::7])), "everything is with the daemon"


def test_the_user_s_own_daemon_has_nothing_to_adopt(daemon, world):
    status, _, errors = daemon.tool("latchkey", "adopt")
    assert status == 1 and "keeps no programs apart" in errors, errors


LISTENER = """
import socket, sys
door = socket.socket(socket.AF_UNIX)
door.bind(sys.argv[1])
door.listen()
print(flush=True)
peer, _ = door.accept()
print(len(peer.recv(100)), flush=True)
"""


def test_a_daemon_of_the_user_is_told_nothing(ann, world):
    """Any program could be it, and name its socket in the environment of the user's shell."""
    ann.fill(secrets(world))
    socket_path = world.home(ann.user) / "own.sock"
    listener = ann.system.started("/usr/bin/python3", "-c", LISTENER, socket_path, user=ann.user)
    listener.stdout.readline()
    status, output, errors = ann.adopt(LATCHKEY_SOCKET=str(socket_path))
    assert status != 0 and "the daemon is your own" in errors, f"{output} {errors}"
    assert listener.communicate(timeout=30)[0].strip() == "0", "not even a greeting"
    assert ann.path.exists() and not ann.kept


def test_without_a_daemon_there_is_nothing_to_adopt(ann):
    status, _, errors = ann.adopt(LATCHKEY_SOCKET="none")
    assert status == 1 and "no keychain daemon is configured" in errors, errors
    shutil.rmtree(ann.folder, ignore_errors=True)


def test_a_keychain_outside_of_the_home_is_named(ann, world):
    work = world.home(ann.user) / "work.keychain-db"
    assert ann.before("create-keychain", "-p", "", str(work))[0] == 0
    secret = world.new_secret()
    assert ann.before("add-generic-password", "-a", "me", "-s", "before", "-w", secret, str(work))[0] == 0
    status, output, errors = ann.adopt("--keychain", str(work))
    assert status == 0, f"{output} {errors}"
    assert ann.security("find-generic-password", "-a", "me", "-w", "work")[:2] == (0, secret), "it has the same name there"
    assert not work.exists()
    status, output, errors = ann.adopt("--undo", "--keychain", str(work))
    assert status == 0 and work.exists() and "stays, with 1 items; 0 of them" in output, f"and comes back by its path: {output} {errors}"


def test_a_link_in_the_home_gives_its_name_to_what_it_leads_to(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    elsewhere = world.home(ann.user) / "keys" / "all.keychain-db"
    elsewhere.parent.mkdir(mode=0o700)
    os.chown(elsewhere.parent, ann.user.number, ann.user.number)
    ann.path.rename(elsewhere)
    ann.path.symlink_to(elsewhere)
    os.lchown(ann.path, ann.user.number, ann.user.number)
    status, _, errors = ann.adopt()
    words = ["--keychain", str(elsewhere), "--as", "login"]
    assert status == 1 and "latchkey adopt " + " ".join(words) in errors, f"it says what to do: {errors}"
    status, output, errors = ann.adopt(*words)
    assert status == 0 and ann.has(stored), f"programs find everything: {output} {errors}"
    assert ann.find("nobody")[2].count("hint") == 0, "a link that leads nowhere is no keychain"
    status, output, errors = ann.adopt("--undo", *words)
    assert status == 0 and elsewhere.exists() and "stays, with 3 items" in output, f"{output} {errors}"
    assert ann.adopt("--as", "login")[0] not in (0, 1), "a name is for one keychain"


def test_one_bad_file_does_not_stop_the_others(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    for name in ("aaa\x1b[31m.keychain-db", "zzz.keychain-db"):
        (ann.folder / name).write_bytes(os.urandom(20_000))
        os.chown(ann.folder / name, ann.user.number, ann.user.number)
    status, output, errors = ann.adopt()
    assert status == 1 and ann.has(stored) and len(ann.kept) == 1, f"the good one is taken: {output} {errors}"
    assert "zzz.keychain-db" in errors and "aaa?[31m.keychain-db" in errors, f"and the others are named: {errors}"
    assert "\x1b" not in output + errors, "without what programs put into names"


def test_a_program_that_finds_nothing_tells_the_log_once(ann, world):
    # A folder of devices of this test's own, with a log in it.
    devices = world.folder / "devices"
    devices.mkdir()
    for name in ("null", "zero", "random", "urandom", "full", "tty"):
        (devices / name).touch()
        run("mount", "--bind", f"/dev/{name}", devices / name)
    log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
    log.bind(str(devices / "log"))
    (devices / "log").chmod(0o666)
    run("mount", "--rbind", devices, "/dev")
    program = world.copied("LatchkeyItemProbe", "program")

    def lines():
        found = []
        with contextlib.suppress(BlockingIOError):
            while True:
                found.append(log.recv(4096).decode())
        return found

    search = [program, "read", "nothing"]
    assert ann.system.run(*search, user=ann.user)[1].startswith("-25300") and lines() == [], "there is nothing to say"
    ann.fill(secrets(world))
    status, output, errors = ann.system.run(*search, user=ann.user)
    assert output.startswith("-25300"), f"{output} {errors}"
    said = lines()
    assert len(said) == 1 and "run `latchkey adopt`" in said[0] and not any(secret in said[0] for secret in world.secrets), said
    assert ann.find("nobody")[0] == 44 and lines() == [], "a command tells its user, and not the log"
    assert ann.system.run(*search, user=ann.user, LATCHKEY_SOCKET="none")[1].startswith("-25300") and lines() == []
    assert ann.adopt()[0] == 0 and ann.system.run(*search, user=ann.user)[1].startswith("-25300") and lines() == []
    assert ann.system.run(*search, user=ann.user, LATCHKEY_SOCKET="none")[1].startswith("-25300")
    said = lines()
    assert len(said) == 1 and "have moved to a daemon" in said[0], f"without the daemon there is something to say again: {said}"
    log.close()


def test_a_program_without_a_signature_finds_its_items_if_it_is_named(ann, world):
    program = world.copied("LatchkeyItemProbe", "notes")

    def found(**options):
        return ann.system.run(program, "read", "mine", user=ann.user, **options)[1]

    status, output, errors = ann.system.run(program, "add", "mine", user=ann.user, LATCHKEY_SOCKET="none")
    assert output.startswith("0 ADHOC") and output.endswith(".notes"), f"it stores without a daemon: {output} {errors}"
    assert found(LATCHKEY_SOCKET="none") == "0"
    assert ann.adopt()[0] == 0 and found() == "-25300", "it has another group with the daemon"
    assert ann.adopt("--undo")[0] == 0
    status, output, errors = ann.adopt("--program", program)
    assert status == 1 and "not compared" in errors and found() == "-25300", f"nothing is there twice: {output} {errors}"
    assert ann.security("set-keychain-password", "-o", "", "-p", world.password)[0] == 0
    status, output, errors = ann.adopt("--program", program, **ann.password_file(world.password))
    assert status == 0 and found() == "0", f"as which it finds what it stored: {output} {errors}"
    assert f"items of ADHOC" in output and f".notes go to {program} alone" in output, f"what goes where is said: {output}"
    assert ann.count() == 1, "in the group that it has now, and no more in the old one"


@pytest.mark.parametrize("beside", ["Info.plist", "notes.entitlements"])
def test_a_file_beside_a_program_gives_it_no_other_s_items(ann, world, beside):
    """Any program of the user could have written it."""
    program = world.copied("LatchkeyItemProbe", "notes")
    (program.parent / beside).write_text("<plist><dict><key>CFBundleIdentifier</key><string>victim</string></dict></plist>")
    ann.fill(secrets(world))
    status, output, errors = ann.adopt("--program", program)
    assert status == 1 and beside in errors and "sign the program" in errors, f"{output} {errors}"
    assert ann.path.exists() and not ann.kept


def test_a_link_names_no_other_program(ann, world):
    program = world.copied("LatchkeyItemProbe", "vault")
    link = program.parent / "notes"
    link.symlink_to(program)
    ann.fill(secrets(world))
    status, output, errors = ann.adopt("--program", link)
    assert status == 1 and f"leads to {program}" in errors and ann.path.exists(), f"{output} {errors}"


def test_programs_of_one_name_are_not_told_apart(ann, world):
    first = world.copied("LatchkeyItemProbe", "notes")
    (first.parent / "other").mkdir()
    second = first.parent / "other" / "notes"
    shutil.copy(first, second)
    ann.fill(secrets(world))
    status, output, errors = ann.adopt("--program", first, "--program", second)
    assert status == 1 and "the same name" in errors, f"{output} {errors}"


def test_what_is_adopted_twice_comes_back_file_by_file(ann, world):
    stored = secrets(world)
    ann.fill(stored)
    assert ann.adopt()[0] == 0
    time.sleep(1.1)  # The name of the old file says the second.
    later = world.new_secret()
    ann.fill({"later": later})
    assert ann.adopt()[0] == 0
    first, _ = ann.kept
    status, output, errors = ann.adopt("--undo")
    assert status == 0 and str(first) in output, f"the older file is named: {output} {errors}"
    assert ann.before("find-generic-password", "-a", "later", "-s", "before", "-w")[:2] == (0, later)
    status, _, errors = ann.before("find-generic-password", "-a", "a0", "-s", "before", "-w")
    assert status == 44 and "an older file of a keychain is kept" in errors, f"and a search says so: {errors}"
    status, output, _ = ann.system.tool("latchkey", "doctor", user=ann.user, LATCHKEY_SOCKET="none")
    assert status == 0 and "advice: the old file of an adopted keychain is kept" in output and "D18" not in output, output
    time.sleep(1.1)
    assert ann.adopt("--undo")[0] == 0
    assert ann.before("find-generic-password", "-a", "a0", "-s", "before", "-w")[:2] == (0, stored["a0"])


def test_rows_in_quarantine_stay_and_are_counted(ann, world):
    ann.fill(secrets(world))
    database = sqlite3.connect(ann.path)
    row, blob = database.execute("SELECT rowid, data FROM genp ORDER BY rowid LIMIT 1 OFFSET 1").fetchone()
    database.execute("UPDATE genp SET data = ? WHERE rowid = ?", (blob[:1] + bytes(len(blob) - 1), row))
    database.commit()
    database.close()
    ann.before("find-generic-password", "-a", "a1", "-s", "before", "-w")
    status, output, errors = ann.adopt()
    assert status == 1 and "nothing was taken: 1 of 3" in output and "1 of them are in quarantine" in errors, f"{output} {errors}"
    status, output, errors = ann.adopt("--leave-rest")
    assert status == 1 and "left 1" in output and ann.kept, f"{output} {errors}"


def test_a_request_that_is_no_list_of_items_ends_in_an_error(ann, world):
    program = world.copied(compiled_once(world, "speaker", SPEAKER), "speaker")
    speaker = Speaker(ann.system, program, user=ann.user)
    broken = b"\x29" + text(b"x" * 100)
    assert speaker.call(broken)[0] == -26275, "it is no message"
    speaker.end()
