# Items under a password of their own, which their program does not give: an agent asks for it.
# SPDX-License-Identifier: Apache-2.0
import pytest
from support.agent import ITEM_FIELD, Agent
from support.presence import REASON, SEALED


@pytest.fixture
def agent(guarded):
    made = Agent(guarded.daemon, waits=False)
    assert made.ready(), "an agent waits for questions"
    return made


@pytest.fixture
def word(guarded, agent, world):
    """The password of an item that is stored under it."""
    word = world.new_secret("own-")
    call = guarded.waiting("add", "sealed", SEALED, world.secret)
    assert agent.until(ITEM_FIELD), "pinentry asks for the password of a new item"
    assert "wants to store a secret" in agent.forget(), "the dialog says that it is new"
    agent.type(word + "\r")
    assert agent.until("The same again: ?$"), "twice"
    agent.type(word + "\r")
    assert call.answer()[1] == "0", "and it is stored"
    agent.forget()
    return word


def test_an_item_opens_with_its_own_password_alone(guarded, agent, word):
    call = guarded.waiting("read", "sealed", REASON)
    assert agent.until(ITEM_FIELD), "the password is asked for to read it"
    seen = agent.forget()
    assert "wants to open a secret" in seen and "programs/probe" in seen and REASON in seen and "sealed" in seen, \
        "the dialog names the program, its reason and the item"
    agent.type("wrong\r")
    assert agent.until("(?s)not the password.*" + ITEM_FIELD), "a wrong one is asked for again"
    agent.forget()
    agent.type(word + "\r")
    assert call.answer()[1] == guarded.found, "the right one gives the secret"


def test_three_wrong_passwords_do_not_open_an_item_nor_does_that_of_the_keychain(guarded, agent, word, world):
    call = guarded.waiting("read", "sealed")
    for turn in range(3):
        assert agent.until(ITEM_FIELD), f"wrong password {turn + 1}"
        agent.forget()
        agent.type(world.password + "\r")
    assert call.answer()[1] == "-25293", "three wrong passwords, that of the keychain among them, are -25293"


def test_a_closed_dialog_opens_no_item(guarded, agent, word):
    call = guarded.waiting("read", "sealed")
    assert agent.until(ITEM_FIELD), "the dialog again"
    agent.type("\x04")
    assert call.answer()[1] == "-128", "closed it is -128"
