# Items that want a proof of the user: an agent asks for the password of the keychain.
# SPDX-License-Identifier: Apache-2.0
import pytest
from support.agent import KEYCHAIN_FIELD, Agent
from support.presence import ITEM_LABEL, REASON


@pytest.fixture
def agent(guarded):
    guarded.add("presence", "passcode")
    made = Agent(guarded.daemon, waits=False)
    assert made.ready(), "an agent waits for questions"
    return made


def test_the_password_of_the_keychain_is_a_proof(guarded, agent, world):
    call = guarded.waiting("read", "presence", REASON)
    assert agent.until(KEYCHAIN_FIELD), "pinentry asks for the password of the keychain"
    seen = agent.forget()
    assert "programs/probe" in seen and REASON in seen and ITEM_LABEL in seen and "unlock" in seen, \
        "the dialog names the program, its reason and the item"
    agent.type(world.password + "\r")
    assert call.answer()[1] == guarded.found, "with the password the program gets the secret"
    assert world.password not in seen and world.secret not in seen, "and the dialog shows neither"
    # Nothing tells that a terminal shows nothing more.
    assert not agent.until(f"{world.password}|{world.secret}", 0.3), "and the dialog shows neither"


def test_a_context_asks_once_for_an_item_and_each_run_of_a_program_for_itself(guarded, agent, world):
    for _ in range(2):
        call = guarded.waiting("twice", "passcode")
        assert agent.until(KEYCHAIN_FIELD), "another program run is asked for itself"
        agent.type(world.password + "\r")
        assert call.answer()[1] == f"{guarded.found} {guarded.found}", "a context asks once for an item"
        agent.forget()


def test_a_closed_dialog_gives_no_secret(guarded, agent):
    call = guarded.waiting("read", "passcode")
    assert agent.until(KEYCHAIN_FIELD), "the dialog again"
    agent.type("\x04")
    assert call.answer()[1] == "-128", "closed it is -128"


def test_three_wrong_passwords_are_no_proof(guarded, agent):
    call = guarded.waiting("read", "passcode")
    for turn in range(3):
        assert agent.until(KEYCHAIN_FIELD), f"wrong password {turn + 1}"
        agent.forget()
        agent.type("wrong\r")
    assert call.answer()[1] == "-25293", "three wrong passwords are -25293"


def test_the_proof_of_a_context_holds_for_no_other_context(guarded, agent, world):
    call = guarded.waiting("both", "2", "passcode")
    assert agent.until(KEYCHAIN_FIELD), "a context is evaluated"
    assert "wants to know that it is you" in agent.forget(), "the dialog says so"
    agent.type(world.password + "\r")
    assert call.answer()[1] == f"0 {guarded.found} -25308", "its proof holds for an item, and for no other context"


def test_a_context_that_the_program_ends_closes_its_dialog(guarded, agent, world):
    call = guarded.waiting("invalidate", "2")
    assert agent.until(KEYCHAIN_FIELD), "a dialog of a context"
    assert call.answer()[1] == "-9", "the program ends the context: -9"
    agent.forget()
    call = guarded.waiting("read", "presence")
    assert agent.until(KEYCHAIN_FIELD), "and its dialog has closed: the next one comes"
    assert ITEM_LABEL in agent.forget(), "and is the other one's"
    call.kill()


def test_a_command_asks_nobody_for_what_there_is_not(guarded, agent, world):
    shown = guarded.daemon.security("find-generic-password", "-s", "mine", "-w", user=world.ann)
    assert shown[0] == 44, "a command asks nobody for what there is not"
    # The first question that is shown is the next one's.
    call = guarded.waiting("read", "presence")
    assert agent.until(KEYCHAIN_FIELD) and "mine" not in agent.text, "a command asks nobody for what there is not"
    call.kill()
