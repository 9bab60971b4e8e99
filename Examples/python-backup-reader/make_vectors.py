#!/usr/bin/env python3
# Writes the vectors of backups to Tests/Vectors, the same bytes on every run.
# SPDX-License-Identifier: Apache-2.0
"""Makes Tests/Vectors/backup.json from Documentation/Reference/Formats/Backup.md; every key and nonce is fixed."""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from pathlib import Path
from typing import Any

from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import latchkey_backup as reader

VECTORS = Path(__file__).resolve().parents[2] / "Tests" / "Vectors"
MEMORY, PASSES = 19_456, 2
PASSWORD = "correct horse battery staple"


def fixed(label: str, length: int) -> bytes:
    """Bytes that look random and are the same on every run."""
    return hashlib.shake_128(b"latchkey backup vectors v1: " + label.encode("utf-8")).digest(length)


KEYCHAIN, BACKUP, DEVICE = fixed("keychain", 16), fixed("backup", 16), fixed("device id", 16)
FILE_KEY, SALT, KEY_NONCE, DEVICE_KEY = fixed("file key", 32), fixed("salt", 16), fixed("key nonce", 24), fixed("device key", 32)
TIME = 800_000_000.0


def frame_nonce(number: int) -> bytes:
    return fixed(f"frame nonce {number}", 24)


def sealed(plaintext: bytes, key: bytes, nonce: bytes, aad: bytes) -> bytes:
    return b"\1\0" + nonce + AESGCM(reader.derived_key(key, nonce)).encrypt(nonce[12:], plaintext, aad)


def password_wrapping(memory: int = MEMORY, passes: int = PASSES) -> bytes:
    # A cost that no reader pays is written over the one that was paid.
    key = hash_secret_raw(PASSWORD.encode(), SALT, PASSES, MEMORY, parallelism=1, hash_len=32, type=Type.ID, version=0x13)
    blob = sealed(FILE_KEY, key, KEY_NONCE, reader.place(b"backup key", KEYCHAIN, BACKUP))
    return wrapping(1, SALT + struct.pack(">II", memory, passes) + blob)


