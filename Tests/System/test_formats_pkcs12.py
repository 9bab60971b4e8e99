# Files of PKCS#12 go between `security` and openssl, keytool and pk12util, in both directions.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess

import pytest
from support.command import openssl
from support.formats import AUTH_FAILED, DUPLICATE, KINDS
from support.world import run

# Many rounds take many seconds on a loaded machine.
pytestmark = [pytest.mark.rootless, pytest.mark.patience(300)]

WAYS = {
    "legacy": ["-legacy"], "aes128": ["-keypbe", "AES-128-CBC", "-certpbe", "AES-192-CBC"],
    "3des": ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES"],
    "rc2-128": ["-legacy", "-keypbe", "PBE-SHA1-RC2-128", "-certpbe", "PBE-SHA1-RC2-128"],
    "rc2-40": ["-legacy", "-keypbe", "PBE-SHA1-RC2-40", "-certpbe", "PBE-SHA1-RC2-40"],
    "rc4-128": ["-legacy", "-keypbe", "PBE-SHA1-RC4-128", "-certpbe", "PBE-SHA1-RC4-128"],
    "rc4-40": ["-legacy", "-keypbe", "PBE-SHA1-RC4-40", "-certpbe", "PBE-SHA1-RC4-40"],
    "sha512": ["-macalg", "sha512"], "sha384": ["-macalg", "sha384"], "sha224": ["-macalg", "sha224"], "sha1": ["-macalg", "sha1"],
    "no code": ["-nomac"], "no rounds": ["-nomaciter", "-noiter"], "plain": ["-keypbe", "NONE", "-certpbe", "NONE"],
    "many rounds": ["-iter", "1000000"],
}
OLD_CIPHERS = ["-c", "PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-CBC", "-C", "PKCS #12 V2 PBE With SHA-1 And 40 Bit RC2 CBC"]
ONE_OF_EACH = b"1 identity imported.\n1 certificate imported.\n"


