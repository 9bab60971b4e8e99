# Items that want a proof of the user, while nobody can be asked: no agent, no reader for fingers.
# SPDX-License-Identifier: Apache-2.0
from support.presence import CURRENT, FLAGS, ITEM_LABEL, SEALED


def test_items_that_want_a_proof_are_stored_without_one(guarded, world):
    listed = guarded.daemon.security("list-keychains", user=world.ann)
    assert listed[0] == 0 and "login.keychain-db" in listed[1], "a keychain with a password"
    for name in ("presence", "any", "passcode", "both", "either"):
        assert guarded.probe("add", name, FLAGS[name], world.secret) == "0", f"an item with {name}"
    assert guarded.probe("add", "current", CURRENT, world.secret) == "-25293", "no item is bound to fingers that there are not"


def test_without_an_agent_and_a_reader_nothing_can_be_proved(guarded):
    guarded.add("presence", "any")
    assert guarded.probe("read", "presence") == "-25308", "without an agent nobody is asked: -25308"
    assert guarded.probe("read", "any") == "-25293", "without a reader no finger can be shown: -25293"


def test_a_context_knows_what_can_be_proved(guarded):
    assert [guarded.probe("can", policy) for policy in "123"] == ["-6", "0", "-11"], "a context knows what can be proved"
    assert guarded.probe("evaluate", "2") == "-1004", "and that nobody can be asked"


def test_the_attributes_of_an_item_need_no_proof(guarded, world):
    guarded.add("presence")
    listed = guarded.daemon.security("find-generic-password", "-s", "presence", user=world.ann)
    assert listed[0] == 0 and ITEM_LABEL in listed[1], "the attributes need no proof"


def test_without_an_agent_nobody_gives_the_password_of_an_item(guarded, world):
    assert guarded.probe("add", "sealed", SEALED, world.secret) == "-25308", \
        "without an agent nobody gives the password of an item: -25308"
