#!/usr/bin/env python3
# Writes the seeds of one fuzzer into a directory: bytes of the vectors, and for what has no vectors small inputs.
# SPDX-License-Identifier: Apache-2.0
# usage: Fuzz/make_seeds.py TARGET DIRECTORY
import base64
import hashlib
import json
import pathlib
import plistlib
import re
import struct
import sys

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Vectors"


def vectors(name, *fields):
    """The hexadecimal fields of every vector, as bytes."""
    entries = json.loads((VECTORS / (name + ".json")).read_text())["vectors"]
    return [bytes.fromhex(entry[field]) for entry in entries for field in fields if isinstance(entry.get(field), str)]


def backups():
    """Every file that is short, and the stream of one: what FuzzBackup reads in its frames."""
    length = lambda body: struct.pack(">I", len(body)) + body
    about = b"\1\4test" + bytes(32) + b"\1" + struct.pack(">I", 300) + length(b"label")
    item = b"genp\6" + bytes(5) + bytes([1]) + bytes(10) + length(b"\1\0\0") + length(bytes(64))
    stream = b"\1" + length(about) + b"\2" + length(item) + b"\4" + length(bytes(64))
    stream += b"\xff" + length(struct.pack(">QQQQ", 1, 0, 1, 0) + b"\1\2" + struct.pack(">Q", 3))
    return [file for file in vectors("backup", "file") if len(file) < 4096] + [stream]


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


BUS = [
    "mode = \"compat\"\nuser-may-widen = true # x\n[[family]]\nname = 'a'\nprograms = ['/usr/bin/a', # b\n \"/opt/*/a\",\n]\n",
    "[[schema]]\nname = \"s\"\nschemas = [\"org.x.*\"]\nprograms = []\n[[pool]]\nname = \"p\"\nnames = [\"p*\"]\n[[manager]]\nname = \"m\"\n",
    "mode = 'enforce'\nwithout = ['a']\n[[share]]\nname = 's'\nprograms = ['/home/me/*']\n", "a = -12\r\nb = \"\\u00e9\\U0001F511\\n\"\r\n[t]\n",
    "latchkey-decisions 1\nallow family.a pool.b.bus\ndeny a%20b x.bus\n", "latchkey-record 1\nread 2 1 7 a b.bus /usr/bin/a\nasked 1 1 5 a b.bus %\n",
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
    [{"class": text("idnt"), "r_Ref": boolean(True), "r_Attributes": boolean(True), "m_Limit": text("m_LimitAll"), "labl": text("me")}],
    [{"class": text("idnt"), "klbl": data(bytes(20)), "subj": data(b"s"), "sync": text("syna")}, {"labl": text("new"), "pdmn": text("ck")}],
]

def access_list_entries():
    """A program, and any program: an attribute list with the two texts, and an empty one (Database.md, section 9)."""
    entry = b"".join(name + b"\1" + len(text).to_bytes(4, "big") + text
                     for name, text in ((b"appl", b"TEAM123456.app"), (b"path", b"/usr/bin/app")))
    return [b"\1\0\2" + entry, (b"\1\0\2" + entry).ljust(64, b"\0"), b"\1\0\0".ljust(64, b"\0")]


def quarantined_rows():
    """A whole row of generic passwords, one whose last column is cut, and columns whose bytes are not of their kind (Database.md, section 6)."""
    columns = [(b"rowid", 1, bytes(7) + b"\1"), (b"agrp", 3, b"TEAM123456.test"), (b"cdat", 2, bytes(8)), (b"musr", 4, b""),
               (b"tkid", 0, b""), (b"data", 4, b"\1" + bytes(81))]
    whole = b"".join(bytes([len(name)]) + name + bytes([kind]) + struct.pack(">I", len(value)) + value for name, kind, value in columns)
    return [whole, whole[:-1], b"\4cdat\2\0\0\0\1x\0\0\0\0\0\1y", b"\2\xff\xfe\4\0\0\0\0"]


def keys():
    """Every form of a key but the texts' long ones, and what stands for it in the keychain."""
    texts = [entry["spkiPEM"] + entry["pkcs8PEM"]
             for entry in json.loads((VECTORS / "keys.json").read_text())["vectors"] if entry["bits"] < 1024]
    return vectors("keys", "public", "private", "pkcs8", "spki", "traditional") + [text.encode() for text in texts]


