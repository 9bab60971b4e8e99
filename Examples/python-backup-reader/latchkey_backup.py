#!/usr/bin/env python3
# Reads a backup of Latchkey from its format page, without Latchkey's code.
# SPDX-License-Identifier: Apache-2.0
"""Opens a backup with its password and prints what is in it, as Documentation/Reference/Formats/Backup.md says."""

from __future__ import annotations

import argparse
import getpass
import hashlib
import hmac
import io
import json
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Iterator

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PIECE, OVERHEAD = 65_536, 42
CLASSES = ("genp", "inet", "cert", "keys")
PROTECTION = {6: "ak", 7: "ck", 8: "dk", 9: "aku", 10: "cku", 11: "dku", 12: "akpu"}
REASONS = {1: "akpu", 2: "constrained", 3: "token", 4: "system", 5: "newer", 6: "damaged"}


class Refused(Exception):
    """`kind` is the word the vectors use: decode, wrongVersion, authFailed or notAvailable."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def damaged(reason: str) -> Refused:
    return Refused("decode", reason)


# --- SealedBlob.md ---------------------------------------------------------------------------------------------------


def derived_key(key: bytes, nonce: bytes) -> bytes:
    halves = b""
    for counter in (1, 2):
        mac = CMAC(AES(key))
        mac.update(bytes([0, counter, 0x58, 0]) + nonce[:12])
        halves += mac.finalize()
    return halves


def place(purpose: bytes, keychain: bytes, row: bytes, item_class: bytes = bytes(4), protection: int = 0,
          binding: bytes = b"") -> bytes:
    return bytes([1, 0, len(purpose)]) + purpose + keychain + item_class + row + bytes([protection]) + binding


def opened(blob: bytes, key: bytes, aad: bytes) -> bytes | None:
    if len(blob) < OVERHEAD or blob[:2] != b"\1\0":
        return None
    try:
        return AESGCM(derived_key(key, blob[2:26])).decrypt(blob[14:26], blob[26:], aad)
    except InvalidTag:
        return None


def hkdf(key: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt, info).derive(key)


# --- Fields ----------------------------------------------------------------------------------------------------------


class Fields:
    """Reads the fields of a header or a body, and nothing beyond them."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if count > len(self.data) - self.at:
            raise damaged("a field ends beyond its end")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def text(self, count: int) -> str:
        try:
            return self.take(count).decode("utf-8")
        except UnicodeDecodeError:
            raise damaged("a text is not UTF-8") from None

    def rest(self) -> bytes:
        return self.take(len(self.data) - self.at)

    def end(self) -> None:
        if self.at != len(self.data):
            raise damaged("bytes are left over")


# --- The preamble (sections 2 and 3) ---------------------------------------------------------------------------------


@dataclass
class Preamble:
    backup: bytes
    keychain: bytes
    time: float
    device: bytes
    wrappings: dict[int, bytes]
    authenticated: bytes
    code: bytes

    def file_key(self, password: bytes) -> bytes:
        if 1 not in self.wrappings:
            raise Refused("wrongVersion", "no password opens this file; a newer version does")
        fields = Fields(self.wrappings[1])
        salt, memory, passes, blob = fields.take(16), fields.number(4), fields.number(4), fields.rest()
        if not (19_456 <= memory <= 4 * 1024 * 1024 and 2 <= passes <= 64):
            raise Refused("notAvailable", f"refused Argon2id with {memory} KiB and {passes} passes")
        password_key = hash_secret_raw(password, salt, passes, memory, parallelism=1, hash_len=32, type=Type.ID, version=0x13)
        key = opened(blob, password_key, place(b"backup key", self.keychain, self.backup))
        if key is None:
            raise Refused("authFailed", "the password is wrong, or the header was changed")
        code = hmac.new(hkdf(key, b"", b"latchkey backup header v1"), self.authenticated, hashlib.sha256).digest()
        if len(key) != 32 or not hmac.compare_digest(code, self.code):
            raise damaged("the header was changed")
        return key


def read_preamble(file: BinaryIO) -> Preamble:
    start = file.read(12)
    if start[:7] != b"LTCKBAK" or len(start) < 12:
        raise damaged("this is no backup")
    if start[7] != 1:
        raise Refused("wrongVersion", f"version {start[7]}")
    length = int.from_bytes(start[8:], "big")
    if length > 4096:
        raise damaged("the header is too long")
    header, code = file.read(length), file.read(32)
    if len(header) < length or len(code) < 32:
        raise damaged("the file ends in its header")
    fields = Fields(header)
    backup, keychain = fields.take(16), fields.take(16)
    time, device = struct.unpack(">d", fields.take(8))[0], fields.take(16)
    wrappings: dict[int, bytes] = {}
    for _ in range(fields.number(1)):
        kind = fields.number(1)
        if kind <= max(wrappings, default=0):
            raise damaged("wrappings are out of order")
        wrappings[kind] = fields.take(fields.number(2))
        if kind == 1 and len(wrappings[kind]) != 98:
            raise damaged("the wrapping of a password has another length")
    fields.end()
    if not wrappings:
        raise damaged("nothing opens this file")
    return Preamble(backup, keychain, time, device, wrappings, start + header, code)


