# Every certificate of Debian's ca-certificates is added, found by each of its names and hashes, exported and deleted.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re

import pytest

from support.command import openssl
from support.formats import der, digest

# Hundreds of commands take many seconds on a loaded machine.
pytestmark = [pytest.mark.rootless, pytest.mark.patience(300)]

MOZILLA = pathlib.Path("/usr/share/ca-certificates/mozilla")


# The names of a certificate, read here on our own (X.690; the rule of the normalised name is that of Compatibility.md).


def element(data, start=0):
    """The tag, the contents and the end of the element at `start`."""
    length, place = data[start + 1], start + 2
    if length >= 0x80:
        place += length & 0x7f
        length = int.from_bytes(data[start + 2:place], "big")
    return data[start], data[place:place + length], place + length


def elements(data):
    place = 0
    while place < len(data):
        tag, contents, place = element(data, place)
        yield tag, contents


def encode(tag, contents):
    size = len(contents)
    if size < 0x80:
        return bytes([tag, size]) + contents
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + contents


def normalized(name):
    result = b""
    for _, group in elements(name):
        parts = b""
        for _, part in elements(group):
            (_, kind), (tag, value) = elements(part)
            if tag == 0x13:
                value = b" ".join(value.split()).upper()
            parts += encode(0x30, encode(0x06, kind) + encode(tag, value))
        result += encode(0x31, parts)
    return result


def names(certificate):
    """Serial number, issuer and subject as the keychain keeps them."""
    signed = list(elements(element(element(certificate)[1])[1]))
    fields = [contents for tag, contents in signed if tag != 0xa0]
    return fields[0], normalized(fields[2]), normalized(fields[4])


def common_name(path):
    text = openssl("x509", "-in", path, "-noout", "-subject", "-nameopt", "multiline,utf8,-esc_msb").decode()
    found = re.search(r"^ *commonName *= (.*)$", text, re.M)
    return found and found[1]


def hashes(keychain, *words):
    """What a listing has: SHA-256 and SHA-1 of each certificate."""
    listing, _ = keychain.run("find-certificate", "-a", "-Z", *words)
    return dict(re.findall(rb"SHA-256 hash: ([0-9A-F]{64})\nSHA-1 hash: ([0-9A-F]{40})\n", listing))


def debian():
    """The files and their certificates."""
    paths = sorted(MOZILLA.glob("*.crt"))
    assert len(paths) >= 100, f"{MOZILLA} holds {len(paths)} certificates"
    return paths, [der(path.read_bytes()) for path in paths]


@pytest.fixture
def full(keychain):
    """A keychain with all of them."""
    output, errors = keychain.run("add-certificates", *debian()[0])
    assert not output and not errors, f"adding says {errors.decode()}"
    return keychain


def test_certificates_go_in_with_their_hashes_and_come_out_byte_for_byte(full):
    paths, certificates = debian()
    assert hashes(full, "-p") == {digest("sha256", data): digest("sha1", data) for data in certificates}, "the hashes differ"
    assert full.run("export", "-t", "certs", "-p")[0] == b"".join(path.read_bytes() for path in paths), "the export differs from the files"


def test_certificates_that_are_there_are_not_added_again(full):
    paths, _ = debian()
    before, _ = full.run("dump-keychain")
    _, errors = full.run("add-certificates", *paths, status=1)
    reported = [f"security: {path}: already in default keychain" for path in paths]
    assert errors.decode().splitlines() == reported, "the second time does not report every file"
    assert full.run("dump-keychain")[0] == before, "the second time changed something"


@pytest.mark.parametrize("by", ["subj", "issr"], ids=["subject", "issuer and serial number"])
def test_a_certificate_is_found_by_its_subject_or_by_its_issuer_and_serial_number(full, by):
    for path, data in zip(*debian()):
        serial, issuer, subject = names(data)
        query = {"subj": f"subj=0x{subject.hex()}", "issr": f"issr=0x{issuer.hex()},slnr=0x{serial.hex()}"}[by]
        found, _ = full.run("item", "-g", f"class=cert,{query}")
        assert f"v_Data=0x{data.hex()}\n".encode() in found, f"{path.name} is not found by {query[:4]}"


@pytest.mark.parametrize("part", range(6))
def test_a_certificate_is_found_by_its_common_name(full, part):
    named = 0
    for path, data in list(zip(*debian()))[part::6]:
        name = common_name(path)
        if name:
            named += 1
            assert digest("sha256", data) in hashes(full, "-c", name), f"{path.name} is not found by its name {name}"
    assert named >= 15, f"{named} certificates have a common name"


@pytest.mark.parametrize("part, algorithm", enumerate(["sha1", "sha256"]), ids=["SHA-1", "SHA-256"])
def test_a_certificate_is_deleted_by_its_hash_until_nothing_is_left(keychain, part, algorithm):
    paths, certificates = (values[part::2] for values in debian())
    assert len(paths) >= 50, "there are certificates to delete"
    keychain.run("add-certificates", *paths)
    for data in certificates:
        keychain.run("delete-certificate", "-Z", digest(algorithm, data).decode())
        assert digest("sha256", data) not in hashes(keychain), "it is still there"
    assert not keychain.run("find-certificate", "-a")[0], "something is left"
