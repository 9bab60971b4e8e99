# Private keys under passphrases go between `security` and openssl: PKCS#8 in both directions, and OpenSSL's own way of
# before.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.command import openssl
from support.formats import AUTH_FAILED, KINDS

pytestmark = pytest.mark.rootless

CIPHERS = {"aes": [], "scrypt": ["-scrypt"], "3des": ["-v1", "PBE-SHA1-3DES"], "sha1": ["-v2prf", "hmacWithSHA1"]}


def encrypted(identities, kind, form, words):
    return openssl("pkcs8", "-topk8", "-in", identities.key(kind), "-passout", f"file:{identities.awkward_file}", "-outform", form, *words)


def goes_in(keychain, identities, kind, name, key, passphrase):
    """The key of a file is imported, and is the one that openssl made."""
    path = identities.work / "key"
    path.touch(mode=0o600)
    path.write_bytes(key)
    said, _ = keychain.run("import", path, "-P", "-", given=passphrase.encode())
    assert said == b"1 key imported.\n", f"{kind} {name}: {said}"
    assert identities.has_key(keychain, kind), f"{kind} {name}: another key"


@pytest.mark.parametrize("kind", KINDS)
def test_a_pkcs8_of_openssl_is_imported(keychain, identities, kind):
    goes_in(keychain, identities, kind, "pkcs8", identities.key(kind).read_bytes(), identities.awkward)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cipher", CIPHERS)
def test_an_encrypted_pkcs8_of_openssl_is_imported(keychain, identities, kind, cipher):
    for form in ("PEM", "DER"):
        key = encrypted(identities, kind, form, CIPHERS[cipher])
        keychain.forget()
        keychain.run("import", "-", "-P", "wrong", given=key, status=AUTH_FAILED)
        goes_in(keychain, identities, kind, f"{cipher} {form}", key, identities.awkward)


@pytest.mark.parametrize("kind", KINDS)
def test_openssl_reads_an_encrypted_pkcs8_that_was_exported(keychain, identities, kind):
    goes_in(keychain, identities, kind, "aes PEM", encrypted(identities, kind, "PEM", CIPHERS["aes"]), identities.awkward)
    out = identities.work / "out"
    keychain.run("export", "-t", "privKeys", "-f", "pkcs8", "-w", "-P", "-", "-p", "-o", out, given=identities.awkward.encode())
    assert b"ENCRYPTED PRIVATE KEY" in out.read_bytes(), "an encrypted key says so"
    theirs = openssl("pkey", "-passin", f"file:{identities.awkward_file}", "-in", out, "-pubout")
    assert theirs == openssl("pkey", "-in", identities.key(kind), "-pubout"), "openssl reads what was encrypted"


@pytest.mark.parametrize("kind, command", [("rsa", ["rsa", "-traditional"]), ("p256", ["ec"])], ids=["rsa", "p256"])
@pytest.mark.parametrize("cipher", ["aes128", "aes192", "aes256", "des3"])
def test_a_key_that_openssl_encrypted_in_its_old_way_is_imported(keychain, identities, kind, command, cipher):
    text = openssl(*command, f"-{cipher}", "-in", identities.key(kind), "-passout", f"file:{identities.plain_file}")
    assert b"DEK-Info" in text, f"openssl writes {kind} with {cipher} in its old way"
    keychain.run("import", "-", "-P", "wrong", given=text, status=AUTH_FAILED)
    goes_in(keychain, identities, kind, cipher, text, identities.plain)
