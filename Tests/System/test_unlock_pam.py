# pam_latchkey: the password of a login unlocks the keychain, and no login fails or waits because of it.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import signal
import socket
import sqlite3
import struct
import subprocess
import threading
import time

import pytest
from support.daemon import Daemon, as_unit
from support.pam import PROFILE, SERVICE
from support.wire import Client
from support.world import ROOT_USER as ROOT
from support.world import run, until

SOCKET = pathlib.Path("/run/latchkey/keychaind.sock")
SUPPORT = pathlib.Path(__file__).parent / "support"
REFUSED, BROKEN, WRONG = -34018, -26275, -25293


@pytest.fixture
def daemon(world, login):
    """The daemon of the system, where the module looks for it."""
    SOCKET.parent.mkdir()
    return Daemon(world, "--system", serves_scripts=False, socket=SOCKET)


@pytest.fixture
def locked(daemon, world, login):
    """That daemon; Ann's keychain has the password of her login, and is locked."""
    daemon.make_unlockable(login.password, user=world.ann)
    lock(daemon, world)
    return daemon


def lock(daemon, world):
    daemon.security("lock-keychain", "login", user=world.ann)
    assert not daemon.is_unlocked(user=world.ann), "the keychain is locked"


def file_of(daemon, user):
    return daemon.home / str(user.number) / "login.keychain-db"


def wrong_passwords(daemon, user):
    with contextlib.closing(sqlite3.connect(file_of(daemon, user))) as file:
        # It is made with the first wrong one.
        if not file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'passwordtries'").fetchone():
            return 0
        return sum(row[0] for row in file.execute("SELECT wrong FROM passwordtries"))


def message(user, *passwords, version=1, action=None, behind=b""):
    """A frame as the module sends it."""
    body = struct.pack(">BBI", version, action or len(passwords), user)
    body += b"".join(struct.pack(">I", len(word)) + word for word in passwords) + behind
    return struct.pack(">IIB3x", len(body), 1, 5) + body


def ask(daemon, *words, **options):
    """The status that the daemon answers to root, or None where it ends the connection."""
    client = Client(daemon.path)
    client.socket.sendall(message(*words, **options))
    try:
        return client.answer()[0]
    except (EOFError, ConnectionError):
        return None
    finally:
        client.close()


# Logins.


@pytest.mark.parametrize("first", [False, True], ids=["behind", "before"])
def test_a_login_unlocks_the_keychain_that_has_its_password(locked, login, world, first):
    login.serve(first=first)
    assert not login.lets_in(password=world.new_secret()), "with a wrong password nobody logs in"
    assert not locked.is_unlocked(user=world.ann), "and nothing is unlocked"
    assert wrong_passwords(locked, world.ann) == 0, "and the keychain has not even been tried"
    assert login.lets_in(), "with the right one the user logs in"
    assert locked.is_unlocked(user=world.ann), "and the keychain is unlocked"


def test_the_daemon_of_the_unit_unlocks_at_a_login(login, world):
    SOCKET.parent.mkdir()
    os.chown(SOCKET.parent, world.service.number, world.service.number)
    # The module asks for the user of this name.
    for folder in (pathlib.Path("/etc"), login.etc):
        (folder / "passwd").write_text((folder / "passwd").read_text().replace(f"{world.service.name}:", "latchkey:"))
    unit = as_unit(world, socket=SOCKET)
    unit.make_unlockable(login.password, user=world.ann)
    lock(unit, world)
    assert login.lets_in() and unit.is_unlocked(user=world.ann), "a login unlocks the keychain"


def test_to_know_the_password_unlocks_nothing_before_the_session(locked, login, world):
    assert login.phases("authenticate", "acct_mgmt")[0] == 0, "the password is right"
    assert not locked.is_unlocked(user=world.ann), "as for sudo, and for whatever else asks for it"
    assert login.phases("authenticate", "open_session")[0] == 0 and locked.is_unlocked(user=world.ann), "a session unlocks"