def extensions():
    """The values of extensions, each behind the place of its name in FuzzCertificate: the six that are known, and one that is not."""
    def element(tag, *contents):
        contents = b"".join(contents)
        return bytes([tag, len(contents)]) + contents

    names = element(0x30, element(0x81, b"me@example.test"), element(0x82, b"www.example.test"), element(0x86, b"https://x/"),
                    element(0x87, bytes([192, 0, 2, 1])), element(0x87, bytes(16)), element(0xa0, b"\6\1\x2a"), element(0x82, b"\xff"))
    server, client = (element(0x06, bytes.fromhex("2b06010505070301")[:-1] + bytes([last])) for last in (1, 2))
    return [b"\0" + element(0x04, bytes(20)), b"\1" + element(0x30, element(0x80, bytes(20)), element(0x82, b"\x7f")),
            b"\2\3\2\1\6", b"\2\3\3\7\6\x80", b"\3" + element(0x30, server, client),
            b"\4" + element(0x30, b"\1\1\xff", b"\2\1\5"), b"\4\x30\0", b"\5" + names, b"\5\x30\x80\x82\1a\0\0", b"\6words"]


def key_inputs():
    """What is decrypted and verified, by the kind of algorithm: points with bytes behind them, signatures in DER, blocks of RSA."""
    points = [bytes.fromhex(entry["public"]) for entry in json.loads((VECTORS / "keys.json").read_text())["vectors"]
              if entry["kind"] in ("p256", "p521")]
    signature = bytes.fromhex("3006020101020101")
    return [bytes([kind]) + body for kind in range(0, 256, 5)
            for body in [b"", bytes(16), bytes(64), signature, bytes(128), bytes(200)] + [point + bytes(32) for point in points]]