def goes_in(keychain, identities, kind, way, words, passphrase, passphrase_file):
    """A file of openssl is refused under another passphrase, imported under its own, and not imported again."""
    path, what = identities.pkcs12(kind, passphrase_file, *words), f"openssl {way} {kind}"
    # Without a code nothing but the padding of the cipher tells passphrases apart.
    keychain.run("import", path, "-P", "-", given=b"wrong", status=None if way in ("no code", "plain") else AUTH_FAILED)
    said, _ = keychain.run("import", path, "-P", "-", given=passphrase.encode())
    assert said == ONE_OF_EACH, f"{what}: import says {said}"
    identities.holds(keychain, kind, what)
    keychain.run("import", path, "-P", "-", given=passphrase.encode(), status=DUPLICATE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_pkcs12_of_openssl_is_imported_for_each_kind_of_key(keychain, identities, kind):
    goes_in(keychain, identities, kind, "default", [], identities.plain, identities.plain_file)


@pytest.mark.parametrize("way", WAYS)
def test_a_pkcs12_of_openssl_is_imported_under_each_cipher_and_code(keychain, identities, way):
    goes_in(keychain, identities, "p256", way, WAYS[way], identities.plain, identities.plain_file)


@pytest.mark.parametrize("way, words", [("default", []), ("legacy", WAYS["legacy"])], ids=["default", "legacy"])
def test_a_pkcs12_of_openssl_is_imported_under_a_passphrase_beyond_ascii(keychain, identities, way, words):
    goes_in(keychain, identities, "p256", way, words, identities.awkward, identities.awkward_file)


def test_a_pkcs12_of_openssl_with_an_empty_passphrase_is_imported_without_one(keychain, identities):
    path = identities.work / "file.p12"
    leaf = identities.certificate("p256")
    openssl("pkcs12", "-export", "-inkey", identities.key("p256"), "-in", leaf, "-passout", "pass:", "-out", path)
    assert keychain.run("import", path)[0] == b"1 identity imported.\n", "a file with an empty passphrase"


def test_a_pkcs12_of_openssl_that_holds_certificates_alone_is_imported(keychain, identities):
    path = identities.work / "file.p12"
    leaf = identities.certificate("p256")
    openssl("pkcs12", "-export", "-nokeys", "-in", leaf, "-passout", f"file:{identities.plain_file}", "-out", path)
    assert keychain.run("import", path, "-P", "-", given=identities.plain.encode())[0] == b"1 certificate imported.\n", "certificates alone"


@pytest.mark.parametrize("name", ["plain", "awkward"])
def test_openssl_finds_all_identities_in_an_exported_pkcs12_and_it_comes_back(keychain, identities, name):
    passphrase, file = {"plain": (identities.plain, identities.plain_file), "awkward": (identities.awkward, identities.awkward_file)}[name]
    identities.import_all(keychain)
    path = identities.work / "all.p12"
    keychain.run("export", "-f", "pkcs12", "-P", "-", "-o", path, given=passphrase.encode())
    assert path.stat().st_mode & 0o777 == 0o600, "the mode of the file"
    text = openssl("pkcs12", "-in", path, "-nodes", "-passin", f"file:{file}")
    assert text.count(b"BEGIN PRIVATE KEY") == len(KINDS), "openssl finds every key"
    assert text.count(b"BEGIN CERTIFICATE") == len(KINDS) + 1, "openssl finds every certificate"
    openssl("pkcs12", "-in", path, "-nodes", "-passin", "pass:wrong", status=1)
    keychain.forget()
    said, _ = keychain.run("import", path, "-f", "pkcs12", "-P", "-", given=passphrase.encode())
    assert said == f"{len(KINDS)} identities imported.\n1 certificate imported.\n".encode(), f"several keys in one file: {said}"


def test_an_exported_pkcs12_costs_whoever_guesses_its_password_600_000_rounds(keychain, identities):
    keychain.run("import", identities.key("p256"))
    path = identities.work / "one.p12"
    keychain.run("export", "-t", "privKeys", "-f", "pkcs12", "-P", "-", "-o", path, given=identities.plain.encode())
    done = subprocess.run(["openssl", "pkcs12", "-in", str(path), "-info", "-noout", "-passin", f"file:{identities.plain_file}"],
                          capture_output=True, text=True, timeout=60)
    rounds = [int(number) for number in re.findall(r"Iteration (\d+)", done.stdout + done.stderr)]
    assert len(rounds) >= 2 and min(rounds) >= 600_000, f"the code and the key take 600 000 rounds: {rounds}"


def test_a_key_that_never_leaves_is_not_exported_as_pkcs12(keychain, identities):
    keychain.run("import", identities.key("p256"), "-x")
    keychain.run("export", "-t", "privKeys", "-f", "pkcs12", "-P", "-", given=identities.awkward.encode(), status=28)


def keytool(*words):
    """Java takes its time to start on a loaded machine."""
    return run("keytool", *words, timeout=200)


def test_a_pkcs12_of_keytool_is_imported(keychain, identities):
    store = identities.work / "java.p12"
    common = ["-storetype", "PKCS12", "-keystore", store, "-storepass:file", identities.plain_file]
    for alias, words in {"one": ["-keyalg", "RSA", "-keysize", "2048"], "two": ["-keyalg", "EC", "-groupname", "secp256r1"]}.items():
        keytool("-genkeypair", "-alias", alias, "-dname", f"CN=Java {alias}", *words, *common)
    keychain.run("import", store, "-P", "-", given=b"wrong", status=AUTH_FAILED)
    said, _ = keychain.run("import", store, "-P", "-", given=identities.plain.encode())
    assert said == b"2 identities imported.\n", f"keytool's file: {said}"


def test_keytool_finds_all_keys_in_an_exported_pkcs12(keychain, identities):
    identities.import_all(keychain)
    path = identities.work / "plain.p12"
    keychain.run("export", "-f", "pkcs12", "-P", "-", "-o", path, given=identities.plain.encode())
    listed = keytool("-list", "-storetype", "PKCS12", "-keystore", path, "-storepass:file", identities.plain_file)
    assert listed.count("PrivateKeyEntry") == len(KINDS), f"keytool finds every key: {listed}"


def database(folder, name):
    """A new database of NSS."""
    (folder / name).mkdir()
    run("certutil", "-N", "-d", f"sql:{folder / name}", "--empty-password")
    return f"sql:{folder / name}"


@pytest.mark.parametrize("name, words", [("default", []), ("old", OLD_CIPHERS)], ids=["default", "old ciphers"])
def test_a_pkcs12_of_pk12util_is_imported(keychain, identities, name, words):
    store, path = database(identities.work, "nss"), identities.work / "nss.p12"
    run("pk12util", "-i", identities.pkcs12("rsa", identities.plain_file, name="nss"), "-d", store, "-w", identities.plain_file)
    run("pk12util", "-o", path, "-n", "nss", "-d", store, "-w", identities.plain_file, *words)
    keychain.run("import", path, "-P", "-", given=b"wrong", status=AUTH_FAILED)
    said, _ = keychain.run("import", path, "-P", "-", given=identities.plain.encode())
    assert said == ONE_OF_EACH, f"pk12util's file, {name}: {said}"
    identities.holds(keychain, "rsa", f"pk12util {name}")


def test_pk12util_reads_an_exported_pkcs12(keychain, identities):
    keychain.run("import", identities.pkcs12("rsa", identities.plain_file), "-P", "-", given=identities.plain.encode())
    store, path = database(identities.work, "nss"), identities.work / "for-nss.p12"
    keychain.run("export", "-f", "pkcs12", "-t", "identities", "-P", "-", "-o", path, given=identities.plain.encode())
    run("pk12util", "-i", path, "-d", store, "-w", identities.plain_file)
    listed = run("certutil", "-K", "-d", store)
    assert "rsa" in listed, f"pk12util has the key: {listed}"
