# Clients of a real daemon: commands, programs, garbage, half messages, floods, many connections, long items.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import multiprocessing
import os
import random
import select
import signal
import socket
import struct
import threading
import time

import pytest

from support.wire import NOT_FOUND, REFUSED, Client, add, copy, frame, query
from support.world import until

INTERACTION_NOT_ALLOWED, NOT_AVAILABLE, NOT_DECODED = -25308, -25310, -26275
# A neighbour whose half message kept others from their answers would do so for the 30 seconds that it has for the whole
# message.
BEFORE_A_HALF_MESSAGE_ENDS = 15


def stores_tools(daemon, world):
    """A keychain of the user, with an item that the user has stored with `security`."""
    daemon.make_keychain(world.password)
    assert daemon.security("add-generic-password", "-a", "me", "-s", "tools", "-w", "-", given=world.secret)[0] == 0


def finds_tools(daemon):
    return daemon.security("find-generic-password", "-s", "tools", "-w")


def test_security_stores_and_finds_an_item_through_the_daemon(daemon, world):
    made = daemon.security("create-keychain", "-p", world.password, "login.keychain")
    assert made[0] == 0, "`security` makes a keychain through the daemon"
    daemon.security("add-generic-password", "-a", "me", "-s", "tools", "-w", world.secret)
    assert finds_tools(daemon)[1] == world.secret, "`security` finds what it stored"


def test_a_keychain_is_locked_and_unlocked_for_all(daemon, world):
    stores_tools(daemon, world)
    daemon.security("lock-keychain", "login.keychain")
    assert finds_tools(daemon)[0] != 0, "a locked keychain is locked for all"
    daemon.security("unlock-keychain", "-p", world.password, "login.keychain")
    assert finds_tools(daemon)[0] == 0, "unlocked by one, unlocked for all"


@pytest.mark.speaks
def test_a_program_gets_its_own_items_and_no_others(daemon, world):
    stores_tools(daemon, world)
    client = daemon.client()
    assert client.call(add(b"mine", b"of the script"))[0] == 0, "a program stores an item of its own"
    status, _ = client.call(b"\2" + query({b"svce": b"tools"}))
    assert status == INTERACTION_NOT_ALLOWED, \
        "what the user stored with a command a program gets with the user's permission alone, and nobody is there to ask"
    status, _ = client.call(b"\2" + query({b"svce": b"tools"}, returning=2))
    assert status == NOT_FOUND, "it does not find the item of another"


@pytest.mark.speaks
def test_a_program_may_not_delete_the_keychain(daemon, world):
    stores_tools(daemon, world)
    assert daemon.client().call(b"\x0d")[0] == REFUSED, "a program may not delete the keychain"
    assert finds_tools(daemon)[1] == world.secret, "and what is in it stays"


def test_latchkey_doctor_examines_through_the_daemon(daemon, world):
    stores_tools(daemon, world)
    assert daemon.tool("latchkey", "doctor")[0] == 0, "`latchkey doctor` examines through the daemon"


@pytest.mark.speaks
def test_garbage_ends_the_connection(daemon):
    client = daemon.client(greets=False)
    client.socket.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert client.is_over(), "garbage ends the connection"
    for header in (struct.pack(">IIB3x", 0xFFFFFFFF, 1, 1), struct.pack(">IIB3x", 5, 1, 9)):
        client = daemon.client()
        client.socket.sendall(header)
        assert client.is_over(), "a header that is none ends the connection"


@pytest.mark.speaks
def test_a_newer_version_of_the_protocol_is_refused(daemon):
    client = daemon.client(greets=False)
    client.socket.sendall(b"latchkey" + struct.pack(">HHI", 7, 9, 0))
    assert client.take(16)[8:] == struct.pack(">HHi", 0, 0, NOT_AVAILABLE) and client.is_over(), "a newer version is refused as such"


@pytest.mark.speaks
def test_a_request_that_is_none_is_an_error(daemon):
    client = daemon.client()
    assert client.call(b"\xee")[0] == NOT_DECODED, "a request that is none is an error"
    assert client.call(copy(b"nobody"))[0] == NOT_FOUND, "and the connection goes on"


@pytest.mark.speaks
def test_random_bytes_and_requests_that_do_not_wait_harm_nobody(daemon):
    client = daemon.client()
    client.socket.sendall(frame(copy(b"a")) + frame(copy(b"b")))
    with contextlib.suppress(EOFError, ConnectionError):
        client.answer()
        client.answer()
    for _ in range(300):
        client = daemon.client(greets=False)
        client.socket.sendall(os.urandom(random.randrange(1, 200)))
        client.close()
    # Every one of them is a program that is looked at, before the next.
    assert daemon.client(timeout=60).call(copy(b"nobody"))[0] == NOT_FOUND, "after 300 connections of random bytes the next one is served"


def hang(path, ready):
    client = Client(path)
    client.socket.sendall(frame(add(b"x", bytes(1 << 20)))[: 1 << 19])
    ready.set()
    signal.pause()


@pytest.mark.speaks
def test_a_client_that_is_stopped_in_the_middle_of_a_message_harms_nobody(daemon):
    ready = multiprocessing.Event()
    hanging = multiprocessing.Process(target=hang, args=(daemon.path, ready))
    hanging.start()
    assert ready.wait(20), "a client has sent half a message"
    os.kill(hanging.pid, signal.SIGSTOP)
    assert daemon.serves(BEFORE_A_HALF_MESSAGE_ENDS), "a client that is stopped in the middle of a message harms nobody"
    hanging.kill()
    hanging.join()