def test_a_screen_that_root_unlocks_unlocks_the_keychain(locked, login, world):
    assert login.phases("authenticate", "setcred(PAM_ESTABLISH_CRED)")[0] == 0 and not locked.is_unlocked(user=world.ann), "a login begins"
    assert login.phases("authenticate", "setcred(PAM_REINITIALIZE_CRED)")[0] == 0, "a screen is unlocked"
    assert locked.is_unlocked(user=world.ann), "and the keychain with it"


def test_a_service_without_a_session_unlocks_where_its_line_says_so(locked, login, world):
    login.serve("unlock")
    assert login.phases("authenticate", "acct_mgmt")[0] == 0 and locked.is_unlocked(user=world.ann), "the account phase unlocks"


def test_a_user_without_a_keychain_can_log_in_and_gets_none(daemon, login, world):
    assert login.lets_in(), "a user without a keychain can log in"
    assert not file_of(daemon, world.ann).exists(), "and gets none by that"


def test_a_keychain_without_a_password_stays_as_it_is(daemon, login, world):
    daemon.security("add-generic-password", "-a", "me", "-s", "login", "-w", "found", user=world.ann)
    assert login.phases("authenticate", "open_session") == (0, login.phases("authenticate", "open_session")[1]), "a user can log in"
    status = login.passwd(login.password, *[world.new_secret()] * 2, user=world.ann)
    assert status[0] == 0 and "keychain" not in status[1], "and change the password of the login"
    assert daemon.is_unlocked(user=world.ann), "the keychain has none still"


def test_a_keychain_with_another_password_prevents_no_login(daemon, login, world):
    daemon.make_unlockable(world.password, user=world.ann)
    lock(daemon, world)
    status, said = login.phases("authenticate", "open_session")
    assert status == 0 and "security set-keychain-password" in said, "the user logs in, and is told what to do"
    assert not daemon.is_unlocked(user=world.ann) and wrong_passwords(daemon, world.ann) == 1, "the wrong password is counted"
    # One that comes too early is not tried.
    assert until(lambda: daemon.unlock(world.password, user=world.ann)[0] == 0, 60), "after the wait the right one unlocks"
    login.serve("quiet")
    assert "keychain" not in login.phases("authenticate", "open_session")[1], "a line may say that nobody is told"


def test_a_name_without_a_user_is_no_reason_to_fail_here(daemon, login):
    (login.etc / "pam.d" / SERVICE).write_text(f"auth optional {login.module}\nauth required pam_permit.so\nsession optional {login.module}\n")
    assert login.phases("authenticate", "open_session", name="nobody-of-this-name")[0] == 0, "a name without a user"


# What may be wrong with the daemon.


def test_without_a_daemon_a_user_can_log_in(login, world):
    assert login.lets_in(), "without a daemon a user can log in"
    assert not login.lets_in(password=world.new_secret()), "with a wrong password nobody logs in"


def test_a_daemon_that_does_not_answer_prevents_no_login(locked, login, world):
    os.kill(locked.process.pid, signal.SIGSTOP)
    started = time.monotonic()
    assert login.lets_in(), "a daemon that does not answer prevents no login"
    assert 1.5 < time.monotonic() - started < 4, "it waits for two seconds, and no more"
    os.kill(locked.process.pid, signal.SIGCONT)


def test_all_calls_of_a_login_together_wait_for_two_seconds(locked, login, world):
    # A password that has expired is handed on, changed, and handed on again.
    login.serve("unlock")
    os.kill(locked.process.pid, signal.SIGSTOP)
    new, started = world.new_secret(), time.monotonic()
    words = [*login.words(), "pamtester", SERVICE, "ann", "authenticate", "acct_mgmt", "chauthtok", "open_session"]
    ran = subprocess.run(words, input=f"{login.password}\n{new}\n{new}\n", text=True, capture_output=True, timeout=60)
    assert ran.returncode == 0 and 1.5 < time.monotonic() - started < 3.5, f"the login goes on: {ran.stdout}{ran.stderr}"
    os.kill(locked.process.pid, signal.SIGCONT)


