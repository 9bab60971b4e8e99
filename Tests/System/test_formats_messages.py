# Certificates in PKCS#7, in signed messages of `openssl cms` and in Netscape's sequence, and what is no file of keys at
# all.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.command import openssl
from support.formats import KINDS, UNKNOWN, fingerprints

pytestmark = pytest.mark.rootless

WAYS = {"detached": [], "with what is signed": ["-nodetach"], "by key identifier": ["-keyid"], "without attributes": ["-noattr", "-binary"],
        "in pieces": ["-nodetach", "-stream", "-binary"]}
TWO = b"2 certificates imported.\n"


@pytest.mark.parametrize("form", ["PEM", "DER"])
def test_certificates_in_pkcs7_go_both_ways(keychain, identities, form):
    both = openssl("crl2pkcs7", "-nocrl", "-certfile", identities.certificate("p256"), "-certfile", identities.root)
    assert keychain.run("import", "-", given=openssl("pkcs7", "-outform", form, given=both))[0] == TWO, "PKCS#7"
    text, _ = keychain.run("export", "-t", "certs", "-f", "pkcs7", "-p")
    assert openssl("pkcs7", "-print_certs", given=text).count(b"BEGIN CERTIFICATE") == 2, "openssl reads the exported PKCS#7"


# openssl signs no messages with Ed25519.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "ed25519"])
@pytest.mark.parametrize("way", WAYS)
def test_certificates_of_a_signed_message_are_taken_out_whatever_is_signed_and_how(keychain, identities, kind, way):
    """How openssl verifies the messages that this project signs itself is a test of codesign."""
    letter = identities.work / "letter"
    letter.write_bytes(b"a letter\n")
    wanted = fingerprints(identities.certificate(kind).read_bytes() + identities.root.read_bytes())
    assert len(wanted) == 2, "a leaf and its root are two certificates"
    for form in ("DER", "PEM"):
        what = f"openssl cms -sign {kind}, {way}, {form}"
        signed = openssl("cms", "-sign", "-in", letter, "-signer", identities.certificate(kind), "-inkey", identities.key(kind),
                         "-certfile", identities.root, "-outform", form, *WAYS[way])
        keychain.forget()
        assert keychain.run("import", "-", given=signed)[0] == TWO, what
        text, _ = keychain.run("export", "-t", "certs", "-f", "pkcs7", "-p")
        found = fingerprints(openssl("pkcs7", "-print_certs", given=text))
        assert len(found) == 2 and found == wanted, f"{what}: other certificates"
        # A message that nobody signed is a form of CMS, too.
        read = openssl("cms", "-cmsout", "-inform", "PEM", "-certsout", "/dev/stdout", "-noout", given=text.replace(b"PKCS7", b"CMS"))
        assert fingerprints(read) == wanted, f"{what}: openssl cms reads others"


def test_netscapes_sequence_of_certificates_is_imported_and_never_exported(keychain, identities):
    both = identities.certificate("p256").read_bytes() + identities.root.read_bytes()
    sequence = openssl("nseq", "-toseq", given=both)
    assert keychain.run("import", "-", "-f", "netscape", given=sequence)[0] == TWO, "Netscape's sequence"
    keychain.run("import", "-", "-f", "netscape", given=both, status=1)
    keychain.run("export", "-t", "certs", "-f", "netscape", status=1)


@pytest.mark.parametrize("file", [b"\x30\x82\xff\xff" + bytes(100), b"no file of keys"], ids=["a length too long", "a text"])
def test_what_is_no_file_of_keys_is_refused(keychain, file):
    keychain.run("import", "-", given=file, status=UNKNOWN)