def signatures():
    """Signed files, and their messages alone."""
    files = vectors("code-signature", "file")
    # Entitlements that open as many property lists in one another as fit.
    nested = b"<plist>" * (65536 // 7)
    directory = (b"LKCD\1\1\0\0" + struct.pack(">IQ", 2, 0) + hashlib.sha256().digest() + bytes(10)
                 + struct.pack(">HI", 1, len(nested)) + bytes(4) + b"a" + nested)
    record = (directory + hashlib.sha256(directory).digest() + b"\1\0\0\0" + struct.pack(">II", len(directory), 32)
              + b"~Latchkey signature record~\n")
    return files + [record] + [file[-36 - int.from_bytes(file[-32:-28], "big") - 4:-40] for file in files if len(file) > 40]


def messages():
    """Requests, answers, errors, greetings and headers, each behind the byte that chooses its decoder (Formats/Wire.md)."""
    def counted(value):
        return struct.pack(">I", len(value)) + value

    name = counted(b"login.keychain-db")
    values = b"\0\4acct\1" + counted(b"alice") + b"cdat\4" + struct.pack(">d", 7e8) + b"port\3" + struct.pack(">q", 993)
    values += b"svce\2" + counted(b"imap")
    conditions = b"\0\0\0\1" + counted(b"\x30\0") + b"\1\1" + bytes(8) + b"\1" + counted(b"a@b") + b"\0\0\0\1\2" + counted(
        b"CN") + b"\1\1\1" + counted(b"host") + b"\1"
    reference = b"genp" + bytes(range(16))
    authentication = b"\2" + counted(b"to pay") + counted(b"No") + b"\1" + bytes(range(16)) + bytes(3) + b"\7\1" + counted(b"own")
    query = (b"genp" + values + b"\1" + reference + b"\2\1" + counted(b"TEAM.group") + b"\1\0\1\0" + conditions
             + b"\1\0\0\0\2\0" + reference + b"\1" + values + b"\1" + counted(b"org") + b"\2" + struct.pack(">q", 5)
             + b"\x0f" + authentication + b"\1\1")
    control = b"\x06\1" + bytes(8)
    programs = (b"\0\0\0\3\0\1" + counted(b"TEAM.app") + counted(b"/usr/bin/app")
                + b"\2" + counted(b"teamid:TEAM123456"))
    secret = b"\1" + counted(b"secret")
    change = values + b"\1" + control + b"\1" + programs + secret
    addition = b"genp" + change + b"\3" + authentication
    item = reference + values + control + secret + b"\1\6" + counted(bytes(32))
    use = reference + counted(b"algid:sign:RSA:raw")
    identities = query + query + b"\0\1\3"
    row = struct.pack(">q", 3) + b"genp\1" + bytes(16) + bytes(8) + counted(b"damaged")
    summary = bytes(7) + b"\2" + bytes(24) + struct.pack(">I", 2) + b"\1" + bytes(7) + b"\1" + b"\6" + bytes(7) + b"\3"
    settings = b"\1\1" + struct.pack(">I", 300) + b"\1"
    moved = reference + values + counted(b"\x06") + secret
    moved += reference + values + counted(b"\x06" + bytes(7) + b"\x08" + bytes(32)) + b"\0"
    requests = [b"\1" + addition, b"\2" + query, b"\3" + query + change, b"\5" + addition + addition, b"\6" + identities,
                b"\7" + identities + change + change, b"\x0a" + reference, b"\x0c" + secret, b"\x0d",
                b"\x0f" + secret[1:], b"\x10" + secret + b"\0", b"\x12\1\1\0\0\0\7\1", b"\x14" + bytes(8),
                b"\x18" + reference + programs + secret, b"\x19", b"\x1a" + bytes(8), b"\x1b" + bytes(8) + b"\2" + secret,
                b"\x1c" + addition + addition, b"\x1d\0\0\0\x08\0" + addition + b"\1" + addition,
                b"\x1e" + use + b"\0" + counted(b"digest") + authentication,
                b"\x1e" + use + b"\2" + counted(b"\4") + b"\1" + bytes(8) + counted(b"info") + authentication,
                b"\x1f", b"\x20" + bytes(7) + b"\1" + authentication, b"\x21" + bytes(range(16)),
                b"\x25" + secret[1:] + secret, b"\x26" + counted(b"LTCKBAK\1") + secret[1:] + b"\0",
                *(b"\x27" + bytes(7) + b"\1" + step for step in (b"\0", b"\1" + counted(b"frame"), b"\2", b"\3", b"\4")),
                b"\x28\0", b"\x28\1" + bytes(8), b"\x29\0\0\0\2" + moved + secret + b"\0", b"\x29" + bytes(4) + b"\0\1",
                b"\0\2" + query, b"\0\x11"]
    replies = [b"\0", b"\1\0\0\0\1" + item, b"\2\0\0\0\1" + item + item, b"\3" + counted(b"\1"), b"\4" + programs,
               b"\5\2\1\0\0\0\1\1", b"\6" + bytes(24) + b"\0\0\0\1" + row + b"\0\0\0\1" + counted(b"page 3"),
               b"\7" + row + b"\1\0\0\0\1" + counted(b"acct") + b"\4" + counted(b"x") + counted(b"\1\2"), b"\x08\3", b"\x0b" + secret[1:],
               b"\x0c\1\3" + counted(bytes(32)), b"\x0c\0\1", b"\x0e" + bytes(8) + counted(b"LTCKBAK\1") + bytes(26),
               b"\x0e" + bytes(8) + counted(b"") + bytes(24) + b"\1" + summary + b"\1" + summary + bytes(8) + b"\1" + settings + bytes(40),
               b"\x0f" + counted(b"/var/lib/x") + b"\1\1" + bytes(16),
               b"\x10\0\0\0\5\0\2\4\5\6"]
    errors = [struct.pack(">i", -25300) + counted(b"searching") + b"\0\0",
              struct.pack(">i", -25293) + counted(b"") + b"\1" + counted(b"wait") + b"\1\3" + bytes(16)]
    seeds = [b"\0" + name + request for request in requests] + [b"\1" + reply for reply in replies]
    seeds += [b"\2" + error for error in errors] + [b"\3latchkey" + struct.pack(">HHI", 1, 1, 0)]
    seeds += [b"\5\1\1" + bytes(4) + secret[1:], b"\5\1\2" + bytes(4) + secret[1:] + counted(b"new")]
    return seeds + [b"\3latchkey" + struct.pack(">HHi", 0, 0, -25310), b"\4" + struct.pack(">IIB3x", 9, 1, 1)]


def programs():
    """A small ELF file with a table of names, whole and with numbers that are too large, and with the loader that codesign gives to a static
    program (without flags) and to one with an interpreter of its own."""
    names = b"\0puts\0Py_BytesMain\0"
    segments = struct.pack("<IIQQQQQQ", 1, 5, 0, 0x1000, 0x1000, 512, 512, 4096) + struct.pack("<IIQQQQQQ", 2, 6, 256, 0x1100, 0x1100, 48, 48, 8)
    header = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0x1000, 64, 0, 0, 64, 56, 2, 0, 0, 0)
    table = struct.pack("<qQqQqQ", 5, 0x1000 + 320, 10, len(names), 0, 0)
    whole = (header + segments).ljust(256, b"\0") + table.ljust(64, b"\0") + names
    far = whole.replace(struct.pack("<QqQ", 0x1000 + 320, 10, len(names)), struct.pack("<QqQ", 2**64 - 1, 10, 2**64 - 1))
    loader, own = b"/usr/libexec/latchkey/secure-loader\0", b"/lib64/ld.so\0"
    started = []
    for flags in (0, 4, 4 | 1 << 20):
        named = struct.pack("<IIQQQQQQ", 3, flags, 512, 0x1000 + 400, 0x1000 + 400, len(loader), len(own), 1)
        several = header[:56] + struct.pack("<H", 3) + header[58:] + segments + named
        # The table of names is behind the headers in each.
        started.append((several.ljust(256, b"\0") + whole[256:]).ljust(400, b"\0") + own.ljust(112, b"\0") + loader)
    return [whole.ljust(512, b"\0"), far.ljust(512, b"\0"), whole[:300], *started]