def listens(user, world, answers):
    """A program of a user that listens where the daemon would, and gives each connection what it has to say."""
    SOCKET.parent.mkdir(exist_ok=True)
    os.chown(SOCKET.parent, user.number, user.number)
    heard = []

    def serve(listener):
        while True:
            connection = listener.accept()[0]
            with contextlib.suppress(OSError):
                if answers is not None:
                    connection.sendall(answers)
                while part := connection.recv(4096):
                    heard.append(part)

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(SOCKET))
    # Who listens is who called listen(2).
    os.setegid(user.number), os.seteuid(user.number)
    listener.listen()
    os.seteuid(0), os.setegid(0)
    threading.Thread(target=serve, args=[listener], daemon=True).start()
    return heard


def test_a_program_of_a_user_that_listens_there_is_told_nothing(login, world):
    heard = listens(world.ann, world, None)
    assert login.lets_in() and heard == [], "it gets no byte"


def test_a_full_queue_prevents_no_login(login, world):
    SOCKET.parent.mkdir()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(SOCKET))
    listener.listen(0)
    waiting = []
    with contextlib.suppress(BlockingIOError):
        while True:
            waiting.append(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK))
            waiting[-1].connect(str(SOCKET))
    started = time.monotonic()
    assert login.lets_in() and 1.5 < time.monotonic() - started < 4, "a login goes on after two seconds"


WELCOME = b"latchkey" + struct.pack(">HHi", 1, 0, 0)


@pytest.mark.parametrize("answers", [
    b"", b"\0", b"latchkey", b"\xff" * 4096, WELCOME[:10] + b"\0\2" + bytes(4), WELCOME + struct.pack(">IIB3x", 0xFFFFFFFF, 1, 2) + b"\0",
    WELCOME + struct.pack(">IIB3x", 0, 0, 4), WELCOME + struct.pack(">IIB3x", 2, 1, 3) + b"\0\0", WELCOME + bytes(64)])
def test_whatever_the_daemon_answers_prevents_no_login(login, world, answers):
    listens(ROOT, world, answers)
    started = time.monotonic()
    assert login.lets_in() and time.monotonic() - started < 4, "a login goes on"


def test_a_daemon_of_the_users_own_is_not_unlocked(login, world):
    """Its socket is in the user's runtime directory, where any program of the user could listen."""
    runtime = pathlib.Path(f"/run/user/{world.ann.number}/latchkey")
    runtime.mkdir(parents=True)
    for directory in (runtime.parent, runtime):
        os.chown(directory, world.ann.number, world.ann.number)
        directory.chmod(0o700)
    own = Daemon(world, "--user", user=world.ann, socket=runtime / "keychaind.sock")
    own.make_unlockable(login.password, user=world.ann)
    lock(own, world)
    assert login.lets_in() and not own.is_unlocked(user=world.ann), "a user's own daemon is not unlocked"
    # Nor does it take the word of root.
    assert ask(own, world.ann.number, login.password.encode()) in (REFUSED, None), "it takes no word of root"
    assert not own.is_unlocked(user=world.ann), "and stays locked"


# Who may say it.


def test_a_service_that_is_not_root_does_nothing(locked, login, world):
    (login.etc / "pam.d" / SERVICE).write_text(f"auth optional {login.module}\nauth required pam_permit.so\nsession optional {login.module}\n")
    assert login.phases("authenticate", "open_session", user=world.ann)[0] == 0, "a screen locker of the user goes on"
    assert not locked.is_unlocked(user=world.ann) and wrong_passwords(locked, world.ann) == 0, "and nothing is unlocked"


