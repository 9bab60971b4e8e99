#!/usr/bin/env python3
# Writes the vectors of the at-rest format to Tests/Vectors, the same bytes on every run.
# SPDX-License-Identifier: Apache-2.0
"""Makes the vectors of the at-rest format in Tests/Vectors from Documentation/Reference/Formats; every key and nonce is fixed."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any, Sequence

import latchkey_reader as reader
from latchkey_reader import PROTECTION, Place

VECTORS = Path(__file__).resolve().parents[2] / "Tests" / "Vectors"

Vector = dict[str, Any]


def fixed(label: str, length: int) -> bytes:
    """Bytes that look random and are the same on every run."""
    return hashlib.shake_128(b"latchkey vectors v1: " + label.encode("utf-8")).digest(length)


def flipped(blob: bytes, at: int) -> bytes:
    changed = bytearray(blob)
    changed[at] ^= 1
    return bytes(changed)


def seal_blob(key: bytes, nonce: bytes, plaintext: bytes, place: Place, generation: int = 0) -> bytes:
    return bytes([1, generation]) + nonce + reader.xaes_seal(key, nonce, plaintext, place.aad(generation))


def replaced_bytes(blob: bytes, at: int, bytes_there: bytes) -> bytes:
    return blob[:at] + bytes_there + blob[at + len(bytes_there):]


# --- sealed-blob.json ------------------------------------------------------------------------------------------------

KEYCHAIN, ROW = fixed("keychain", 16), fixed("row", 16)
KEYBAG = fixed("keybag", 16)


# Flags 1, then an account, a service and a group as columns (SealedItem.md, section 7).
BINDING = b"\1" + (1).to_bytes(8, "big") + reader.bound_column(fixed("account", 16)) + reader.bound_column(
    fixed("service", 16)) + reader.bound_column("group") + reader.bound_column(0)


def described(place: Place) -> Vector:
    return {
        "purpose": place.purpose,
        "keychain": place.keychain.hex(),
        "itemClass": place.item_class,
        "row": None if place.row is None else place.row.hex(),
        "protection": None if place.protection is None else reader.PROTECTION_NAMES[place.protection],
        "binding": place.binding.hex(),
    }


def blob_vectors() -> list[Vector]:
    vectors: list[Vector] = []

    def add(identifier: str, expect: str, key: bytes, place: Place, nonce: bytes, plaintext: bytes, blob: bytes) -> None:
        vectors.append({"id": identifier, "expect": expect, "key": key.hex(), "place": described(place),
                        "nonce": nonce.hex(), "plaintext": plaintext.hex(), "blob": blob.hex()})

    places = [
        ("index key", Place("index key", KEYCHAIN, row=KEYBAG), 32),
        *((f"class key {name}", Place("class key", KEYCHAIN, row=KEYBAG, protection=number), 32)
          for name, number in PROTECTION.items()),
        ("metadata key", Place("metadata key", KEYCHAIN, protection=PROTECTION["ck"]), 32),
        *((f"item metadata {table}", Place("item metadata", KEYCHAIN, table, ROW, PROTECTION["ak"]), 100)
          for table in reader.CLASSES),
        ("item secret", Place("item secret", KEYCHAIN, "genp", ROW, PROTECTION["akpu"]), 1088),
        ("item secret, bound", Place("item secret", KEYCHAIN, "genp", ROW, PROTECTION["ak"], BINDING), 64),
        ("access list", Place("access list", KEYCHAIN, "inet", ROW, PROTECTION["cku"]), 64),
        ("empty plaintext, the shortest blob", Place("item secret", KEYCHAIN, "genp", ROW, PROTECTION["ak"]), 0),
    ]
    for label, place, length in places:
        key, nonce, plaintext = fixed(f"key {label}", 32), fixed(f"nonce {label}", 24), fixed(f"plaintext {label}", length)
        add(label, "success", key, place, nonce, plaintext, seal_blob(key, nonce, plaintext, place))

    key, nonce, plaintext = fixed("refused key", 32), fixed("refused nonce", 24), b"a plaintext that must not open"
    place = Place("item metadata", KEYCHAIN, "genp", ROW, PROTECTION["ak"])
    blob = seal_blob(key, nonce, plaintext, place)
    add("the blob that the refusals change", "success", key, place, nonce, plaintext, blob)

    def refuse(identifier: str, expect: str = "decode", *, blob: bytes = blob, place: Place = place,
               key: bytes = key) -> None:
        add(identifier, expect, key, place, nonce, plaintext, blob)

    refuse("version 0", "wrongVersion", blob=b"\x00" + blob[1:])
    refuse("version 2", "wrongVersion", blob=b"\x02" + blob[1:])
    refuse("version 129", "wrongVersion", blob=b"\x81" + blob[1:])
    of_next_generation = seal_blob(key, nonce, plaintext, place, generation=1)
    refuse("generation 1, the byte alone changed", "wrongVersion", blob=flipped(blob, 1))
    refuse("generation 1, sealed as such", "wrongVersion", blob=of_next_generation)
    refuse("generation 255, sealed as such", "wrongVersion", blob=seal_blob(key, nonce, plaintext, place, generation=255))
    refuse("sealed as generation 1, said to be generation 0", blob=flipped(of_next_generation, 1))
    refuse("nonce, first byte (key derivation)", blob=flipped(blob, 2))
    refuse("nonce, last byte (AES-GCM)", blob=flipped(blob, 25))
    refuse("ciphertext, first byte", blob=flipped(blob, 26))
    refuse("ciphertext, last byte", blob=flipped(blob, len(blob) - 17))
    refuse("tag, first byte", blob=flipped(blob, len(blob) - 16))
    refuse("tag, last byte", blob=flipped(blob, len(blob) - 1))
    refuse("one byte cut off", blob=blob[:-1])
    refuse("one byte more", blob=blob + b"\x00")
    refuse("40 bytes, too short", blob=blob[:40])
    refuse("41 bytes, too short", blob=blob[:41])
    refuse("version and generation alone", blob=blob[:2])
    refuse("version byte alone", blob=blob[:1])
    refuse("no bytes", blob=b"")
    refuse("other key", key=fixed("another key", 32))
    refuse("another binding", place=Place("item metadata", KEYCHAIN, "genp", ROW, PROTECTION["ak"], b"\0"))
    refuse("other purpose", place=Place("item secret", KEYCHAIN, "genp", ROW, PROTECTION["ak"]))
    refuse("other keychain", place=Place("item metadata", fixed("another keychain", 16), "genp", ROW, PROTECTION["ak"]))
    refuse("other item class", place=Place("item metadata", KEYCHAIN, "inet", ROW, PROTECTION["ak"]))
    refuse("no item class", place=Place("item metadata", KEYCHAIN, None, ROW, PROTECTION["ak"]))
    refuse("other row", place=Place("item metadata", KEYCHAIN, "genp", fixed("another row", 16), PROTECTION["ak"]))
    refuse("no row", place=Place("item metadata", KEYCHAIN, "genp", None, PROTECTION["ak"]))
    refuse("other protection class", place=Place("item metadata", KEYCHAIN, "genp", ROW, PROTECTION["ck"]))
    refuse("no protection class", place=Place("item metadata", KEYCHAIN, "genp", ROW, None))
    return vectors


# --- keybag.json -----------------------------------------------------------------------------------------------------

MEMORY, PASSES = 19_456, 2
PASSWORD = "correct horse battery staple"
DEVICE_KEY = fixed("device key", 32)


def key_name(number: int) -> str:
    return "index" if number == reader.INDEX_KEY else reader.PROTECTION_NAMES[number]


class BagMaker:
    """A keybag in the making, so that a vector can change one field and still have proofs that agree."""

    def __init__(self, password: str | None, *, memory: int = MEMORY, passes: int = PASSES, flags: int = 0,
                 lock_after: int = 0, label: str = "bag") -> None:
        self.version = 1
        self.password = password
        self.flags = flags | (password is not None)
        self.lock_after = lock_after
        self.uuid = fixed(f"{label} uuid", 16)
        self.salt = fixed(f"{label} salt", 16) if password is not None else bytes(16)
        self.memory, self.passes = (memory, passes) if password is not None else (0, 0)
        numbers = [reader.INDEX_KEY, *range(6, 13 if password is not None else 12)]
        self.keys = {number: fixed(f"{label} key {number}", 32) for number in numbers}
        self.device_only = reader.device_only_unlock_key(DEVICE_KEY, self.uuid)
        self.full = b""
        if password is not None:
            # Argon2id is not worked out for parameters that a reader refuses for their size.
            self.full = (reader.unlock_key(password.encode("utf-8"), DEVICE_KEY, self.uuid, self.salt, memory, passes)
                         if memory <= 4 * 1024 * 1024 else fixed("no unlock key", 32))
        self.entries = [bytes([number]) + self.wrap(number) for number in numbers]
        self.password_proof = (reader.hmac_sha256(self.full, KEYCHAIN + self.uuid + self.salt
                                                  + struct.pack(">II", self.memory, self.passes))
                               if password is not None else bytes(32))
        self.sections = b""

    def wrap(self, number: int, generation: int = 0) -> bytes:
        device_only = self.password is None or number in reader.DEVICE_ONLY
        return seal_blob(self.device_only if device_only else self.full, fixed(f"{self.uuid.hex()} nonce {number}", 24),
                         self.keys[number], reader.key_place(KEYCHAIN, self.uuid, number), generation)

    def without_device_proof(self) -> bytes:
        return (bytes([self.version, self.flags]) + KEYCHAIN + self.uuid + self.salt
                + struct.pack(">IIIB", self.memory, self.passes, self.lock_after, len(self.entries))
                + b"".join(self.entries) + self.password_proof + self.sections)

    def encoded(self) -> bytes:
        body = self.without_device_proof()
        return body + reader.hmac_sha256(self.device_only, body)

    def opened(self, device_only: bool = False) -> dict[str, str]:
        return {key_name(number): key.hex() for number, key in self.keys.items()
                if not device_only or number in reader.DEVICE_ONLY}


def keybag_vectors() -> list[Vector]:
    vectors: list[Vector] = []

    def add(identifier: str, expect: str, encoded: bytes, password: str | None, device_key: bytes = DEVICE_KEY,
            opened: dict[str, str] | None = None) -> None:
        vectors.append({"id": identifier, "expect": expect, "deviceKey": device_key.hex(), "password": password,
                        "encoded": encoded.hex(), "opened": opened})

    plain, locked = BagMaker(None, label="plain"), BagMaker(PASSWORD, label="locked")
    whole, whole_plain = locked.encoded(), plain.encoded()
    add("with a password", "success", whole, PASSWORD, opened=locked.opened())
    add("with a password, opened by the device alone", "success", whole, None, opened=locked.opened(device_only=True))
    add("without a password", "success", whole_plain, None, opened=plain.opened())
    timed = BagMaker(PASSWORD, flags=2, lock_after=300, label="timed")
    add("locks on sleep and after 300 seconds", "success", timed.encoded(), PASSWORD, opened=timed.opened())
    timed_plain = BagMaker(None, flags=2, lock_after=0xFFFFFFFF, label="timed plain")
    add("without a password, locks on sleep", "success", timed_plain.encoded(), None, opened=timed_plain.opened())
    in_use = BagMaker(PASSWORD, flags=6, lock_after=300, label="interval in use")
    add("locks on sleep and after 300 seconds, which are marked as in use", "success", in_use.encoded(), PASSWORD,
        opened=in_use.opened())
    in_use_plain = BagMaker(None, flags=4, lock_after=1, label="interval in use, plain")
    add("without a password, a lock interval in use", "success", in_use_plain.encoded(), None, opened=in_use_plain.opened())
    decomposed = "Zu\u0308rich \U0001F511"
    accents = BagMaker(decomposed, label="accents")
    add("password that is not ASCII, in the bytes it was given", "success", accents.encoded(), decomposed,
        opened=accents.opened())
    add("password of the same look in other bytes", "authFailed", accents.encoded(), "Z\u00FCrich \U0001F511")
    passes_3 = BagMaker(PASSWORD, passes=3, label="passes 3")
    add("three passes", "success", passes_3.encoded(), PASSWORD, opened=passes_3.opened())

    add("wrong password", "authFailed", whole, "correct horse battery stapler")
    add("password with a newline", "authFailed", whole, PASSWORD + "\n")
    add("password proof flipped, device proof made for it", "authFailed",
        rebuilt(locked, password_proof=flipped(locked.password_proof, 0)), PASSWORD)
    other = fixed("another device key", 32)
    add("other device key", "notAvailable", whole, PASSWORD, device_key=other)
    add("other device key, without a password", "notAvailable", whole_plain, None, device_key=other)
    add("device key flipped in one bit", "notAvailable", whole, PASSWORD, device_key=flipped(DEVICE_KEY, 31))

    add("memory below the floor", "notAvailable", BagMaker(PASSWORD, memory=19_455, label="little").encoded(), PASSWORD)
    add("passes below the floor", "notAvailable", BagMaker(PASSWORD, passes=1, label="one pass").encoded(), PASSWORD)
    add("memory above 4 GiB", "notAvailable", BagMaker(PASSWORD, memory=4_194_305, label="much").encoded(), PASSWORD)
    add("passes above 64", "notAvailable", BagMaker(PASSWORD, passes=65, label="many passes").encoded(), PASSWORD)

    add("version 2", "wrongVersion", rebuilt(locked, version=2), PASSWORD)
    add("version 0", "wrongVersion", rebuilt(locked, version=0), PASSWORD)
    add("truncated by one byte", "decode", whole[:-1], PASSWORD)
    add("truncated in the wrapped keys", "decode", whole[:63 + reader.WRAPPED], PASSWORD)
    add("truncated in the header", "decode", whole[:62], PASSWORD)
    add("one extra byte", "decode", whole + b"\x00", PASSWORD)
    add("one extra byte, without a password", "decode", whole_plain + b"\x00", None)
    add("a lock interval in use, but there is none", "decode", rebuilt(locked, flags=locked.flags | 4), PASSWORD)
    add("a lock interval in use, but there is none, without a password", "decode", rebuilt(plain, flags=4), None)
    for bit in range(3, 8):
        add(f"flag bit {bit} set", "decode", rebuilt(locked, flags=locked.flags | 1 << bit), PASSWORD)
    add("keys out of order", "decode", rebuilt(locked, entries=swapped(locked.entries, 2, 3)), PASSWORD)
    add("one key twice", "decode", rebuilt(locked, entries=[*locked.entries[:3], locked.entries[2], *locked.entries[4:]]),
        PASSWORD)
    add("six keys", "decode", rebuilt(plain, entries=plain.entries[:-1]), None)
    add("a salt without a password", "decode", rebuilt(plain, salt=fixed("stray salt", 16)), None)
    add("memory without a password", "decode", rebuilt(plain, memory=MEMORY), None)
    add("passes without a password", "decode", rebuilt(plain, passes=PASSES), None)
    add("a password proof without a password", "decode", rebuilt(plain, password_proof=fixed("stray proof", 32)), None)

    # Every one of them has proofs that agree.
    for identifier, expect, sections in (
            ("one section of a type that is not known", "wrongVersion", section(200, b"of a later version")),
            ("one section of a type that is reserved", "wrongVersion", section(2, bytes(64))),
            ("one section of no bytes", "wrongVersion", section(1, b"")),
            ("two sections that are not known, in order", "wrongVersion", section(1, b"one") + section(3, b"three")),
            ("the list of sections ends in a type", "decode", b"\x01"),
            ("the list of sections ends in a length", "decode", section(1, b"")[:-1]),
            ("the list of sections ends in the second section", "decode", section(1, b"one") + section(2, b"two")[:4]),
            ("a section one byte longer than what there is", "decode", section(1, b"one", length=4)),
            ("a section that ends with the device proof", "decode", section(1, b"one", length=3 + 32)),
            ("a section of 4 GiB", "decode", section(1, b"one", length=0xFFFFFFFF)),
            ("a byte behind a section", "decode", section(1, b"one") + b"\x00"),
            ("two sections out of order", "decode", section(3, b"three") + section(1, b"one")),
            ("one type of section twice", "decode", section(2, b"two") + section(2, b"again")),
            ("a section of type 0", "decode", section(0, b"none"))):
        add(identifier, expect, rebuilt(locked, sections=sections), PASSWORD)
    add("one section of a type that is not known, without a password", "wrongVersion",
        rebuilt(plain, sections=section(200, b"of a later version")), None)
    for identifier, index in (("a device-only key", 3), ("a key of the password", 1)):
        entry = locked.entries[index]
        assert (entry[0] in reader.DEVICE_ONLY) == (identifier == "a device-only key")
        add(f"{identifier} of version 2, device proof made for it", "wrongVersion",
            rebuilt(locked, entries=replaced(locked.entries, index, replaced_bytes(entry, 1, b"\x02"))), PASSWORD)
        add(f"{identifier} of generation 1, device proof made for it", "wrongVersion",
            rebuilt(locked, entries=replaced(locked.entries, index, entry[:1] + locked.wrap(entry[0], generation=1))), PASSWORD)

    at = {number: 63 + index * reader.WRAPPED for index, number in enumerate(locked.keys)}
    ciphertext = 1 + 26
    add("flipped byte in a device-only key, the others open", "decode", flipped(whole, at[8] + ciphertext), PASSWORD)
    add("flipped byte in the index key, the others open", "decode", flipped(whole, at[1] + ciphertext), PASSWORD)
    add("flipped byte in a key of the password", "decode", flipped(whole, at[6] + ciphertext), PASSWORD)
    add("flipped byte in a key of the password, device proof made for it", "decode",
        rebuilt(locked, entries=replaced(locked.entries, 1, flipped(locked.entries[1], ciphertext))), PASSWORD)
    add("flipped byte in a device-only key, device proof made for it", "decode",
        rebuilt(locked, entries=replaced(locked.entries, 3, flipped(locked.entries[3], ciphertext))), PASSWORD)
    add("two keys changed places under their numbers, device proof made for it", "decode",
        rebuilt(locked, entries=replaced(replaced(locked.entries, 1, b"\x06" + locked.entries[2][1:]), 2,
                                         b"\x07" + locked.entries[1][1:])), PASSWORD)
    add("flipped byte in the device proof", "decode", flipped(whole, len(whole) - 1), PASSWORD)
    add("flipped byte in the device proof, without a password", "decode",
        flipped(whole_plain, len(whole_plain) - 1), None)
    add("seconds until locking changed", "decode", flipped(whole, 61), PASSWORD)
    return vectors


def section(kind: int, contents: bytes, length: int | None = None) -> bytes:
    return struct.pack(">BI", kind, len(contents) if length is None else length) + contents


def rebuilt(maker: BagMaker, **changes: Any) -> bytes:
    """The keybag with some fields changed and a device proof over the change."""
    kept = {name: getattr(maker, name) for name in changes}
    maker.__dict__.update(changes)
    encoded = maker.encoded()
    maker.__dict__.update(kept)
    return encoded


def replaced(entries: Sequence[bytes], at: int, entry: bytes) -> list[bytes]:
    return [*entries[:at], entry, *entries[at + 1:]]


def swapped(entries: Sequence[bytes], first: int, second: int) -> list[bytes]:
    return replaced(replaced(entries, first, entries[second]), second, entries[first])


# --- device-key.json -------------------------------------------------------------------------------------------------


def device_key_file(key: bytes, version: int = 1, kind: int = 1) -> bytes:
    return b"LTDK" + bytes([version, kind, 0, 0]) + key


def device_key_vectors() -> list[Vector]:
    whole = device_key_file(DEVICE_KEY)
    vectors: list[Vector] = []

    def add(identifier: str, expect: str, encoded: bytes) -> None:
        vectors.append({"id": identifier, "expect": expect, "encoded": encoded.hex(),
                        "key": DEVICE_KEY.hex() if expect == "success" else None})

    add("a key", "success", whole)
    add("version 2", "wrongVersion", device_key_file(DEVICE_KEY, version=2))
    add("version 0", "wrongVersion", device_key_file(DEVICE_KEY, version=0))
    add("version 2, longer", "wrongVersion", device_key_file(DEVICE_KEY + bytes(60), version=2))
    add("kind 2", "wrongVersion", device_key_file(DEVICE_KEY, kind=2))
    add("kind 0", "wrongVersion", device_key_file(DEVICE_KEY, kind=0))
    add("kind 2, longer", "wrongVersion", device_key_file(fixed("sealed by a TPM", 200), kind=2))
    add("kind 2, reserved bytes in use", "wrongVersion", replaced_bytes(device_key_file(DEVICE_KEY, kind=2), 6, b"\x01\x02"))
    add("no bytes", "notAvailable", b"")
    add("the key alone, 32 bytes", "notAvailable", DEVICE_KEY)
    add("no key, 40 zero bytes", "notAvailable", bytes(40))
    for at in range(4):
        add(f"byte {at} of the four letters is another", "notAvailable", flipped(whole, at))
    add("the four letters in small", "notAvailable", b"ltdk" + whole[4:])
    add("the first reserved byte is not zero", "notAvailable", replaced_bytes(whole, 6, b"\x01"))
    add("the second reserved byte is not zero", "notAvailable", replaced_bytes(whole, 7, b"\x80"))
    add("the four letters alone", "notAvailable", whole[:4])
    add("7 bytes, too short to have a kind", "notAvailable", whole[:7])
    add("7 bytes of version 2", "notAvailable", device_key_file(b"", version=2)[:7])
    add("no key behind the 8 bytes", "notAvailable", whole[:8])
    add("one byte cut off", "notAvailable", whole[:-1])
    add("one byte more", "notAvailable", whole + b"\x00")
    add("a newline more", "notAvailable", whole + b"\n")
    add("a key that was erased", "notAvailable", device_key_file(bytes(32)))
    return vectors


# --- device-tpm.json -------------------------------------------------------------------------------------------------


def device_tpm_vectors() -> list[Vector]:
    """The form of device.tpm (DeviceKey.md): parts that no TPM has made."""
    name, other = b"\x00\x0b" + fixed("storage root", 32), b"\x00\x0c" + fixed("storage root", 48)
    parts = [fixed(f"part {place}", size) for place, size in enumerate((160, 48, 162, 50))]
    vectors: list[Vector] = []

    def file(*keys: bytes, root: bytes = name, version: int = 1, kind: int = 2, zeros: bytes = b"\0\0",
             count: int | None = None, more: bytes = b"") -> bytes:
        body = (b"LTDK" + bytes([version, kind]) + zeros + bytes([len(root)]) + root
                + bytes([len(keys) // 2 if count is None else count])
                + b"".join(struct.pack(">H", len(part)) + part for part in keys) + more)
        return body + hashlib.sha256(body).digest()

    def add(identifier: str, expect: str, encoded: bytes, *keys: bytes, root: bytes = name) -> None:
        vectors.append({"id": identifier, "expect": expect, "encoded": encoded.hex(),
                        "storageRoot": root.hex() if expect == "success" else None,
                        "parts": [key.hex() for key in keys]})

    one, two = parts[:2], parts
    add("one key", "success", file(*one), *one)
    add("two keys", "success", file(*two), *two)
    add("a Name with SHA-384", "success", file(*one, root=other), *one, root=other)
    shortest, longest = [b"\0\0", b"\0\0"], [fixed("long", 1024)] * 4
    add("the shortest parts", "success", file(*shortest), *shortest)
    add("the longest file", "success", file(*longest, root=b"\x00\x0d" + fixed("storage root", 64)), *longest,
        root=b"\x00\x0d" + fixed("storage root", 64))
    add("version 2", "wrongVersion", file(*one, version=2))
    add("version 2, nothing else", "wrongVersion", b"LTDK\2\2\0\0")
    add("kind 1", "wrongVersion", file(*one, kind=1))
    add("kind 3, reserved bytes in use", "wrongVersion", file(*one, kind=3, zeros=b"\1\0"))
    add("no bytes", "notAvailable", b"")
    add("7 bytes", "notAvailable", file(*one)[:7])
    add("other letters", "notAvailable", b"LTDT" + file(*one)[4:])
    add("a reserved byte in use", "notAvailable", file(*one, zeros=b"\0\1"))
    add("the header alone", "notAvailable", b"LTDK\1\2\0\0")
    add("no key", "notAvailable", file())
    add("three keys", "notAvailable", file(*two, *one))
    add("one key that says it is two", "notAvailable", file(*one, count=2))
    add("two keys that say they are one", "notAvailable", file(*two, count=1))
    add("a part of one byte", "notAvailable", file(one[0], b"\0"))
    add("a part of 1025 bytes", "notAvailable", file(fixed("long", 1025), one[1]))
    add("no Name", "notAvailable", file(*one, root=b""))
    add("a Name of an unknown algorithm", "notAvailable", file(*one, root=b"\x00\x10" + bytes(32)))
    add("a Name that is too short for its algorithm", "notAvailable", file(*one, root=name[:-1]))
    add("one byte more", "notAvailable", file(*one, more=b"\0"))
    add("one byte behind the digest", "notAvailable", file(*one) + b"\0")
    add("one byte cut off", "notAvailable", file(*one)[:-1])
    for at in (9, 20, 60, 100, len(file(*one)) - 1):
        add(f"byte {at} is another", "notAvailable", flipped(file(*one), at))
    return vectors


# --- device-tpm-keys.json --------------------------------------------------------------------------------------------


def device_tpm_key_vectors() -> list[Vector]:
    """What a TPM has sealed of a device key (DeviceKey.md, section 3)."""
    vectors: list[Vector] = []
    former = b"F" + DEVICE_KEY

    def add(identifier: str, expect: str, role: str, contents: bytes) -> None:
        vectors.append({"id": identifier, "expect": expect, "role": role, "contents": contents.hex(),
                        "key": DEVICE_KEY.hex() if expect == "success" else None})

    add("the key of now", "success", "current", DEVICE_KEY)
    add("the key of before", "success", "former", former)
    add("the key of before in the place of the one of now", "notAvailable", "current", former)
    add("the key of now in the place of the one of before", "notAvailable", "former", DEVICE_KEY)
    for role, whole in (("current", DEVICE_KEY), ("former", former)):
        add(f"{role}: one byte cut off", "notAvailable", role, whole[:-1])
        add(f"{role}: one byte more", "notAvailable", role, whole + b"\0")
        add(f"{role}: no bytes", "notAvailable", role, b"")
    add("former: another mark", "notAvailable", "former", b"C" + DEVICE_KEY)
    add("former: the mark alone", "notAvailable", "former", b"F")
    return vectors


# --- anchor.json -----------------------------------------------------------------------------------------------------


def anchor_vectors() -> list[Vector]:
    """Anchor.md: the index of a keychain, and records."""
    def place(keychain: bytes) -> Vector:
        handle = 0x01800000 + (int.from_bytes(hashlib.sha256(b"latchkey anchor index v1" + keychain).digest()[:4], "big") >> 10)
        return {"keychain": keychain.hex(), "handle": handle, "deviceKey": DEVICE_KEY.hex(),
                "authorisation": reader.hkdf(DEVICE_KEY, keychain, b"latchkey anchor auth v1").hex()}

    before, data, rows = fixed("index before", 32), fixed("extension", 32), fixed("rows", 32)
    after = hashlib.sha256(before + data).digest()

    def record(handle: int = 0x01812345, previous: bytes = before, current: bytes = after, extension: bytes = data,
               digest: bytes = bytes(32), time: int = 1_800_000_000) -> bytes:
        return struct.pack(">I", handle) + previous + current + extension + digest + struct.pack(">Q", time)

    vectors: list[Vector] = []

    def add(identifier: str, expect: str, encoded: bytes) -> None:
        vectors.append({"id": identifier, "expect": expect, "encoded": encoded.hex(), "place": place(fixed(identifier, 16))})

    add("a record", "success", record())
    add("a record with a digest of rows", "success", record(digest=rows))
    add("the first record", "success", record(previous=bytes(32), current=hashlib.sha256(bytes(32) + data).digest()))
    add("the lowest handle", "success", record(handle=0x01800000))
    add("the highest handle and the last second", "success", record(handle=0x01BFFFFF, time=2**64 - 1))
    add("a handle below the owner's", "decode", record(handle=0x017FFFFF))
    add("a handle above the owner's", "decode", record(handle=0x01C00000))
    add("a value after the advance that is another", "decode", record(current=before))
    add("a value before the advance that is another", "decode", record(previous=after))
    add("an extension that is another", "decode", record(extension=rows))
    add("no bytes", "decode", b"")
    add("one byte cut off", "decode", record()[:-1])
    add("one byte more", "decode", record() + b"\0")
    return vectors


# --- sealed-item.json ------------------------------------------------------------------------------------------------

Entry = tuple[str, int, bytes]


def text(name: str, value: str) -> Entry:
    return name, reader.TEXT, value.encode("utf-8")


def data(name: str, value: bytes) -> Entry:
    return name, reader.DATA, value


def number(name: str, value: int) -> Entry:
    return name, reader.NUMBER, struct.pack(">q", value)


def date(name: str, value: float) -> Entry:
    return name, reader.DATE, struct.pack(">d", value)


def encode_entry(entry: Entry, length: int | None = None) -> bytes:
    name, kind, raw = entry
    return name.encode("ascii") + struct.pack(">BI", kind, len(raw) if length is None else length) + raw


def encode_list(entries: Sequence[Entry], count: int | None = None) -> bytes:
    return (b"\x01" + struct.pack(">H", len(entries) if count is None else count)
            + b"".join(encode_entry(entry) for entry in entries))


def shown_value(kind: int, raw: bytes) -> str:
    """Text as it is, data in hex, numbers in decimal, dates as the shortest decimal of the double."""
    value = reader.Value(kind, raw)
    if kind == reader.TEXT:
        return value.text
    if kind == reader.DATA:
        return raw.hex()
    return str(value.number) if kind == reader.NUMBER else repr(value.date)


def shown_entries(entries: Sequence[Entry]) -> list[Vector]:
    return [{"name": name, "type": reader.TYPE_NAMES[kind], "value": shown_value(kind, raw)}
            for name, kind, raw in entries]


METADATA: list[Entry] = [
    data("accc", b"\x06"),
    text("acct", "alice@example.org"),
    text("agrp", "ABCDE12345.org.example.mail"),
    date("cdat", 700_000_000.5),
    date("mdat", 700_000_001.25),
    data("musr", b""),
    text("pdmn", "ak"),
    data("sha1", fixed("sha1", 20)),
    text("svce", "imap"),
    number("sync", 0),
    data("tchk", fixed("tamper check", 16)),
    number("tomb", 0),
]


def attribute_vectors() -> list[Vector]:
    vectors: list[Vector] = []

    def accept(identifier: str, entries: Sequence[Entry]) -> None:
        vectors.append({"kind": "attributes", "id": f"attributes: {identifier}", "expect": "success",
                        "encoded": encode_list(entries).hex(), "entries": shown_entries(entries)})

    def refuse(identifier: str, encoded: bytes, expect: str = "decode") -> None:
        vectors.append({"kind": "attributes", "id": f"attributes: {identifier}", "expect": expect,
                        "encoded": encoded.hex(), "entries": None})

    accept("none", [])
    accept("metadata of a generic password", METADATA)
    accept("empty text and empty data", [text("acct", ""), data("gena", b"")])
    accept("text in the bytes it was given", [text("acct", "Zu\u0308rich"), text("labl", "Z\u00FCrich"),
                                              text("svce", "a\0b \U0001F511")])
    accept("numbers at their ends", [number("crtr", -(1 << 63)), number("port", (1 << 63) - 1), number("scrp", -1),
                                     number("type", 0)])
    accept("dates", [date("cdat", 0.0), date("edat", -63_114_076_800.0), date("mdat", 1e-9), date("sdat", 0.1)])
    accept("upper case before lower case", [text("UUID", "x"), text("acct", "y")])
    many = [number(f"{index:04d}", index) for index in range(257)]
    accept("256 entries", many[:256])

    refuse("257 entries", encode_list(many))
    refuse("no bytes", b"")
    refuse("cut in the count", b"\x01\x00")
    one = encode_list([text("acct", "alice")])
    refuse("version 0", b"\x00" + one[1:], "wrongVersion")
    refuse("version 2", b"\x02" + one[1:], "wrongVersion")
    refuse("version 2, with an entry of a type that is not known", b"\x02" + encode_list([("acct", 5, b"alice")])[1:], "wrongVersion")
    refuse("text that is not UTF-8", encode_list([("acct", reader.TEXT, b"\xff\xfe")]))
    refuse("text in overlong UTF-8", encode_list([("acct", reader.TEXT, b"\xc0\x80")]))
    refuse("text with a surrogate", encode_list([("acct", reader.TEXT, b"\xed\xa0\x80")]))
    refuse("text cut in a scalar", encode_list([("acct", reader.TEXT, b"Z\xc3")]))
    refuse("number of 4 bytes", encode_list([("port", reader.NUMBER, bytes(4))]))
    refuse("number of 9 bytes", encode_list([("port", reader.NUMBER, bytes(9))]))
    refuse("number of no bytes", encode_list([("port", reader.NUMBER, b"")]))
    refuse("date of 7 bytes", encode_list([("cdat", reader.DATE, bytes(7))]))
    refuse("date of 16 bytes", encode_list([("cdat", reader.DATE, bytes(16))]))
    refuse("entries out of order", encode_list([text("svce", "imap"), text("acct", "alice")]))
    refuse("one name twice", encode_list([text("acct", "alice"), text("acct", "alice")]))
    refuse("lower case before upper case", encode_list([text("acct", "y"), text("UUID", "x")]))
    refuse("type 0", encode_list([("acct", 0, b"alice")]))
    refuse("type 5", encode_list([("acct", 5, b"alice")]))
    refuse("value one byte beyond the end", one[:-1])
    refuse("length beyond the end", b"\x01\x00\x01" + encode_entry(text("acct", "alice"), length=6))
    refuse("length of 4 GiB", b"\x01\x00\x01" + encode_entry(text("acct", "alice"), length=0xFFFFFFFF))
    refuse("entry cut before its length", one[:3 + 8])
    refuse("more entries announced than there are", encode_list([text("acct", "alice")], count=2))
    refuse("fewer entries announced than there are, so bytes follow the list",
           encode_list([text("acct", "alice"), text("svce", "imap")], count=1))
    return vectors


def secret_vectors() -> list[Vector]:
    vectors: list[Vector] = []

    def padded(encoded: bytes, length: int | None = None) -> bytes:
        return encoded.ljust(reader.bucket(len(encoded)) if length is None else length, b"\x00")

    def accept(identifier: str, entries: Sequence[Entry]) -> None:
        vectors.append({"kind": "secret", "id": f"secret: {identifier}", "expect": "success",
                        "plaintext": padded(encode_list(entries)).hex(), "entries": shown_entries(entries)})

    def refuse(identifier: str, plaintext: bytes, expect: str = "decode") -> None:
        vectors.append({"kind": "secret", "id": f"secret: {identifier}", "expect": expect, "plaintext": plaintext.hex(),
                        "entries": None})

    check = data("tchk", fixed("tamper check", 16))

    def of_length(length: int) -> list[Entry]:
        """A secret whose attribute list has so many bytes."""
        overhead = len(encode_list([data("data", b""), check]))
        return [data("data", fixed("secret", length - overhead)), check]

    accept("password", [data("data", "pässword".encode("utf-8")), check])
    accept("without kSecValueData", [check])
    accept("empty kSecValueData", [data("data", b""), check])
    accept("a secret of zero bytes beside the padding", [data("data", bytes(5)), check])
    accept("binary fields of an internet password",
           [data("bin0", b"\x00"), data("bin3", b"three"), data("bini", b"history"), data("binn", b"notes"),
            data("data", b"secret"), check])
    for length in (64, 65, 1024, 1025, 1088, 1089, 2048, 2049):
        accept(f"list of {length} bytes", of_length(length))

    short = encode_list([data("data", b"secret"), check])
    refuse("last padding byte is not zero", padded(short)[:-1] + b"\x01")
    refuse("first padding byte is not zero", padded(short + b"\x80"))
    refuse("padding byte is not zero above 1024", padded(encode_list(of_length(1030)))[:-1] + b"\x01")
    refuse("version 2", b"\x02" + padded(short)[1:], "wrongVersion")
    refuse("version 2, padded in another way", b"\x02" + short[1:], "wrongVersion")
    refuse("no padding", short)
    refuse("63 bytes, no bucket", padded(short, 63))
    refuse("65 bytes, no bucket", padded(short, 65))
    refuse("1040 bytes, no bucket", padded(encode_list(of_length(1030)), 1040))
    refuse("2112 bytes, no bucket", padded(encode_list(of_length(2100)), 2112))
    refuse("list that ends beyond its bucket", encode_list(of_length(70))[:64])
    refuse("no bytes", b"")
    refuse("two zero bytes, no list", bytes(2))
    return vectors


def bucket_vectors() -> list[Vector]:
    lengths = [3, 63, 64, 65, 127, 128, 129, 960, 961, 1023, 1024, 1025, 1087, 1088, 1089, 1984, 1985, 2047, 2048, 2049,
               2176, 4096, 4097, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 1_000_000, 1 << 20, (1 << 20) + 1,
               20_000_000, (1 << 31) - 1, (1 << 31) + 1]
    return [{"kind": "bucket", "id": f"bucket: {length}", "expect": "success", "length": length,
             "bucket": reader.bucket(length)} for length in lengths]


def digest_vectors() -> list[Vector]:
    index_key = fixed("index key", 32)
    vectors: list[Vector] = []

    def add(identifier: str, table: str, column: str, value: Entry) -> None:
        kind, raw = reader.digest_input(column, reader.Value(value[1], value[2]))
        vector = {"kind": "digest", "id": f"digest: {identifier}", "expect": "success", "indexKey": index_key.hex(),
                  "class": table, "column": column,
                  "value": {"type": reader.TYPE_NAMES[value[1]], "value": shown_value(value[1], value[2])},
                  "type": kind, "bytes": raw.hex()}
        if column in reader.FOLDED[table]:
            vector |= {"folded": reader.folded(raw).hex(),
                       "digest": reader.folded_digest(index_key, table, column, raw).hex()}
        else:
            vector["digest"] = reader.keyed_digest(index_key, table, column, kind, raw).hex()
        vectors.append(vector)

    add("text", "genp", "acct", text("acct", "alice"))
    add("data with the bytes of the text", "genp", "acct", data("acct", b"alice"))
    add("the same in another column", "genp", "svce", text("svce", "alice"))
    add("the same in another class", "inet", "acct", text("acct", "alice"))
    add("composed text", "genp", "acct", text("acct", "Z\u00FCrich"))
    add("decomposed text, another digest", "genp", "acct", text("acct", "Zu\u0308rich"))
    add("empty text in a column outside the primary key", "genp", "gena", text("gena", ""))
    add("number", "inet", "port", number("port", 443))
    add("number, negative", "genp", "crtr", number("crtr", -1))
    add("number above 32 bits", "keys", "type", number("type", 1 << 40))
    add("text in a number column", "inet", "ptcl", text("ptcl", "http"))
    add("number in a column of text, data or number", "genp", "gena", number("gena", 0x01020304))
    add("negative number in a column of text, data or number", "genp", "gena", number("gena", -2))
    add("data in a key", "keys", "klbl", data("klbl", fixed("klbl", 20)))
    add("hash of a certificate's key, as the label of a key", "cert", "pkhh", data("pkhh", fixed("klbl", 20)))
    add("date", "keys", "sdat", date("sdat", 0.0))
    add("date before 2001", "keys", "edat", date("edat", -0.5))
    for identifier, value in (("ASCII", text("acct", "Alice@Example.ORG")), ("umlaut", text("acct", "Z\u00DCRICH")),
                              ("decomposed, stays decomposed", text("acct", "ZU\u0308RICH")),
                              ("dotted capital i, two scalars", text("acct", "\u0130stanbul")),
                              ("sigma at the end, no final form", text("acct", "\u039F\u0394\u039F\u03A3")),
                              ("sharp s stays", text("acct", "STRA\u00DFE")), ("Kelvin sign", text("acct", "\u212A")),
                              ("beyond the basic plane", text("acct", "\U00010400")),
                              ("a letter of Unicode 14", text("acct", "\u2C2F")),
                              ("a letter of Unicode 16, stays", text("acct", "\uA7CB")),
                              ("a number that is text", number("acct", 0x4C49)),
                              ("data that is UTF-8", data("acct", b"ALICE")),
                              ("data that is not UTF-8", data("acct", b"ALICE\xff"))):
        add(f"folded, {identifier}", "genp", "acct", value)
    add("folded, service", "genp", "svce", text("svce", "IMAP"))
    add("folded, server", "inet", "srvr", text("srvr", "Mail.Example.ORG"))
    return vectors


def access_control_vectors() -> list[Vector]:
    vectors: list[Vector] = []

    def add(identifier: str, expect: str, encoded: bytes) -> None:
        protection, flags = reader.parse_access_control(encoded) if expect == "success" else (None, None)
        vectors.append({"kind": "accessControl", "id": f"access control: {identifier}", "expect": expect,
                        "encoded": encoded.hex(), "protection": protection,
                        "flags": None if flags is None else f"{flags:016x}"})

    for name, value in PROTECTION.items():
        add(f"{name} without flags", "success", bytes([value]))
    add("aku with flags", "success", b"\x09" + struct.pack(">Q", 0x4000_0001))
    add("akpu with flags of zero", "success", b"\x0c" + bytes(8))
    add("every flag", "success", b"\x06" + b"\xff" * 8)
    add("no bytes", "decode", b"")
    add("class 5", "decode", b"\x05")
    add("class 13", "decode", b"\x0d")
    add("flags of 4 bytes", "decode", b"\x06" + bytes(4))
    add("flags of 7 bytes", "decode", b"\x06" + bytes(7))
    add("flags of 9 bytes", "decode", b"\x06" + bytes(9))
    return vectors


# --- application-password.json ---------------------------------------------------------------------------------------

APPLICATION_PASSWORD = "correct horse"
FLAGS = reader.APPLICATION_PASSWORD.to_bytes(8, "big")


def sealed_envelope(plaintext: bytes, place: Place, password: str = APPLICATION_PASSWORD, memory: int = 19_456, passes: int = 2,
                    salt: bytes = fixed("application salt", 16)) -> bytes:
    assert place.row is not None
    bare = reader.Envelope(salt, memory, passes, b"", b"")
    key, commitment = bare.keys(password.encode("utf-8"), place.row)
    return bare.header() + commitment + seal_blob(key, fixed("application nonce", 24), plaintext, bare.place(place))


def application_password_vectors() -> list[Vector]:
    vectors: list[Vector] = []
    usual = Place("application secret", KEYCHAIN, "genp", ROW, PROTECTION["ak"], FLAGS)
    encoded = encode_list([data("data", "p\u00e4ssword".encode("utf-8")), data("tchk", fixed("application salt", 16))])
    plaintext = encoded.ljust(reader.bucket(len(encoded)), b"\0")

    def add(identifier: str, expect: str, envelope: bytes, place: Place = usual, password: str = APPLICATION_PASSWORD,
            opened: bytes = plaintext) -> None:
        vectors.append({"id": f"application password: {identifier}", "expect": expect, "password": password,
                        "place": described(place), "nonce": fixed("application nonce", 24).hex(), "envelope": envelope.hex(),
                        "plaintext": opened.hex() if expect == "success" else ""})

    whole = sealed_envelope(plaintext, usual)
    add("the envelope that the refusals change", "success", whole)
    add("of nothing", "success", sealed_envelope(b"", usual), opened=b"")
    add("at the standard cost", "success", sealed_envelope(plaintext, usual, memory=65_536, passes=3))
    add("a password of one byte", "success", sealed_envelope(plaintext, usual, password="x"), password="x")
    add("a password that is not ASCII", "success", sealed_envelope(plaintext, usual, password="p\u00e4ss"), password="p\u00e4ss")
    for name, place in (("inet under aku", Place("application secret", KEYCHAIN, "inet", ROW, PROTECTION["aku"], FLAGS)),
                        ("with a flag more", Place("application secret", KEYCHAIN, "keys", ROW, PROTECTION["akpu"],
                                                   (reader.APPLICATION_PASSWORD | 1 << 30).to_bytes(8, "big")))):
        add(name, "success", sealed_envelope(plaintext, place), place)
    add("another password", "authFailed", whole, password="correct horsf")
    add("no password", "authFailed", whole, password="")
    add("another row", "authFailed", whole, Place("application secret", KEYCHAIN, "genp", fixed("other row", 16),
                                                  PROTECTION["ak"], FLAGS))
    for name, place in (("another keychain", Place("application secret", fixed("other keychain", 16), "genp", ROW,
                                                   PROTECTION["ak"], FLAGS)),
                        ("another class", Place("application secret", KEYCHAIN, "inet", ROW, PROTECTION["ak"], FLAGS)),
                        ("another protection", Place("application secret", KEYCHAIN, "genp", ROW, PROTECTION["ck"], FLAGS)),
                        ("without its flag", Place("application secret", KEYCHAIN, "genp", ROW, PROTECTION["ak"], bytes(8))),
                        ("another purpose", Place("item secret", KEYCHAIN, "genp", ROW, PROTECTION["ak"], FLAGS))):
        add(name, "decode", whole, place)
    add("no bytes", "decode", b"")
    add("97 bytes", "decode", whole[:97])
    add("98 bytes", "decode", whole[:98])
    add("a byte less", "decode", whole[:-1])
    add("a byte more", "decode", whole + b"\0")
    add("version 0", "wrongVersion", b"\0" + whole[1:])
    add("version 2", "wrongVersion", b"\2" + whole[1:])
    add("version 2, at no cost", "wrongVersion", b"\2" + replaced_bytes(whole, 17, bytes(8))[1:])
    for name, memory, passes in (("too little memory", 19_455, 2), ("too much memory", 65_537, 2), ("one pass", 19_456, 1),
                                 ("17 passes", 19_456, 17), ("no cost", 0, 0), ("a bomb", 0xFFFF_FFFF, 0xFFFF_FFFF)):
        add(name, "decode", whole[:17] + struct.pack(">II", memory, passes) + whole[25:])
    for name, at, expect in (("salt", 1, "authFailed"), ("last byte of the salt", 16, "authFailed"), ("commitment", 25, "authFailed"),
                             ("last byte of the commitment", 56, "authFailed"), ("version inside", 57, "wrongVersion"),
                             ("generation inside", 58, "wrongVersion"), ("nonce", 59, "decode"), ("ciphertext", 83, "decode"),
                             ("tag", len(whole) - 1, "decode")):
        add(f"changed: {name}", expect, flipped(whole, at))
    add("changed: passes", "authFailed", whole[:21] + struct.pack(">I", 3) + whole[25:])
    return vectors


# --- Writing ---------------------------------------------------------------------------------------------------------


def documents() -> dict[str, str]:
    """File name to file text."""
    made = "made by Examples/python-reader/make_vectors.py"
    contents = {
        "sealed-blob.json": (f"Documentation/Reference/Formats/SealedBlob.md; {made}", blob_vectors()),
        "keybag.json": (f"Documentation/Reference/Formats/Keybag.md; {made}", keybag_vectors()),
        "device-key.json": (f"Documentation/Reference/Formats/Keybag.md, section 3; {made}", device_key_vectors()),
        "device-tpm.json": (f"Documentation/Reference/Formats/DeviceKey.md; {made}", device_tpm_vectors()),
        "device-tpm-keys.json": (f"Documentation/Reference/Formats/DeviceKey.md, section 3; {made}", device_tpm_key_vectors()),
        "anchor.json": (f"Documentation/Reference/Formats/Anchor.md; {made}", anchor_vectors()),
        "sealed-item.json": (f"Documentation/Reference/Formats/SealedItem.md and Database.md, section 5; {made}. "
                             "Values are strings: text, data in hex, numbers and dates in decimal. "
                             "Attributes are a whole metadata plaintext: nothing follows the list.",
                             [*attribute_vectors(), *secret_vectors(), *bucket_vectors(), *digest_vectors(),
                              *access_control_vectors()]),
        "application-password.json": (f"Documentation/Reference/Formats/SealedItem.md, section 8; {made}", application_password_vectors()),
    }
    return {name: document(source, vectors) for name, (source, vectors) in contents.items()}


def document(source: str, vectors: list[Vector]) -> str:
    identifiers = [vector["id"] for vector in vectors]
    assert len(set(identifiers)) == len(identifiers), "an id twice"
    lines = ",\n".join(f"    {json.dumps(vector)}" for vector in vectors)
    return f'{{\n  "source": {json.dumps(source)},\n  "vectors": [\n{lines}\n  ]\n}}\n'


def main() -> None:
    VECTORS.mkdir(parents=True, exist_ok=True)
    for name, contents in documents().items():
        (VECTORS / name).write_text(contents, encoding="ascii")
        print(f"Tests/Vectors/{name}: {len(json.loads(contents)['vectors'])} vectors")


if __name__ == "__main__":
    main()