def process_files():
    """smaps, two tables of mounts, the file of a Flatpak sandbox, and the status of a process, each behind the byte that chooses its decoder."""
    smaps = (b"55d0c8a00000-55d0c8a02000 r-xp 00002000 08:01 131 /usr/bin/a\\012b (deleted)\nSize:  8 kB\n"
             b"Anonymous:  4 kB\nSwap:  0 kB\nVmFlags: rd ex\n7ffc0000-7ffd0000 r-xp 00000000 00:00 0 [vdso]\nAnonymous: 0 kB\n")
    mounts = (b"24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
              b"31 24 0:27 /usr /usr ro,nosuid,nodev - tmpfs none rw\n")
    flatpak = (b"[Application]\nname=org.example.App\nruntime=runtime/org.example.Platform/x86_64/1\n\n[Instance]\n"
               b"app-path=/var/lib/flatpak/app/org.example.App/x86_64/stable/0123/files\n")
    status = b"Name:\ta\\nUid:\nUmask:\t0022\nState:\tS (sleeping)\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\n"
    return [b"\0" + smaps, b"\1" + mounts, b"\1" + mounts + b"\0" + mounts[:54], b"\2" + flatpak, b"\3" + status]


ASSUAN = [b"OK Pleased to meet you", b"ERR 83886179 Operation cancelled <Pinentry>", b"ERR 83886194", b"D a%25b%0Ac", b"D ",
          b"S PASSWORD_FROM_CACHE", b"# a remark", b"INQUIRE X", b"D %e4%b8%ad", b"D " + b"x" * 998]

def key_files():
    """Files of openssl, keytool, pk12util and ssh-keygen; texts with lines of OpenSSH between the blocks; keys as they stand alone."""
    files = {path.name: path.read_bytes() for path in sorted((VECTORS.parent / "Fixtures" / "PKCS12").iterdir())}
    lines = files["3des.pub"] + files["leaf.key"] + b"words\n" + files["galois.pub"] + files["ec-aes128.pem"] + files["default.pub"]
    return list(files.values()) + [lines, lines.replace(b"\n", b"\r\n"), files["leaf.key"] + b"ssh-rsa \n"] + keys()


