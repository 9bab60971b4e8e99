# One program asks for another's item, and the user answers a dialog on the terminal of their agent.
# SPDX-License-Identifier: Apache-2.0
from support.agent import KEYCHAIN_FIELD


def test_the_user_allows_a_program_once_on_the_terminal_of_her_agent(items, agent, world):
    reader = items.program("reader")
    waiting = items.asks(reader, "read", "shared", DISPLAY=":77", GPG_TTY="/dev/tty9")
    assert agent.choose("o", world.password), \
        "pinentry-tty asks on the terminal of the agent, whatever the program has in its environment"
    assert waiting.answer()[1] == items.found, "allowed once, the program reads the secret"
    seen = agent.forget()
    assert str(reader) in seen and "(unsigned)" in seen and items.LABEL in seen and "bin/security" in seen, \
        "the dialog names both programs and the item"
    assert world.password not in seen and world.secret not in seen, "and shows neither password nor secret"

    waiting = items.asks(reader, "read", "shared")
    assert agent.choose("d") and waiting.answer()[1] == "-128", "the next call asks again; denied it is -128"


def test_a_refusal_is_remembered_for_a_while(items, agent, system):
    reader = items.program("reader")
    waiting = items.asks(reader, "read", "shared")
    assert agent.choose("d") and waiting.answer()[1] == "-128", "the next call asks again; denied it is -128"
    agent.forget()
    # Nobody answers a second dialog: were there one, the call would not end.
    assert items.call(reader, "read", "shared") == "-128", "which is remembered for a while"
    assert not agent.until(r"\[[a-z]+\]\? ", 0.1), "no dialog is shown again"
    assert system.says("denied by the user"), "the log has the questions and the answers"


def test_a_program_that_is_allowed_for_good_joins_those_that_were(items, agent, world):
    first, second = items.program("first"), items.program("second")
    for program in (first, second):
        waiting = items.asks(program, "read", "shared")
        assert agent.choose("w", world.password) and waiting.answer()[1] == items.found, f"{program.name} is allowed for good"
        agent.forget()
    for program in (first, second):
        assert items.call(program, "read", "shared") == items.found, f"{program.name} reads without a dialog"


def test_the_user_allows_a_program_for_good_after_a_wrong_password(items, agent, system, world):
    reader, other = items.program("reader"), items.program("other")
    waiting = items.asks(reader, "read", "shared")
    assert agent.choose("d") and waiting.answer()[1] == "-128", "one program is denied"
    agent.forget()
    waiting = items.asks(other, "read", "shared")
    assert agent.choose("w", world.new_secret("wrong-")), "another program is asked about for itself"
    agent.forget()
    assert agent.until("Try again") and agent.until(KEYCHAIN_FIELD), "a wrong password is told, and asked for again"
    agent.type(world.password + "\r")
    assert waiting.answer()[1] == items.found, "with the right one the program reads the secret"
    agent.forget()
    assert items.call(other, "read", "shared") == items.found, "and always from then on"
    assert str(other) in items.security("dump-keychain", "-a")[1], "the access list names it"
    assert system.says("permitted for good"), "the log has the questions and the answers"