@pytest.mark.speaks
def test_root_alone_unlocks_for_a_login(locked, login, world):
    right = login.password.encode()
    number = world.ann.number

    def said(*prefix):
        """What the daemon answers to a program that has this before it."""
        words = [*prefix, "/usr/bin/python3", SUPPORT / "wire.py", locked.path]
        return run(*words, input=f"send {message(number, right).hex()}\n").splitlines()[-1]

    refusal = "3 " + struct.pack(">i", REFUSED).hex()
    assert said(*world.ann.words).startswith(refusal), "not to the user"
    assert said(*world.bob.words).startswith(refusal), "nor to another one"
    assert said(*world.ann.words, "unshare", "--user", "--map-root-user").startswith(refusal), "nor to root of a namespace"
    assert said("unshare", "--user", "--map-root-user").startswith(refusal), "nor to root of one that root has made"
    assert not locked.is_unlocked(user=world.ann), "nothing is unlocked"
    assert said().startswith("2 00"), "root is answered"
    assert locked.is_unlocked(user=world.ann), "and it is unlocked"


@pytest.mark.speaks
def test_a_broken_message_of_a_login_changes_nothing(locked, login, world):
    right, number = login.password.encode(), world.ann.number
    assert ask(locked, number, right, version=2) == BROKEN, "another version"
    assert ask(locked, number, right, action=3) == BROKEN, "another action"
    assert ask(locked, number, right, action=2) == BROKEN, "a password too few"
    assert ask(locked, number, right, behind=b"\0") == BROKEN, "a byte too many"
    assert ask(locked, number, b"") == BROKEN, "no password"
    assert ask(locked, number, b"x" * 1025) == BROKEN, "a password that no login takes"
    assert ask(locked, number, b"x" * 9000) is None, "a message that is longer than any of a login"
    assert ask(locked, 65534, right) == REFUSED, "nobody in particular"
    assert ask(locked, world.bob.number, right) == -25294, "a user without a keychain"
    assert not locked.is_unlocked(user=world.ann) and wrong_passwords(locked, world.ann) == 0, "nothing is unlocked"
    assert ask(locked, number, right, right + b"2") == 0 and ask(locked, number, right) == WRONG, "the password is changed"


# Sends what a login tells between requests, over one connection, and prints the status of each.
AMONG = r"""
import sys
sys.path.insert(0, sys.argv[1])
from wire import Client, copy
client = Client(sys.argv[2])
for _ in range(20):
    print(client.call(copy(b"nobody"))[0])
    client.socket.sendall(bytes.fromhex(sys.argv[3]))
    print(client.answer()[0])
"""


def test_a_message_of_a_login_among_requests_is_one(login, world):
    daemon = Daemon(world, "--system")
    daemon.make_keychain(login.password, user=world.ann)
    words = ["/usr/bin/python3", "-I", "-c", AMONG, SUPPORT, daemon.path, message(world.ann.number, login.password.encode()).hex()]
    assert run(*words, env={}).split() == ["-25300", "0"] * 20, "whoever of the daemon reads it"


# Authenticates, goes on as somebody else, as sudo does, and stays until it is told to end.
GOING_ON = r"""
#include <security/pam_appl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char word[600];
static int answer(int count, const struct pam_message **messages, struct pam_response **responses, void *data) {
    (void)data;
    *responses = calloc((size_t)count, sizeof **responses);
    for (int number = 0; number < count; number++)
        if (messages[number]->msg_style == PAM_PROMPT_ECHO_OFF) (*responses)[number].resp = strdup(word);
    return PAM_SUCCESS;
}
int main(int count, char **words) {
    struct pam_conv conversation = {answer, 0};
    pam_handle_t *pam;
    if (count != 2 || scanf("%599s", word) != 1) return 1;
    setvbuf(stdin, 0, _IONBF, 0);
    pam_start(words[1], "ann", &conversation, &pam);
    int found = pam_authenticate(pam, 0) | pam_acct_mgmt(pam, 0);
    memset(word, 0, sizeof word);
    pam_set_item(pam, PAM_USER, "root");
    found |= pam_setcred(pam, PAM_ESTABLISH_CRED);
    printf("%d\n", found);
    fflush(stdout);
    getchar(), getchar();
    return pam_end(pam, 0);
}
"""


