#!/usr/bin/env python3
# Makes keys.json and certificates.json with openssl, anew: keys in every form, certificates plain and odd, and what
# they say.
# SPDX-License-Identifier: Apache-2.0
# usage: Tests/Vectors/make_certificates.py
import datetime
import hashlib
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WORK = pathlib.Path(tempfile.mkdtemp())


def openssl(*arguments, stdin=None):
    return subprocess.run(["openssl", *arguments], input=stdin, check=True, capture_output=True, cwd=WORK).stdout


# DER, written here so that odd certificates can be made.
def element(tag, *contents):
    body = b"".join(contents)
    if len(body) < 128:
        return bytes([tag, len(body)]) + body
    digits = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + body


def identifier(dotted):
    numbers = [int(number) for number in dotted.split(".")]
    body = bytes([numbers[0] * 40 + numbers[1]])
    for number in numbers[2:]:
        digits = [number & 0x7F]
        while number := number >> 7:
            digits.append(0x80 | number & 0x7F)
        body += bytes(reversed(digits))
    return element(0x06, body)


def sequence(*contents):
    return element(0x30, *contents)


PRINTABLE, UTF8, T61, IA5, BMP = 0x13, 0x0C, 0x14, 0x16, 0x1E
CN, OU, O, C, DESCRIPTION, EMAIL = "2.5.4.3", "2.5.4.11", "2.5.4.10", "2.5.4.6", "2.5.4.13", "1.2.840.113549.1.9.1"
SHA256_RSA = sequence(identifier("1.2.840.113549.1.1.11"), element(0x05))


def name(*attributes):
    """Each attribute in a group of its own; a list of attributes is one group."""
    groups = [group if isinstance(group, list) else [group] for group in attributes]
    return sequence(*(
        element(0x31, *(sequence(identifier(kind), element(tag, text)) for kind, tag, text in group)) for group in groups))


def critical(oid, value):
    return sequence(identifier(oid), element(0x01, b"\xff"), element(0x04, value))


def extension(kind, value):
    return sequence(identifier(kind), element(0x04, value))


def alternative_names(*names):
    return extension("2.5.29.17", sequence(*(element(0x80 | tag, text) for tag, text in names)))


def subject_key_id(value):
    return extension("2.5.29.14", element(0x04, value))


def signed_part(spki, subject, issuer=None, serial=b"\x01", version=2, extensions=(), not_before=(0x17, b"200101000000Z"),
                not_after=(0x17, b"491231235959Z"), unique=b""):
    parts = [] if version is None else [element(0xA0, element(0x02, bytes([version])))]
    parts += [element(0x02, serial), SHA256_RSA, issuer or subject,
              sequence(element(not_before[0], not_before[1]), element(not_after[0], not_after[1])), subject, spki, unique]
    if extensions:
        parts.append(element(0xA3, sequence(*extensions)))
    return sequence(*parts)


def certificate(*fields, **more):
    """A certificate whose signature is none."""
    return sequence(signed_part(*fields, **more), SHA256_RSA, element(0x03, b"\0" + bytes(256)))


def seconds(*time):
    """Seconds from 2001-01-01 to a time, in UTC."""
    return (datetime.datetime(*time) - datetime.datetime(2001, 1, 1)).total_seconds()


def der_of(pem):
    return openssl("base64", "-d", stdin=b"".join(
        line + b"\n" for line in pem.splitlines() if line and not line.startswith(b"-----")))