def wrapping(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + struct.pack(">H", len(body)) + body


def preamble(*wrappings: bytes, version: int = 1) -> bytes:
    header = BACKUP + KEYCHAIN + struct.pack(">d", TIME) + DEVICE + bytes([len(wrappings)]) + b"".join(wrappings)
    start = b"LTCKBAK" + bytes([version]) + struct.pack(">I", len(header)) + header
    return start + hmac.new(reader.hkdf(FILE_KEY, b"", b"latchkey backup header v1"), start, hashlib.sha256).digest()


def framed(start: bytes, stream: bytes) -> list[bytes]:
    """The frames of a stream."""
    key = reader.hkdf(FILE_KEY, BACKUP, b"latchkey backup frames v1")
    pieces = [stream[at:at + reader.PIECE] for at in range(0, len(stream), reader.PIECE)]
    frames = []
    for number, piece in enumerate(pieces):
        binding = number.to_bytes(8, "big") + bytes([number == len(pieces) - 1]) + hashlib.sha256(start[:-32]).digest()
        aad = reader.place(b"backup frame", KEYCHAIN, BACKUP, binding=binding)
        frames.append(sealed(piece, key, frame_nonce(number), aad))
    return frames


def entry(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + struct.pack(">I", len(body)) + body


def about() -> bytes:
    label = "Märchen".encode()
    return entry(1, b"\1\4test" + struct.pack(">QQQQ", 3, 0, 0, 1) + b"\1" + struct.pack(">I", 300)
                 + struct.pack(">I", len(label)) + label)


def item_body(item_class: str, protection: int, number: int, metadata: bytes, secret: bytes | None) -> bytes:
    persistref = number.to_bytes(6, "big") + fixed(f"row {number}", 10)
    body = item_class.encode() + bytes([protection]) + persistref + struct.pack(">I", len(metadata)) + metadata
    return body + (struct.pack(">I", len(secret)) + secret if secret is not None else b"")


def attribute_list(values: dict[str, tuple[int, bytes]]) -> bytes:
    entries = (name.encode() + bytes([kind]) + struct.pack(">I", len(value)) + value
               for name, (kind, value) in sorted(values.items()))
    return b"\1" + struct.pack(">H", len(values)) + b"".join(entries)


def metadata(account: str, protection: int, *, tombstone: bool = False) -> bytes:
    name = reader.PROTECTION[protection].encode()
    return attribute_list({
        "accc": (2, bytes([protection])), "acct": (1, account.encode()), "agrp": (1, b"TEAM123456.test"), "cdat": (4, struct.pack(">d", TIME)),
        "mdat": (4, struct.pack(">d", TIME)), "musr": (2, b""), "pdmn": (1, name), "svce": (1, b"service"),
        "sync": (3, struct.pack(">q", tombstone)), "tchk": (2, fixed("tamper " + account, 16)), "tomb": (3, struct.pack(">q", tombstone)),
    })


def secret(account: str, value: bytes) -> bytes:
    encoded = attribute_list({"data": (2, value), "tchk": (2, fixed("tamper " + account, 16))})
    length = len(encoded)
    if length <= 1024:
        return encoded.ljust(max(64, -(-length // 64) * 64), b"\0")
    exponent = length.bit_length() - 1
    step = 1 << (exponent - exponent.bit_length())
    return encoded.ljust(-(-length // step) * step, b"\0")


def device_item(protection: int, number: int, account: str) -> bytes:
    key = reader.hkdf(DEVICE_KEY, BACKUP, b"latchkey backup device v1")
    body = item_body("genp", protection, number, metadata(account, protection), secret(account, b"stays here"))
    aad = reader.place(b"backup item", KEYCHAIN, BACKUP, b"genp", protection)
    return entry(3, b"genp" + bytes([protection]) + sealed(body, key, fixed(f"device nonce {number}", 24), aad))


def device_list(protection: int, number: int, plaintext: bytes) -> bytes:
    key = reader.hkdf(DEVICE_KEY, BACKUP, b"latchkey backup device v1")
    persistref = number.to_bytes(6, "big") + fixed(f"row {number}", 10)
    aad = reader.place(b"backup list", KEYCHAIN, persistref, b"genp", protection)
    return entry(4, sealed(plaintext, key, fixed(f"list nonce {number}", 24), aad))


def end(*counts: int, reasons: dict[int, int] | None = None) -> bytes:
    reasons = reasons or {}
    return entry(255, struct.pack(">QQQQ", *counts) + bytes([len(reasons)])
                 + b"".join(struct.pack(">BQ", reason, count) for reason, count in reasons.items()))


ANY_PROGRAM = attribute_list({}).ljust(64, b"\0")
ITEM = entry(2, item_body("genp", 6, 1, metadata("alice", 6), secret("alice", b"open sesame")))
TOMBSTONE = entry(5, item_body("genp", 6, 3, metadata("gone", 6, tombstone=True), None))
WHOLE = (about() + ITEM + entry(4, ANY_PROGRAM) + device_item(9, 2, "bob") + device_list(9, 2, ANY_PROGRAM) + TOMBSTONE
         + end(1, 1, 2, 1, reasons={1: 2, 200: 1}))


def vector(name: str, expect: str, file: bytes, kinds: list[int] | None = None, **more: Any) -> dict[str, Any]:
    return {"id": name, "expect": expect, "kinds": kinds, "file": file.hex(), **more}


def vectors() -> list[dict[str, Any]]:
    start = preamble(password_wrapping())
    whole = start + b"".join(framed(start, WHOLE))

    def stream(name: str, expect: str, entries: bytes) -> dict[str, Any]:
        return vector(name, expect, start + b"".join(framed(start, entries)))

    both = preamble(password_wrapping(), wrapping(2, fixed("recovery", 40)))
    unknown = preamble(wrapping(2, fixed("recovery", 40)))
    expensive = preamble(password_wrapping(memory=4 * 1024 * 1024 + 1))
    cheap = preamble(password_wrapping(passes=1))
    long = about() + entry(2, item_body("genp", 6, 1, metadata("long", 6), secret("long", bytes(70_000)))) + end(1, 0, 0, 0)
    first, second = framed(start, long)
    return [
        vector("a backup of everything", "success", whole, [1, 2, 4, 3, 4, 5, 255]),
        vector("an empty keychain", "success", start + b"".join(framed(start, about() + end(0, 0, 0, 0))), [1, 255]),
        vector("two frames", "success", start + first + second, [1, 2, 255]),
        vector("a wrapping of an unknown kind beside that of a password", "success", both + b"".join(framed(both, WHOLE)),
               [1, 2, 4, 3, 4, 5, 255]),
        vector("no wrapping of a known kind", "wrongVersion", unknown + b"".join(framed(unknown, WHOLE))),
        vector("another version", "wrongVersion", preamble(password_wrapping(), version=2)),
        vector("other letters", "decode", b"X" + whole[1:]),
        vector("Argon2id with too much memory", "notAvailable", expensive + b"".join(framed(expensive, WHOLE))),
        vector("Argon2id with too few passes", "notAvailable", cheap + b"".join(framed(cheap, WHOLE))),
        vector("a wrong password", "authFailed", whole, password="hiccup-staircase"),
        vector("a header that was changed", "decode", whole[:60] + bytes([whole[60] ^ 1]) + whole[61:]),
        vector("wrappings out of order", "decode", preamble(wrapping(2, b""), password_wrapping())),
        vector("the last frame is missing", "decode", start + first),
        vector("a byte behind the end", "decode", whole + b"\0"),
        vector("a byte too few", "decode", whole[:-1]),
        vector("no frame", "decode", start),
        stream("no end", "decode", about() + ITEM),
        stream("entries behind the end", "decode", about() + end(0, 0, 0, 0) + ITEM),
        stream("an end that counts something else", "decode", about() + ITEM + end(2, 0, 0, 0)),
        stream("no beginning", "decode", ITEM + end(1, 0, 0, 0)),
        stream("a second beginning", "decode", about() + about() + end(0, 0, 0, 0)),
        stream("an access list of no item", "decode", about() + entry(4, ANY_PROGRAM) + end(0, 0, 1, 0)),
        stream("an access list of a tombstone", "decode", about() + TOMBSTONE + entry(4, ANY_PROGRAM) + end(0, 0, 1, 1)),
        stream("an item of the device that is not sealed for it", "decode",
               about() + entry(2, item_body("genp", 9, 1, metadata("alice", 9), secret("alice", b"x"))) + end(1, 0, 0, 0)),
        stream("an entry of an unknown type", "wrongVersion", about() + entry(9, b"new") + end(0, 0, 0, 0)),
        stream("entries of another version", "wrongVersion", entry(1, b"\2" + about()[6:]) + end(0, 0, 0, 0)),
        stream("a length beyond the end", "decode", about() + b"\2" + struct.pack(">I", 1 << 30) + ITEM[5:]),
        stream("an item with a byte too many", "decode", about() + entry(2, ITEM[5:] + b"\0") + end(1, 0, 0, 0)),
    ]


def main() -> None:
    lines = ",\n    ".join(json.dumps(vector, ensure_ascii=False) for vector in vectors())
    common = {
        "password": PASSWORD, "fileKey": FILE_KEY.hex(), "salt": SALT.hex(), "keyNonce": KEY_NONCE.hex(), "memory": MEMORY,
        "passes": PASSES, "deviceKey": DEVICE_KEY.hex(), "frameNonces": [frame_nonce(number).hex() for number in range(2)],
    }
    head = ",\n  ".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in common.items())
    source = "Documentation/Reference/Formats/Backup.md; made by Examples/python-backup-reader/make_vectors.py"
    (VECTORS / "backup.json").write_text(
        f'{{\n  "source": "{source}",\n  {head},\n  "vectors": [\n    {lines}\n  ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
