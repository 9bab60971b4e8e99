# Permissions are taken back, and commands want the secrets of other programs.
# SPDX-License-Identifier: Apache-2.0
import time

from support.agent import KEYCHAIN_FIELD
from support.workshop import TEAM


def test_who_may_read_an_item_is_changed_with_the_password_alone(items, agent, world):
    other = items.program("other")
    waiting = items.asks(other, "read", "shared")
    assert agent.choose("w", world.password) and waiting.answer()[1] == items.found, "a program is allowed for good"
    agent.forget()

    wrong = items.allow("", world.new_secret("wrong-"))
    assert wrong == 51 and items.call(other, "read", "shared") == items.found, "a list is not changed with a wrong password"
    time.sleep(1.1)  # After a wrong password the next one has to wait 1 second.
    assert items.allow("") == 0, "the right one takes every program from it"
    waiting = items.asks(other, "read", "shared")
    assert agent.choose("d") and waiting.answer()[1] == "-128", "then the user is asked again"


def test_a_partition_of_a_team_lets_every_program_of_it_read(items, shop):
    program = items.signed(shop)
    assert items.call(program, "read", "shared") == "-25308", "without its partition it may not"
    given = items.allow(f"teamid:{TEAM}")
    assert given == 0 and items.call(program, "read", "shared") == items.found, "a partition is every program of a team"
    assert "partition teamid:" + TEAM in items.security("dump-keychain", "-a")[1], "which the list shows"


def test_a_script_shows_the_secret_of_another_program_only_with_the_password(items, agent, shop, world):
    items.signed(shop)
    script = items.asks("/bin/sh", "-c", f"{world.bin / 'security'} find-generic-password -s own -w; true")
    assert agent.until(KEYCHAIN_FIELD), "a command that is to show the secret of another program asks for the password"
    seen = agent.forget()
    assert "through the shell" in seen and "/dash" in seen and "org.example.shop" in seen, "and says who started it, and whose secret it is"
    agent.type("\x04")
    assert script.answer()[1] == "", "the script gets nothing without it"


def test_an_export_asks_for_the_items_of_each_program(items, agent, shop, world):
    items.keep_sites(items.signed(shop), items.program("reader"))
    export = items.asks(world.bin / "latchkey", "export", "csv", "-")
    assert agent.until(KEYCHAIN_FIELD), "an export asks for the items of one program"
    seen = agent.forget()
    agent.type(world.password + "\r")
    assert agent.until(KEYCHAIN_FIELD), "then for those of the next"
    assert "org.example.shop" in seen and "org.example.shop" not in agent.forget(), "each for itself"
    agent.type("\x04")
    status, rows = export.answer()
    assert status == 128 and "shop.example" in rows and ",kept" in rows and world.secret in rows and "reader.example" not in rows, \
        "what the user permits is exported, and what the user denies is left out"


def test_with_the_password_a_command_gives_another_programs_item_a_list(items, shop):
    items.signed(shop)
    reader = items.program("reader")
    assert items.allow(f"path:{reader}", service="own") == 0 and items.call(reader, "read", "own").startswith("0"), \
        "a list is given to another program's item with the password"