def trust():
    """Chains of the fixtures, each for every purpose; what is said of revocation; names of hosts; settings."""
    folder = VECTORS.parent / "Fixtures" / "Trust"

    def der(name):
        lines = (folder / (name + ".pem")).read_text().split("-----END")[0].split("-----\n")[-1]
        return base64.b64decode(lines)

    chains = [["server", "intermediate", "root"], ["client", "client-intermediate", "root"], ["wildcard", "intermediate", "root"],
              ["email-only", "intermediate", "root"], ["code-signer", "intermediate", "root"], ["rsa-server", "rsa-intermediate", "root"],
              ["oddly-excluded", "odd-excluding-intermediate", "root"], ["self-signed"], ["pss", "root"], ["unknown-demand", "root"],
              ["server", "crossed-intermediate", "self-issued", "root"]]
    hosts = [b"www.example.test", b"EXAMPLE.test.", b"192.0.2.1", b"2001:db8::1", b"::ffff:192.0.2.1", b"a_b.example", b"xn--nxasmq6b.test",
             b"1.2.3", b"-a.test", b"a..b", b"0x7f.1", b"me@example.test"]
    entries = [{"certificate": der("root"), "result": result, **more}
               for result, more in ((1, {}), (3, {"use": "ssl", "name": "www.example.test"}), (4, {"use": "codeSign"}))]
    digest = hashlib.sha256(der("self-signed")).digest()
    exceptions = [b"LKTE\1" + bytes([count]) + b"".join(digest + bytes([place % 3]) for place in range(count)) + bytes([marks])
                  for count, marks in ((1, 0), (1, 31), (3, 5), (10, 16))]
    # It ends before it begins, and the date of the evaluation lies between the two.
    backwards = re.sub(rb"\x17\x0d\d{12}Z\x18\x0f\d{14}Z", b"\x17\x0d360101000000Z\x18\x0f20160101000000Z", der("self-signed"))
    files = [plistlib.dumps({"version": 1, "settings": entries[:count]}, fmt=form)
             for count in (0, 1, 3) for form in (plistlib.FMT_XML, plistlib.FMT_BINARY)]
    suite = json.loads((VECTORS / "revocation.json").read_text())
    said = {kind: {name: base64.b64decode(value) for name, value in suite[kind].items()} for kind in suite}

    def counted(parts):
        return b"".join(struct.pack(">H", len(part)) + part for part in parts)

    about = [said["lists"]["root"], said["responses"]["authority-good"]]
    revocation = [b"\xfc" + counted([said["certificates"]["leaf"], *others, said["certificates"]["authority"], said["certificates"]["root"]])
                  for others in [[each] + about for kind in ("lists", "responses") for each in said[kind].values()]
                  + [[said["certificates"]["list-signer"], said["lists"]["by-signer"], said["lists"]["root"]],
                     [said["lists"]["holding"], said["lists"]["releasing"]]]]
    return (revocation + [bytes([purpose]) + b"".join(map(der, chain)) for chain in chains
             for purpose in (0, 1, 2, 3, 4, 5, 0x81, 0x82, 0x83, 0x43, 0xc1, 0xc3)]
            + [b"\x43" + backwards] + [b"\xfd" + kept for kept in exceptions]
            + [b"\xfe" + host for host in hosts] + [b"\xff" + file for file in files])



