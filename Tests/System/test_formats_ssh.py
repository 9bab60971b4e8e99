# Keys go between `security` and ssh-keygen, in both directions and under every cipher that ssh has.
# SPDX-License-Identifier: Apache-2.0
import base64
import time

import pytest

from support.formats import AUTH_FAILED, DECODE, DUPLICATE, SSH_KINDS, SSHKeys, told_by_ssh_keygen
from support.world import run

pytestmark = pytest.mark.rootless

ONE = b"1 key imported.\n"
# What ssh-keygen puts around a key in OpenSSH's own form.
BEGIN, END = b"-----BEGIN OPENSSH PRIVATE KEY-----\n", b"-----END OPENSSH PRIVATE KEY-----\n"
ONE_ROUND, MANY_ROUNDS = b"\0\0\0\1\0\0\0\1", b"\x7f\xff\xff\xff\0\0\0\1"


@pytest.fixture
def keys(world):
    return SSHKeys(world)


def seal(path, passphrase, before="", *words):
    """Has ssh-keygen encrypt a key; it takes a passphrase in no other way without a terminal."""
    run("ssh-keygen", "-q", "-p", "-a", "1", *words, "-N", passphrase, "-P", before, "-f", path)


@pytest.mark.parametrize("kind", SSH_KINDS)
def test_a_private_key_goes_to_ssh_keygen_and_back_in_openssh_form(keychain, keys, world, kind):
    assert keychain.run("import", keys.made / kind)[0] == ONE, f"ssh-keygen {kind}"
    for name, options, passphrase in (("open", [], ""), ("sealed", ["-w", "-P", "-"], world.password)):
        out = world.folder / f"ssh-{kind}.{name}"
        keychain.run("export", "-t", "privKeys", "-f", "openssh2", "-o", out, *options, given=world.password.encode())
        assert told_by_ssh_keygen(out, "-P", passphrase) == keys.public(kind), f"ssh-keygen reads {kind}, {name}"
    run("ssh-keygen", "-y", "-P", "wrong", "-f", out, status=255)


@pytest.mark.parametrize("kind", SSH_KINDS)
def test_the_public_half_goes_to_ssh_keygen_and_back(keychain, keys, kind):
    keychain.run("import", keys.made / f"{kind}.pub")
    assert keychain.run("export", "-t", "pubKeys", "-f", "openssh2")[0].split() == keys.public(kind), f"the public half of {kind}"


@pytest.mark.parametrize("kind", SSH_KINDS)
def test_a_key_of_ssh_keygen_under_a_passphrase_is_imported(keychain, keys, world, kind):
    path = keys.copy(kind)
    seal(path, world.password)
    assert keychain.run("import", path, "-P", "-", given=world.password.encode())[0] == ONE, f"ssh-keygen {kind} under a passphrase"
    if kind == "ed25519":
        return  # OpenSSL's own form has no keys of this kind.
    out = world.folder / "out"
    keychain.run("export", "-t", "privKeys", "-f", "openssl", "-p", "-o", out)
    assert told_by_ssh_keygen(out) == keys.public(kind), f"ssh-keygen reads {kind} again"


def test_a_key_of_ssh_keygen_is_imported_under_every_cipher_that_there_is(keychain, keys, world):
    ciphers = run("ssh", "-Q", "cipher").split()
    assert len(ciphers) > 7, f"the ciphers of ssh: {ciphers}"
    path, before = keys.copy("ed25519"), ""
    for cipher in ciphers:
        seal(path, world.password, before, "-Z", cipher)
        before = world.password
        keychain.forget()
        keychain.run("import", path, "-P", "-", given=b"wrong", status=AUTH_FAILED)
        assert keychain.run("import", path, "-P", "-", given=world.password.encode())[0] == ONE, f"ssh-keygen's key under {cipher}"


def test_public_keys_go_in_and_out_one_a_line(keychain, keys):
    lines = [keys.line(kind) for kind in SSH_KINDS]
    assert keychain.run("import", "-", given=b"".join(lines))[0] == b"5 keys imported.\n", "a file of public keys"
    written, _ = keychain.run("export", "-t", "pubKeys", "-f", "openssh2")
    assert sorted(written.splitlines()) == sorted(b"".join(lines).splitlines()), "public keys one a line"
    keychain.run("import", "-", given=written, status=DUPLICATE)


def test_public_keys_are_imported_beside_a_private_one(keychain, keys):
    keychain.run("import", keys.made / "rsa")
    exported, _ = keychain.run("export", "-t", "privKeys", "-f", "openssh2")
    keychain.forget()
    mixed = keys.line("rsa") + exported + keys.line("ecdsa")
    assert keychain.run("import", "-", given=mixed)[0] == b"3 keys imported.\n", "public keys beside a private one"


def test_more_rounds_than_are_done_for_a_file_are_refused_at_once(keychain, keys, world):
    path = keys.copy("ed25519")
    seal(path, world.password)
    sealed = base64.b64decode(b"".join(path.read_bytes().splitlines()[1:-1]))
    assert sealed.count(ONE_ROUND) == 1, "the file says how many rounds it takes"
    greedy = world.folder / "greedy"
    greedy.touch(mode=0o600)
    greedy.write_bytes(BEGIN + base64.encodebytes(sealed.replace(ONE_ROUND, MANY_ROUNDS)) + END)
    start = time.monotonic()
    keychain.run("import", path, "-P", "-", given=world.password.encode())
    usual = time.monotonic() - start
    start = time.monotonic()
    keychain.run("import", greedy, "-P", "-", given=world.password.encode(), status=DECODE)
    # All the rounds would take months; so many seconds may pass on a machine that has other things to do.
    assert time.monotonic() - start < 2 + 10 * usual, "rounds are counted before they are done"
