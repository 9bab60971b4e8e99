#!/usr/bin/env python3
# Makes code-signature.json anew, by the format page and with openssl: files that are signed, and files that are wrong
# in one way.
# SPDX-License-Identifier: Apache-2.0
# usage: Tests/Vectors/make_signatures.py
import hashlib
import json
import pathlib
import struct
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WORK = pathlib.Path(tempfile.mkdtemp())
TODAY = 800_000_000  # 2026-05-09, in seconds since 2001-01-01 UTC
PROGRAM = b"\x7fELF and no more"
ENTITLEMENTS = b"""<plist version="1.0"><dict><key>keychain-access-groups</key><array><string>TEAM123456.shared</string></array></dict></plist>"""

(WORK / "ca.cnf").write_text("""[ca]
default_ca = any
[any]
dir = .
database = index
new_certs_dir = .
default_md = sha256
policy = anything
rand_serial = yes
unique_subject = no
email_in_dn = no
[anything]
commonName = optional
organizationalUnitName = optional
""")
(WORK / "index").write_text("")
(WORK / "root.ext").write_text("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n")
(WORK / "leaf.ext").write_text(
    "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=codeSigning\n")
(WORK / "server.ext").write_text(
    "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n")


def openssl(*arguments, stdin=None):
    return subprocess.run(["openssl", *arguments], input=stdin, check=True, capture_output=True, cwd=WORK).stdout


class Certificate:
    def __init__(self, name, subject, issuer=None, extensions="leaf.ext", key="rsa:2048", start="20200101000000Z",
                 end="21191231235959Z"):
        self.name = name
        kind = ["-newkey", key] if ":" in key else ["-newkey", key]
        openssl("req", "-new", "-utf8", *kind, "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", subject)
        signing = ["-cert", issuer.name + ".pem", "-keyfile", issuer.name + ".key"] if issuer else [
            "-selfsign", "-keyfile", name + ".key"]
        openssl("ca", "-batch", "-config", "ca.cnf", "-preserveDN", "-notext", *signing, "-in", name + ".csr", "-out",
                name + ".pem", "-extfile", extensions, "-startdate", start, "-enddate", end)
        self.der = openssl("x509", "-in", name + ".pem", "-outform", "DER")


def element(tag, *contents):
    body = b"".join(contents)
    if len(body) < 128:
        return bytes([tag, len(body)]) + body
    digits = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + body


def parts(der):
    """The elements one after the other, as (whole, contents)."""
    found, at = [], 0
    while at < len(der):
        length, header = der[at + 1], 2
        if length & 0x80:
            header += length & 0x7f
            length = int.from_bytes(der[at + 2:at + header], "big")
        found.append((der[at:at + header + length], der[at + header:at + header + length]))
        at += header + length
    return found


def identifier(hexadecimal, *parameters):
    return element(0x30, element(6, bytes.fromhex(hexadecimal)), *parameters)


DATA, SIGNED_DATA = bytes.fromhex("06092a864886f70d010701"), bytes.fromhex("06092a864886f70d010702")
SHA256, SHA512 = identifier("608648016503040201"), identifier("608648016503040203")
ALGORITHMS = {"rsa": (SHA256, identifier("2a864886f70d01010b", b"\5\0")), "ed25519": (SHA512, identifier("2b6570"))}


def signature(signer, kind, contents):
    (WORK / "contents").write_bytes(contents)
    if kind == "ed25519":
        return openssl("pkeyutl", "-sign", "-rawin", "-inkey", signer.name + ".key", "-in", "contents")
    return openssl("dgst", "-sha256", "-sign", signer.name + ".key", "contents")


def message(signer, contents, kind="rsa", others=(), version=b"\2\1\1", attributes=b"", more=b""):
    digest, algorithm = ALGORITHMS[kind]
    fields = parts(parts(parts(signer.der)[0][1])[0][1])
    name = element(0x30, fields[3][0], fields[1][0])
    information = element(
        0x30, b"\2\1\1", name, digest, attributes, algorithm, element(4, signature(signer, kind, contents)))
    return element(0x30, SIGNED_DATA, element(0xa0, element(
        0x30, version, element(0x31, digest), element(0x30, DATA),
        element(0xa0, signer.der, *(other.der for other in others)), element(0x31, information, more))))


def directory(program=PROGRAM, team=b"TEAM123456", name=b"com.example.app", entitlements=ENTITLEMENTS, version=1,
              algorithm=1, flags=None, size=None):
    flags = (0 if team.strip(b"\0") else 2) if flags is None else flags
    return (b"LKCD" + bytes([version, algorithm, 0, 0]) + struct.pack(">IQ", flags, len(program) if size is None else size)
            + hashlib.sha256(program).digest() + team + struct.pack(">HI", len(name), len(entitlements)) + bytes(4) + name
            + entitlements)


def record(contents, cms, version=1):
    return (contents + cms + bytes([version, 0, 0, 0]) + struct.pack(">II", len(contents), len(cms))
            + b"~Latchkey signature record~\n")