def bus_messages():
    """What a bus sends, behind the byte that says whether the handshake is over and a descriptor comes along, and the one that splits it."""
    def message(kind, fields, body=b"", order="<"):
        array = b""
        for code, kind_of, value in fields:
            array += bytes(-len(array) % 8) + bytes((code, 1)) + kind_of + b"\0"
            if kind_of == b"u":
                array += struct.pack(order + "I", value)
            else:
                array += (bytes((len(value),)) if kind_of == b"g" else struct.pack(order + "I", len(value))) + value + b"\0"
        head = (b"l" if order == "<" else b"B") + bytes((kind, 0, 1)) + struct.pack(order + "III", len(body), 7, len(array)) + array
        return head + bytes(-len(head) % 8) + body

    names = [(6, b"s", b":1.2"), (7, b"s", b":1.3")]
    call = [(1, b"o", b"/org/freedesktop/secrets"), (2, b"s", b"org.freedesktop.Secret.Service"), (3, b"s", b"SearchItems")] + names
    portal = call[:1] + [(2, b"s", b"org.freedesktop.impl.portal.Secret"), (3, b"s", b"RetrieveSecret"), (9, b"u", 1)] + names
    prompter = call[:1] + [(2, b"s", b"org.kde.secretprompter.request"), (3, b"s", b"Accepted"), (8, b"g", b"h"), (9, b"u", 1)] + names
    answer = [(5, b"u", 9)] + names
    kinds = [message(1, call), message(1, call, order=">"), message(1, call + [(8, b"g", b"ay")], bytes(40)),
             message(1, call + [(8, b"g", b"ay")], bytes(600)), message(2, answer), message(2, answer + [(8, b"g", b"s")], bytes(700)),
             message(3, [(4, b"s", b"a.b")] + answer), message(4, call), message(4, call + [(8, b"g", b"s")], bytes(600)),
             message(5, call + [(10, b"o", b"/x"), (11, b"ay", b"")])]
    handshake = b"DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n"
    return ([b"\1\7" + kind for kind in kinds] + [b"\1\x1f" + b"".join(kinds), b"\0\3" + handshake + kinds[0], b"\0\3OK 1\r\nERROR\r\n"]
            + [b"\3\x10" + message(1, portal) + kinds[0], b"\7\x10" + message(1, prompter, bytes(4)), b"\3\1" + message(2, [(5, b"u", 9), (9, b"u", 1), (7, b"s", b"org.freedesktop.DBus")]),
               b"\3\2" + message(1, call + [(9, b"u", 1)]), b"\0\1REJECTED EXTERNAL\r\n"])


def bus_files():
    """A handover, what prompters send, words of buses, and paths, each behind the byte that chooses its parser."""
    handover = b"LATCHBUS" + bytes((0, 0, 0, 1)) + bytes(4)
    public = b"[sx-aes-1]\npublic=" + base64.b64encode(bytes(range(1, 193))) + b"\n"
    sealed = b"secret=" + base64.b64encode(bytes(16)) + b"\niv=" + base64.b64encode(bytes(range(16))) + b"\n"
    texts = [public, public + sealed, public + b"\0" + public + sealed, b"# a remark\n[other]\na=b\n" + public, b"[sx-aes-1]\npublic=AQ==\niv=AA==\n"]
    words = [b"\0--session\0--address=systemd:\0--nofork\0--nopidfile\0--systemd-activation\0--syslog-only",
             b"\0--config-file=/etc/a.conf\0--print-address\0" + b"7\0--print-pid=8", b"\1--scope\0user\0--audit", b"\1--config-file\0/x\0--scope=user"]
    root = "/org/freedesktop/secrets"
    paths = [root, "/", "/org", root + "/collection", root + "/collection/login/12", root + "/collection/a_20b_c3_a9", root + "/aliases/default/9223372036854775807",
             root + "/session/s1", root + "/prompt/u2", root + "/prompt/p03", root + "/collection/_5f", "a b_"]
    return ([b"\0" + bytes((count,)) + handover + behind for count in (0, 1, 2, 253) for behind in (b"", b"\0")]
            + [b"\1" + text for text in texts] + [b"\2" + each for each in words] + [b"\3" + path.encode() for path in paths])


BUS_ADDRESSES = [
    b"unix:path=/run/user/1000/bus", b"unix:path=/tmp/dbus-%41%7e,guid=0123456789abcdef0123456789abcdef;unix:abstract=/tmp/dbus-x",
    b"unix:abstract=a%20b,guid=1", b"tcp:host=localhost,port=1;unix:runtime=yes;unix:path=/a", b"unix:path=/" + b"a" * 106, b"unix:path=/" + b"a" * 107,
    b"unix:abstract=" + b"%ff" * 107, b"unix:path=/a,path=/b", b"unix:path=a", b"unix:path=%00", b"unix:path=/a%0", b"unix:", b"unix:guid=1", b";" * 20,
    b"unix:path=/a;" * 17,
]


def c_text(text):
    return bytes([0, len(text)]) + text


