# Who answers a question about another program's item must know something: a keychain without a password gives nothing
# away.
# SPDX-License-Identifier: Apache-2.0
import re

import pytest
from support.agent import Agent

NO_INTERACTION, NOT_FOUND = 36, 44


@pytest.fixture
def probe(system, world):
    """Two programs of Ann's, whose keychain has no password, and an item of the first one."""
    owner, other = world.copied("LatchkeyItemProbe", "owner"), world.copied("LatchkeyItemProbe", "other")
    assert system.run(owner, "add", "own", user=world.ann)[1].startswith("0 "), "the first add makes a keychain without a password"
    return owner, other


def test_a_program_with_an_agent_of_its_own_gets_no_item_of_another_one(system, world, probe):
    agent = Agent(system)
    status, said, errors = system.security("find-generic-password", "-s", "own", "-w", user=world.ann)
    assert status == NO_INTERACTION and "secret" not in said, "the command shows no item of another program"
    assert "set-keychain-password" in errors, "and says that the keychain needs a password first"
    assert not re.search(r"\bown\b", agent.forget()), "no agent is asked"
    assert "permitted" not in system.said(), "nothing was permitted"


def test_a_program_gives_itself_no_item_of_another_one_by_the_command(system, world, probe):
    owner, other = probe
    for given in ("", "anything"):
        status, _, errors = system.security("set-generic-password-partition-list", "-s", "own", "-S", f"path:{other}", "-k", "-",
                                            user=world.ann, given=given)
        assert status == NO_INTERACTION and "set-keychain-password" in errors, "no list is changed if nobody can prove anything"
    assert system.run(other, "read", "own", user=world.ann)[1] == "-25300", "the other program finds nothing"
    assert system.run(owner, "read", "own", user=world.ann)[1].startswith("0"), "the program itself is served"


def test_what_was_granted_when_an_item_was_stored_is_served_without_a_password(system, world, probe):
    _, other = probe
    stored = system.security("add-generic-password", "-a", "me", "-s", "granted", "-T", str(other), "-w", "-", user=world.ann,
                             given=world.secret)
    assert stored[0] == 0, "the user stores an item for a program"
    assert system.run(other, "read", "granted", user=world.ann)[1] == f"0 {world.secret}", "the program reads it"
    assert system.security("find-generic-password", "-s", "granted", "-w", user=world.ann)[1] == world.secret, "and so does the command"


def test_doctor_says_that_a_keychain_has_no_password(system, world, probe):
    status, said, _ = system.tool("latchkey", "doctor", user=world.ann)
    assert status == 1 and "has no password" in said and "set-keychain-password" in said, "doctor has it as a finding"
    assert system.security("set-keychain-password", "-p", "-", user=world.ann, given=world.password)[0] == 0, "a password is set"
    assert "has no password" not in system.tool("latchkey", "doctor", user=world.ann)[1], "and then doctor is content"
