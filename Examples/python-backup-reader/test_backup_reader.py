#!/usr/bin/env python3
# Tests the independent reader of backups against the vectors.
# SPDX-License-Identifier: Apache-2.0
"""Run with `python3 Examples/python-backup-reader/test_backup_reader.py`."""

from __future__ import annotations

import io
import json
import unittest
from pathlib import Path

import latchkey_backup as reader
import make_vectors as maker

CONTENTS = json.loads((Path(__file__).resolve().parents[2] / "Tests/Vectors/backup.json").read_text(encoding="utf-8"))
PASSWORD, DEVICE_KEY = CONTENTS["password"].encode(), bytes.fromhex(CONTENTS["deviceKey"])


def read(file: bytes, password: bytes = PASSWORD, device_key: bytes | None = DEVICE_KEY) -> reader.Backup:
    return reader.read_backup(io.BytesIO(file), password, device_key)


class VectorTests(unittest.TestCase):
    def test_every_vector(self) -> None:
        self.assertTrue(CONTENTS["vectors"])
        for vector in CONTENTS["vectors"]:
            with self.subTest(vector["id"]):
                file = bytes.fromhex(vector["file"])
                password = vector.get("password", CONTENTS["password"]).encode()
                if vector["expect"] == "success":
                    kinds = vector["kinds"]
                    backup = read(file, password)
                    self.assertEqual(len(backup.items), sum(kind in (2, 3, 5) for kind in kinds))
                    self.assertEqual(sum(len(item.access_list) for item in backup.items), kinds.count(4))
                    continue
                with self.assertRaises(reader.Refused) as refusal:
                    read(file, password)
                self.assertEqual(refusal.exception.kind, vector["expect"])

    def test_the_vectors_are_made_from_the_page(self) -> None:
        for made, kept in zip(maker.vectors(), CONTENTS["vectors"], strict=True):
            self.assertEqual(made, kept)


class ReadingTests(unittest.TestCase):
    whole = bytes.fromhex(CONTENTS["vectors"][0]["file"])

    def test_items_say_what_they_are(self) -> None:
        backup = read(self.whole)
        shown = reader.report(backup, with_secrets=True)
        alice, bob, gone = shown["items"]
        self.assertEqual(alice["attributes"]["acct"], "alice")
        self.assertEqual(bytes.fromhex(alice["secret"]["data"]["hex"]), b"open sesame")
        self.assertEqual(bytes.fromhex(bob["secret"]["data"]["hex"]), b"stays here")
        self.assertTrue(gone["tombstone"] and "secret" not in gone)
        self.assertEqual(shown["leftOut"], {"akpu": 2, "200": 1})
        self.assertEqual((shown["label"], shown["idleSeconds"]), ("Märchen", 300))

    def test_another_device_gets_nothing_of_this_one(self) -> None:
        for device_key in (None, bytes(32)):
            backup = read(self.whole, device_key=device_key)
            self.assertEqual((len(backup.items), backup.of_other_device), (2, 1))

    def test_every_flipped_byte_of_the_frames_is_refused(self) -> None:
        preamble = reader.read_preamble(io.BytesIO(self.whole))
        key, start = preamble.file_key(PASSWORD), len(preamble.authenticated) + 32
        for at in range(start, len(self.whole)):
            changed = bytearray(self.whole)
            changed[at] ^= 1
            with self.assertRaises(reader.Refused):
                list(reader.pieces(io.BytesIO(changed[start:]), preamble, key))


if __name__ == "__main__":
    unittest.main()