KINDS = {
    "rsa768": ("rsa", 768, ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:768"]),
    "rsa2048": ("rsa", 2048, ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
    "rsa3072": ("rsa", 3072, ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:3072"]),
    "rsa4096": ("rsa", 4096, ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:4096"]),
    "p192": ("p192", 192, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-192"]),
    "p224": ("p224", 224, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-224"]),
    "p256": ("p256", 256, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
    "p384": ("p384", 384, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]),
    "p521": ("p521", 521, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"]),
    "ed25519": ("ed25519", 256, ["genpkey", "-algorithm", "ED25519"]),
    "x25519": ("x25519", 256, ["genpkey", "-algorithm", "X25519"]),
    "ed448": ("ed448", 456, ["genpkey", "-algorithm", "ED448"]),
    "x448": ("x448", 448, ["genpkey", "-algorithm", "X448"]),
}


def contents(encoded):
    """The contents of the outermost element."""
    size = encoded[1]
    return encoded[2:] if size < 128 else encoded[2 + (size & 0x7F):]


def public_octets(spki):
    """The contents of the bit string, without the count of unused bits."""
    body = contents(spki)
    algorithm = 2 + body[1]
    return contents(body[algorithm:])[1:]


def key(label, kind, bits, command):
    pkcs8 = openssl(*command, "-out", label + ".pem", "-outform", "PEM") or (WORK / (label + ".pem")).read_bytes()
    spki_pem = openssl("pkey", "-in", label + ".pem", "-pubout")
    entry = {"id": label, "kind": kind, "bits": bits, "pkcs8PEM": pkcs8.decode(), "spkiPEM": spki_pem.decode()}
    spki = der_of(spki_pem)
    entry["pkcs8"] = der_of(pkcs8).hex()
    entry["spki"] = spki.hex()
    entry["public"] = public_octets(spki).hex()
    if kind == "rsa":
        traditional = openssl("rsa", "-in", label + ".pem", "-traditional")
        assert der_of(openssl("rsa", "-in", label + ".pem", "-RSAPublicKey_out")).hex() == entry["public"]
        entry["private"] = der_of(traditional).hex()
    elif kind.startswith("p"):
        traditional = openssl("ec", "-in", label + ".pem")
        body = contents(der_of(traditional))
        entry["private"] = entry["public"] + body[5:5 + body[4]].hex()
    else:
        entry["private"] = der_of(pkcs8)[-(bits // 8):].hex()
        traditional = None
    if traditional:
        entry["traditionalPEM"] = traditional.decode()
        entry["traditional"] = der_of(traditional).hex()
    return entry


keys = [key(label, *value) for label, value in KINDS.items()]
for entry in keys:
    entry["label"] = hashlib.sha1(bytes.fromhex(entry["public"])).hexdigest()
SPKI = {entry["id"]: bytes.fromhex(entry["spki"]) for entry in keys}

certificates = []


def add(label, encoded, **expected):
    certificates.append({"id": label, "der": encoded.hex(), "expect": "success" if expected else "decode"} | expected)


def made_by_openssl(label, key_name, *more):
    pem = openssl("req", "-x509", "-new", "-key", key_name + ".pem", "-days", "3650", "-set_serial", "0x00ff01", *more)
    encoded = der_of(pem)
    entry = next(entry for entry in keys if entry["id"] == key_name)
    add(label, encoded, version=3, serial="00ff01", key=key_name, pkhh=entry["label"],
        sha1=hashlib.sha1(encoded).hexdigest(), sha256=hashlib.sha256(encoded).hexdigest(),
        summary="Latchkey " + key_name, commonName="Latchkey " + key_name, emails=["a@example.org"], dnsNames=["example.org"])


for entry in keys:
    if not entry["kind"].startswith("x"):
        made_by_openssl("openssl " + entry["id"], entry["id"], "-subj", "/C=CH/CN=Latchkey " + entry["id"],
                        "-addext", "subjectAltName=email:a@example.org,DNS:example.org")

spki = SPKI["p256"]
label = next(entry["label"] for entry in keys if entry["id"] == "p256")
base = {"version": 3, "serial": "01", "key": "p256", "pkhh": label, "commonName": None, "emails": [], "dnsNames": []}


def odd(label, of=name((CN, UTF8, b"Odd")), more=None, **expected):
    add(label, certificate(spki, of, **(more or {})),
        **(base | {"summary": "Odd", "commonName": "Odd"} | expected))


odd("version 1", more={"version": None}, version=1)
odd("version 2", more={"version": 1}, version=2)
odd("printable name with blanks", name((C, PRINTABLE, b"ch"), (CN, PRINTABLE, b"  Alice \t  B.  Example ")),
    summary="  Alice \t  B.  Example ", commonName="  Alice \t  B.  Example ",
    subject=contents(name((C, PRINTABLE, b"CH"), (CN, PRINTABLE, b"ALICE B. EXAMPLE"))).hex())
odd("UTF-8 name with blanks", name((CN, UTF8, "  Zoë  K. ".encode())), summary="  Zoë  K. ", commonName="  Zoë  K. ",
    subject=contents(name((CN, UTF8, "  Zoë  K. ".encode()))).hex())
odd("T.61 name", name((CN, T61, "Zoë".encode("latin-1"))), summary="Zoë", commonName="Zoë",
    subject=contents(name((CN, T61, "Zoë".encode("latin-1")))).hex())
odd("BMP name", name((CN, BMP, "Zoë".encode("utf-16-be"))), summary="Zoë", commonName="Zoë")
odd("a group of several attributes", name([(CN, PRINTABLE, b"b"), (O, PRINTABLE, b"a  b")]), summary="b", commonName="b",
    subject=contents(name([(CN, PRINTABLE, b"B"), (O, PRINTABLE, b"A B")])).hex())
odd("name whose length shrinks below 128", name((O, PRINTABLE, b"a" + b" " * 200 + b"b")), summary="a" + " " * 200 + "b",
    commonName=None, subject=contents(name((O, PRINTABLE, b"A B"))).hex())
odd("issuer of its own", more={"issuer": name((O, PRINTABLE, b"some ca"))},
    issuer=contents(name((O, PRINTABLE, b"SOME CA"))).hex())
odd("several common names", name((CN, UTF8, b"a"), (CN, UTF8, b"b")), summary="b, a", commonName="b")
odd("description", name((CN, UTF8, b"a"), (DESCRIPTION, UTF8, b"d")), summary="a (d)", commonName="a")
odd("organisational unit", name((O, UTF8, b"o"), (OU, UTF8, b"u"), (C, PRINTABLE, b"CH")), summary="u", commonName=None)
odd("organisation", name((C, PRINTABLE, b"CH"), (O, UTF8, b"o")), summary="o", commonName=None)
odd("other attributes", name((C, PRINTABLE, b"CH"), ("2.5.4.7", UTF8, b"Bern")), summary="Bern, CH", commonName=None)
odd("empty name", name(), summary=None, commonName=None)
odd("empty name, addresses", name(),
    {"extensions": [alternative_names((2, b"b.example"), (1, b"x@example.org"), (1, b"y@example.org"))]},
    summary="x@example.org", commonName=None, emails=["x@example.org", "y@example.org"], dnsNames=["b.example"])
odd("empty name, host", name(), {"extensions": [alternative_names((2, b"b.example"))]}, summary="b.example",
    commonName=None, dnsNames=["b.example"])
odd("addresses in the subject as well", name((CN, UTF8, b"Odd"), (EMAIL, IA5, b"s@example.org")),
    {"extensions": [alternative_names((1, b"x@example.org"))]}, emails=["x@example.org", "s@example.org"])
odd("subject key identifier", more={"extensions": [subject_key_id(bytes(range(20)))]}, skid=bytes(range(20)).hex())
odd("unreadable subject key identifier", more={"extensions": [extension("2.5.29.14", b"\x04\x05x")]})
odd("unreadable alternative names", more={"extensions": [extension("2.5.29.17", b"\x30\x80")]})
odd("serial number of 37 bytes", more={"serial": b"\x7f" * 37}, serial="7f" * 37)
odd("serial number below zero", more={"serial": b"\xff\x01"}, serial="ff01")
odd("times of both forms", more={"not_before": (0x17, b"500101000000Z"), "not_after": (0x18, b"99991231235959Z")},
    notBefore=seconds(1950, 1, 1), notAfter=seconds(9999, 12, 31, 23, 59, 59))
odd("leap day", more={"not_before": (0x17, b"000229123456Z"), "not_after": (0x18, b"21000301000000Z")},
    notBefore=seconds(2000, 2, 29, 12, 34, 56), notAfter=seconds(2100, 3, 1))
rsa_pss = sequence(sequence(identifier("1.2.840.113549.1.1.10")), element(0x03, b"\0" + b"key"))
add("unknown kind of key", certificate(rsa_pss, name((CN, UTF8, b"Odd"))),
    **(base | {"summary": "Odd", "commonName": "Odd", "key": None, "pkhh": hashlib.sha1(b"key").hexdigest()}))

plain = certificate(spki, name((CN, UTF8, b"Odd")))
add("bytes after the certificate", plain + b"\x05\x00trailing", **(base | {"summary": "Odd", "commonName": "Odd", "cut": len(plain)}))
add("serial number of 38 bytes", certificate(spki, name(), serial=b"\x7f" * 38))
add("serial number of no bytes", certificate(spki, name(), serial=b""))
# A critical extension that is known and cannot be read makes a certificate none.
for label, oid, value in (
        ("bytes behind the basic constraints", "2.5.29.19", sequence() + b"\0"),
        ("a null in place of a boolean", "2.5.29.19", sequence(element(0x05))),
        ("a boolean of 1", "2.5.29.19", sequence(element(0x01, b"\1"))),
        ("a path length below zero", "2.5.29.19", sequence(element(0x01, b"\xff"), element(0x02, b"\xff"))),
        ("basic constraints that are a set", "2.5.29.19", element(0x31)),
        ("a key usage of three bytes", "2.5.29.15", element(0x03, b"\0\x80\x80\x80")),
        ("a key usage of no bytes", "2.5.29.15", element(0x03, b"\0")),
        ("nine unused bits", "2.5.29.15", element(0x03, b"\x09\x80")),
        ("a key usage that is an octet string", "2.5.29.15", element(0x04, b"\x07\x80")),
        ("bytes behind the key usage", "2.5.29.15", element(0x03, b"\x07\x80") + b"\5\0"),
        ("no extended key usage", "2.5.29.37", sequence()),
        ("an extended key usage that is a number", "2.5.29.37", sequence(element(0x02, b"\1"))),
        ("no policies", "2.5.29.32", sequence()),
        ("no policy mappings", "2.5.29.33", sequence()),
        ("a policy that is mapped to nothing", "2.5.29.33", sequence(sequence(identifier("2.5.29.32.0")))),
        ("no subtrees", "2.5.29.30", sequence(element(0xA0))),
        ("a subtree with a greatest distance", "2.5.29.30",
         sequence(element(0xA0, sequence(element(0x82, b"a.test"), element(0x81, b"\1"))))),
        ("a key identifier that is a number", "2.5.29.14", element(0x02, b"\1")),
        ("a length that is too long", "2.5.29.14", b"\x04\x05x"),
        ("alternative names that are a set", "2.5.29.17", element(0x31))):
    add(label, certificate(spki, name(), extensions=[critical(oid, value)]))
    odd(label + ", not critical", more={"extensions": [extension(oid, value)]})
add("a critical flag of 1", certificate(spki, name(), extensions=[
    sequence(identifier("1.2.3"), element(0x01, b"\1"), element(0x04, b"\5\0"))]))
add("no extensions", certificate(spki, name(), extensions=[b""]))
odd("extension twice", more={"extensions": [subject_key_id(b"a"), subject_key_id(b"b")]}, skid=b"b".hex())
odd("times without seconds, and ahead of UTC", more={
    "not_before": (0x17, b"2001010000Z"), "not_after": (0x18, b"20491231235959+0130")},
    notBefore=seconds(2020, 1, 1), notAfter=seconds(2049, 12, 31, 22, 29, 59))
odd("times behind UTC", more={"not_before": (0x17, b"200101000000-0100"), "not_after": (0x17, b"4912312359Z")},
    notBefore=seconds(2020, 1, 1, 1), notAfter=seconds(2049, 12, 31, 23, 59))
for label, time in (
        ("a time with a fraction", (0x18, b"20200101000000.5Z")), ("a time without a zone", (0x17, b"200101000000")),
        ("a month 0", (0x17, b"200001000000Z")), ("30 February", (0x17, b"200230000000Z")),
        ("a GeneralizedTime without seconds", (0x18, b"202001010000Z"))):
    add(label, certificate(spki, name(), not_before=time))
odd("organisation and address", name((O, UTF8, b"o")),
    {"extensions": [alternative_names((2, b"b.example"), (1, b"x@example.org"))]},
    summary="x@example.org", commonName=None, emails=["x@example.org"], dnsNames=["b.example"])
odd("organisation and host", name((O, UTF8, b"o")), {"extensions": [alternative_names((2, b"b.example"))]},
    summary="b.example", commonName=None, dnsNames=["b.example"])
odd("unique identifiers", more={"unique": element(0x81, b"\0a") + element(0x82, b"\0b")})
add("version 1 that is written", certificate(spki, name(), version=0))
add("version 4", certificate(spki, name(), version=3))
add("PEM", b"-----BEGIN CERTIFICATE-----\n")
add("a name that is no sequence", certificate(spki, element(0x31)))
add("a time that is none", certificate(spki, name(), not_before=(0x17, b"201301000000Z")))
add("no signature", sequence(signed_part(spki, name())))
add("an octet more", sequence(contents(plain), b"\x05\x00"))

for file, entries in (("keys", keys), ("certificates", certificates)):
    (HERE / (file + ".json")).write_text(json.dumps({"vectors": entries}, indent=1, ensure_ascii=False) + "\n")
    print(file, len(entries))