def page_of(process):
    """What the module has kept, and whatever else the process has in pages that are in no core file."""
    found = b""
    mappings = pathlib.Path(f"/proc/{process}/smaps").read_text().split("VmFlags:")
    with open(f"/proc/{process}/mem", "rb") as memory:
        for mapping, flags in zip(mappings, mappings[1:]):
            line = next(line for line in mapping.splitlines()[1 if mapping is not mappings[0] else 0:] if " rw-p " in line or "-" in line.split()[0])
            if "dd" in flags.splitlines()[0].split() and " rw" in line:
                start, end = (int(number, 16) for number in line.split()[0].split("-"))
                memory.seek(start)
                found += memory.read(end - start)
    return found


def test_a_service_that_goes_on_as_somebody_else_keeps_no_password(locked, login, world):
    program = world.programs / "going-on"
    run("gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", program, "-x", "c", "-", "-lpam", input=GOING_ON)
    process = subprocess.Popen([*login.words(), program, SERVICE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(login.password + "\n")
    process.stdin.flush()
    assert process.stdout.readline() == "0\n", "the user is somebody else now"
    kept = page_of(process.pid)
    assert b"ann" in kept and login.password.encode() not in kept, "the password is forgotten"
    assert not locked.is_unlocked(user=world.ann), "and nothing was unlocked"
    process.communicate("\n")


# Other passwords.


def test_a_changed_password_of_the_login_is_the_keychains_too(locked, login, world):
    new = world.new_secret()
    status, said = login.passwd(login.password, new, new, user=world.ann)
    assert status == 0, f"the user changes the password: {said}"
    lock(locked, world)
    assert not login.lets_in() and login.lets_in(password=new), "and logs in with the new one"
    assert locked.is_unlocked(user=world.ann), "which unlocks the keychain"


def test_a_password_that_root_sets_is_not_the_keychains(locked, login, world):
    new = world.new_secret()
    status, said = login.passwd(new, new, user=ROOT, name=["ann"])
    assert status == 0, f"root sets the password: {said}"
    status, said = login.phases("authenticate", "open_session", password=new)
    assert status == 0 and "security set-keychain-password" in said, "the next login says so"
    assert not locked.is_unlocked(user=world.ann), "the keychain stays locked"
    assert until(lambda: locked.unlock(login.password, user=world.ann)[0] == 0, 60), "and has its password still"


def test_a_password_that_is_refused_is_not_the_keychains(locked, login, world):
    status, _ = login.passwd(login.password, "abc", "abc", "abc", "abc", "abc", "abc", user=world.ann)
    assert status != 0, "a password that is too short is refused"
    assert login.lets_in() and locked.is_unlocked(user=world.ann), "the old one is the login's and the keychain's"


# Services as they are installed.


def test_the_profile_unlocks_in_every_service(locked, login, world):
    profiles = world.folder / "pam-configs"
    run("cp", "-a", "/usr/share/pam-configs", profiles)
    (profiles / "latchkey").write_text(PROFILE.read_text().replace("pam_latchkey.so", str(login.module)))
    places = {profiles: "/usr/share/pam-configs", world.folder / "debconf": "/var/cache/debconf", world.folder / "pam": "/var/lib/pam"}
    covers = ""
    for own, real in places.items():
        if not own.exists():
            run("cp", "-a", real, own)
        covers += f"mount --bind {own} {real}; "
    run(*login.words(), "sh", "-ec", covers + "pam-auth-update --package",
        env={"DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    common = "".join((login.etc / "pam.d" / f"common-{kind}").read_text() for kind in ("auth", "account", "session", "password"))
    assert common.count(str(login.module)) == 4, "each phase has its line"
    assert str(login.module) not in (login.etc / "pam.d/common-session-noninteractive").read_text(), "but not for what runs at night"
    (login.etc / "pam.d" / SERVICE).write_text("".join(f"@include common-{kind}\n" for kind in ("auth", "account", "session", "password")))
    assert not login.lets_in(password=world.new_secret()) and wrong_passwords(locked, world.ann) == 0, "a wrong password is not tried"
    assert login.lets_in() and locked.is_unlocked(user=world.ann), "a login unlocks"
    new = world.new_secret()
    assert login.passwd(login.password, new, new, user=world.ann)[0] == 0, "the password is changed"
    lock(locked, world)
    assert login.lets_in(password=new) and locked.is_unlocked(user=world.ann), "and the keychain's with it"


@pytest.mark.parametrize("way", ["KbdInteractiveAuthentication", "PasswordAuthentication"])
def test_a_login_over_ssh_unlocks(locked, login, world, way):
    folder, home = world.folder / "ssh", world.home(world.ann)
    folder.mkdir()
    login.serve(name="sshd")
    pathlib.Path("/run/sshd").mkdir()
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "key")
    ways = ["KbdInteractiveAuthentication", "PasswordAuthentication", "PubkeyAuthentication"]
    (folder / "config").write_text(f"Port 2222\nListenAddress 127.0.0.1\nHostKey {folder / 'key'}\nUsePAM yes\nPidFile none\nStrictModes no\n"
                                   + "".join(f"{each} {'yes' if each == way else 'no'}\n" for each in ways))
    word = folder / "word"
    word.write_text(f"#!/bin/sh\necho '{login.password}'\n")
    word.chmod(0o700)
    server = subprocess.Popen([*login.words(), "/usr/sbin/sshd", "-D", "-e", "-f", folder / "config"], stderr=open(folder / "log", "w"))

    def runs():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", 2222), 1):
            return True

    assert until(runs), "sshd runs"
    words = ["ssh", "-F", "none", "-p", "2222", "-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={folder / 'known'}", "ann@127.0.0.1", "id -u"]
    ran = subprocess.run(words, env={"SSH_ASKPASS": str(word), "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0", "PATH": "/usr/bin:/bin"},
                         stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert ran.stdout.strip() == str(world.ann.number), f"Ann logs in: {ran.stderr} {(folder / 'log').read_text()}"
    assert locked.is_unlocked(user=world.ann), "and the keychain is unlocked"
    assert home.exists() and server.poll() is None
    server.terminate()


# The theft: between a program's start and its first instruction every other program of the user can look into it.


def thief(world, word):
    program = world.programs / "thief"
    run("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, SUPPORT / "thief.c")
    process = subprocess.Popen([*world.ann.words, program, word], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def taken(process):
    process.kill()
    return process.communicate()[0].splitlines()


def test_no_program_of_the_user_sees_the_password_of_a_login(locked, login, world):
    # A command of the user's that has it at its standard input, as one that pam_exec(8) runs.
    script = world.programs / "unlock"
    script.write_text(f"#!/bin/sh\ntr -d '\\000' | setpriv --reuid {world.ann.number} --regid {world.ann.number} --clear-groups sh -c 'read -r word; sleep 0.2'\n")
    script.chmod(0o755)
    (login.etc / "pam.d/before").write_text(f"auth requisite pam_unix.so\nauth optional pam_exec.so quiet expose_authtok {script}\n")
    looks = thief(world, login.password)
    assert login.phases("authenticate", service="before")[0] == 0
    assert taken(looks), "a command that has it can be looked into"

    looks = thief(world, login.password)
    for _ in range(8):
        assert login.lets_in()
    assert locked.is_unlocked(user=world.ann) and taken(looks) == [], "the module shows it to nobody"


def test_the_word_of_a_login_is_in_no_log(locked, login, world):
    login.lets_in(), login.lets_in(password=world.password)
    assert world.told() == [], "neither password is in the log"
