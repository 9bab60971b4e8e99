# Calls the Secret Service at random, over several connections, and says what came of it.
# SPDX-License-Identifier: Apache-2.0
# usage: random_calls.py <SETTINGS    JSON: the address of the bus, a seed, a count, and what no answer may have, as hex
import collections
import json
import os
import random
import selectors
import sys
import time

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageFlag, MessageType, new_method_call, new_signal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from random_bodies import PREFIX, Bodies  # noqa: E402
from random_client import ANSWERS, Client, Waiting, fields  # noqa: E402
from random_methods import ANSWERED, METHODS  # noqa: E402
from random_objects import Objects  # noqa: E402
from random_values import ROOT, RandomValues  # noqa: E402

SERVICE, BUS, PORTAL = "org.freedesktop.secrets", "org.freedesktop.DBus", "org.freedesktop.impl.portal.desktop.latchkey"
BUS_ADDRESS = DBusAddress("/org/freedesktop/DBus", BUS, BUS)
CLIENTS, WINDOW, MOST_ITEMS, MOST_COLLECTIONS = 6, 6, 60, 6
# What the bus says if the service has gone.
DEAD = {f"{BUS}.Error.{name}" for name in ("NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "Timeout", "NoServer")}
FLAGS = [0] * 40 + [MessageFlag.no_auto_start, MessageFlag.allow_interactive_authorization]
DELETE = next(method for method in METHODS if (method.member, method.kind) == ("Delete", "item"))


class Failure(Exception):
    pass


class RandomCalls:
    def __init__(self, address, seed, count, forbidden):
        self.address, self.count, self.forbidden = address, count, bytes.fromhex(forbidden)
        self.random, self.clients = random.Random(seed), []
        self.objects = Objects(self.random, self.clients, self.forbidden)
        self.values = RandomValues(self.random, self.objects.some_path)
        self.bodies = Bodies(self.random, self.values, self.objects)
        self.sent, self.late, self.slowest, self.answers = 0, 0, 0.0, collections.Counter()
        # Passwords take long.
        self.tries = 12 + count // 20_000
        self.selector, self.pipe = selectors.DefaultSelector(), os.pipe()
        self.weights = [method.weight for method in METHODS]
        for _ in range(CLIENTS):
            self.begin()

    # Connections.

    def begin(self):
        client = Client(self.address)
        rule = MatchRule(type="signal", sender=SERVICE, path_namespace=ROOT).serialise()
        client.send(new_method_call(BUS_ADDRESS, "AddMatch", "s", (rule,)))
        self.selector.register(client.socket, selectors.EVENT_READ, client)
        self.clients.append(client)

    def vanish(self, client):
        """It goes without a word, and with it what it has opened; now and then while it is answered much that it does not read."""
        for _ in range(self.random.choice([0, 0, 40])):
            self.call(client)
        self.selector.unregister(client.socket)
        self.clients.remove(client)
        self.objects.forget(*client.sessions, *client.prompts)
        client.close()
        self.begin()

    # What is sent.

    def method(self):
        """The next one; None for one that would take too long."""
        method = self.random.choices(METHODS, self.weights)[0]
        if method.costs:
            if self.tries == 0 or method.member.startswith("Create") and len(self.objects.collections) >= MOST_COLLECTIONS:
                return None
            self.tries -= 1
        return DELETE if method.member == "CreateItem" and len(self.objects.items) > MOST_ITEMS else method

    def call(self, client):
        if (method := self.method()) is None:
            return
        chance, signature, member, interface = self.random.random(), method.arguments, method.member, method.interface
        if chance < 0.05:
            signature = self.values.signature()
        elif chance < 0.06:
            member += "s"
        elif chance < 0.07:
            interface = self.random.choice(METHODS).interface
        elif chance < 0.12:
            interface = None
        path = None if self.random.random() < 0.15 else self.objects.path(method.kind, client)
        path = path or self.values.path()
        descriptors = [self.pipe[1]] if "h" in signature else []
        if descriptors:
            body = (self.values.path(), self.values.text(), self.pipe[1], {})
        else:
            body = (self.bodies.body(method, client, path) if signature == method.arguments else None) or self.values.body(signature)
        destination = PORTAL if method.kind == "portal" else SERVICE
        message = new_method_call(DBusAddress(path, destination, interface), member, signature or None, body)
        message.header.flags = self.random.choice(FLAGS)
        is_answered = self.random.random() > 0.04
        if not is_answered:
            message.header.flags |= MessageFlag.no_reply_expected
        number = client.send(message, descriptors)
        if is_answered:
            is_itself = (interface, member) == (method.interface, method.member)
            # A ping is answered whatever comes with it.
            is_wrong = is_itself and signature != method.arguments and "Peer" not in interface
            client.waiting[number] = Waiting(method, path, is_itself and signature == method.arguments, is_wrong)

    def disturb(self, client):
        """A message that is no call."""
        path, member = self.values.path(), self.random.choice(["NameOwnerChanged", "Completed", "PropertiesChanged", "PromptReady"])
        signature = self.random.choice(["sss", "bv", self.values.signature()])
        interface, body = self.random.choice([BUS, PREFIX + "Prompt"]), self.values.body(signature)
        message = new_signal(DBusAddress(path, interface=interface), member, signature or None, body)
        message.header.fields[HeaderFields.destination] = SERVICE
        client.send(message)

    # What is answered.

    def hear(self, client):
        for message in client.received(self.forbidden):
            kind, number, error, signature = fields(message)
            if kind == MessageType.signal:
                if message.header.fields.get(HeaderFields.member) == "Completed":
                    self.completed(client, message)
                continue
            call = client.waiting.pop(number, None) if kind in ANSWERS else None
            if call is None:
                continue
            took = time.monotonic() - call.since
            if took > call.method.patience:
                raise Failure(f"{call.method.interface}.{call.method.member} on {call.path} was answered after {took:.1f} s")
            if call.method.patience == ANSWERED:
                self.slowest, self.late = max(self.slowest, took), self.late + (took > 1)
            if error in DEAD:
                raise Failure(f"{call.method.member} on {call.path}: {error}: {message.body}")
            self.answers[f"{call.method.member} {error.rpartition('.')[2] or 'done'}"] += 1
            if kind == MessageType.method_return:
                self.answered(client, call, signature, message.body)

    def answered(self, client, call, signature, body):
        if call.is_wrong:
            raise Failure(f"{call.method.member} on {call.path} was answered, whose arguments have other types")
        if not call.is_right:
            return
        if signature != call.method.results:
            raise Failure(f"{call.method.member} was answered with ({signature}) instead of ({call.method.results})")
        self.objects.learn(client, call, body)

    def completed(self, client, message):
        path = message.header.fields[HeaderFields.path]
        self.answers["Completed dismissed" if message.body[0] else "Completed done"] += 1
        if path in client.prompts:
            client.prompts.remove(path)
            self.objects.forget(path)

    # All of it.

    def wait(self, seconds):
        for key, _ in self.selector.select(seconds):
            self.hear(key.data)
        now = time.monotonic()
        for client in self.clients:
            client.flush()
            if late := client.late(now):
                raise Failure(f"{late.method.interface}.{late.method.member} on {late.path} is not answered")

    def run(self):
        while self.sent < self.count:
            client = self.random.choice(self.clients)
            if len(client.waiting) >= WINDOW:
                self.wait(0.05)
                continue
            self.sent += 1
            chance = self.random.random()
            if chance < 0.002:
                self.vanish(client)
            elif chance < 0.02:
                self.disturb(client)
            else:
                self.call(client)
            if self.sent % 8 == 0:
                self.wait(0)
        while any(client.waiting for client in self.clients):
            self.wait(0.05)


def main():
    calls = RandomCalls(**json.load(sys.stdin))
    began, problem = time.monotonic(), None
    try:
        calls.run()
    except (Failure, AssertionError, EOFError, ConnectionError) as failure:
        problem = str(failure)
    print(json.dumps({"problem": problem, "sent": calls.sent, "seconds": time.monotonic() - began, "slowest": calls.slowest,
                      "late": calls.late, "answers": calls.answers}))


if __name__ == "__main__":
    main()