# --- Frames (section 4) ----------------------------------------------------------------------------------------------


def frame_place(preamble: Preamble, number: int, is_last: bool) -> bytes:
    binding = number.to_bytes(8, "big") + bytes([is_last]) + hashlib.sha256(preamble.authenticated).digest()
    return place(b"backup frame", preamble.keychain, preamble.backup, binding=binding)


def pieces(file: BinaryIO, preamble: Preamble, file_key: bytes) -> Iterator[bytes]:
    key = hkdf(file_key, preamble.backup, b"latchkey backup frames v1")
    frame, number = file.read(PIECE + OVERHEAD), 0
    while True:
        following = file.read(PIECE + OVERHEAD)
        piece = opened(frame, key, frame_place(preamble, number, is_last=not following))
        if not piece:
            raise damaged(f"frame {number} does not open in its place")
        yield piece
        if not following:
            return
        frame, number = following, number + 1


# --- Entries (section 5) ---------------------------------------------------------------------------------------------


@dataclass
class Item:
    item_class: str
    protection: str
    persistref: bytes
    metadata: bytes
    secret: bytes | None
    is_tombstone: bool = False
    is_of_device: bool = False
    access_list: list[bytes] = field(default_factory=list)


@dataclass
class Backup:
    preamble: Preamble
    about: dict[str, Any]
    items: list[Item]
    of_other_device: int
    left_out: dict[int, int]


def item_class(fields: Fields) -> str:
    name = fields.take(4)
    if name not in [known.encode() for known in CLASSES]:
        raise damaged("an item of no class")
    return name.decode()


def protection(fields: Fields) -> int:
    number = fields.number(1)
    if number not in PROTECTION:
        raise damaged("an item of no protection class")
    return number


def read_item(body: bytes, has_secret: bool) -> Item:
    fields = Fields(body)
    name, number, persistref = item_class(fields), protection(fields), fields.take(16)
    metadata = fields.take(fields.number(4))
    secret = fields.take(fields.number(4)) if has_secret else None
    fields.end()
    return Item(name, PROTECTION[number], persistref, metadata, secret, not has_secret)


def read_about(body: bytes) -> dict[str, Any]:
    fields = Fields(body)
    if fields.number(1) != 1:
        raise Refused("wrongVersion", "entries of a newer version")
    writer = fields.text(fields.number(1))
    rows = {name: fields.number(8) for name in CLASSES}
    flags, idle = fields.number(1), fields.number(4)
    label = fields.text(fields.number(4))
    fields.end()
    if flags & ~3 or (flags & 2 and not idle):
        raise damaged("settings that no keychain has")
    return {"writer": writer, "rows": rows, "locksOnSleep": bool(flags & 1), "idleSeconds": idle, "label": label}


