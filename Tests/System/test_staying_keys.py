# A program signs with keys that stay in a daemon's keychain, and its memory never holds their bytes.
# SPDX-License-Identifier: Apache-2.0
import shutil
import subprocess

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat, load_der_private_key
from support.world import ROOT_USER


def numbers(*values):
    """The bytes of numbers in both orders: OpenSSL's are those of the machine."""
    return [value.to_bytes(size, order) for value, size in values for order in ("big", "little")]


def rsa_key(data=None):
    key = load_der_private_key(data, None) if data else rsa.generate_private_key(65537, 2048)
    own = key.private_numbers()
    data = key.private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    secret = numbers((own.p, 128), (own.q, 128), (own.d, 256), (own.dmp1, 128), (own.dmq1, 128))
    return data, secret, numbers((own.public_numbers.n, 256)), lambda signature, message: (
        key.public_key().verify(signature, message, padding.PKCS1v15(), hashes.SHA256()))


def curve_key(data=None):
    key = ec.derive_private_key(int.from_bytes(data[65:], "big"), ec.SECP256R1()) if data else ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    scalar = key.private_numbers().private_value
    return point + scalar.to_bytes(32, "big"), numbers((scalar, 32)), [point[1:33]], lambda signature, message: (
        key.public_key().verify(signature, message, ec.ECDSA(hashes.SHA256())))


def edwards_key(data=None):
    key = ed25519.Ed25519PrivateKey.from_private_bytes(data) if data else ed25519.Ed25519PrivateKey.generate()
    seed = key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    octets = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return seed, [seed], [octets], lambda signature, message: key.public_key().verify(signature, message)


KINDS = {
    "RSA": ("42", "2048", "algid:sign:RSA:message-PKCS1v15:SHA256", rsa_key),
    "P-256": ("73", "256", "algid:sign:ECDSA:message-X962:SHA256", curve_key),
    "Ed25519": ("105", "1", "algid:sign:EdDSA:message-Curve25519:SHA512", edwards_key),
}
of_each_kind = pytest.mark.parametrize("name", KINDS)


def memory(process):
    """Everything that a process can read of itself."""
    parts = []
    with open(f"/proc/{process}/mem", "rb", 0) as file, open(f"/proc/{process}/maps") as maps:
        for line in maps:
            place, rights, _, _, _, *name = line.split(maxsplit=5)
            if not rights.startswith("r") or name and name[0].strip() in ("[vvar]", "[vvar_vclock]", "[vsyscall]"):
                continue
            start, stop = (int(number, 16) for number in place.split("-"))
            try:
                file.seek(start)
                parts.append(file.read(stop - start))
            except OSError:
                continue
    return parts


def holds(parts, forms):
    return any(form in part for part in parts for form in forms)


def probe(daemon, *words):
    return subprocess.Popen([daemon.binaries / "LatchkeyKeyProbe", *words], env=daemon.environment_of(ROOT_USER), stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE)


def store(daemon, world, name, tag, rule):
    """Stores a new key, and returns what `rsa_key` and its like tell of it."""
    kind, _, _, make = KINDS[name]
    data, *key = make()
    file = world.folder / "key"
    file.touch(0o600)
    file.write_bytes(data)
    stored = probe(daemon, "store", f"{kind}:1:{file}", tag, rule)
    assert stored.wait(60) == 0, f"{tag}: the key is stored"
    file.unlink()
    return key


def stored_secret(daemon, world, reader, tag):
    """The bytes of a key, as the independent reader finds them in the file of the keychain."""
    copy = world.folder / "copy"
    shutil.copytree(daemon.home, copy)

    def octets(value):
        return bytes.fromhex(value["hex"]) if isinstance(value, dict) else str(value).encode()

    found = [item for item in reader.items(copy) if octets(item.get("attributes", {}).get("atag", "")) == tag.encode()]
    assert len(found) == 1, f"{tag}: the keychain holds the private half alone"
    return octets(found[0]["secret"])


def use(daemon, name, tag, secret, public, verify):
    """A program signs 20 times: whether its memory held the private half, and whether the public one."""
    user = probe(daemon, "use", tag, KINDS[name][2])
    found = seen = False
    for number in range(20):
        message = b"message %d" % number
        user.stdin.write(message + b"\n")
        user.stdin.flush()
        # While the daemon works, and when it has.
        parts = memory(user.pid) if number in (3, 19) else []
        line = user.stdout.readline().strip()
        verify(bytes.fromhex(line.decode()), message)
        parts += memory(user.pid) if number in (0, 10, 19) else []
        found, seen = found or holds(parts, secret), seen or holds(parts, public)
    user.stdin.close()
    assert user.wait(60) == 0, f"{tag}: 20 signatures are right"
    return found, seen


def expect_staying(daemon, name, tag, secret, public, verify):
    found, seen = use(daemon, name, tag, secret, public, verify)
    assert seen and not found, f"{tag}: the program's memory holds the public half, and nothing of the private one"
    own = memory(daemon.process.pid)
    assert sum(map(len, own)) > 1_000_000, "the daemon's memory can be read"
    assert not holds(own, secret), f"{tag}: nor does the daemon's, when it has signed"


@of_each_kind
def test_a_key_that_stays_is_in_nobodys_memory_while_a_program_signs_with_it(daemon, world, name):
    expect_staying(daemon, name, name, *store(daemon, world, name, name, "stays"))


@of_each_kind
def test_a_key_that_may_leave_is_found_in_the_memory_of_the_program_that_uses_it(daemon, world, name):
    tag = name + " extractable"
    found, _ = use(daemon, name, tag, *store(daemon, world, name, tag, "extractable"))
    assert found, f"{tag}: of a key that may leave the private half is found, so that it would be"


@of_each_kind
def test_a_key_that_the_daemon_has_made_is_in_nobodys_memory(daemon, world, reader, name):
    kind, size, _, make = KINDS[name]
    tag = name + " made"
    maker = probe(daemon, "make", kind, size, tag)
    half = maker.communicate(timeout=60)[0]
    assert maker.returncode == 0 and len(half) > 0, f"{tag}: the key is made"
    _, secret, public, verify = make(stored_secret(daemon, world, reader, tag))
    assert any(form in half for form in public), f"{tag}: the program got its public half"
    expect_staying(daemon, name, tag, secret, public, verify)
