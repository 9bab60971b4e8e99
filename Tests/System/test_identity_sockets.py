# A connection belongs to the program that made it: not to what this becomes, and not to what was recorded.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import threading
import time

import pytest

from support.daemon import Speaker, once
from support.identity import LOOKS_ANEW, SHARED, WANTED, refuses_now, store_shared
from support.wire import DUPLICATE, NOT_FOUND, REFUSED, add, copy, frame
from support.world import ROOT_USER

# Frames that were written down, in any order.
RECORDED = [frame(WANTED, number=number).hex() for number in (7, 3, 3)]
IS_REFUSED = f"3 {REFUSED & 0xffffffff:08x}"


def test_a_program_that_a_signed_one_became_with_its_socket_is_refused(unit, shop):
    staying = Speaker(unit, store_shared(unit, shop))
    assert staying.call(WANTED)[0] == 0
    assert staying.tell("exec", str(shop.plain)) == "ready" and staying.call(WANTED)[0] == REFUSED, \
        "a program that a signed one became, with its socket, is refused"
    staying.end()


def test_a_process_with_the_number_of_another_is_not_that_one(unit, shop):
    # Another process of this machine may take the number first.
    for _ in range(20):
        root = Speaker(unit, shop.plain, user=ROOT_USER)
        assert root.call(copy(b"x"))[0] == NOT_FOUND
        # Who has ended keeps its number until somebody asks how.
        threading.Thread(target=root.process.wait, daemon=True).start()
        answer = root.tell("reuse", frame(copy(b"x")).hex())
        if answer != "cannot":
            break
    else:
        pytest.skip("a process with the number of another: the kernel does not let one choose")
    assert answer.startswith(IS_REFUSED) or answer == "over", "a process with the number of another is not that one"


def test_recorded_requests_get_nothing_from_another_program(unit, shop, world):
    one = store_shared(unit, shop)
    assert isinstance(once(unit, add(b"own", world.secret.encode()), one), bytes)
    thief = Speaker(unit, shop.plain)
    # Frames that were written down belong to nobody: the connection says who asks.
    answers = [thief.tell("send", recorded) for recorded in RECORDED]
    assert all(answer.startswith(IS_REFUSED) for answer in answers), "recorded requests, in any order, get nothing from another program"
    assert thief.call(copy(b"own"))[0] == NOT_FOUND, "nor do those that name no group: they are about its own items"
    thief.end()


def test_a_program_may_send_its_recorded_requests_again(unit, shop, world):
    again = Speaker(unit, store_shared(unit, shop))
    answers = [again.tell("send", recorded) for recorded in RECORDED]
    assert all(answer.startswith("2 ") and world.secret.encode().hex() in answer for answer in answers), \
        "the program itself may send them as it likes"
    assert again.call(add(b"shared", world.secret.encode(), SHARED))[0] == DUPLICATE, "a recorded change that comes twice is made once"
    again.end()


def test_a_file_in_the_place_of_a_signed_program_is_another_program(unit, shop, world):
    replaced = world.copied(store_shared(unit, shop), "replaced")
    staying = Speaker(unit, replaced)
    assert staying.call(WANTED)[0] == 0
    new = shop.programs / "new"
    shutil.copy(shop.plain, new)
    os.rename(new, replaced)
    assert once(unit, WANTED, replaced) == REFUSED, "a file in the place of a signed program is another program"
    time.sleep(LOOKS_ANEW)
    assert refuses_now(unit, "replaced or deleted", staying, WANTED), "and the one that still runs is refused, too"
    staying.end()
