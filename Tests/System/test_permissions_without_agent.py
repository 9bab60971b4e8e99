# One program asks for another's item, and nobody is there to be asked.
# SPDX-License-Identifier: Apache-2.0
import re


def test_without_an_agent_a_program_gets_no_item_of_another(items, shop):
    items.signed(shop)
    reader = items.program("reader")
    assert items.call(reader, "read", "shared") == "-25308", "without an agent nobody is asked: -25308"
    assert items.call(reader, "read", "own") == "-25300", "an item without a list is not spoken of"


def test_a_command_lists_the_item_of_another_program_without_its_secret(items, shop, world):
    items.signed(shop)
    assert items.security("find-generic-password", "-s", "own")[0] == 0, "a command lists the item of another program"
    assert items.security("find-generic-password", "-s", "own", "-w")[0] == 36, "and does not show its secret"
    assert items.security("find-generic-password", "-s", "shared", "-w")[1] == world.secret, "it shows what it stored itself"
    own, shared = (items.security("item", f"class=genp,svce={name}")[1] for name in ("own", "shared"))
    assert "svce=own" in own and "sha1=" not in own and "sha1=" in shared, \
        "of another program's item there is no digest to guess a secret by"


def test_without_an_agent_an_export_has_only_what_the_user_stored(items, shop, system, world):
    items.keep_sites(items.signed(shop), items.program("reader"))
    status, rows, said = system.tool("latchkey", "export", "csv", "-", user=world.ann)
    assert status == 36 and len(rows.splitlines()) == 2 and world.secret in rows and "exported 1;" in said, \
        "without an agent what the user stored is exported, and the exit status is not 0"
    assert "left out 2," in said and all(re.search(rf"leaving out \S*{name}\.example", said) for name in ("shop", "reader")), \
        "what is left out is named"


def test_a_command_does_not_change_who_may_read_the_item_of_another_program(items, shop):
    items.signed(shop)
    items.security("dump-keychain", "-i", given="next\nany\nquit\n")
    assert items.call(items.program("reader"), "read", "own") == "-25300", "nor does it change who may read it"
