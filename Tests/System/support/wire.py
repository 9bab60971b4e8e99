#!/usr/bin/python3
# Messages to the daemon, as Documentation/Reference/Formats/Wire.md has them: a module, and a program that a test can
# run, copy and sign.
# SPDX-License-Identifier: Apache-2.0
# usage: wire.py SOCKET      connects, greets, prints "ready", and answers lines as speaker.c does: send HEX
#        wire.py -DESCRIPTOR     speaks through a socket that was passed on
#        wire.py SOCKET grandchild     has another process do so
import socket
import struct
import subprocess
import sys
import time

GREETING = b"latchkey" + struct.pack(">HHI", 1, 1, 0)
# The user may be asked; no reason, no button, no context, no earlier finger, no password of the program.
NO_AUTHENTICATION = bytes(1 + 4 + 4 + 1 + 4 + 1)
LOGIN = b"login.keychain-db"
NOT_FOUND, REFUSED, DUPLICATE = -25300, -34018, -25299
WHO_AM_I = b"\x17\0"


def text(value):
    return struct.pack(">I", len(value)) + value


def attributes(values):
    encoded = b"".join(name + b"\1" + text(value) for name, value in sorted(values.items()))
    return struct.pack(">H", len(values)) + encoded


def query(values, everything=False, returning=1, group=None, listed=b"\0"):
    conditions = bytes(4) + b"\0\0" + bytes(4) + b"\0\0"
    named = b"\0" if group is None else b"\1" + text(group)
    return (b"genp" + attributes(values) + b"\0" + b"\0" + named + bytes(4) + conditions + listed + b"\0"
            + bytes([1 if everything else 0, returning]) + NO_AUTHENTICATION + b"\0")


def add(account, secret, group=None):
    named = {b"acct": account, b"svce": b"check"} | ({} if group is None else {b"agrp": group.encode()})
    return b"\1genp" + attributes(named) + b"\0\0\1" + text(secret) + b"\0" + NO_AUTHENTICATION


def copy(account, group=None):
    return b"\2" + query({b"acct": account, b"svce": b"check"}, group=None if group is None else group.encode())


def frame(request, keychain=LOGIN, number=1):
    body = text(keychain) + request
    return struct.pack(">IIB3x", len(body), number, 1) + body


class Client:
    """A connection. `greets=False` leaves the greeting to the test; `connected` is a socket that somebody else has connected."""

    known = set()  # Sockets whose daemon has seen this program: it ends the first connection of each.

    def __init__(self, path=None, greets=True, timeout=20, connected=None):
        self.socket = connected
        if connected is None:
            self.open(timeout)
        else:
            self.socket.settimeout(timeout)
        if path is None:
            return
        if not greets and path not in self.known:
            Client(path, timeout=timeout).close()
        for left in reversed(range(4)):
            self.connect(str(path), timeout)
            if not greets:
                return
            try:
                self.socket.sendall(GREETING)
                self.welcome = self.take(16)
                self.known.add(path)
                return
            except (EOFError, ConnectionError):
                if not left:
                    raise
                self.close()
                self.open(timeout)

    def open(self, timeout):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)

    def connect(self, path, timeout):
        """Waits as a program without a timeout does where the queue of the socket is full."""
        ends = time.monotonic() + timeout
        while True:
            try:
                return self.socket.connect(path)
            except BlockingIOError:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.001)

    def take(self, count):
        data = bytearray()
        while len(data) < count:
            part = self.socket.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError
            data += part
        return bytes(data)

    def answer(self):
        """0 or the status, and the body."""
        kind, body = self.message()
        if kind == 3:
            return struct.unpack(">i", body[:4])[0], body
        if kind == 4:
            raise EOFError
        return 0, body

    def message(self):
        count, _, kind = struct.unpack(">IIB3x", self.take(12))
        return kind, self.take(count)

    def send(self, request, keychain=LOGIN):
        self.socket.sendall(frame(request, keychain))

    def call(self, request, keychain=LOGIN):
        self.send(request, keychain)
        return self.answer()

    def is_over(self):
        """True once the daemon has ended the connection, with a goodbye or without."""
        try:
            while self.socket.recv(4096):
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def close(self):
        self.socket.close()


def converse(client, lines, say):
    """Sends what each line says, and prints the kind and the body of the answer as speaker.c does."""
    say("ready")
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word != "send":
            continue
        try:
            client.socket.sendall(bytes.fromhex(rest))
            kind, body = client.message()
            say(f"{kind} {body.hex()}")
        except (EOFError, OSError):
            say("over")


def main(words):
    if words[1:] == ["grandchild"]:
        with open(sys.argv[0]) as script:
            sys.exit(subprocess.call(["/usr/bin/python3", "-I", "-c", script.read(), words[0]]))
    if words[0].startswith("-"):
        client = Client(connected=socket.socket(fileno=int(words[0][1:])))
    else:
        client = Client(words[0])
    converse(client, sys.stdin, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main(sys.argv[1:])
