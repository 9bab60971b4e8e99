#!/usr/bin/env python3
# Writes the seeds of one fuzzer into a directory: bytes of the vectors, and for what has no vectors small inputs.
# SPDX-License-Identifier: Apache-2.0
# usage: Fuzz/make_seeds.py TARGET DIRECTORY
import json
import pathlib
import struct
import sys

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Vectors"


def vectors(name, *fields):
    """The hexadecimal fields of every vector, as bytes."""
    entries = json.loads((VECTORS / (name + ".json")).read_text())["vectors"]
    return [bytes.fromhex(entry[field]) for entry in entries for field in fields if isinstance(entry.get(field), str)]


def references():
    """A persistent reference for every place that a vector names."""
    places = [entry["place"] for entry in json.loads((VECTORS / "sealed-blob.json").read_text())["vectors"]]
    return [
        place["itemClass"].encode() + bytes.fromhex(place["row"])
        for place in places if place["itemClass"] and place["row"]
    ]


CSV = [
    "url,username,password\nhttps://example.org/,alice,secret\n",
    "\ufeffname,url,username,password,note\r\n\"a, b\",https://x/,l,\"p\"\"q\",\"two\r\nlines\"\r\n",
    "Password,COMMENT,url,name,username\np,n,https://x/,l,u\n",
    "url,url,username,password\n", "url,username,password\na,b\n", ",,\n", "a\n\n\nb\n", "\"\",", "\ufeff\"a\"",
    "a,b\"c", "a\n\"b\"c", "a,\"b\nc", "a\rb", " a,b , \n", "," * 64,
]


# What ObjectReader.swift reads.
def text(value):
    return b"\x00" + bytes([len(value.encode())]) + value.encode()


def data(value):
    return b"\x01" + bytes([len(value)]) + value


def number(value):
    return b"\x02" + struct.pack(">q", value)


def real(value):
    return b"\x03" + struct.pack(">d", value)


def boolean(value):
    return b"\x04" + bytes([value])


def date(value):
    return b"\x05" + struct.pack(">d", value)


def dictionary(entries):
    return bytes([len(entries)]) + b"".join(
        bytes([0x80 + len(key)]) + key.encode() + value for key, value in entries.items())


REFERENCE = b"genp" + bytes(range(16))
GENERIC = {"class": text("genp"), "svce": text("imap"), "acct": text("alice")}
INTERNET = {"class": text("inet"), "srvr": text("example.org"), "port": number(993), "ptcl": text("imps")}
ACCESS = b"\x0a\x00" + struct.pack(">Q", 1)
QUERIES = [
    [GENERIC | {"v_Data": data(b"secret"), "r_Attributes": boolean(True), "r_Data": boolean(True)}],
    [GENERIC | {"accc": ACCESS, "v_Data": data(b""), "r_PersistentRef": boolean(True)}],
    [GENERIC | {"labl": number(7), "crtr": number(1 << 40), "type": text("12"), "gena": data(b"\xff"), "pdmn": text("ck")}],
    [INTERNET | {"sdmn": data(b"text"), "atyp": text("form"), "path": text("/"), "sync": boolean(True)}],
    [GENERIC | {"r_Data": boolean(True), "m_Limit": text("m_LimitAll"), "m_CaseInsensitive": boolean(True)}],
    [INTERNET | {"m_HostOrSubdomainOfHost": text("org"), "m_Limit": number(5), "sync": text("syna")}],
    [{"v_PersistentRef": data(REFERENCE), "r_Attributes": boolean(True)}],
    [GENERIC | {"u_AuthUI": text("u_AuthUIS"), "u_AuthCtx": b"\x0c\x00", "u_OpPrompt": text("why"), "tomb": number(1)}],
    [GENERIC, {"labl": text("new"), "v_Data": data(b"new"), "pdmn": text("aku")}],
    [GENERIC | {"u_Tomb": boolean(False)}, {"accc": ACCESS, "cdat": date(0.5)}],
    [{"class": text("cert"), "subj": data(b"s"), "ctyp": number(1), "issr": text("i"), "slnr": number(-1)}],
    [{"class": text("keys"), "kcls": number(1), "sdat": date(700000000.5), "edat": date(-1.0), "klbl": data(bytes(20))}],
    [GENERIC | {"invi": real(0.5), "nega": real(1.0), "musr": b"\x06", "sha1": data(bytes(20)), "UUID": b"\x0b"}],
    [GENERIC | {"icmt": b"\x07\x02" + text("a") + b"\x06", "desc": b"\x08" + dictionary({"a": number(1)}), "alis": b"\x11"}],
]

def access_list_entries():
    """A program, and any program: an attribute list with the two texts, and an empty one (Database.md, section 9)."""
    entry = b"".join(name + b"\1" + len(text).to_bytes(4, "big") + text
                     for name, text in ((b"appl", b"TEAM123456.app"), (b"path", b"/usr/bin/app")))
    return [b"\1\0\2" + entry, (b"\1\0\2" + entry).ljust(64, b"\0"), b"\1\0\0".ljust(64, b"\0")]


def keys():
    """Every form of a key but the texts' long ones, and what stands for it in the keychain."""
    texts = [entry["spkiPEM"] + entry["pkcs8PEM"]
             for entry in json.loads((VECTORS / "keys.json").read_text())["vectors"] if entry["bits"] < 1024]
    return vectors("keys", "public", "private", "pkcs8", "spki", "traditional") + [text.encode() for text in texts]


def signatures():
    """Signed files, and their messages alone."""
    files = vectors("code-signature", "file")
    return files + [file[-36 - int.from_bytes(file[-32:-28], "big") - 4:-40] for file in files if len(file) > 40]


SEEDS = {
    "FuzzSealedBlob": lambda: vectors("sealed-blob", "blob"),
    "FuzzKeybag": lambda: vectors("keybag", "encoded"),
    "FuzzItem": lambda: vectors("sealed-item", "encoded", "plaintext") + references() + access_list_entries(),
    "FuzzCSV": lambda: [file.encode() for file in CSV],
    "FuzzCertificate": lambda: vectors("certificates", "der") + vectors("certificates", "subject"),
    "FuzzKeyData": keys,
    "FuzzSignature": signatures,
    "FuzzQuery": lambda: [b"".join(map(dictionary, query)) for query in QUERIES],
}

if len(sys.argv) != 3 or sys.argv[1] not in SEEDS:
    sys.exit("usage: Fuzz/make_seeds.py " + "|".join(SEEDS) + " DIRECTORY")
seeds = sorted(set(SEEDS[sys.argv[1]]()))
if not seeds:
    sys.exit("error: there are no seeds for " + sys.argv[1])
for index, seed in enumerate(seeds):
    (pathlib.Path(sys.argv[2]) / f"seed-{index:03}").write_bytes(seed)
print(len(seeds))
