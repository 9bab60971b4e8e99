# Which of a user's agents is asked: the one where the user is, and one of each session.
# SPDX-License-Identifier: Apache-2.0
from support.agent import Agent

BUTTONS = r"\[[a-z]+\]\? "


def test_the_agent_of_the_session_that_the_screen_shows_is_asked_first(items, system, seats, world):
    programs = Agent(system, within=seats.session(1, world.ann))
    users = Agent(system, within=seats.session(2, world.ann, seat="seat0"))
    for name in ("first", "second"):
        waiting = items.asks(items.program(name), "read", "shared")
        assert users.choose("o", world.password) and waiting.answer()[1] == items.found, \
            "an agent that a program has started from elsewhere is not asked, though it waits for longer"
        users.forget()
    assert not programs.until(BUTTONS, 0) and "shared" not in programs.forget()


def test_the_user_is_asked_where_she_has_gone(items, system, seats, world):
    far = seats.session(1, world.ann, seat="seat0", is_active=False)
    near = seats.session(2, world.ann, seat="seat0")
    agents = [Agent(system, within=far), Agent(system, within=near)]
    waiting = items.asks(items.program("first"), "read", "shared")
    assert agents[1].choose("o", world.password) and waiting.answer()[1] == items.found
    seats.session(2, world.ann, seat="seat0", is_active=False)
    seats.session(1, world.ann, seat="seat0")
    waiting = items.asks(items.program("second"), "read", "shared")
    assert agents[0].choose("o", world.password) and waiting.answer()[1] == items.found


def test_a_session_has_one_agent(items, system, seats, world):
    desktop = seats.session(1, world.ann, seat="seat0")
    users = Agent(system, within=seats.manager(world.ann))
    second = Agent(system, within=desktop, waits=False)
    assert second.until("another agent of this session"), "an agent in a window of the desktop is one too many"
    waiting = items.asks(items.program("first"), "read", "shared")
    assert users.choose("o", world.password) and waiting.answer()[1] == items.found
    users.kill()
    second.forget()
    assert until_asked(items, second), "it takes the place of one that has ended"


def until_asked(items, agent):
    for _ in range(20):
        waiting = items.asks(items.program("later"), "read", "shared")
        if agent.until(BUTTONS, 1):
            return True
        waiting.kill()
    return False
