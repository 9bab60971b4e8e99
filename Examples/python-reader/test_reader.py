#!/usr/bin/env python3
# Tests the independent reader against the vectors and against a small keychain that it makes itself.
# SPDX-License-Identifier: Apache-2.0
"""Run with `python3 Examples/python-reader/test_reader.py`."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import struct
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import latchkey_reader as reader
import make_vectors as maker
from latchkey_reader import FormatError, PROTECTION, Place

VECTORS = Path(__file__).resolve().parents[2] / "Tests" / "Vectors"


def load(name: str) -> dict[str, Any]:
    contents = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    assert contents["vectors"], f"{name} holds no vectors"
    return contents


def unhex(value: str) -> bytes:
    return bytes.fromhex(value)


class XAESTests(unittest.TestCase):
    def test_published_vectors(self) -> None:
        for vector in load("xaes-256-gcm.json")["vectors"]:
            with self.subTest(vector["id"]):
                key, nonce, plaintext, aad, derived, sealed = (
                    unhex(vector[name]) for name in ("key", "nonce", "plaintext", "aad", "derivedKey", "sealed"))
                self.assertEqual(reader.xaes_derive(key, nonce), derived)
                self.assertEqual(reader.xaes_seal(key, nonce, plaintext, aad), sealed)
                self.assertEqual(reader.xaes_open(key, nonce, sealed, aad), plaintext)

    def test_accumulated_digest_of_10000_seals(self) -> None:
        results = {result["iterations"]: result["digest"] for result in load("xaes-256-gcm.json")["accumulated"]["results"]}
        iterations = 10_000
        # SHAKE has no incremental output here, so the longest stream is drawn at once: 58 + 2 × 255 bytes each.
        stream = io.BytesIO(hashlib.shake_128(b"").digest(iterations * (32 + 24 + 1 + 255 + 1 + 255)))
        absorbed = hashlib.shake_128()
        for _ in range(iterations):
            key, nonce = stream.read(32), stream.read(24)
            plaintext = stream.read(stream.read(1)[0])
            aad = stream.read(stream.read(1)[0])
            sealed = reader.xaes_seal(key, nonce, plaintext, aad)
            self.assertEqual(reader.xaes_open(key, nonce, sealed, aad), plaintext)
            absorbed.update(sealed)
        self.assertEqual(absorbed.hexdigest(32), results[iterations])


class VectorTests(unittest.TestCase):
    def check(self, vector: dict[str, Any], run: Any, expected: Any) -> None:
        with self.subTest(vector["id"]):
            if vector["expect"] == "success":
                self.assertEqual(run(), expected)
            else:
                with self.assertRaises(FormatError) as caught:
                    run()
                self.assertEqual(caught.exception.kind, vector["expect"])

    def test_files_are_what_the_generator_writes(self) -> None:
        for name, contents in maker.documents().items():
            with self.subTest(name):
                self.assertEqual((VECTORS / name).read_text(encoding="ascii"), contents)

    def test_sealed_blobs(self) -> None:
        for vector in load("sealed-blob.json")["vectors"]:
            place = vector["place"]
            where = Place(place["purpose"], unhex(place["keychain"]), place["itemClass"],
                          None if place["row"] is None else unhex(place["row"]), PROTECTION.get(place["protection"]),
                          unhex(place["binding"]))
            self.check(vector, lambda: reader.open_blob(unhex(vector["blob"]), unhex(vector["key"]), where),
                       unhex(vector["plaintext"]))

    def test_keybags(self) -> None:
        def opened(vector: dict[str, Any]) -> dict[str, str]:
            password = vector["password"]
            keys = reader.unlock(reader.parse_keybag(unhex(vector["encoded"])), unhex(vector["deviceKey"]),
                                 None if password is None else password.encode("utf-8"))
            return {maker.key_name(number): key.hex() for number, key in keys.items()}

        for vector in load("keybag.json")["vectors"]:
            self.check(vector, lambda: opened(vector), vector["opened"])

    def test_keybag_at_its_largest(self) -> None:
        bag = maker.BagMaker(None, label="large")
        room = reader.LARGEST_KEYBAG - len(bag.encoded()) - 5
        for length, kind, reason in ((room, "wrongVersion", "types \\[9\\]"), (room + 1, "decode", "length of 65537 bytes")):
            encoded = maker.rebuilt(bag, sections=maker.section(9, bytes(length)))
            with self.assertRaisesRegex(FormatError, reason) as caught:
                reader.parse_keybag(encoded)
            self.assertEqual(caught.exception.kind, kind)

    def test_device_keys(self) -> None:
        for vector in load("device-key.json")["vectors"]:
            self.check(vector, lambda: reader.parse_device_key(unhex(vector["encoded"])), unhex(vector["key"] or ""))

    def test_sealed_device_keys(self) -> None:
        for vector in load("device-tpm.json")["vectors"]:
            self.check(vector, lambda: reader.parse_sealed_device_key(unhex(vector["encoded"])),
                       (unhex(vector["storageRoot"] or ""), [unhex(part) for part in vector["parts"]]))

    def test_keys_in_sealed_device_keys(self) -> None:
        for vector in load("device-tpm-keys.json")["vectors"]:
            self.check(vector, lambda: reader.unsealed_device_key(unhex(vector["contents"]), vector["role"]), unhex(vector["key"] or ""))

    def test_application_passwords(self) -> None:
        for vector in load("application-password.json")["vectors"]:
            place = vector["place"]
            where = Place(place["purpose"], unhex(place["keychain"]), place["itemClass"], unhex(place["row"]),
                          PROTECTION[place["protection"]], unhex(place["binding"]))
            self.check(vector, lambda: reader.open_envelope(
                reader.parse_envelope(unhex(vector["envelope"])), vector["password"].encode("utf-8"), where),
                       unhex(vector["plaintext"]))

    def test_sealed_items(self) -> None:
        def entries(parsed: dict[str, reader.Value]) -> list[dict[str, str]]:
            return maker.shown_entries([(name, value.type, value.raw) for name, value in parsed.items()])

        for vector in load("sealed-item.json")["vectors"]:
            kind = vector["kind"]
            if kind == "attributes":
                self.check(vector, lambda: entries(reader.parse_metadata(unhex(vector["encoded"]))), vector["entries"])
            elif kind == "secret":
                self.check(vector, lambda: entries(reader.parse_secret(unhex(vector["plaintext"]))), vector["entries"])
            elif kind == "bucket":
                self.check(vector, lambda: reader.bucket(vector["length"]), vector["bucket"])
            elif kind == "digest" and "folded" in vector:
                raw = unhex(vector["bytes"])
                self.check(vector, lambda: (reader.folded(raw).hex(), reader.folded_digest(
                    unhex(vector["indexKey"]), vector["class"], vector["column"], raw).hex()),
                           (vector["folded"], vector["digest"]))
            elif kind == "digest":
                self.check(vector, lambda: reader.keyed_digest(unhex(vector["indexKey"]), vector["class"], vector["column"],
                                                               vector["type"], unhex(vector["bytes"])).hex(),
                           vector["digest"])
            elif kind == "accessControl":
                flags = None if vector["flags"] is None else int(vector["flags"], 16)
                self.check(vector, lambda: reader.parse_access_control(unhex(vector["encoded"])),
                           (vector["protection"], flags))
            else:
                self.fail(f"unknown kind {kind}")


class BucketTests(unittest.TestCase):
    def test_buckets_worked_out_by_hand(self) -> None:
        # 1025: e = 10, s = 4, so multiples of 64; 20 000 000: e = 24, s = 5, so multiples of 2^19 = 524 288.
        for length, expected in ((3, 64), (64, 64), (65, 128), (1024, 1024), (1025, 1088), (2048, 2048), (2049, 2176),
                                 (65_537, 67_584), (20_000_000, 20_447_232)):
            self.assertEqual(reader.bucket(length), expected, length)

    def test_buckets_hold_their_length_and_are_buckets_of_themselves(self) -> None:
        previous = 0
        for length in range(1, 20_000):
            padded = reader.bucket(length)
            self.assertGreaterEqual(padded, length)
            self.assertGreaterEqual(padded, previous)
            self.assertEqual(reader.bucket(padded), padded)
            previous = padded


class AttributeListTests(unittest.TestCase):
    def refused(self, encoded: bytes, reason: str) -> None:
        with self.assertRaisesRegex(FormatError, reason):
            reader.parse_attributes(encoded)

    def test_refusals_name_their_reason(self) -> None:
        acct = b"acct" + struct.pack(">BI", 1, 1) + b"a"
        svce = b"svce" + struct.pack(">BI", 1, 1) + b"b"
        self.assertEqual(reader.parse_attributes(b"\x01\x00\x01" + acct + b"rest")[1], 3 + len(acct))
        self.refused(b"\x01\x00", "too short")
        self.refused(b"\x02\x00\x00", "version 2")
        self.refused(b"\x01\x00\x02" + svce + acct, "out of order")
        self.refused(b"\x01\x00\x02" + acct + acct, "out of order")
        self.refused(b"\x01\x00\x01" + acct[:-1], "value ends beyond")
        self.refused(b"\x01\x00\x02" + acct, "entry ends beyond")
        self.refused(b"\x01\x01\x01", "257 entries")
        self.refused(b"\x01\x00\x01" + b"acct" + struct.pack(">BI", 1, 1) + b"\xff", "not UTF-8")
        self.refused(b"\x01\x00\x01" + b"port" + struct.pack(">BI", 3, 4) + bytes(4), "number of 4 bytes")
        self.refused(b"\x01\x00\x01" + b"cdat" + struct.pack(">BI", 4, 9) + bytes(9), "date of 9 bytes")
        self.refused(b"\x01\x00\x01" + b"acct" + struct.pack(">BI", 9, 0), "unknown type 9")


class KeychainTests(unittest.TestCase):
    """The whole command, on a keychain of five rows."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "login?#%.keychain-db"
        (self.folder / "device.key").write_bytes(maker.device_key_file(maker.DEVICE_KEY))
        (self.folder / "password").write_text(maker.PASSWORD + "\n")
        self.bag = maker.BagMaker(maker.PASSWORD, label="test")
        self.writer = sqlite3.connect(self.path, isolation_level=None)  # kept open, so that the rows are in the -wal file
        self.addCleanup(self.writer.close)
        self.make_file()

    OTHERS = {"cert": {"pkhh", "subj"}, "keys": {"priv"}}

    def make_file(self) -> None:
        run = self.writer.execute
        run("PRAGMA journal_mode=WAL")
        run(f"PRAGMA application_id={0x4C54434B}")
        run("PRAGMA user_version=2")
        run("CREATE TABLE ssattr(digest BLOB, item INTEGER, PRIMARY KEY(digest, item)) WITHOUT ROWID")
        run("CREATE TABLE tversion(version INTEGER, minor INTEGER)")
        run("INSERT INTO tversion VALUES (12, 11)")
        run("CREATE TABLE keybag(id INTEGER PRIMARY KEY, data BLOB)")
        run("INSERT INTO keybag VALUES (1, ?)", [self.bag.encoded()])
        run("CREATE TABLE quarantine(id INTEGER PRIMARY KEY, qdat REAL, tabl TEXT, persistref BLOB, reason TEXT, rowdata BLOB)")
        run("CREATE TABLE acls(persistref BLOB, appl BLOB, data BLOB, PRIMARY KEY(persistref, appl)) WITHOUT ROWID")
        run("CREATE TABLE metadatakeys(pdmn TEXT PRIMARY KEY, data BLOB)")
        self.metadata_keys = {number: maker.fixed(f"metadata key {number}", 32) for number in PROTECTION.values()}
        for name, number in PROTECTION.items():
            place = Place("metadata key", maker.KEYCHAIN, protection=number)
            run("INSERT INTO metadatakeys VALUES (?, ?)", [name, maker.seal_blob(
                self.bag.keys[number], maker.fixed(f"n {name}", 24), self.metadata_keys[number], place)])
        for table in reader.CLASSES:
            hashed = sorted(reader.PRIMARY_KEY[table] - set(reader.CLEAR) | {"labl"} | self.OTHERS.get(table, set()))
            columns = [*(f"{name} BLOB" for name in hashed), "agrp TEXT", "sync INTEGER", "tomb INTEGER", "musr BLOB",
                       "pdmn TEXT", "cdat REAL", "mdat REAL", "persistref BLOB", "meta BLOB", "data BLOB"]
            run(f"CREATE TABLE {table}(rowid INTEGER PRIMARY KEY, {', '.join(columns)})")
        text, data, number, date = maker.text, maker.data, maker.number, maker.date
        self.add("genp", "ak", [text("acct", "Alice"), text("svce", "IMAP"), text("labl", "mail")], b"sesame")
        self.add("genp", "dk", [text("acct", "bob"), text("svce", "")], b"\xff\x00")
        self.add("inet", "akpu", [text("srvr", "Example.ORG"), number("port", 443), text("ptcl", "htps")], b"inet")
        self.add("keys", "dku", [number("kcls", 1), data("klbl", b"\x01\x02"), date("sdat", 0.0), number("labl", 5)], b"key")
        self.add("genp", "ck", [text("acct", "gone")], None)

    def add(self, table: str, pdmn: str, attributes: list[maker.Entry], secret: bytes | None, flags: int | None = None,
            password: str | None = None) -> None:
        number, count = PROTECTION[pdmn], self.writer.total_changes
        rowid = 1 + self.writer.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        persistref, check = self.reference(rowid, count), maker.data("tchk", maker.fixed(f"tchk {count}", 16))
        clear: dict[str, Any] = {"agrp": "group", "sync": int(secret is None), "tomb": int(secret is None), "musr": b"",
                                 "pdmn": pdmn, "cdat": 7e8, "mdat": 7e8 + 0.5}
        entries = [*attributes, maker.text("agrp", "group"), maker.number("sync", clear["sync"]),
                   maker.number("tomb", clear["tomb"]), maker.data("musr", b""), maker.text("pdmn", pdmn),
                   maker.date("cdat", 7e8), maker.date("mdat", 7e8 + 0.5)]
        if secret is not None:
            control = bytes([number]) + (b"" if flags is None else flags.to_bytes(8, "big"))
            entries += [maker.data("accc", control), maker.data("sha1", bytes(20)), check]
        present = {name: reader.Value(kind, raw) for name, kind, raw in attributes}
        row: dict[str, Any] = {name: b"" for name in reader.PRIMARY_KEY[table]} | clear
        row |= {"rowid": rowid, "persistref": persistref}
        for name, value in present.items():
            if name in ("ssat", "sscn"):
                continue  # they have no columns
            if value.raw and name in reader.FOLDED[table]:
                row[name] = self.folded_digest(table, name, value.raw)
            elif value.raw:
                row[name] = self.digest(table, name, *reader.digest_input(name, value))

        def seal(key: bytes, purpose: str, plaintext: bytes, binding: bytes = b"") -> bytes:
            place = Place(purpose, maker.KEYCHAIN, table, persistref, number, binding)
            return maker.seal_blob(key, maker.fixed(f"{purpose} {count}", 24), plaintext, place)

        row["meta"] = seal(self.metadata_keys[number], "item metadata", maker.encode_list(sorted(entries)))
        if secret is not None:
            held = maker.data("data", secret)
            if password is not None:
                salt = maker.fixed(f"salt {count}", 16)
                inner = maker.encode_list([held, maker.data("tchk", salt)])
                place = Place("application secret", maker.KEYCHAIN, table, persistref, number, (flags or 0).to_bytes(8, "big"))
                held = maker.data("apwd", maker.sealed_envelope(
                    inner.ljust(reader.bucket(len(inner)), b"\0"), place, password, salt=salt))
            encoded = maker.encode_list([held, check])
            row["data"] = seal(self.bag.keys[number], "item secret", encoded.ljust(reader.bucket(len(encoded)), b"\0"),
                               self.binding(table, row, flags))
        self.writer.execute(f"INSERT INTO {table}({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", [*row.values()])

    def reference(self, rowid: int, count: int) -> bytes:
        return rowid.to_bytes(6, "big") + maker.fixed(f"row {count}", 10)

    def binding(self, table: str, row: dict[str, Any], flags: int | None = None) -> bytes:
        """The flags, a zero byte where there are none, and the bound columns in the order of the table."""
        columns = [column[1] for column in self.writer.execute(f"PRAGMA table_info({table})")]
        constraints = b"\0" if flags is None else b"\1" + flags.to_bytes(8, "big")
        return constraints + b"".join(reader.bound_column(row[name]) for name in columns
                                if name in reader.PRIMARY_KEY[table] or name == "tomb")

    def digest(self, table: str, column: str, kind: str, raw: bytes) -> bytes:
        return reader.keyed_digest(self.bag.keys[reader.INDEX_KEY], table, column, kind, raw)

    def folded_digest(self, table: str, column: str, raw: bytes) -> bytes:
        """Of ASCII text."""
        code = reader.keyed_code(self.bag.keys[reader.INDEX_KEY], table, column, "f", raw.lower())
        return code[:24] if raw.lower() == raw else code[:8] + self.digest(table, column, "b", raw)

    def read(self, *options: str, password: bool = True) -> tuple[int, list[str], str]:
        arguments = ["reader", str(self.path), *options]
        if password:
            arguments += ["--password-file", str(self.folder / "password")]
        output, errors = io.StringIO(), io.StringIO()
        with mock.patch("sys.argv", arguments), redirect_stdout(output), redirect_stderr(errors):
            status = reader.main()
        return status, output.getvalue().splitlines(), errors.getvalue()

    def test_opens_every_row_and_shows_secrets_only_when_asked(self) -> None:
        status, lines, errors = self.read("--json", "--secrets")
        self.assertEqual((status, errors), (0, ""))
        items = [json.loads(line) for line in lines]
        self.assertEqual([(item["table"], item["state"], item.get("secret")) for item in items],
                         [("genp", "open", "sesame"), ("genp", "open", {"hex": "ff00"}), ("genp", "tombstone", None),
                          ("inet", "open", "inet"), ("keys", "open", "key")])
        self.assertEqual(items[0]["attributes"]["cdat"], "2023-03-08T20:26:40Z")
        status, lines, errors = self.read()
        self.assertEqual((status, errors, len(lines)), (0, "", 5))
        self.assertNotIn("sesame", "".join(lines))

    def test_device_alone_opens_device_only_classes(self) -> None:
        status, lines, errors = self.read("--json", "--secrets", password=False)
        self.assertEqual((status, errors), (0, ""))
        states = [(item["attributes"]["pdmn"], item["state"]) for item in map(json.loads, lines)]
        self.assertEqual(states, [("ak", "locked"), ("dk", "open"), ("ck", "locked"), ("akpu", "locked"), ("dku", "open")])

    def test_wrong_password_and_wrong_device_key(self) -> None:
        (self.folder / "password").write_text("wrong")
        status, lines, errors = self.read()
        self.assertEqual((status, lines), (reader.EXIT_PASSWORD, []))
        self.assertIn("password is wrong", errors)
        for contents, expected, reason in ((maker.device_key_file(bytes(31) + b"\1"), reader.EXIT_DEVICE, "another machine's"),
                                           (maker.device_key_file(bytes(32)), reader.EXIT_DEVICE, "was erased"),
                                           (maker.DEVICE_KEY, reader.EXIT_DEVICE, "no device key"),
                                           (maker.device_key_file(maker.DEVICE_KEY, kind=2), reader.EXIT_NEWER, "kind 2")):
            (self.folder / "device.key").write_bytes(contents)
            status, lines, errors = self.read()
            self.assertEqual((status, lines), (expected, []))
            self.assertIn(reason, errors)

    def test_every_damage_is_named_and_the_other_rows_are_read(self) -> None:
        blob = bytes(16)
        for column, value, reason in (
                ("acct", blob, "acct is not the digest"), ("labl", blob, "labl is not the digest"),
                ("labl", None, "labl is not the digest"), ("vwht", blob, "vwht is not the digest"),
                ("acct", bytes(24), "acct is not the digest"), ("agrp", "other", "agrp differs"),
                ("sync", 1, "sync differs"), ("musr", b"x", "musr differs"), ("mdat", 1.0, "mdat differs"),
                ("pdmn", "ck", "does not open in its place"), ("pdmn", "zz", "unknown pdmn"),
                ("persistref", self.reference(1, 99), "does not open in its place"),
                ("persistref", self.reference(2, 99), "persistref does not begin with the number of its row"),
                ("persistref", b"", "persistref is not 16 bytes"),
                ("tomb", 1, "a tombstone with a secret"), ("tomb", 2, "tomb is 2"), ("data", None, "no secret"),
                ("meta", b"\x01", "too short"), ("meta", b"", "too short"), ("data", b"\x01" + bytes(49), "does not open in its place")):
            with self.subTest(column=column, value=value):
                self.writer.execute("BEGIN")
                kept = self.writer.execute(f"SELECT {column} FROM genp WHERE rowid = 1").fetchone()[0]
                self.writer.execute(f"UPDATE genp SET {column} = ? WHERE rowid = 1", [value])
                self.writer.execute("COMMIT")
                status, lines, errors = self.read("--secrets")
                self.writer.execute(f"UPDATE genp SET {column} = ? WHERE rowid = 1", [kept])
                self.assertEqual((status, len(lines)), (reader.EXIT_DAMAGED, 4))
                self.assertRegex(errors, f"damaged: genp 1: .*{reason}")
        self.assertEqual(self.read("--secrets")[0], 0)

    def test_a_row_of_a_newer_version_is_no_damage(self) -> None:
        for column in ("meta", "data"):
            kept = self.writer.execute(f"SELECT {column} FROM genp WHERE rowid = 1").fetchone()[0]
            for value, reason in ((b"\x02" + kept[1:], "version 2"), (b"\x02", "version 2"), (bytes(50), "version 0"),
                                  (b"\x01\x01" + kept[2:], "generation 1")):
                with self.subTest(column=column, reason=reason):
                    self.writer.execute(f"UPDATE genp SET {column} = ? WHERE rowid = 1", [value])
                    status, lines, errors = self.read("--secrets")
                    self.assertEqual((status, len(lines)), (reader.EXIT_NEWER, 4))
                    self.assertRegex(errors, f"newer: genp 1: .*{reason}")
                    self.assertNotIn("damaged", errors)
            self.writer.execute(f"UPDATE genp SET {column} = ? WHERE rowid = 1", [kept])
        self.assertEqual(self.read("--secrets")[0], 0)

    def test_a_list_of_a_newer_version_is_no_damage(self) -> None:
        persistref = self.writer.execute("SELECT persistref FROM genp WHERE rowid = 1").fetchone()[0]
        place = Place("item metadata", maker.KEYCHAIN, "genp", persistref, PROTECTION["ak"])
        blob = maker.seal_blob(self.metadata_keys[PROTECTION["ak"]], bytes(24), b"\x02 in another form", place)
        self.writer.execute("UPDATE genp SET meta = ? WHERE rowid = 1", [blob])
        status, lines, errors = self.read()
        self.assertEqual((status, len(lines)), (reader.EXIT_NEWER, 4))
        self.assertIn("newer: genp 1: attribute list: version 2", errors)
        # Damage elsewhere is still said.
        self.writer.execute("UPDATE genp SET labl = NULL, meta = zeroblob(0) WHERE rowid = 2")
        self.assertEqual(self.read()[0], reader.EXIT_DAMAGED)

    def test_a_row_under_another_number(self) -> None:
        for number in (7, -1, 1 << 48 | 1):
            with self.subTest(number=number):
                self.writer.execute("UPDATE genp SET rowid = ? WHERE rowid = 1", [number])
                status, lines, errors = self.read("--secrets")
                self.writer.execute("UPDATE genp SET rowid = 1 WHERE rowid = ?", [number])
                self.assertEqual((status, len(lines)), (reader.EXIT_DAMAGED, 4))
                self.assertIn(f"damaged: genp {number}: persistref does not begin with the number of its row", errors)
        self.assertEqual(self.read("--secrets")[0], 0)

    def test_application_password(self) -> None:
        flag = reader.APPLICATION_PASSWORD
        self.add("genp", "ak", [maker.text("acct", "sealed")], b"twice", flag, "correct horse")
        states = {}
        for given in ("correct horse", "wrong", None):
            (self.folder / "application").write_text(given or "")
            options = ["--application-password-file", str(self.folder / "application")] if given else []
            status, lines, errors = self.read("--json", "--secrets", *options)
            self.assertEqual((status, errors), (0, ""))
            states[given] = [(item["state"], item.get("secret")) for item in map(json.loads, lines) if (item["table"], item["rowid"]) == ("genp", 4)]
        self.assertEqual(states, {"correct horse": [("open", "twice")], "wrong": [("sealed", None)], None: [("sealed", None)]})

    def test_envelope_and_access_control_must_agree(self) -> None:
        flag = reader.APPLICATION_PASSWORD
        self.add("genp", "ak", [maker.text("acct", "no envelope")], b"once", flag)
        self.add("genp", "ak", [maker.text("acct", "no flag")], b"twice", 0, "correct horse")
        status, _, errors = self.read("--secrets")
        self.assertEqual((status, errors.count("not sealed as the access control says")), (reader.EXIT_DAMAGED, 2))

    def share(self, rowid: int, entries: list[maker.Entry], digest: bytes) -> None:
        persistref, pdmn = self.writer.execute("SELECT persistref, pdmn FROM genp WHERE rowid = ?", [rowid]).fetchone()
        encoded = maker.encode_list(entries)
        place = Place("access list", maker.KEYCHAIN, "genp", persistref, PROTECTION[pdmn])
        blob = maker.seal_blob(self.metadata_keys[PROTECTION[pdmn]], maker.fixed(f"access {rowid}", 24),
                               encoded.ljust(reader.bucket(len(encoded)), b"\0"), place)
        self.writer.execute("INSERT OR REPLACE INTO acls VALUES (?, ?, ?)", [persistref, digest, blob])

    def test_access_lists(self) -> None:
        index_key = self.bag.keys[reader.INDEX_KEY]
        entry = [maker.text("appl", "TEAM.app"), maker.text("path", "/bin/app")]
        self.share(1, entry, reader.program_digest(index_key, "TEAM.app"))
        self.share(2, [], reader.program_digest(index_key, None))
        status, lines, errors = self.read("--json")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual([json.loads(line).get("access") for line in lines],
                         [[{"appl": "TEAM.app", "path": "/bin/app"}], ["any"], None, None, None])
        # An entry of a newer version gives nothing away, and the item is there.
        program = reader.program_digest(index_key, "TEAM.app")
        kept = self.writer.execute("SELECT data FROM acls WHERE appl = ?", [program]).fetchone()[0]
        self.writer.execute("UPDATE acls SET data = ? WHERE appl = ?", [b"\x02" + kept[1:], program])
        status, lines, errors = self.read("--json")
        self.assertEqual((status, len(lines), json.loads(lines[0]).get("access")), (reader.EXIT_NEWER, 5, None))
        self.assertEqual(errors, "latchkey_reader: newer: genp 1: access list: sealed blob of version 2\n")
        for entries, digest, reason in (
                (entry, reader.program_digest(index_key, None), "not the one of its digest"),
                ([maker.text("appl", "x")], reader.program_digest(index_key, "x"), "other fields")):
            self.writer.execute("DELETE FROM acls")
            self.share(1, entries, digest)
            status, lines, errors = self.read()
            self.assertEqual((status, len(lines)), (reader.EXIT_DAMAGED, 4))
            self.assertRegex(errors, f"damaged: genp 1: .*{reason}")
        self.writer.execute("UPDATE acls SET persistref = zeroblob(16)")
        status, lines, errors = self.read()
        self.assertEqual((status, len(lines)), (reader.EXIT_DAMAGED, 5))
        self.assertIn("a list without its item", errors)

    def add_identity(self, key_class: str = "ak") -> None:
        data, number = maker.data, maker.number
        pair = maker.fixed("hash of a public key", 20)
        self.add("cert", "dk", [data("slnr", b"\x07"), data("issr", b"issuer"), data("subj", b"subject"), data("pkhh", pair)], b"DER")
        self.add("cert", "dk", [data("slnr", b"\x08"), data("pkhh", bytes(20))], b"DER of another")
        self.add("keys", key_class, [data("klbl", pair), number("kcls", 1), number("priv", 1)], b"private")
        self.add("keys", key_class, [data("klbl", pair), number("kcls", 0), number("priv", 0)], b"public")

    def test_identities_are_joined_by_digest(self) -> None:
        self.add_identity()
        status, lines, errors = self.read("--json", "--secrets")
        self.assertEqual((status, errors, len(lines)), (0, "", 10))
        items = {(item["table"], item["rowid"]): item["persistref"] for item in map(json.loads, lines[:-1])}
        self.assertEqual(json.loads(lines[-1]), {
            "table": "idnt", "certificate": items["cert", 1], "key": items["keys", 2], "state": "open"})
        self.assertEqual(self.read()[1][-1], "idnt 1 2 open")
        # Without the password the certificate is open and the key is not.
        status, lines, errors = self.read(password=False)
        self.assertEqual((status, errors, lines[-1]), (0, "", "idnt 1 2 locked"))

    def test_a_digest_that_joins_what_does_not_belong_together(self) -> None:
        self.add_identity()
        for table, rowid, column, other in (("cert", 2, "pkhh", 1), ("keys", 2, "priv", 3), ("keys", 2, "klbl", 1),
                                            ("cert", 1, "subj", 2), ("cert", 1, "issr", 2), ("cert", 1, "slnr", 2)):
            with self.subTest(table=table, column=column):
                statement = f"UPDATE {table} SET {column} = ? WHERE rowid = {rowid}"
                kept = self.writer.execute(f"SELECT {column} FROM {table} WHERE rowid = {rowid}").fetchone()[0]
                value = self.writer.execute(f"SELECT {column} FROM {table} WHERE rowid = {other}").fetchone()[0]
                self.writer.execute(statement, [value])
                status, lines, errors = self.read()
                self.writer.execute(statement, [kept])
                self.assertEqual(status, reader.EXIT_DAMAGED)
                self.assertIn(f"damaged: {table} {rowid}: {column} is not the digest of its attribute", errors)
                place = 1 if table == "cert" else 2
                self.assertNotIn(str(rowid), [line.split()[place] for line in lines if line.startswith("idnt ")])
        self.assertEqual(self.read()[0], 0)

    def test_older_secret_beside_newer_metadata(self) -> None:
        encoded = maker.encode_list([maker.data("data", b"old"), maker.data("tchk", bytes(16))])
        cursor = self.writer.execute("SELECT * FROM genp WHERE rowid = 1")
        row = dict(zip([column[0] for column in cursor.description], cursor.fetchone()))
        place = Place("item secret", maker.KEYCHAIN, "genp", row["persistref"], PROTECTION["ak"],
                      self.binding("genp", row))
        self.writer.execute("UPDATE genp SET data = ? WHERE rowid = 1", [maker.seal_blob(
            self.bag.keys[PROTECTION["ak"]], bytes(24), encoded.ljust(64, b"\0"), place)])
        status, _, errors = self.read("--secrets")
        self.assertEqual(status, reader.EXIT_DAMAGED)
        self.assertIn("genp 1: the tamper checks", errors)

    def test_metadata_key_that_does_not_open(self) -> None:
        self.writer.execute("UPDATE metadatakeys SET data = ? WHERE pdmn = 'dk'", [b"\x01" + bytes(73)])
        status, lines, errors = self.read()
        self.assertEqual((status, len(lines)), (reader.EXIT_DAMAGED, 4))
        self.assertIn("damaged: metadatakeys dk: ", errors)

    def test_metadata_key_of_a_newer_version_refuses_the_keychain(self) -> None:
        for start in (b"\x02\x00", b"\x01\x01"):
            self.writer.execute("UPDATE metadatakeys SET data = ? WHERE pdmn = 'dk'", [start + bytes(72)])
            status, lines, errors = self.read()
            self.assertEqual((status, lines), (reader.EXIT_NEWER, []))
            self.assertIn("metadatakeys dk: ", errors)

    def test_copy_of_the_keybag(self) -> None:
        for identifier, data, expected in ((2, self.bag.encoded(), reader.EXIT_OK), (2, b"older", reader.EXIT_OK),
                                           (3, self.bag.encoded(), reader.EXIT_UNUSABLE)):
            self.writer.execute("INSERT INTO keybag VALUES (?, ?)", [identifier, data])
            self.assertEqual(self.read()[0], expected)
            self.writer.execute("DELETE FROM keybag WHERE id = ?", [identifier])

    def test_other_files_and_newer_versions(self) -> None:
        for statement, expected in (("PRAGMA user_version=3", reader.EXIT_NEWER),
                                    ("PRAGMA user_version=1", reader.EXIT_OK),
                                    ("PRAGMA user_version=0", reader.EXIT_UNUSABLE),
                                    ("UPDATE tversion SET minor = 12", reader.EXIT_NEWER),
                                    ("PRAGMA application_id=1", reader.EXIT_UNUSABLE)):
            self.writer.execute(statement)
            status, lines, _ = self.read()
            self.assertEqual((status, lines == []), (expected, expected != reader.EXIT_OK), statement)
            self.writer.execute("PRAGMA user_version=2")

    def test_items_of_the_secret_service(self) -> None:
        encoded = b"".join(len(text).to_bytes(4, "big") + text for text in (b"", "gr\u00fc\u00dfe".encode(), b"service", b"git"))
        self.add("genp", "ak", [maker.text("vwht", "unique"), maker.data("ssat", encoded), maker.text("sscn", "text/plain")], b"x")
        row = self.writer.execute("SELECT max(rowid) FROM genp").fetchone()[0]
        self.assertEqual(self.read()[0], reader.EXIT_DAMAGED)
        key = self.bag.keys[reader.INDEX_KEY]
        group = reader.hmac_sha256(key, b"ssatagrp" + b"group")[:8]
        pairs = (b"\0\0\0\0" + "gr\u00fc\u00dfe".encode(), b"\0\0\0\7servicegit")
        questions = [b"item", b"list" + encoded, *(b"pair" + pair for pair in pairs)]
        for question in questions:
            self.writer.execute("INSERT INTO ssattr VALUES (?, ?)", [reader.hmac_sha256(key, b"ssat" + question)[:16] + group, row])
        self.assertEqual(self.read()[0], reader.EXIT_OK)
        for statement in ("UPDATE ssattr SET item = 77", "DELETE FROM ssattr WHERE digest = (SELECT min(digest) FROM ssattr)"):
            self.writer.execute(statement)
            self.assertEqual(self.read()[0], reader.EXIT_DAMAGED, statement)

    def test_reading_changes_nothing(self) -> None:
        before = {path.name: path.read_bytes() for path in self.folder.iterdir() if not path.name.endswith("-shm")}
        self.read("--secrets")
        after = {path.name: path.read_bytes() for path in self.folder.iterdir() if not path.name.endswith("-shm")}
        self.assertEqual(before, after)


if __name__ == "__main__":
    unittest.main()
