#!/usr/bin/python3
# A program of a user who does his worst: connections that each have a request under way, all the time.
# SPDX-License-Identifier: Apache-2.0
# usage: crowd.py SOCKET KIND CONNECTIONS [first]
# The first of its user stores what KIND needs. It prints "ready", waits for a line, prints "asking" when all
# connections ask, and asks until it is ended. Kinds: write, replace, list, derive, greet
import os
import pathlib
import struct
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wire import NO_AUTHENTICATION, Client, add, attributes, query, text

LONG, LISTED, SEALED = 4 << 20, 4, 8
OWN_PASSWORD = NO_AUTHENTICATION[:-1] + b"\1" + text(b"a word of the program")
# The class that is open while the keychain is, and the flag of items that are under a password of their program's own.
UNDER_PASSWORD = b"\6\1" + struct.pack(">Q", 1 << 31)
NOTHING_CHANGES = b"\0\0"


def seal(number):
    return b"\1genp" + attributes({b"acct": b"sealed-%d" % number, b"svce": b"sealed"}) + b"\1" + UNDER_PASSWORD + b"\0\1" + text(b"x") \
        + b"\0" + OWN_PASSWORD


def preparation(kind):
    """The requests of one connection before the others come."""
    match kind:
        case "replace" | "list":
            return [add(b"%s-%d" % (kind.encode(), number), bytes(LONG)) for number in range(LISTED)]
        case "derive":
            return [seal(number) for number in range(SEALED)]
    return []


def requests(kind, name):
    """What one connection asks for, without end."""
    number = 0
    while True:
        number += 1
        match kind:
            case "write":
                yield add(b"%s-%d" % (name, number), b"secret")
            case "replace":
                yield b"\3" + query({b"svce": b"check"}, everything=True, returning=0) + attributes({}) + NOTHING_CHANGES + b"\1" \
                    + text(bytes(LONG))
            case "list":
                yield b"\2" + query({b"svce": b"check"}, everything=True, returning=3)
            case "derive":
                yield b"\2" + query({b"svce": b"sealed"}, everything=True, returning=3)[: -len(NO_AUTHENTICATION) - 1] + OWN_PASSWORD + b"\0"
            case "greet":
                yield None


def ask(path, kind, name, together):
    client = Client(path, timeout=300)
    together.wait()
    for request in requests(kind, name):
        try:
            if request is None:
                client.close()
                client = Client(path, timeout=300)
            else:
                client.call(request)
        except (EOFError, OSError):
            client = Client(path, timeout=300)


def main(path, kind, connections, *words):
    first = Client(path, timeout=300)
    statuses = [first.call(request)[0] for request in (preparation(kind) if words else [])]
    print("ready", *statuses, flush=True)
    sys.stdin.readline()
    together = threading.Barrier(int(connections) + 1)
    for number in range(int(connections)):
        threading.Thread(target=ask, args=(path, kind, b"%d-%d" % (os.getpid(), number), together)).start()
    together.wait()
    print("asking", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
