#!/usr/bin/env python3
# Reads a Latchkey keychain file from the format documents, without Latchkey's code, so that they can be checked.
# SPDX-License-Identifier: Apache-2.0
"""Opens a keychain file, checks every row of it against Documentation/Reference/Formats, and prints its items, then the identities that they make."""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sqlite3
import struct
import sys
import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from itertools import chain
from pathlib import Path
from typing import Any, Callable, Iterator

from argon2.exceptions import Argon2Error
from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

EXIT_OK, EXIT_DAMAGED, EXIT_UNUSABLE, EXIT_PASSWORD, EXIT_DEVICE, EXIT_NEWER = 0, 1, 2, 3, 4, 5

PROTECTION = {"ak": 6, "ck": 7, "dk": 8, "aku": 9, "cku": 10, "dku": 11, "akpu": 12}
PROTECTION_NAMES = {number: name for name, number in PROTECTION.items()}
INDEX_KEY = 1
DEVICE_ONLY = {INDEX_KEY, PROTECTION["dk"], PROTECTION["dku"]}


class FormatError(Exception):
    """A refusal; `kind` is the word the vectors use: decode, wrongVersion, authFailed or notAvailable."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def damaged(reason: str) -> FormatError:
    return FormatError("decode", reason)


def newer(reason: str) -> FormatError:
    return FormatError("wrongVersion", reason)


# --- SealedBlob.md ---------------------------------------------------------------------------------------------------


def xaes_derive(key: bytes, nonce: bytes) -> bytes:
    derived = b""
    for counter in (1, 2):
        mac = CMAC(AES(key))
        mac.update(bytes([0, counter, 0x58, 0]) + nonce[:12])
        derived += mac.finalize()
    return derived


def xaes_seal(key: bytes, nonce: bytes, plaintext: bytes, aad: bytes) -> bytes:
    """The reader never seals; the tests and the vectors do."""
    return AESGCM(xaes_derive(key, nonce)).encrypt(nonce[12:], plaintext, aad)


def xaes_open(key: bytes, nonce: bytes, sealed: bytes, aad: bytes) -> bytes:
    return AESGCM(xaes_derive(key, nonce)).decrypt(nonce[12:], sealed, aad)


@dataclass(frozen=True)
class Place:
    """Where a blob belongs (SealedBlob.md, section 3)."""

    purpose: str
    keychain: bytes
    item_class: str | None = None
    row: bytes | None = None
    protection: int | None = None
    binding: bytes = b""

    def aad(self, generation: int = 0) -> bytes:
        purpose = self.purpose.encode("ascii")
        item_class = (self.item_class or "\0\0\0\0").encode("ascii")
        return (bytes([1, generation, len(purpose)]) + purpose + self.keychain + item_class
                + (self.row or bytes(16)) + bytes([self.protection or 0]) + self.binding)


def open_blob(blob: bytes, key: bytes, place: Place) -> bytes:
    if blob and blob[0] != 1:
        raise newer(f"{place.purpose}: sealed blob of version {blob[0]}")
    if len(blob) < 42:
        raise damaged(f"{place.purpose}: a sealed blob of {len(blob)} bytes is too short")
    if blob[1] != 0:
        raise newer(f"{place.purpose}: sealed blob of generation {blob[1]}")
    try:
        return xaes_open(key, blob[2:26], blob[26:], place.aad())
    except InvalidTag:
        raise damaged(f"{place.purpose}: does not open in its place") from None


# --- Keybag.md -------------------------------------------------------------------------------------------------------


WRAPPED = 75  # the bytes of a wrapped key
LARGEST_KEYBAG = 65_536


@dataclass(frozen=True)
class Keybag:
    encoded: bytes
    has_password: bool
    locks_on_sleep: bool
    uses_lock_interval: bool
    keychain: bytes
    uuid: bytes
    salt: bytes
    memory: int
    passes: int
    lock_after: int
    wrapped: dict[int, bytes]
    password_proof: bytes
    device_proof: bytes


def parse_keybag(encoded: bytes) -> Keybag:
    if not encoded:
        raise damaged("keybag: empty")
    if encoded[0] != 1:
        raise newer(f"keybag: version {encoded[0]}")
    if not 63 <= len(encoded) <= LARGEST_KEYBAG or len(encoded) < 63 + encoded[62] * WRAPPED + 64:
        raise damaged(f"keybag: a length of {len(encoded)} bytes is wrong")
    flags = encoded[1]
    if flags & ~7:
        raise damaged(f"keybag: unknown flags {flags:#04x}")
    memory, passes, lock_after, count = struct.unpack(">IIIB", encoded[50:63])
    end = 63 + count * WRAPPED
    sections = parse_sections(encoded[end + 32:-32])
    if sections:
        raise newer(f"keybag: sections of the types {sections} (-25310)")
    if flags & 4 and not lock_after:
        raise damaged("keybag: a lock interval is in use, but there is none")
    entries = [encoded[at:at + WRAPPED] for at in range(63, end, WRAPPED)]
    numbers = [entry[0] for entry in entries]
    if any(later <= earlier for earlier, later in zip(numbers, numbers[1:])):
        raise damaged("keybag: keys out of order")
    has_password = bool(flags & 1)
    expected = [INDEX_KEY, *range(6, 13 if has_password else 12)]
    if numbers != expected:
        raise damaged(f"keybag: holds the keys {numbers}, not {expected}")
    salt, password_proof = encoded[34:50], encoded[end:end + 32]
    if not has_password and (any(salt) or memory or passes or any(password_proof)):
        raise damaged("keybag: password parameters without a password")
    return Keybag(encoded, has_password, bool(flags & 2), bool(flags & 4), encoded[2:18], encoded[18:34], salt, memory, passes,
                  lock_after, {entry[0]: entry[1:] for entry in entries}, password_proof, encoded[-32:])


def parse_sections(encoded: bytes) -> list[int]:
    """The types of the sections, of which none is known yet; `encoded` is what lies between the two proofs."""
    types: list[int] = []
    at = 0
    while at < len(encoded):
        if at + 5 > len(encoded):
            raise damaged("keybag: the list of sections ends in a section")
        kind, length = struct.unpack(">BI", encoded[at:at + 5])
        at += 5 + length
        if at > len(encoded):
            raise damaged("keybag: a section ends beyond the list")
        if kind <= (types[-1] if types else 0):
            raise damaged("keybag: sections out of order")
        types.append(kind)
    return types


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int = 32) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def argon2id(password: bytes, salt: bytes, memory: int, passes: int) -> bytes:
    return hash_secret_raw(password, salt, passes, memory, parallelism=1, hash_len=32, type=Type.ID, version=0x13)


def device_only_unlock_key(device_key: bytes, keybag_uuid: bytes) -> bytes:
    return hkdf(device_key, keybag_uuid, b"latchkey device-only unlock key v1")


def unlock_key(password: bytes, device_key: bytes, keybag_uuid: bytes, salt: bytes, memory: int, passes: int) -> bytes:
    return hkdf(argon2id(password, salt, memory, passes) + device_key, keybag_uuid, b"latchkey unlock key v1")


def password_proof_message(bag: Keybag) -> bytes:
    return bag.keychain + bag.uuid + bag.salt + struct.pack(">II", bag.memory, bag.passes)


def key_place(bag_keychain: bytes, bag_uuid: bytes, number: int) -> Place:
    if number == INDEX_KEY:
        return Place("index key", bag_keychain, row=bag_uuid)
    return Place("class key", bag_keychain, row=bag_uuid, protection=number)


def unwrap_key(bag: Keybag, number: int, wrapping_key: bytes) -> bytes:
    key = open_blob(bag.wrapped[number], wrapping_key, key_place(bag.keychain, bag.uuid, number))
    if len(key) != 32:
        raise damaged(f"keybag: key {number} has {len(key)} bytes")
    return key


def unlock(bag: Keybag, device_key: bytes, password: bytes | None) -> dict[int, bytes]:
    """The keys that the device key, and the password where there is one, open."""
    device_only = device_only_unlock_key(device_key, bag.uuid)
    numbers = DEVICE_ONLY if bag.has_password else set(bag.wrapped)
    opened: dict[int, bytes] = {}
    failures: list[FormatError] = []
    for number in sorted(numbers):
        try:
            opened[number] = unwrap_key(bag, number, device_only)
        except FormatError as failure:
            failures.append(failure)
    if not hmac.compare_digest(hmac_sha256(device_only, bag.encoded[:-32]), bag.device_proof):
        if not opened:
            raise FormatError("notAvailable", "the device key is another machine's (-25291)")
        raise damaged("keybag: the device proof does not agree (-26275)")
    if failures:
        raise not_unwrapped(failures[0])
    if not bag.has_password or password is None:
        return opened
    if not (19_456 <= bag.memory <= 4 * 1024 * 1024 and 2 <= bag.passes <= 64):
        raise FormatError("notAvailable", f"refused Argon2id with {bag.memory} KiB and {bag.passes} passes")
    try:
        full = unlock_key(password, device_key, bag.uuid, bag.salt, bag.memory, bag.passes)
    except (Argon2Error, MemoryError) as failure:
        raise FormatError("notAvailable", f"Argon2id failed: {failure}") from failure
    if not hmac.compare_digest(hmac_sha256(full, password_proof_message(bag)), bag.password_proof):
        raise FormatError("authFailed", "the password is wrong (-25293)")
    for number in set(bag.wrapped) - DEVICE_ONLY:
        try:
            opened[number] = unwrap_key(bag, number, full)
        except FormatError as failure:
            raise not_unwrapped(failure) from None
    return opened


def not_unwrapped(failure: FormatError) -> FormatError:
    """Why a key does not unwrap although the proof agrees."""
    return newer(f"keybag: {failure} (-25310)") if failure.kind == "wrongVersion" else damaged(f"keybag: {failure} (-26275)")


# --- SealedItem.md ---------------------------------------------------------------------------------------------------

TEXT, DATA, NUMBER, DATE = 1, 2, 3, 4
TYPE_NAMES = {TEXT: "text", DATA: "data", NUMBER: "number", DATE: "date"}


@dataclass(frozen=True)
class Value:
    type: int
    raw: bytes

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8")

    @property
    def number(self) -> int:
        return struct.unpack(">q", self.raw)[0]

    @property
    def date(self) -> float:
        return struct.unpack(">d", self.raw)[0]

    def for_json(self) -> Any:
        if self.type == TEXT:
            return self.text
        if self.type == NUMBER:
            return self.number
        return iso_date(self.date) if self.type == DATE else {"hex": self.raw.hex()}


def iso_date(seconds: float) -> Any:
    try:
        return (datetime(2001, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
    except (OverflowError, ValueError):  # infinite, not a number, or outside the years 1 to 9999
        return {"date": repr(seconds)}


def parse_attributes(encoded: bytes) -> tuple[dict[str, Value], int]:
    """The entries, in order, and how many bytes the list took."""
    if len(encoded) < 3:
        raise damaged("attribute list: too short")
    if encoded[0] != 1:
        raise newer(f"attribute list: version {encoded[0]}")
    count = int.from_bytes(encoded[1:3], "big")
    if count > 256:
        raise damaged(f"attribute list: {count} entries")
    entries: dict[str, Value] = {}
    previous, at = b"", 3
    for _ in range(count):
        if at + 9 > len(encoded):
            raise damaged("attribute list: an entry ends beyond the list")
        name, kind, length = struct.unpack(">4sBI", encoded[at:at + 9])
        at += 9
        if at + length > len(encoded):
            raise damaged("attribute list: a value ends beyond the list")
        raw = encoded[at:at + length]
        at += length
        if name <= previous:
            raise damaged("attribute list: entries out of order")
        if not name.isascii():
            raise damaged("attribute list: a name is not ASCII")
        if kind not in TYPE_NAMES:
            raise damaged(f"attribute list: unknown type {kind}")
        if kind in (NUMBER, DATE) and length != 8:
            raise damaged(f"attribute list: a {TYPE_NAMES[kind]} of {length} bytes")
        if kind == TEXT and decoded_utf8(raw) is None:
            raise damaged("attribute list: text that is not UTF-8")
        previous = name
        entries[name.decode("ascii")] = Value(kind, raw)
    return entries, at


def parse_metadata(plaintext: bytes) -> dict[str, Value]:
    entries, end = parse_attributes(plaintext)
    if end != len(plaintext):
        raise damaged("metadata: bytes after the attribute list")
    return entries


def bucket(length: int) -> int:
    """The padded length of a secret whose attribute list has `length` bytes."""
    if length <= 1024:
        return max(64, -(-length // 64) * 64)
    exponent = length.bit_length() - 1
    step = 1 << (exponent - exponent.bit_length())  # ⌊log2 e⌋ + 1 is the bit length of e
    return -(-length // step) * step


def parse_secret(plaintext: bytes) -> dict[str, Value]:
    entries, end = parse_attributes(plaintext)
    if len(plaintext) != bucket(end):
        raise damaged(f"secret: {len(plaintext)} bytes are not the bucket of {end}")
    if any(plaintext[end:]):
        raise damaged("secret: padding that is not zero")
    return entries


def parse_access_control(encoded: bytes) -> tuple[str, int | None]:
    if len(encoded) not in (1, 9) or encoded[0] not in PROTECTION_NAMES:
        raise damaged("access control: not one")
    flags = int.from_bytes(encoded[1:], "big") if len(encoded) == 9 else None
    return PROTECTION_NAMES[encoded[0]], flags


APPLICATION_PASSWORD = 1 << 31


@dataclass(frozen=True)
class Envelope:
    """What a password of the application seals (section 8)."""

    salt: bytes
    memory: int
    passes: int
    commitment: bytes
    blob: bytes

    def header(self) -> bytes:
        return b"\1" + self.salt + struct.pack(">II", self.memory, self.passes)

    def place(self, place: Place) -> Place:
        return replace(place, binding=place.binding + self.header())

    def keys(self, password: bytes, row: bytes) -> tuple[bytes, bytes]:
        """The key that seals and the commitment to it."""
        password_key = argon2id(password, self.salt, self.memory, self.passes)
        both = hkdf(password_key, row, b"latchkey application password v1", 64)
        return both[:32], both[32:]


def parse_envelope(encoded: bytes) -> Envelope:
    if encoded and encoded[0] != 1:
        raise newer(f"envelope: version {encoded[0]}")
    if len(encoded) < 99:
        raise damaged(f"envelope: {len(encoded)} bytes are too few")
    memory, passes = struct.unpack(">II", encoded[17:25])
    if not (19_456 <= memory <= 65_536 and 2 <= passes <= 16):
        raise damaged(f"envelope: refused Argon2id with {memory} KiB and {passes} passes")
    return Envelope(encoded[1:17], memory, passes, encoded[25:57], encoded[57:])


def open_envelope(envelope: Envelope, password: bytes, place: Place) -> bytes:
    assert place.row is not None
    key, commitment = envelope.keys(password, place.row)
    if not hmac.compare_digest(commitment, envelope.commitment):
        raise FormatError("authFailed", "the application's password is wrong (-25293)")
    return open_blob(envelope.blob, key, envelope.place(place))


def parse_enveloped_secret(plaintext: bytes, envelope: Envelope) -> dict[str, Value]:
    secret = parse_secret(plaintext)
    if secret.get("tchk") != Value(DATA, envelope.salt):
        raise damaged("the secret and the salt of its envelope differ")
    return secret


def decoded_utf8(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


# --- Database.md, section 5 ------------------------------------------------------------------------------------------

CLASSES = ("genp", "inet", "cert", "keys")
CLEAR = {"agrp": TEXT, "sync": NUMBER, "tomb": NUMBER, "musr": DATA, "pdmn": TEXT, "cdat": DATE, "mdat": DATE}
FIXED = {"rowid", "persistref", "meta", "data", *CLEAR}
SHARED_KEY = {"agrp", "sync", "vwht", "tkid", "musr", "ggrp"}
PRIMARY_KEY = {
    "genp": {"acct", "svce", *SHARED_KEY},
    "inet": {"acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", *SHARED_KEY},
    "cert": {"ctyp", "issr", "slnr", *SHARED_KEY},
    "keys": {"kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "sdat", "edat", *SHARED_KEY},
}
# Columns whose digest stands for the same value in another table: the tables can be joined by them.
DIGESTED_AS = {("cert", "pkhh"): ("keys", "klbl")}
FOLDED = {"genp": ("acct", "svce"), "inet": ("acct", "srvr"), "cert": (), "keys": ()}
# The columns of the reference (2.2 to 2.6) whose kind is Number; in all others a number counts as its four bytes.
NUMBER_COLUMNS = set("""crtr type scrp invi nega cusi ptcl port ctyp cenc kcls bsiz esiz perm priv modi sens asen extr next
                        encr decr drve sign vrfy wrap unwp snrc vyrc sysb pcss clip""".split())


def keyed_code(index_key: bytes, table: str, column: str, kind: str, raw: bytes) -> bytes:
    return hmac_sha256(index_key, (table + column + kind).encode("ascii") + raw)


def keyed_digest(index_key: bytes, table: str, column: str, kind: str, raw: bytes) -> bytes:
    table, column = DIGESTED_AS.get((table, column), (table, column))
    return keyed_code(index_key, table, column, kind, raw)[:16]


def folded_digest(index_key: bytes, table: str, column: str, raw: bytes) -> bytes:
    """What a column with F holds: 8 bytes of the folded text, then 16 of the value itself."""
    text = folded(raw)
    code = keyed_code(index_key, table, column, "f", text)
    return code[:24] if text == raw else code[:8] + keyed_digest(index_key, table, column, "b", raw)


def digest_input(column: str, value: Value) -> tuple[str, bytes]:
    """The type letter and the bytes of a value in a column."""
    if value.type == DATE:
        return "d", value.raw
    if value.type == NUMBER:
        # Beyond 32 bits the format names no bytes; these are the low four.
        return ("n", value.raw) if column in NUMBER_COLUMNS else ("b", value.raw[:3:-1])
    return "b", value.raw


# Letters with a case that came after Unicode 15.0; a Python that knows them must not fold them.
LATE_LETTERS = [*range(0xA7CB, 0xA7D0), 0xA7D2, 0xA7D4, *range(0xA7DA, 0xA7DD), *range(0x10D50, 0x10D90), *range(0x16EA0, 0x16ED4)]


def folded(raw: bytes) -> bytes:
    text = decoded_utf8(raw)
    if text is None:
        return raw
    return "".join(scalar if ord(scalar) in LATE_LETTERS else scalar.lower() for scalar in text).encode("utf-8")


def fold_is_known(raw: bytes) -> bool:
    """Whether this Python's Unicode tables, which may be older than the format's, hold every scalar of the text."""
    return all(unicodedata.category(scalar) != "Cn" for scalar in decoded_utf8(raw) or "")


# --- Database.md: the file -------------------------------------------------------------------------------------------


@dataclass
class Keys:
    keychain: bytes
    opened: dict[int, bytes]
    metadata: dict[int, bytes]
    locked: set[int]

    @property
    def index(self) -> bytes:
        return self.opened[INDEX_KEY]


@dataclass
class Item:
    table: str
    rowid: int
    persistref: str
    state: str
    attributes: dict[str, Any]
    secret: dict[str, Value] | None = None
    access: list[dict[str, str] | str] | None = None
    search: set[bytes] | None = None  # the entries of ssattr that it should have; None while it is locked

    def for_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"table": self.table, "rowid": self.rowid, "persistref": self.persistref,
                                 "state": self.state, "attributes": self.attributes}
        for name, value in (self.secret or {}).items():
            if name == "data":
                text = decoded_utf8(value.raw)
                shown["secret"] = {"hex": value.raw.hex()} if text is None else text
            elif name != "tchk":
                shown.setdefault("secretFields", {})[name] = value.for_json()
        if self.access:
            shown["access"] = self.access
        return shown

    def line(self) -> str:
        shown = self.for_json()
        extra = {key: shown[key] for key in ("secret", "secretFields", "access") if key in shown}
        pairs = [f"{name}={json.dumps(value)}" for name, value in {**self.attributes, **extra}.items()]
        return " ".join([self.table, str(self.rowid), self.state, *pairs])


def connect(path: Path) -> sqlite3.Connection:
    """Read-only, and never `immutable`: what a writer has committed may still be in the -wal file alone."""
    connection = sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    connection.row_factory = sqlite3.Row
    connection.execute("BEGIN")  # one snapshot for everything that is compared
    return connection


def check_versions(connection: sqlite3.Connection) -> None:
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    if application_id != 0x4C54434B:
        raise FormatError("decode", f"not a keychain: application_id {application_id:#x} (-25295)")
    user_version = connection.execute("PRAGMA user_version").fetchone()[0]
    if user_version > 2:
        raise newer(f"a newer keychain: user_version {user_version} (-25310)")
    if user_version < 1:
        raise FormatError("decode", f"not a keychain: user_version {user_version} (-25295)")
    rows = [tuple(row) for row in connection.execute("SELECT version, minor FROM tversion")]
    if len(rows) != 1 or not all(isinstance(number, int) for number in rows[0]):
        raise damaged("tversion: not one row of two numbers")
    if rows[0] > (12, 11):
        raise newer(f"a newer keychain: tversion {rows[0][0]}.{rows[0][1]} (-25310)")


def read_keybag(connection: sqlite3.Connection) -> Keybag:
    """Row 1; row 2 is a copy for a later version."""
    rows = {row["id"]: row["data"] for row in connection.execute("SELECT id, data FROM keybag")}
    if not isinstance(rows.get(1), bytes) or set(rows) - {1, 2}:
        raise damaged("keybag: not a row with id 1, and beside it one with id 2 at most")
    return parse_keybag(rows[1])


def open_metadata_keys(connection: sqlite3.Connection, bag: Keybag, opened: dict[int, bytes]) -> tuple[Keys, list[str]]:
    keys = Keys(bag.keychain, opened, {}, set(bag.wrapped) - set(opened))
    problems: list[str] = []
    stored = {row["pdmn"]: row["data"] for row in connection.execute("SELECT pdmn, data FROM metadatakeys")}
    expected = {PROTECTION_NAMES[number] for number in bag.wrapped if number != INDEX_KEY}
    problems += [f"metadatakeys {name}: a key without a class key" for name in map(repr, set(stored) - expected)]
    for name in sorted(expected):
        number = PROTECTION[name]
        try:
            if not isinstance(stored.get(name), bytes):
                raise damaged("missing")
            if number in opened:
                key = open_blob(stored[name], opened[number], Place("metadata key", bag.keychain, protection=number))
                if len(key) != 32:
                    raise damaged(f"a key of {len(key)} bytes")
                keys.metadata[number] = key
        except FormatError as failure:
            if failure.kind == "wrongVersion":
                raise newer(f"metadatakeys {name}: {failure} (-25310)") from None
            problems.append(f"metadatakeys {name}: {failure}")
    return keys, problems


class Newer(str):
    """A sentence for what a newer version has written: it is no damage."""


def check_row(table: str, row: sqlite3.Row, keys: Keys, with_secret: bool, password: bytes | None = None) -> Item:
    """Opens and checks one row; raises FormatError with the reason if it is damaged, or of a newer version."""
    persistref, protection, tomb = row["persistref"], PROTECTION.get(row["pdmn"]), row["tomb"]
    if not isinstance(persistref, bytes) or len(persistref) != 16:
        raise damaged("persistref is not 16 bytes")
    if int.from_bytes(persistref[:6], "big") != row["rowid"]:
        raise damaged("persistref does not begin with the number of its row")
    if protection is None:
        raise damaged(f"unknown pdmn {row['pdmn']!r}")
    if tomb not in (0, 1):
        raise damaged(f"tomb is {tomb!r}")
    if tomb and row["data"] is not None:
        raise damaged("a tombstone with a secret")
    if not tomb and not isinstance(row["data"], bytes):
        raise damaged("no secret")
    if not isinstance(row["meta"], bytes):
        raise damaged("no metadata")
    item = Item(table, row["rowid"], persistref.hex(), "tombstone" if tomb else "open", {})
    if protection in keys.locked:
        item.state = "locked"
        item.attributes = {name: clear_value(row[name]) for name in CLEAR}
        return item
    if protection not in keys.opened or protection not in keys.metadata:
        raise damaged(f"no key for the protection class {row['pdmn']}")

    def place(purpose: str, binding: bytes = b"") -> Place:
        return Place(purpose, keys.keychain, table, persistref, protection, binding)

    metadata = parse_metadata(open_blob(row["meta"], keys.metadata[protection], place("item metadata")))
    compare_clear_columns(row, metadata)
    check_sealed_fields(metadata, row["pdmn"], tombstone=bool(tomb))
    compare_digests(table, row, metadata, keys.index)
    item.attributes = {name: value.for_json() for name, value in metadata.items()}
    item.search = search_entries(metadata, keys.index) if table == "genp" else None
    if with_secret and not tomb:
        item.secret = parse_secret(open_blob(
            row["data"], keys.opened[protection], place("item secret", secret_binding(table, row, metadata))))
        if item.secret.get("tchk") != metadata["tchk"]:
            raise damaged("the tamper checks of metadata and secret differ")
        open_under_password(item, metadata, password, place)
        if "data" in item.secret and item.secret["data"].type != DATA:
            raise damaged("the secret is not data")
    return item


def open_under_password(item: Item, metadata: dict[str, Value], password: bytes | None, place: Callable[..., Place]) -> None:
    """Where the access control asks for a password of the application, what that opens; without the right one the item is sealed."""
    assert item.secret is not None
    _, flags = parse_access_control(metadata["accc"].raw)
    needs_password = bool((flags or 0) & APPLICATION_PASSWORD)
    if needs_password != ("apwd" in item.secret):
        raise damaged("the secret is not sealed as the access control says")
    if flags is None or not needs_password:
        return
    if item.secret.keys() != {"apwd", "tchk"} or item.secret["apwd"].type != DATA:
        raise damaged("there is more beside the envelope")
    envelope = parse_envelope(item.secret["apwd"].raw)
    item.state, item.secret = "sealed", {}
    if password is None:
        return
    try:
        plaintext = open_envelope(envelope, password, place("application secret", flags.to_bytes(8, "big")))
    except FormatError as failure:
        if failure.kind == "authFailed":
            return
        raise
    item.state, item.secret = "open", parse_enveloped_secret(plaintext, envelope)


def secret_binding(table: str, row: sqlite3.Row, metadata: dict[str, Value]) -> bytes:
    """What the additional data of a secret ends with (SealedItem.md, section 7)."""
    flags = metadata["accc"].raw[1:]
    return (b"\1" + flags if flags else b"\0") + b"".join(
        bound_column(row[name]) for name in row.keys() if name in PRIMARY_KEY[table] or name == "tomb")


def bound_column(value: Any) -> bytes:
    if value is None:
        kind, raw = 0, b""
    elif isinstance(value, int):
        kind, raw = 1, value.to_bytes(8, "big", signed=True)
    elif isinstance(value, float):
        kind, raw = 2, struct.pack(">d", value)
    elif isinstance(value, str):
        kind, raw = 3, value.encode("utf-8")
    else:
        kind, raw = 4, value
    return bytes([kind]) + len(raw).to_bytes(4, "big") + raw


def clear_value(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return iso_date(value) if isinstance(value, float) else value


def compare_clear_columns(row: sqlite3.Row, metadata: dict[str, Value]) -> None:
    for name, kind in CLEAR.items():
        sealed = metadata.get(name)
        if sealed is None or sealed.type != kind:
            raise damaged(f"{name} is not in the metadata as {TYPE_NAMES[kind]}")
        value = {TEXT: lambda: sealed.text, DATA: lambda: sealed.raw, NUMBER: lambda: sealed.number,
                 DATE: lambda: sealed.date}[kind]()
        if type(row[name]) is not type(value) or row[name] != value:
            raise damaged(f"{name} differs from the metadata")


def check_sealed_fields(metadata: dict[str, Value], pdmn: str, tombstone: bool) -> None:
    for name, length in (("tchk", 16), ("sha1", 20), ("accc", None)):
        value = metadata.get(name)
        if value is None:
            if tombstone:
                continue
            raise damaged(f"{name} is not in the metadata")
        if value.type != DATA or length not in (None, len(value.raw)):
            raise damaged(f"{name} is not data of the right length")
        if name == "accc" and parse_access_control(value.raw)[0] != pdmn:
            raise damaged("the access control names another protection class")


def compare_digests(table: str, row: sqlite3.Row, metadata: dict[str, Value], index_key: bytes) -> None:
    for column in row.keys():
        if column in FIXED:
            continue
        value = metadata.get(column)
        if column in PRIMARY_KEY[table] and (value is None or not value.raw):
            expected = b""
        elif value is not None and column in FOLDED[table]:
            raw = digest_input(column, value)[1]
            expected = folded_digest(index_key, table, column, raw)
            if not fold_is_known(raw) and isinstance(row[column], bytes) and len(row[column]) == len(expected):
                continue
        else:
            expected = None if value is None else keyed_digest(index_key, table, column, *digest_input(column, value))
        if row[column] != expected:
            raise damaged(f"{column} is not the digest of its attribute")


def search_entries(metadata: dict[str, Value], index_key: bytes) -> set[bytes]:
    """Database.md, section 16: what an item of the Secret Service is found by."""
    encoded = metadata.get("ssat")
    if encoded is None:
        return set()
    if encoded.type != DATA or "sscn" in metadata and metadata["sscn"].type != TEXT:
        raise damaged("ssat is not data, or sscn not text")
    pairs = search_pairs(encoded.raw)
    if pairs is None:
        return set()
    questions = [b"item", b"list" + encoded.raw]
    questions += [b"pair" + len(name).to_bytes(4, "big") + name + value for name, value in pairs]
    group = hmac_sha256(index_key, b"ssatagrp" + metadata["agrp"].raw)[:8]
    return {hmac_sha256(index_key, b"ssat" + question)[:16] + group for question in questions}


def search_pairs(encoded: bytes) -> list[tuple[bytes, bytes]] | None:
    """SealedItem.md, section 9; None for what is no map."""
    texts, at = [], 0
    while at < len(encoded):
        length = int.from_bytes(encoded[at:at + 4], "big")
        text, at = encoded[at + 4:at + 4 + length], at + 4 + length
        if at > len(encoded) or decoded_utf8(text) is None:
            return None
        texts.append(text)
    pairs = list(zip(texts[::2], texts[1::2]))
    names = [name for name, _ in pairs]
    if len(texts) % 2 or len(pairs) > 256 or sum(map(len, texts)) > 65536 or names != sorted(set(names)):
        return None
    return pairs


def check_search(connection: sqlite3.Connection, item: Item) -> None:
    """The entries of a row in ssattr, which a file of version 1 does not have."""
    found = {row["digest"] for row in connection.execute("SELECT digest FROM ssattr WHERE item = ?", [item.rowid])}
    if found != item.search:
        raise damaged("its entries in ssattr are not those of its attributes")


def program_digest(index_key: bytes, identifier: str | None) -> bytes:
    """The digest of a program on an access list; None is any program."""
    kind = b"a" if identifier is None else b"b" + identifier.encode("utf-8")
    return hmac_sha256(index_key, b"aclsappl" + kind)[:16]


def read_access(connection: sqlite3.Connection, item: Item, pdmn: str, keys: Keys) -> tuple[list[dict[str, str] | str], list[Newer]]:
    """The access list of an item, and a sentence for every entry of a newer version; raises FormatError if an entry is damaged."""
    persistref, protection = bytes.fromhex(item.persistref), PROTECTION[pdmn]
    found: list[dict[str, str] | str] = []
    unknown: list[Newer] = []
    for row in connection.execute("SELECT appl, data FROM acls WHERE persistref = ? ORDER BY appl", [persistref]):
        if not isinstance(row["appl"], bytes) or not isinstance(row["data"], bytes):
            raise damaged("an entry of the access list is not two blobs")
        try:
            plaintext = open_blob(row["data"], keys.metadata[protection],
                                  Place("access list", keys.keychain, item.table, persistref, protection))
            entry, end = parse_attributes(plaintext)
        except FormatError as failure:
            if failure.kind != "wrongVersion":
                raise
            unknown.append(Newer(f"{item.table} {item.rowid}: {failure}"))  # it gives nothing away
            continue
        if len(plaintext) != bucket(end) or any(plaintext[end:]):
            raise damaged("an entry of the access list is not padded to its bucket with zeros")
        if set(entry) not in (set(), {"appl", "path"}) or any(value.type != TEXT for value in entry.values()):
            raise damaged("an entry of the access list has other fields than a program and its path")
        identifier = entry["appl"].text if entry else None
        if row["appl"] != program_digest(keys.index, identifier):
            raise damaged("an entry of the access list is not the one of its digest")
        found.append({name: value.text for name, value in entry.items()} if entry else "any")
    return found, unknown


def check_orphans(connection: sqlite3.Connection) -> list[str]:
    """A sentence for every access list whose item is not there, or is a tombstone."""
    live = " UNION ALL ".join(f"SELECT persistref FROM {table} WHERE tomb = 0" for table in CLASSES)
    rows = connection.execute(f"SELECT DISTINCT hex(persistref) FROM acls WHERE persistref NOT IN ({live})")
    problems = [f"acls {row[0].lower()}: a list without its item" for row in rows]
    if has_search(connection):
        rows = connection.execute("SELECT DISTINCT item FROM ssattr WHERE item NOT IN (SELECT rowid FROM genp WHERE tomb = 0)")
        problems += [f"ssattr {row[0]}: entries without their item" for row in rows]
    return problems


def has_search(connection: sqlite3.Connection) -> bool:
    return connection.execute("PRAGMA user_version").fetchone()[0] >= 2


def check_columns(connection: sqlite3.Connection, table: str) -> None:
    columns = {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")}
    missing = (FIXED | PRIMARY_KEY[table]) - columns
    unknown = {name for name in columns - FIXED if len(name) != 4}
    if missing or unknown:
        raise damaged(f"{table}: columns missing {sorted(missing)}, unknown {sorted(unknown)}")


def read_items(connection: sqlite3.Connection, keys: Keys, with_secret: bool,
               password: bytes | None = None) -> Iterator[Item | str]:
    """Items, and a sentence for every row that is damaged or of a newer version."""
    searched = has_search(connection)
    for table in CLASSES:
        try:
            check_columns(connection, table)
        except FormatError as failure:
            yield str(failure)
            continue
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY rowid"):
            try:
                item = check_row(table, row, keys, with_secret, password)
                if searched and item.search is not None:
                    check_search(connection, item)
                unknown: list[Newer] = []
                if item.state in ("open", "sealed"):
                    item.access, unknown = read_access(connection, item, row["pdmn"], keys)
                yield item
                yield from unknown
            except FormatError as failure:
                sentence = f"{table} {row['rowid']}: {failure}"
                yield Newer(sentence) if failure.kind == "wrongVersion" else sentence


@dataclass(frozen=True)
class Identity:
    certificate: Item
    key: Item

    @property
    def state(self) -> str:
        return "locked" if "locked" in (self.certificate.state, self.key.state) else "open"

    def for_json(self) -> dict[str, Any]:
        return {"table": "idnt", "certificate": self.certificate.persistref, "key": self.key.persistref, "state": self.state}

    def line(self) -> str:
        return f"idnt {self.certificate.rowid} {self.key.rowid} {self.state}"


def read_identities(connection: sqlite3.Connection, items: list[Item], index_key: bytes) -> Iterator[Identity | str]:
    """Database.md, section 5: the rows that their digests join, compared where both are open."""
    rows = {(item.table, item.rowid): item for item in items}
    columns = {table: {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")} for table in ("cert", "keys")}
    if "pkhh" not in columns["cert"] or "priv" not in columns["keys"]:
        return
    private = keyed_digest(index_key, "keys", "priv", "n", struct.pack(">q", 1))
    joined = connection.execute(
        "SELECT cert.rowid, keys.rowid FROM cert JOIN keys ON keys.klbl = cert.pkhh WHERE keys.priv = ? AND cert.tomb = 0 "
        "AND keys.tomb = 0 ORDER BY cert.rowid, keys.rowid", [private])
    for certificate_row, key_row in joined:
        certificate, key = rows.get(("cert", certificate_row)), rows.get(("keys", key_row))
        if certificate is None or key is None:
            continue  # one of them is damaged or of a newer version, which is said already
        identity = Identity(certificate, key)
        if identity.state == "open" and certificate.attributes["pkhh"] != key.attributes["klbl"]:
            yield f"cert {certificate_row}: joined with keys {key_row} by digests of different hashes"
            continue
        yield identity


# --- The command -----------------------------------------------------------------------------------------------------


def read_password(source: str | None) -> bytes | None:
    if source is None:
        return None
    raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    password = raw.removesuffix(b"\n")
    if decoded_utf8(password) is None:
        raise FormatError("authFailed", "the password is not UTF-8")
    return password


def parse_device_key(encoded: bytes) -> bytes:
    """Keybag.md, section 3."""
    if len(encoded) < 8 or encoded[:4] != b"LTDK":
        raise FormatError("notAvailable", "the file is no device key (-25291)")
    if encoded[4] != 1 or encoded[5] != 1:
        raise newer(f"the device key is of version {encoded[4]} and kind {encoded[5]} (-25310)")
    if encoded[6:8] != bytes(2) or len(encoded) != 40:
        raise FormatError("notAvailable", f"the device key is damaged: {len(encoded)} bytes, not 40, or bytes that are not zero (-25291)")
    if encoded[8:] == bytes(32):
        raise FormatError("notAvailable", "the device key was erased when it moved to a TPM (-25291)")
    return encoded[8:]


def parse_sealed_device_key(encoded: bytes) -> tuple[bytes, list[bytes]]:
    """DeviceKey.md: the Name of the storage root, and the parts of the sealed keys. Only their TPM makes keys of them."""
    damage = FormatError("notAvailable", "the sealed device key is damaged (-25291)")
    if len(encoded) < 8 or encoded[:4] != b"LTDK":
        raise damage
    if encoded[4] != 1 or encoded[5] != 2:
        raise newer(f"the sealed device key is of version {encoded[4]} and kind {encoded[5]} (-25310)")
    body, digest = encoded[:-32], encoded[-32:]
    if encoded[6:8] != bytes(2) or not 40 <= len(encoded) <= 4212 or hashlib.sha256(body).digest() != digest:
        raise damage
    rest = body[8:]

    def take(count: int) -> bytes:
        nonlocal rest
        if len(rest) < count:
            raise damage
        taken, rest = rest[:count], rest[count:]
        return taken

    root = take(take(1)[0])
    sizes = {b"\x00\x04": 20, b"\x00\x0b": 32, b"\x00\x12": 32, b"\x00\x27": 32, b"\x00\x0c": 48, b"\x00\x28": 48, b"\x00\x0d": 64, b"\x00\x29": 64}
    if sizes.get(root[:2]) != len(root) - 2:
        raise damage
    count = take(1)[0]
    if count not in (1, 2):
        raise damage
    parts = []
    for _ in range(2 * count):
        size = int.from_bytes(take(2), "big")
        if not 2 <= size <= 1024:
            raise damage
        parts.append(take(size))
    if rest:
        raise damage
    return root, parts


def unsealed_device_key(contents: bytes, role: str) -> bytes:
    """DeviceKey.md, section 3: the key of what the TPM has unsealed, which says itself whether it is the one of before."""
    mark = {"current": b"", "former": b"F"}[role]
    if len(contents) != len(mark) + 32 or not contents.startswith(mark):
        raise FormatError("notAvailable", f"what the TPM has sealed is no key of this role: {role} (-25291)")
    return contents[len(mark):]


def say(message: str) -> None:
    print(f"latchkey_reader: {message}", file=sys.stderr)


def run(arguments: argparse.Namespace) -> int:
    password = read_password(arguments.password_file)
    application_password = read_password(arguments.application_password_file)
    device_key = parse_device_key((arguments.device_key or arguments.keychain.parent / "device.key").read_bytes())
    connection = connect(arguments.keychain)
    try:
        check_versions(connection)
        bag = read_keybag(connection)
        if password is not None and not bag.has_password:
            say("note: the keychain has no password; the one given is not used")
        keys, problems = open_metadata_keys(connection, bag, unlock(bag, device_key, password))
        for problem in problems:
            say(f"damaged: {problem}")
        halves: list[Item] = []
        has_newer = False
        items = read_items(connection, keys, arguments.secrets, application_password)
        # The second is asked for its first row when the first has given its last.
        for found in chain(items, read_identities(connection, halves, keys.index)):
            if isinstance(found, Newer):
                has_newer = True
                say(f"newer: {found}")
                continue
            if isinstance(found, str):
                problems.append(found)
                say(f"damaged: {found}")
                continue
            if isinstance(found, Item) and found.table in ("cert", "keys"):
                halves.append(found)
            print(json.dumps(found.for_json()) if arguments.json else found.line())
        for problem in check_orphans(connection):
            problems.append(problem)
            say(f"damaged: {problem}")
        quarantined = connection.execute("SELECT COUNT(*) FROM quarantine").fetchone()[0]
        if quarantined:
            say(f"note: {quarantined} rows in quarantine")
        if problems:
            return EXIT_DAMAGED
        return EXIT_NEWER if has_newer else EXIT_OK
    finally:
        connection.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, epilog="exit: 0 well, 1 damaged rows, 2 not usable, "
                                     "3 wrong password, 4 wrong device key or parameters, 5 a newer format, of the file or of some rows")
    parser.add_argument("keychain", type=Path, metavar="KEYCHAIN")
    parser.add_argument("--device-key", type=Path, metavar="FILE", help="default: device.key beside the keychain")
    parser.add_argument("--password-file", metavar="FILE|-", help="- reads standard input; one final newline is dropped")
    parser.add_argument("--application-password-file", metavar="FILE", help="with --secrets: opens items that a program has sealed")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--secrets", action="store_true", help="open, check and print the secrets as well")
    try:
        return run(parser.parse_args())
    except FormatError as failure:
        say(f"error: {failure}")
        return {"authFailed": EXIT_PASSWORD, "notAvailable": EXIT_DEVICE, "wrongVersion": EXIT_NEWER}.get(
            failure.kind, EXIT_UNUSABLE)
    except (OSError, sqlite3.Error) as failure:
        say(f"error: {failure}")
        return EXIT_UNUSABLE


if __name__ == "__main__":
    sys.exit(main())
