# LatchkeyKeyProbe, which uses keys by the framework, and its keys as Python's cryptography has them.
# SPDX-License-Identifier: Apache-2.0
import base64
import collections
import hashlib
import subprocess

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, x448, x25519
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

# Apple's numbers of the kinds of keys.
RSA, EC, ED25519, X25519, ED448, X448, ML_KEM, ML_DSA = "42", "73", "105", "106", "107", "108", "110", "111"
CURVES = {"192": ec.SECP192R1(), "224": ec.SECP224R1(), "256": ec.SECP256R1(), "384": ec.SECP384R1(), "521": ec.SECP521R1()}
RAW = {ED25519: ed25519.Ed25519PrivateKey, X25519: x25519.X25519PrivateKey, ED448: ed448.Ed448PrivateKey, X448: x448.X448PrivateKey}
MESSAGE = b"a message for keys of all kinds"
HASHES = {"SHA1": hashes.SHA1(), "SHA224": hashes.SHA224(), "SHA256": hashes.SHA256(), "SHA384": hashes.SHA384(), "SHA512": hashes.SHA512()}


def hashed(name, data=MESSAGE):
    return hashlib.new(name, data).digest()


def accepts(verify, *words):
    try:
        verify(*words)
    except InvalidSignature:
        return False
    return True


class Probe:
    """The program, and how often a test has compared what."""

    def __init__(self, world):
        self.world, self.program, self.folder = world, world.bin / "LatchkeyKeyProbe", world.folder
        assert self.program.exists(), "there is no LatchkeyKeyProbe: swift build --product LatchkeyKeyProbe"
        self.counts = collections.Counter()

    @staticmethod
    def run(*command, given=b"", fails=False):
        done = subprocess.run([str(word) for word in command], input=given, capture_output=True, timeout=200)
        assert (done.returncode != 0) == fails, f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.decode()}"
        return done.stdout

    def __call__(self, *words, **more):
        return self.run(self.program, *words, **more)

    def count(self, what):
        self.counts[what] += 1

    def has_counted(self, least, what):
        """So many comparisons, at least, were made: a loop over nothing proves nothing."""
        assert self.counts[what] >= least, f"{self.counts[what]} {what} instead of {least}"


class MadeKey:
    """A key of the probe's making, once for all tests: the external representations of both halves."""

    def __init__(self, probe, kind, bits, name="one"):
        made = probe.world.session.once(
            f"key of kind {kind}, {bits}, {name}",
            lambda folder: probe("new", kind, bits, folder / "private", folder / "public"))
        self.probe, self.kind, self.bits, self.name = probe, kind, bits, f"{name}-{kind}-{bits}"
        self.private, self.public = f"{kind}:1:{made / 'private'}", f"{kind}:0:{made / 'public'}"
        self.secret, self.octets = (made / "private").read_bytes(), (made / "public").read_bytes()

    def is_made_as(self, public_half):
        """Compares the public half with what the peer has made of the private one."""
        assert public_half == self.octets, f"the public half of {self.name} is another"
        self.probe.count("new keys")

    def signs(self, algorithm, data, verify):
        """The peer accepts a signature of ours."""
        signature = self.probe("sign", self.private, "algid:sign:" + algorithm, given=data)
        assert accepts(verify, signature), f"a signature of ours by {algorithm} is refused"
        self.probe.count("signatures of ours")

    def verifies(self, algorithm, data, signature):
        """A signature of the peer is accepted, and refused with one bit changed."""
        file = self.probe.folder / "signature"
        file.write_bytes(signature)
        told = self.probe("verify", self.public, "algid:sign:" + algorithm, file, given=data)
        assert told == b"right\n", f"a signature of theirs by {algorithm} is refused"
        file.write_bytes(signature[:-1] + bytes([signature[-1] ^ 1]))
        told = self.probe("verify", self.public, "algid:sign:" + algorithm, file, given=data)
        assert told == b"-67808\n", f"a changed signature by {algorithm} is not -67808 but {told}"
        self.probe.count("signatures of theirs")


class Key(MadeKey):
    """A key that cryptography has, too (`peer`), and as two files for other programs."""

    def __init__(self, probe, kind, bits, name="one"):
        super().__init__(probe, kind, bits, name)
        encoding, form = serialization.Encoding, serialization.PublicFormat
        if kind == RSA:
            self.peer = serialization.load_der_private_key(self.secret, None)
            numbers = self.peer.public_key().public_numbers()
            assert self.peer.key_size == int(bits) and numbers.e == 65537, "an RSA key is odd"
            layout = encoding.DER, form.PKCS1
        elif kind == EC:
            size = (int(bits) + 7) // 8
            self.peer = ec.derive_private_key(int.from_bytes(self.secret[-size:], "big"), CURVES[bits])
            assert self.secret[:-size] == self.octets, "a private key does not begin with its point"
            layout = encoding.X962, form.UncompressedPoint
        else:
            self.peer = RAW[kind].from_private_bytes(self.secret)
            layout = encoding.Raw, form.Raw
        self.public_peer = self.peer.public_key()
        self.is_made_as(self.public_peer.public_bytes(*layout))
        self.pem, self.public_pem = (probe.folder / f"{self.name}.{half}.pem" for half in ("private", "public"))
        self.pem.touch(mode=0o600)
        self.pem.write_bytes(self.peer.private_bytes(encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        self.public_pem.write_bytes(self.public_peer.public_bytes(encoding.PEM, form.SubjectPublicKeyInfo))

    def is_read_by_ssh_keygen(self):
        told = self.probe.run("ssh-keygen", "-y", "-f", self.pem).split()[1]
        mine = self.public_peer.public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH).split()[1]
        assert base64.b64decode(told) == base64.b64decode(mine), "ssh-keygen reads another key"
        self.probe.count("keys that ssh-keygen reads")

    def signs_with_openssl(self, algorithm, options, message):
        """openssl signs for us and verifies ours, with a command of its own."""
        run, signature, file = self.probe.run, self.probe.folder / "openssl.signature", self.probe.folder / "message"
        file.write_bytes(message)
        run("openssl", "pkeyutl", "-sign", "-inkey", self.pem, "-in", file, "-out", signature, *options)
        self.verifies(algorithm, message, signature.read_bytes())
        signature.write_bytes(self.probe("sign", self.private, "algid:sign:" + algorithm, given=message))
        run("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", self.public_pem, "-in", file, "-sigfile", signature, *options)
        self.probe.count("signatures with openssl both ways")

    def agrees(self, other, exchange):
        """We, cryptography and openssl come to one secret with another key; `exchange` is cryptography's."""
        probe, secret = self.probe, exchange(self.peer, other.public_peer)
        for mine, theirs in ((self, other), (other, self)):
            assert probe("agree", mine.private, "algid:keyexchange:ECDH", theirs.public, 0) == secret, "another secret"
        derived = probe("agree", self.private, "algid:keyexchange:ECDHC:KDFX963:SHA256", other.public, 273)
        assert derived == X963KDF(hashes.SHA256(), 273, b"").derive(secret), "another derivation"
        file = probe.folder / "agreed"
        probe.run("openssl", "pkeyutl", "-derive", "-inkey", self.pem, "-peerkey", other.public_pem, "-out", file)
        assert file.read_bytes() == secret, "openssl agrees on another secret"
        probe.count("agreements with openssl and cryptography")
