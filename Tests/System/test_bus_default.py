# Which keychain is the default over a bus, whatever other programs of the user do with keychains.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.guarded_bus import OBJECT, SERVICE
from support.world import until
from test_bus_questions import Questions

LOGIN = "'/org/freedesktop/secrets/collection/login'"
# Keychains that the daemon keeps in a home.
MOST = 200


@pytest.fixture
def questions(world):
    return Questions(world)


def searched(questions):
    """What a search that can find nothing says; None if it fails."""
    return questions.bus.call("SearchItems", "{'nobody': 'has this'}", of=SERVICE, at=OBJECT, interface="org.freedesktop.Secret.Service")


def test_a_keychain_with_a_clever_name_is_not_taken_for_the_default(questions, world):
    other = world.new_secret("evil-")
    for name in ("login.keychain-db.damaged-x.keychain-db", "login.keychain-db.damaged-20260101T000000Z.keychain-db"):
        questions.daemon.make_keychain(other, name=name, user=world.ann)
        assert until(lambda: questions.found(questions.first) == world.secret), "the program finds its item while there is one"
        status, _, errors = questions.daemon.security("delete-keychain", name, user=world.ann)
        assert status == 0, errors
        assert LOGIN in questions.bus.read_alias("default"), "and the default is what it was"
        assert questions.found(questions.first) == world.secret, "also when it has gone"
    assert searched(questions) is not None, "nothing counts as damaged"


def test_a_damaged_default_says_so_until_it_is_deleted(questions, world):
    keychain = questions.daemon.home / str(world.ann.number) / "login.keychain-db"
    questions.daemon.stop()
    keychain.write_bytes(b"no database" * 100)
    for suffix in ("-wal", "-shm"):
        keychain.with_name(keychain.name + suffix).unlink(missing_ok=True)
    questions.daemon.restart()
    questions.helper = questions.system.serve(questions.bus)
    assert searched(questions) is None and until(lambda: list(keychain.parent.glob("*.damaged-*"))), "the file is set aside"
    assert not until(lambda: searched(questions) is not None, 2), "nobody is told that there is nothing"
    label = questions.bus.call("GetAll", "org.freedesktop.Secret.Collection", of=SERVICE, at=LOGIN.strip("'"), interface="org.freedesktop.DBus.Properties")
    assert label and "'Label': <'login'>" in label and "'Locked': <true>" in label, "the collection is there all the same"
    status, _, errors = questions.daemon.security("delete-keychain", "login", user=world.ann)
    assert status == 0, errors
    assert until(lambda: searched(questions) is not None), "until the user has deleted it"
    kept = [path.name for path in keychain.parent.glob("login.keychain-db.*")]
    assert len(kept) == 1 and ".deleted-" in kept[0], "its bytes are kept still"


def test_no_number_of_keychains_keeps_the_user_from_their_own(questions, world):
    made = 0
    while made <= MOST:
        status, _, errors = questions.daemon.security("create-keychain", "-p", "", f"!{made}", user=world.ann)
        if status != 0:
            break
        made += 1
    assert made == MOST - 1 and "delete" in errors, "there is a limit, which login counts for"
    assert searched(questions) is not None and questions.found(questions.first) == world.secret, "all is as before"