def flood(path, ready):
    client = Client(path)
    while True:
        try:
            client.call(copy(b"nobody"))
            ready.set()
        except (EOFError, OSError):
            client = Client(path)


@pytest.mark.alone
@pytest.mark.speaks
def test_who_floods_the_daemon_does_not_keep_others_waiting(daemon):
    # A second, and more if each processor has more to do than one program, as it had in the last minute.
    bound = max(1, os.getloadavg()[0] / os.cpu_count())
    flooding = []
    for _ in range(4):
        ready = multiprocessing.Event()
        flooding.append((multiprocessing.Process(target=flood, args=(daemon.path, ready)), ready))
    for process, _ in flooding:
        process.start()
    assert all(ready.wait(20) for _, ready in flooding), "all four flood"
    times = []
    for _ in range(20):
        start = time.monotonic()
        assert daemon.serves(within=20), "another is served while four flood"
        times.append(time.monotonic() - start)
    assert all(process.is_alive() for process, _ in flooding), "and they flood until then"
    assert max(times) < bound, f"four that flood: another waits at most {max(times) * 1000:.0f} ms"
    for process, _ in flooding:
        process.kill()
        process.join()


@pytest.mark.speaks
def test_half_messages_of_one_process_take_little_memory(daemon):
    """As many as it likes."""
    before = daemon.memory()
    left = {}
    for _ in range(16):
        client = daemon.client()
        client.socket.setblocking(False)
        client.socket.send(struct.pack(">IIB3x", 32 << 20, 1, 1))
        # The last bytes are never sent.
        left[client.socket] = (32 << 20) - 1024
    zeros = bytes(1 << 20)
    # Until the daemon takes no more. Nothing tells that: it is so once no socket has had room for half a second.
    while writable := select.select([], [each for each in left if left[each] > 0], [], 0.5)[1]:
        for each in writable:
            with contextlib.suppress(BlockingIOError):
                left[each] -= each.send(zeros[:left[each]])
    grown = (daemon.memory() - before) >> 10
    assert grown < 160, f"16 half messages of 32 MiB of one process take {grown} MB"
    assert daemon.serves(BEFORE_A_HALF_MESSAGE_ENDS), "and another is served meanwhile"


@pytest.mark.speaks
@pytest.mark.patience(300)  # A connection costs the more the more descriptors its process has.
def test_many_idle_connections_take_little_memory(daemon):
    clients = [daemon.client() for _ in range(1000)]
    memory = daemon.memory()
    print(f"1000 idle connections: {memory} KB resident, {len(os.listdir(f'/proc/{daemon.process.pid}/task'))} threads")
    assert memory < 40 << 10, "1000 idle connections take less than 40 MB"
    assert all(clients[index].call(copy(b"nobody"))[0] == NOT_FOUND for index in (0, 500, 999)), "and are all served"
    # A user may have 1200.
    more = [daemon.client() for _ in range(210)]
    assert more[-1].call(copy(b"nobody"))[0] == NOT_FOUND and clients[1].is_over(), \
        "beyond the limit the longest idle one of the process gives way"


@pytest.mark.speaks
def test_many_long_items_at_once_take_little_memory(daemon):
    secret = bytes(1 << 20)
    before = daemon.memory()
    clients = [daemon.client(timeout=100) for _ in range(32)]
    largest, answers = [0], []

    def add_some(number, client):
        for count in range(3):
            answers.append(client.call(add(b"long-%d-%d" % (number, count), secret))[0])
            largest[0] = max(largest[0], daemon.memory())

    threads = [threading.Thread(target=add_some, args=pair) for pair in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    grown = (largest[0] - before) >> 10
    assert answers == [0] * 96 and grown < 90, f"32 connections of one process that add 96 MiB take {grown} MB"


@pytest.mark.speaks
def test_who_has_sent_the_last_request_may_take_the_answer_later(daemon):
    client = daemon.client()
    assert client.call(add(b"longest", bytes(4 << 20)))[0] == 0, "a long item is stored"
    client.socket.sendall(frame(copy(b"longest")))
    client.socket.shutdown(socket.SHUT_WR)
    assert select.select([client.socket], [], [], 20)[0], "an answer begins"
    until(lambda: rests(daemon))
    start = daemon.processor_time()
    # The rule is about what a second costs.
    time.sleep(1)
    used = daemon.processor_time() - start
    assert used < 0.2, f"a half-closed client that does not read costs {used:.2f} s of processor time in a second"
    status, body = client.answer()
    assert status == 0 and len(body) > 4 << 20, "and gets its answer"


def rests(daemon):
    """Whether a tenth of a second takes no time of the processor."""
    start = daemon.processor_time()
    time.sleep(0.1)
    return daemon.processor_time() == start


def test_a_connection_is_no_standard_stream_of_its_program(system, world):
    # Whoever starts a program may close them: what it prints would be sent as requests.
    probe = world.copied("LatchkeyItemProbe", "probe")
    start = len(system.said())
    for number, closed in enumerate((">&-", "<&-", "2>&-", "<&- >&- 2>&-")):
        # It prints more than a header has.
        system.run("/bin/sh", "-c", f'exec "$@" {closed}', "sh", probe, "add", f"streams-{number}", user=world.ann)
        found = system.run(probe, "read", f"streams-{number}", user=world.ann)[1]
        assert found.startswith("0") and "protocol" not in system.said()[start:], f"with {closed} nothing is sent that is no message"
