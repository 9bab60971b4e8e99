#!/usr/bin/python3
# A program of somebody who wants an item now and then: how long it waits, over one connection and as a process that has
# just been started.
# SPDX-License-Identifier: Apache-2.0
# usage: onlooker.py SOCKET
# It stores an item, prints "ready", and for each line COUNT that it reads looks the item up so many times. It prints
# the milliseconds of each, and on a second line those of as many new processes, the greeting included.
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wire import DUPLICATE, Client, add, copy

PAUSE, PATIENCE = 0.005, 120  # seconds


def looked_up(client):
    start = time.monotonic()
    status, _ = client.call(copy(b"onlooker"))
    if status != 0:
        raise SystemExit(f"the item is not found: {status}")
    return (time.monotonic() - start) * 1000


def first_of_process(path):
    """In a child, which the daemon has not seen."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        start = time.monotonic()
        looked_up(Client(path, timeout=PATIENCE))
        os.write(write, b"%f" % ((time.monotonic() - start) * 1000))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        taken = answer.read()
    os.waitpid(child, 0)
    return float(taken)


def main(path):
    client = Client(path, timeout=PATIENCE)
    status, _ = client.call(add(b"onlooker", b"secret"))
    if status not in (0, DUPLICATE):
        raise SystemExit(f"the item is not stored: {status}")
    print("ready", flush=True)
    for line in sys.stdin:
        for look in (lambda: looked_up(client), lambda: first_of_process(path)):
            times = []
            for _ in range(int(line)):
                times.append(look())
                time.sleep(PAUSE)
            print(*times, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