root = Certificate("root", "/OU=TEAM123456/CN=Authority", extensions="root.ext")
other_root = Certificate("other", "/OU=OTHERTEAM1/CN=Other Authority", extensions="root.ext")
signer = Certificate("signer", "/OU=TEAM123456/CN=Signer", root)
edwards = Certificate("edwards", "/OU=TEAM123456/CN=Edwards", root, key="ed25519")
middle = Certificate("middle", "/OU=TEAM123456/CN=Middle", root, extensions="root.ext")
below = Certificate("below", "/OU=TEAM123456/CN=Below", middle)
expired = Certificate("expired", "/OU=TEAM123456/CN=Expired", root, end="20210101000000Z")
future = Certificate("future", "/OU=TEAM123456/CN=Future", root, start="20900101000000Z")
server = Certificate("server", "/OU=TEAM123456/CN=Server", root, extensions="server.ext")
stranger = Certificate("stranger", "/OU=TEAM123456/CN=Stranger", other_root)
teamless = Certificate("teamless", "/CN=Teamless", root)
two_units = Certificate("units", "/OU=TEAM123456/OU=OTHERTEAM1/CN=Units", root)

D = directory()
ADHOC = directory(team=bytes(10))
NAMED = {"identifier": "com.example.app", "accessGroups": ["TEAM123456.shared"]}
VECTORS = []


def vector(name, expect, file, **more):
    VECTORS.append({"id": name, "expect": expect, "file": file.hex(), **more})


def signed(contents=D, by=signer, program=PROGRAM, **more):
    return program + record(contents, message(by, contents, **more))


vector("signed by RSA", "trusted", signed(), team="TEAM123456", **NAMED)
vector("signed by Ed25519", "trusted", signed(by=edwards, kind="ed25519"), team="TEAM123456", **NAMED)
vector("through an intermediate", "trusted", signed(by=below, others=[middle]), team="TEAM123456", **NAMED)
bare = directory(entitlements=b"")
vector("without entitlements", "trusted", signed(bare), team="TEAM123456", identifier="com.example.app", accessGroups=[])
vector("ad hoc", "adHoc", PROGRAM + record(ADHOC, hashlib.sha256(ADHOC).digest()), **NAMED)
vector("nothing at the end", "unsigned", PROGRAM)
vector("a byte after the record", "unsigned", signed() + b"\0")
vector("another program", "digestDiffers", signed(program=PROGRAM.swapcase()))
vector("a longer program", "damagedRecord", b"\0" + signed())
vector("version 2 of the record", "unknownVersion", PROGRAM + record(D, message(signer, D), version=2))
for name, contents in [("version 2 of the directory", directory(version=2)), ("digest 2", directory(algorithm=2)),
                       ("an unknown flag", directory(flags=0x20000))]:
    vector(name, "unknownVersion", signed(contents))
vector("ad hoc with a team", "damagedRecord", signed(directory(flags=2)))
vector("a team of nine characters", "damagedRecord", signed(directory(team=b"TEAM12345\0")))
vector("an identifier with a slash", "damagedRecord", signed(directory(name=b"a/b")))
vector("an identifier without bytes", "damagedRecord", signed(directory(name=b"")))
vector("a byte after the entitlements", "damagedRecord", signed(D + b"\0"))
vector("ad hoc with another digest", "damagedRecord", PROGRAM + record(ADHOC, bytes(32)))
vector("a team without a message", "badSignature", PROGRAM + record(D, b""))
vector("a message over another directory", "badSignature", PROGRAM + record(D, message(signer, bare)))
vector("a message of version 3", "badSignature", signed(version=b"\2\1\3"))
vector("a byte after the message", "badSignature", PROGRAM + record(D, message(signer, D) + b"\0"))
vector("two signers", "badSignature", signed(more=element(0x30)))
vector("signed attributes", "badSignature", signed(attributes=element(0xa0)))
vector("the certificate of a team that is not installed", "untrustedTeam", signed(by=stranger))
vector("without its intermediate", "untrustedTeam", signed(by=below))
vector("the certificate of another team", "wrongTeam", signed(directory(team=b"OTHERTEAM1")))
vector("a certificate without a team", "wrongTeam", signed(by=teamless))
vector("a certificate with two teams", "wrongTeam", signed(by=two_units))
vector("an expired certificate", "expired", signed(by=expired))
vector("a certificate that is not valid yet", "notYetValid", signed(by=future))
vector("the certificate of a server", "wrongUse", signed(by=server))
vector("entitlements that are no property list", "damagedEntitlements", signed(directory(entitlements=b"<plist")))
vector("entitlements with a text for a list", "damagedEntitlements", signed(directory(
    entitlements=b"<plist><dict><key>keychain-access-groups</key><string>x</string></dict></plist>")))

(HERE / "code-signature.json").write_text(json.dumps(
    {"date": TODAY, "roots": [root.der.hex()], "vectors": VECTORS}, indent=1) + "\n")
