# Messages to the daemon, as Documentation/Formats/Wire.md has them.
# SPDX-License-Identifier: Apache-2.0
import struct

GREETING = b"latchkey" + struct.pack(">HHI", 1, 1, 0)
# The person may be asked; no reason, no button, no context, no earlier finger, no password of the program.
NO_AUTHENTICATION = bytes(1 + 4 + 4 + 1 + 4 + 1)


def text(value):
    return struct.pack(">I", len(value)) + value


def attributes(values):
    encoded = b"".join(name + b"\1" + text(value) for name, value in sorted(values.items()))
    return struct.pack(">H", len(values)) + encoded


def query(values, everything=False, returning=1, group=None):
    conditions = bytes(4) + b"\0\0" + bytes(4) + b"\0\0"
    named = b"\0" if group is None else b"\1" + text(group)
    return (b"genp" + attributes(values) + b"\0" + b"\0" + named + bytes(4) + conditions + b"\0\0"
            + bytes([1 if everything else 0, returning]) + NO_AUTHENTICATION + b"\0")


def add(account, secret, group=None):
    named = {b"acct": account, b"svce": b"check"} | ({} if group is None else {b"agrp": group.encode()})
    return b"\1genp" + attributes(named) + b"\0\0\1" + text(secret) + b"\0" + NO_AUTHENTICATION


def copy(account):
    return b"\2" + query({b"acct": account, b"svce": b"check"})


def frame(request, keychain=b"login.keychain-db", number=1):
    body = text(keychain) + request
    return struct.pack(">IIB3x", len(body), number, 1) + body
