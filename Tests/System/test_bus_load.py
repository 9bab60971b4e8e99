# What one client of the Secret Service can do to the others, and to the memory of the service.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import ctypes
import os
import socket
import sqlite3
import threading
import time

import pytest

from support.raw_secrets import BUS_ERROR, PREFIX, PROPERTIES, BusError
from support.secret_service import ROOT, SESSION_COLLECTION
from support.world import until

pytestmark = [pytest.mark.speaks]
MEBIBYTE = 1 << 20


class Peak:
    """The most memory that a provider has had, in kilobytes, while the block ran."""

    def __init__(self, provider):
        self.provider, self.ends = provider, threading.Event()

    def __enter__(self):
        self.before = self.most = self.provider.memory()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while not self.ends.wait(0.02):
            self.most = max(self.most, self.provider.memory())

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    @property
    def growth(self):
        return self.most - self.before


def test_many_calls_for_a_large_secret_take_little_memory(provider, raw):
    with raw() as greedy, raw() as other:
        session = greedy.plain()
        item = greedy.create(session, "large", {"a": "large"}, bytes(MEBIBYTE - 4096), collection=SESSION_COLLECTION)
        other.settle()
        with Peak(provider) as peak:
            numbers = greedy.send_many(200, item, PREFIX + "Item", "GetSecret", "o", session.path)
            other.settle()
            for number in numbers:
                greedy.answer(number)
        assert peak.growth < 48 * 1024, "it does not make two hundred answers at once"
        assert provider.bus.owner() is not None, "and serves on"


def test_lists_for_clients_that_are_prompted_take_little_memory(provider, raw):
    with contextlib.ExitStack() as stack:
        maker, other = stack.enter_context(raw()), stack.enter_context(raw())
        session = maker.plain()
        for number in range(400):
            maker.create(session, "one of many", {"number": str(number)}, b"x", collection=SESSION_COLLECTION)
        clients = [stack.enter_context(raw()) for _ in range(10)]
        for client in clients:
            client.get(SESSION_COLLECTION, "Collection", "Items")
            # A prompt that is not shown.
            client.service_call("CreateCollection", "a{sv}s", {PREFIX + "Collection.Label": ("s", "new")}, "")
        with Peak(provider) as peak:
            began = time.monotonic()
            for number in range(400, 464):
                maker.create(session, "one of many", {"number": str(number)}, b"x", collection=SESSION_COLLECTION)
            other.settle()
            took = time.monotonic() - began
        assert peak.growth < 32 * 1024, "it keeps no lists for them"
        assert took < 8, "and makes few"
        for client in clients:
            client.listen(path=SESSION_COLLECTION, interface=PROPERTIES)
            client.settle()
            assert len(client.heard("ItemCreated")) == 64, "each is told of each item"


def test_many_searches_keep_another_client_waiting_for_a_moment(provider, raw):
    with raw() as greedy, raw() as other:
        session = greedy.plain()
        for number in range(300):
            greedy.create(session, "one of many", {"number": str(number)}, b"x", collection=SESSION_COLLECTION)
        other.plain()
        began = time.monotonic()
        numbers = greedy.send_many(200, ROOT, PREFIX + "Service", "SearchItems", "a{ss}", {})
        waited = []
        for _ in range(10):
            start = time.monotonic()
            other.settle()
            waited.append(time.monotonic() - start)
        greedy.answer(numbers[-1])
        took = time.monotonic() - began
        assert max(waited) < max(0.3, took / 4), "the other one has its turn"


def test_a_process_that_keeps_the_keychain_from_writes_is_not_waited_for(provider, raw):
    with raw() as writer, raw() as other:
        session = writer.plain()
        writer.create(session, "first", {"a": "first"}, b"x")
        file = next(provider.daemon.home.rglob("login.keychain-db"))
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            with pytest.raises(BusError) as refused:
                writer.create(session, "second", {"a": "second"}, b"x")
            other.settle()
            assert time.monotonic() - began < 8, "the call is given up after some seconds"
            assert refused.value.name == BUS_ERROR + "Failed", "and says so"
            database.execute("ROLLBACK")
        assert writer.create(session, "third", {"a": "third"}, b"x"), "then items are stored again"


def test_a_keychain_that_the_daemon_locks_is_told_of_at_once(provider, raw):
    with raw() as client:
        default, = client.service_call("ReadAlias", "s", "default")
        client.listen(path=default, interface=PROPERTIES)
        assert client.get(default, "Collection", "Locked") is False, "it is unlocked"
        assert provider.daemon.security("lock-keychain")[0] == 0, "it is locked by another way than the bus"
        assert client.until_heard("PropertiesChanged", default, 5)[1] == {"Locked": ("b", True)}, "clients hear of that"
        provider.daemon.unlock(provider.password, user=provider.bus.user)
        assert until(lambda: client.pump(0.05) or len(client.heard("PropertiesChanged", default)) == 2, 5), "and of the other"


def test_a_connection_that_is_lost_is_made_again_while_the_bus_is_there(provider, raw):
    before = provider.bus.owner()
    process = os.pidfd_open(provider.process.pid)
    for descriptor in os.listdir(f"/proc/{provider.process.pid}/fd"):
        # pidfd_getfd
        number = ctypes.CDLL(None, use_errno=True).syscall(438, process, int(descriptor), 0)
        if number < 0:
            continue
        with contextlib.suppress(OSError), socket.socket(fileno=number) as copy:
            if copy.family == socket.AF_UNIX and copy.getpeername() == str(provider.bus.path):
                copy.shutdown(socket.SHUT_RDWR)
    os.close(process)
    assert until(lambda: provider.bus.owner() not in (None, before), 20), "the name comes back"
    with raw() as client:
        client.settle()


def test_the_service_is_there_again_when_the_bus_has_come_back(provider, raw):
    bus = provider.bus
    bus.process.kill()
    bus.process.wait()
    time.sleep(1)
    assert provider.process.poll() is None, "the daemon stays without a bus"
    bus.process = bus.started("dbus-daemon", "--config-file", bus.home / "bus.conf", "--nofork", "--nopidfile")
    assert until(bus.owner, 30), "it has its name on the new one"
    with raw() as client:
        client.settle()