def entries(stream: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    buffer = b""
    for piece in stream:
        buffer += piece
        while len(buffer) >= 5:
            end = 5 + int.from_bytes(buffer[1:5], "big")
            if len(buffer) < end:
                break
            yield buffer[0], buffer[5:end]
            buffer = buffer[end:]
    if buffer:
        raise damaged("the stream ends in an entry")


def read_backup(file: BinaryIO, password: bytes, device_key: bytes | None = None) -> Backup:
    preamble = read_preamble(file)
    device = hkdf(device_key, preamble.backup, b"latchkey backup device v1") if device_key else None
    backup = Backup(preamble, {}, [], 0, {})
    counts = {2: 0, 3: 0, 4: 0, 5: 0}
    last, owner, has_ended = 0, None, False
    for kind, body in entries(pieces(file, preamble, preamble.file_key(password))):
        if has_ended or (kind == 1) != (last == 0):
            raise damaged("an entry out of order")
        if kind in counts:
            counts[kind] += 1
        if kind == 1:
            backup.about = read_about(body)
        elif kind in (2, 5):
            owner = read_item(body, has_secret=kind == 2)
            if kind == 2 and owner.protection in ("aku", "cku", "dku", "akpu"):
                raise damaged("an item of the device that is not sealed for it")
            backup.items.append(owner)
        elif kind == 3:
            owner = read_device_item(body, preamble, device)
            if owner:
                backup.items.append(owner)
            else:
                backup.of_other_device += 1
        elif kind == 4:
            if last not in (2, 3, 4):
                raise damaged("an access list of no item")
            if owner:
                owner.access_list.append(list_entry(body, owner, preamble, device))
        elif kind == 255:
            backup.left_out = read_end(body, counts)
            has_ended = True
        else:
            raise Refused("wrongVersion", f"an entry of type {kind}")
        last = kind
    if not has_ended:
        raise damaged("the end is missing")
    return backup


def read_device_item(body: bytes, preamble: Preamble, device: bytes | None) -> Item | None:
    fields = Fields(body)
    name, number, blob = item_class(fields), protection(fields), fields.rest()
    if PROTECTION[number] not in ("aku", "cku", "dku", "akpu"):
        raise damaged("an item of the device of another class")
    aad = place(b"backup item", preamble.keychain, preamble.backup, name.encode(), number)
    plaintext = opened(blob, device, aad) if device else None
    if plaintext is None:
        return None
    item = read_item(plaintext, has_secret=True)
    if (item.item_class, item.protection) != (name, PROTECTION[number]):
        raise damaged("an item of another class than its entry says")
    item.is_of_device = True
    return item


def list_entry(body: bytes, owner: Item, preamble: Preamble, device: bytes | None) -> bytes:
    if not owner.is_of_device:
        return body
    number = next(number for number, name in PROTECTION.items() if name == owner.protection)
    aad = place(b"backup list", preamble.keychain, owner.persistref, owner.item_class.encode(), number)
    plaintext = opened(body, device, aad) if device else None
    if plaintext is None:
        raise damaged("an access list that does not open")
    return plaintext


def read_end(body: bytes, counts: dict[int, int]) -> dict[int, int]:
    fields = Fields(body)
    if [fields.number(8) for _ in range(4)] != [counts[kind] for kind in (2, 3, 4, 5)]:
        raise damaged("the end counts something else")
    left_out: dict[int, int] = {}
    for _ in range(fields.number(1)):
        reason, count = fields.number(1), fields.number(8)
        if reason <= max(left_out, default=0) or not count:
            raise damaged("reasons out of order")
        left_out[reason] = count
    fields.end()
    return left_out


# --- Attribute lists (SealedItem.md, section 1) ----------------------------------------------------------------------


def attributes(encoded: bytes) -> dict[str, Any]:
    fields, values = Fields(encoded), {}
    if fields.number(1) != 1:
        raise Refused("wrongVersion", "an attribute list of a newer version")
    for _ in range(fields.number(2)):
        name, kind, length = fields.take(4).decode("ascii", "replace"), fields.number(1), fields.number(4)
        if kind == 1:
            values[name] = fields.text(length)
        elif kind == 2:
            values[name] = {"hex": fields.take(length).hex()}
        elif kind in (3, 4) and length == 8:
            values[name] = struct.unpack(">q" if kind == 3 else ">d", fields.take(8))[0]
        else:
            raise damaged("an attribute of no type")
    return values  # What follows is padding.


# --- The command -----------------------------------------------------------------------------------------------------


def report(backup: Backup, with_secrets: bool) -> dict[str, Any]:
    def shown(item: Item) -> dict[str, Any]:
        entry = {"class": item.item_class, "protection": item.protection, "persistref": item.persistref.hex(),
                 "tombstone": item.is_tombstone, "attributes": attributes(item.metadata),
                 "accessList": [attributes(entry) for entry in item.access_list]}
        if with_secrets and item.secret is not None:
            entry["secret"] = attributes(item.secret)
        return entry

    return {"backup": backup.preamble.backup.hex(), "keychain": backup.preamble.keychain.hex(), **backup.about,
            "items": [shown(item) for item in backup.items], "ofOtherDevice": backup.of_other_device,
            "leftOut": {REASONS.get(reason, str(reason)): count for reason, count in backup.left_out.items()}}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--password-file", help="else the terminal is asked")
    parser.add_argument("--device-key", help="device.key, for items of the device")
    parser.add_argument("--secrets", action="store_true", help="print the secrets, too")
    arguments = parser.parse_args()
    if arguments.password_file:
        password = Path(arguments.password_file).read_bytes().removesuffix(b"\n")
    else:
        password = getpass.getpass("password of the backup: ").encode()
    # The file of Keybag.md, section 3: 8 bytes, then the key.
    device_key = Path(arguments.device_key).read_bytes()[8:40] if arguments.device_key else None
    try:
        with open(arguments.file, "rb") as file:
            backup = read_backup(io.BufferedReader(file, 1 << 20), password, device_key)
        print(json.dumps(report(backup, arguments.secrets), indent=1, ensure_ascii=False))
    except Refused as refusal:
        print(f"{arguments.file}: {refusal.kind}: {refusal}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