# A key is the place of a constant in FuzzC/objects.c, a value what take_object reads.
C_CLASS, C_SERVICE, C_ACCOUNT, C_DATA, C_RETURN_DATA, C_GENERIC, C_TYPE, C_EC = 0, 1, 2, 3, 5, bytes([19, 13]), 18, bytes([19, 23])


def c_dictionary(*entries, kind=0):
    return bytes([kind, len(entries)]) + b"".join(bytes([key]) + value for key, value in entries)


C_ITEM = ((C_CLASS, C_GENERIC), (C_SERVICE, c_text(b"fuzz")), (C_ACCOUNT, c_text(b"a")))
C_QUERY = c_dictionary(*C_ITEM, (C_RETURN_DATA, b"\x04\x01"))
C_NEW = c_dictionary(*C_ITEM, (C_DATA, b"\x01\x03abc"))
C_CALLS = [
    # Added, found, changed and deleted: a call, two dictionaries and an object each.
    b"\0" + C_NEW + b"\0\0\x11" + b"\x01" + C_QUERY + b"\0\0\x11" + b"\x03" + c_dictionary(*C_ITEM)
    + c_dictionary((C_DATA, b"\x01\x01x")) + b"\x11" + b"\x04" + c_dictionary(*C_ITEM) + b"\0\0\x11",
    b"\x01" + c_dictionary(*C_ITEM, (C_RETURN_DATA, b"\x11"), kind=0xa0) + b"\0\0\x11",
    b"\x05" + c_dictionary((C_TYPE, C_EC)) + b"\0\0" + b"\x01\x41\x04" + bytes(64),
    b"\x0c\xf0\x13\x12\xf0\x01\x03abc\x0e", b"\x09\0\0\0\0\x0e", b"\x07\0\0\xf0\x0f\x07\x02\x0e\x11", b"\x08\0\0\0\0\x13\x2c",
]

SEEDS = {
    "FuzzSealedBlob": lambda: vectors("sealed-blob", "blob"),
    "FuzzBackup": backups,
    "FuzzKeybag": lambda: vectors("keybag", "encoded"),
    "FuzzDeviceKey": lambda: [b"LTDK" + rest + bytes(range(size)) for rest in (b"\1\1\0\0", b"\2\1\0\0", b"\1\2\0\0", b"\1\1\0\1")
                              for size in (31, 32, 33)] + [b"", b"LTDK", bytes(40)],
    # Files with and without their digest, a record, and the public area of a P-256 key.
    "FuzzSealedKey": lambda: [seed for file in vectors("device-tpm", "encoded") for seed in (file, file[:-32])]
    + vectors("device-tpm-keys", "contents")
    + [b"\1\x80\0\1" + bytes(96) + bytes(40), bytes.fromhex("00560023000b000604720000001000100003001000205a") + bytes(31) + b"\0\x20" + bytes(32)],
    "FuzzItem": lambda: vectors("sealed-item", "encoded", "plaintext")
    + vectors("application-password", "envelope", "plaintext") + references() + access_list_entries()
    + quarantined_rows(),
    "FuzzCSV": lambda: [file.encode() for file in CSV],
    "FuzzCertificate": lambda: vectors("certificates", "der") + vectors("certificates", "subject") + extensions(),
    "FuzzKeyData": keys,
    "FuzzKeyWork": key_inputs,
    "FuzzKeyFile": key_files,
    "FuzzMessage": lambda: [base64.b64decode(entry["message"]) for entry in json.loads((VECTORS / "messages.json").read_text())["messages"]],
    "FuzzTrust": trust,
    "FuzzSignature": signatures,
    "FuzzWire": messages,
    "FuzzDynamicNames": programs,
    "FuzzProcess": process_files,
    "FuzzAssuan": lambda: ASSUAN,
    "FuzzBusFramer": bus_messages,
    "FuzzBusFiles": bus_files,
    "FuzzBusAddress": lambda: BUS_ADDRESSES,
    "FuzzC": lambda: C_CALLS,
    "FuzzTOML": lambda: [file.encode() for file in BUS]
    + [path.read_bytes() for path in pathlib.Path(__file__).parent.parent.glob("Packaging/secret-service.d/*.toml")],
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
