#!/usr/bin/python3
# A program that makes the daemon hold as much as it can: each line that it reads is a call, and it prints the status of
# each.
# SPDX-License-Identifier: Apache-2.0
# usage: hog.py SOCKET
# lines: fill COUNT BYTES | list | describe | update WORD | replace BYTES | delete | many VALUES | password
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wire import Client, add, attributes, query, text

NOTHING_CHANGES = b"\0\0\0"
DATA, ATTRIBUTES = 1, 2


def requests(words):
    """What a line asks for."""
    match words:
        case ["fill", count, size]:
            for number in range(int(count)):
                yield add(b"hog-%d" % number, bytes(int(size)))
        case ["list"]:
            yield b"\2" + query({b"svce": b"check"}, everything=True, returning=DATA | ATTRIBUTES)
        case ["describe"]:
            yield b"\2" + query({b"svce": b"check"}, everything=True, returning=ATTRIBUTES)
        case ["update", word]:
            yield b"\3" + query({b"svce": b"check"}, everything=True, returning=0) + attributes({b"labl": word.encode()}) + NOTHING_CHANGES
        case ["replace", size]:
            change = attributes({}) + b"\0\0\1" + text(bytes(int(size)))
            yield b"\3" + query({b"svce": b"check"}, everything=True, returning=0) + change
        case ["delete"]:
            yield b"\4" + query({b"svce": b"check"}, everything=True, returning=0)
        case ["many", count]:
            # A search among a list of attributes, each of which is a value of its own for whoever decodes it.
            entry = b"\1" + attributes({b"acct": b"a", b"labl": b"b"})
            yield b"\2" + query({b"svce": b"check"}, listed=b"\1" + struct.pack(">I", int(count)) + entry * int(count))
        case ["password"]:
            yield b"\x0f" + text(b"not this one")


def main(path):
    client = Client(path, timeout=300)
    print("ready", flush=True)
    for line in sys.stdin:
        statuses = []
        for request in requests(line.split()):
            try:
                statuses.append(client.call(request)[0])
            except (EOFError, OSError):
                statuses.append("over")
                client = Client(path, timeout=300)
        print(*statuses, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
