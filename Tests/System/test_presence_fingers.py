# Fingers as a proof of the user: fprintd itself, with libfprint's virtual reader, on a bus of the test's own.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest
from support.agent import KEYCHAIN_FIELD, Agent
from support.isolation import descendants
from support.presence import CURRENT
from support.world import until


@pytest.fixture
def reader(guarded, fingers):
    """A reader, to which Ann has shown a finger."""
    assert fingers.plug_in(), "fprintd runs with libfprint's virtual reader"
    assert fingers.enroll("right-index-finger", "one"), "a finger is enrolled"
    return fingers


@pytest.fixture
def agent(guarded, reader):
    return Agent(guarded.daemon)


def test_a_finger_has_to_be_enrolled(guarded, fingers, world):
    assert fingers.plug_in(), "fprintd runs with libfprint's virtual reader"
    guarded.add("any")
    assert guarded.probe("can", "1") == "-7", "no finger is enrolled"
    assert guarded.probe("read", "any") == "-25293", "which is no proof either"
    assert fingers.enroll("right-index-finger", "one"), "a finger is enrolled"
    assert guarded.probe("can", "1") == "0", "biometry can be evaluated"
    assert guarded.probe("add", "current", CURRENT, world.secret) == "0", "an item is bound to the enrolled fingers"
    assert guarded.probe("read", "any") == "-25308", "without an agent no finger is waited for: nobody says what it is for"


def test_a_finger_opens_an_item(guarded, reader, agent):
    guarded.add("any")
    call = guarded.waiting("read", "any", "to open the door")
    assert reader.show(agent, "one"), "the dialog asks for a finger"
    assert call.answer()[1] == guarded.found, "the right one gives the secret"
    seen = agent.forget()
    assert "to open the door" in seen and "Password of" not in seen, "and no password is asked for"


def test_a_finger_or_the_password_is_enough_if_the_item_wants_either(guarded, reader, agent, world):
    guarded.add("presence", "either")
    call = guarded.waiting("read", "presence")
    assert reader.show(agent, "one") and call.answer()[1] == guarded.found, \
        "a finger or the password: a finger closes the dialog"
    assert until(lambda: not descendants(agent.pid)), "its pinentry ends"
    agent.forget()
    call = guarded.waiting("read", "either")
    assert agent.until(KEYCHAIN_FIELD), "or the password"
    agent.type(world.password + "\r")
    assert call.answer()[1] == guarded.found, "gives it too"


def test_a_finger_that_another_program_waits_for_does_not_count(guarded, reader, agent, bus, world):
    guarded.add("any")
    other = subprocess.Popen(["fprintd-verify", "-f", "right-index-finger", world.ann.name], env=bus.environment, text=True,
                             stdout=subprocess.PIPE)
    assert any("Verify started" in line for line in other.stdout), "another program has the reader"
    call = guarded.waiting("read", "any")
    assert agent.until("Put a finger"), "a dialog for a finger, while another program has the reader"
    reader.scan("one")
    other.stdout.read()
    assert other.wait(20) == 0, "that program gets the finger"
    assert reader.is_wanted(20), "and the reader waits for another one"
    assert call.process.poll() is None, "which does not count here"
    reader.scan("one")
    assert call.answer()[1] == guarded.found, "the next one does"


def test_if_both_are_wanted_the_finger_comes_first_and_then_the_password(guarded, reader, agent, world):
    guarded.add("both")
    call = guarded.waiting("read", "both")
    assert reader.show(agent, "one"), "where both are needed, first the finger"
    assert agent.until(KEYCHAIN_FIELD), "then the password"
    agent.type(world.password + "\r")
    assert call.answer()[1] == guarded.found, "give the secret"


def test_three_fingers_that_are_not_enrolled_are_no_proof(guarded, reader, agent):
    guarded.add("any")
    call = guarded.waiting("read", "any")
    assert reader.show(agent, "stranger"), "a finger that is not enrolled"
    for _ in range(2):
        reader.scan("stranger")
    assert call.answer()[1] == "-25293", "three times is -25293"


def test_an_item_of_the_enrolled_fingers_is_lost_when_another_is_enrolled(guarded, reader, agent):
    guarded.add("current", "any")
    call = guarded.waiting("read", "current")
    assert reader.show(agent, "one") and call.answer()[1] == guarded.found, "the item of the enrolled fingers opens"
    agent.forget()
    assert reader.enroll("left-thumb", "two"), "another finger is enrolled"
    assert guarded.probe("read", "current") == "-25293", "then the item is lost: -25293, without a dialog"
    call = guarded.waiting("read", "any")
    assert reader.show(agent, "two") and call.answer()[1] == guarded.found, "an item of any finger is not"
    assert "current" not in agent.text, "without a dialog"


def test_a_reader_that_goes_away_is_no_proof(guarded, reader, agent):
    guarded.add("any")
    call = guarded.waiting("read", "any")
    assert agent.until("Put a finger"), "a dialog for a finger"
    assert reader.is_wanted(20), "and the reader waits for it"
    reader.fprintd.kill()
    assert call.answer()[1] == "-25293", "the reader goes away: -25293"
