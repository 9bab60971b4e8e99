#!/usr/bin/env python3
# What scripts/check-keys does: KeyProbe beside openssl, ssh-keygen and Python's cryptography, which know Apple's layouts by words only.
# SPDX-License-Identifier: Apache-2.0
import base64
import hashlib
import pathlib
import subprocess
import sys

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, padding, rsa, utils, x448, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

try:
    from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem
    mldsa.MLDSA65PrivateKey.generate()
    LATTICES = {("111", "65"): mldsa.MLDSA65PrivateKey, ("111", "87"): mldsa.MLDSA87PrivateKey,
                ("110", "768"): mlkem.MLKEM768PrivateKey, ("110", "1024"): mlkem.MLKEM1024PrivateKey}
except (ImportError, UnsupportedAlgorithm):
    # Those before 48, and those over an OpenSSL before 3.5.
    LATTICES = {}

PROBE, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
MESSAGE = b"a message for keys of all kinds"
HASHES = {"SHA1": hashes.SHA1(), "SHA224": hashes.SHA224(), "SHA256": hashes.SHA256(), "SHA384": hashes.SHA384(),
          "SHA512": hashes.SHA512()}
counts = {}


def count(what):
    counts[what] = counts.get(what, 0) + 1


def run(*command, stdin=b"", fails=False):
    done = subprocess.run([str(word) for word in command], input=stdin, capture_output=True)
    if (done.returncode != 0) != fails:
        sys.exit(f"error: {' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def probe(*arguments, **more):
    return run(PROBE, *arguments, **more)


def check(condition, words):
    if not condition:
        sys.exit("error: " + words)


class Key:
    """A key of the probe's making, as the probe and as cryptography have it."""

    def __init__(self, kind, bits, name):
        self.private_file, self.public_file = WORK / (name + ".private"), WORK / (name + ".public")
        probe("new", kind, bits, self.private_file, self.public_file)
        self.private, self.public = f"{kind}:1:{self.private_file}", f"{kind}:0:{self.public_file}"
        self.octets = self.public_file.read_bytes()
        secret = self.private_file.read_bytes()
        if kind == "42":
            self.peer = serialization.load_der_private_key(secret, None)
            check(self.peer.key_size == int(bits) and self.peer.public_key().public_numbers().e == 65537, "an RSA key is odd")
            mine = self.peer.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.PKCS1)
        elif kind == "73":
            curve = CURVES[bits]
            size = (int(bits) + 7) // 8
            self.peer = ec.derive_private_key(int.from_bytes(secret[-size:], "big"), curve)
            check(secret[:-size] == self.octets, "a private key does not begin with its point")
            mine = self.peer.public_key().public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        elif (kind, bits) in LATTICES:
            # The seed, and the public half behind it.
            self.peer = LATTICES[kind, bits].from_seed_bytes(secret[:-len(self.octets)])
            check(secret.endswith(self.octets), "a private key does not end with its public half")
            mine = self.peer.public_key().public_bytes_raw()
        else:
            self.peer = RAW[kind].from_private_bytes(secret)
            mine = self.peer.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        check(mine == self.octets, f"the public half of {name} is another")
        self.pem = WORK / (name + ".pem")
        self.pem.touch(mode=0o600)
        self.pem.write_bytes(self.peer.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        self.public_pem = WORK / (name + ".public.pem")
        self.public_pem.write_bytes(self.peer.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
        count("new keys")

    def signs(self, algorithm, data, verify):
        signature = probe("sign", self.private, "algid:sign:" + algorithm, stdin=data)
        try:
            verify(signature)
        except InvalidSignature:
            sys.exit(f"error: a signature of ours by {algorithm} is refused")
        count("signatures of ours")

    def verifies(self, algorithm, data, signature):
        file = WORK / "signature"
        file.write_bytes(signature)
        told = probe("verify", self.public, "algid:sign:" + algorithm, file, stdin=data)
        check(told == b"right\n", f"a signature of theirs by {algorithm} is refused")
        file.write_bytes(signature[:-1] + bytes([signature[-1] ^ 1]))
        told = probe("verify", self.public, "algid:sign:" + algorithm, file, stdin=data)
        check(told == b"-67808\n", f"a changed signature by {algorithm} is not -67808 but {told}")
        count("signatures of theirs")


CURVES = {"192": ec.SECP192R1(), "224": ec.SECP224R1(), "256": ec.SECP256R1(), "384": ec.SECP384R1(), "521": ec.SECP521R1()}
RAW = {"105": ed25519.Ed25519PrivateKey, "106": x25519.X25519PrivateKey, "107": ed448.Ed448PrivateKey,
       "108": x448.X448PrivateKey}


def check_rsa(key, size):
    public = key.peer.public_key()
    for name, digest in HASHES.items():
        for scheme, pad in (("PKCS1v15:" + name, padding.PKCS1v15()),
                            (f"PSS:{name}:{name}:{digest.digest_size}", padding.PSS(padding.MGF1(digest), digest.digest_size))):
            if "PSS" in scheme and size < 2 * digest.digest_size + 2:
                probe("sign", key.private, "algid:sign:RSA:message-" + scheme, stdin=MESSAGE, fails=True)
                continue
            key.signs("RSA:message-" + scheme, MESSAGE, lambda s: public.verify(s, MESSAGE, pad, digest))
            key.verifies("RSA:message-" + scheme, MESSAGE, key.peer.sign(MESSAGE, pad, digest))
            hashed = hashlib.new(name, MESSAGE).digest()
            key.signs("RSA:digest-" + scheme, hashed, lambda s: public.verify(s, MESSAGE, pad, digest))
    pads = [("PKCS1", padding.PKCS1v15())]
    pads += [("OAEP:" + name, padding.OAEP(padding.MGF1(digest), digest, None)) for name, digest in HASHES.items()
             if size >= 2 * digest.digest_size + 2 + len(MESSAGE)]
    for name, pad in pads:
        check(key.peer.decrypt(probe("encrypt", key.public, "algid:encrypt:RSA:" + name, stdin=MESSAGE), pad) == MESSAGE, name)
        check(probe("decrypt", key.private, "algid:encrypt:RSA:" + name, stdin=public.encrypt(MESSAGE, pad)) == MESSAGE, name)
        count("RSA encryptions both ways")
    session = 32 if size >= 512 else 16
    for name, pad in pads[1:]:
        ciphertext = probe("encrypt", key.public, f"algid:encrypt:RSA:{name}:AESGCM", stdin=MESSAGE * 50)
        aes = key.peer.decrypt(ciphertext[:size], pad)
        check(len(aes) == session, "a session key has another size")
        check(AESGCM(aes).decrypt(bytes(16), ciphertext[size:], key.octets) == MESSAGE * 50, name)
        theirs = public.encrypt(aes, pad) + AESGCM(aes).encrypt(bytes(16), MESSAGE, key.octets)
        check(probe("decrypt", key.private, f"algid:encrypt:RSA:{name}:AESGCM", stdin=theirs) == MESSAGE, name)
        count("RSA with AES-GCM both ways")


def check_curve(key, bits):
    public, size = key.peer.public_key(), (int(bits) + 7) // 8
    for name, digest in HASHES.items():
        key.signs("ECDSA:message-X962:" + name, MESSAGE, lambda s: public.verify(s, MESSAGE, ec.ECDSA(digest)))
        key.verifies("ECDSA:message-X962:" + name, MESSAGE, key.peer.sign(MESSAGE, ec.ECDSA(digest)))
        r, s = utils.decode_dss_signature(key.peer.sign(MESSAGE, ec.ECDSA(digest)))
        key.verifies("ECDSA:message-RFC4754:" + name, MESSAGE, r.to_bytes(size, "big") + s.to_bytes(size, "big"))
        hashed = hashlib.new(name, MESSAGE).digest()
        key.signs("ECDSA:digest-RFC4754:" + name, hashed, lambda s: public.verify(
            utils.encode_dss_signature(int.from_bytes(s[:size], "big"), int.from_bytes(s[size:], "big")), MESSAGE,
            ec.ECDSA(digest)))
        for variant in ("", "-KDFIV"):
            if variant and name == "SHA1":
                continue
            check_ecies(key, bits, digest, f"algid:encrypt:ECIES:ECDH:KDFX963:{name}:AESGCM{variant}", variant)
    check_agreement(key, Key("73", bits, "other" + bits), lambda k, p: k.exchange(ec.ECDH(), p))


def check_ecies(key, bits, digest, algorithm, variant):
    size = 32 if int(bits) > 256 else 16

    def cipher(secret, point):
        material = X963KDF(digest, size + (16 if variant else 0), point).derive(secret)
        return AESGCM(material[:size]), material[size:] or bytes(16)

    ciphertext = probe("encrypt", key.public, algorithm, stdin=MESSAGE)
    point = ciphertext[:len(key.octets)]
    peer = ec.EllipticCurvePublicKey.from_encoded_point(CURVES[bits], point)
    aes, iv = cipher(key.peer.exchange(ec.ECDH(), peer), point)
    check(aes.decrypt(iv, ciphertext[len(point):], None) == MESSAGE, algorithm)
    ephemeral = ec.generate_private_key(CURVES[bits])
    point = ephemeral.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    aes, iv = cipher(ephemeral.exchange(ec.ECDH(), key.peer.public_key()), point)
    check(probe("decrypt", key.private, algorithm, stdin=point + aes.encrypt(iv, MESSAGE, None)) == MESSAGE, algorithm)
    count("ECIES both ways")


def check_agreement(one, other, exchange):
    secret = exchange(one.peer, other.peer.public_key())
    for mine, theirs in ((one, other), (other, one)):
        check(probe("agree", mine.private, "algid:keyexchange:ECDH", theirs.public, 0) == secret, "another secret")
    derived = probe("agree", one.private, "algid:keyexchange:ECDHC:KDFX963:SHA256", other.public, 273)
    check(derived == X963KDF(hashes.SHA256(), 273, b"").derive(secret), "another derivation")
    peer_file = WORK / "peer.pem"
    run("openssl", "pkeyutl", "-derive", "-inkey", one.pem, "-peerkey", other.public_pem, "-out", peer_file)
    check(peer_file.read_bytes() == secret, "openssl agrees on another secret")
    count("agreements with openssl and cryptography")


def check_openssl(key, algorithm, options, hashed=None):
    """openssl signs for us and verifies ours, with a command of its own."""
    signature, message = WORK / "openssl.signature", WORK / "message"
    message.write_bytes(hashed or MESSAGE)
    run("openssl", "pkeyutl", "-sign", "-inkey", key.pem, "-in", message, "-out", signature, *options)
    key.verifies(algorithm, message.read_bytes(), signature.read_bytes())
    signature.write_bytes(probe("sign", key.private, "algid:sign:" + algorithm, stdin=message.read_bytes()))
    run("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key.public_pem, "-in", message, "-sigfile", signature, *options)
    count("signatures with openssl both ways")


def check_raw(key, number):
    """The bare operation: one side's forth and the other's back give the number again."""
    result, bare = WORK / "number", ["-pkeyopt", "rsa_padding_mode:none"]
    result.write_bytes(probe("encrypt", key.public, "algid:encrypt:RSA:raw", stdin=number))
    check(run("openssl", "pkeyutl", "-decrypt", "-inkey", key.pem, "-in", result, *bare) == number, "another number")
    result.write_bytes(probe("sign", key.private, "algid:sign:RSA:raw", stdin=number))
    check(run("openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", key.public_pem, "-in", result, *bare) == number, "another number")
    key.verifies("RSA:raw", number, result.read_bytes())
    count("bare operations with openssl")


def check_ssh(key):
    told = run("ssh-keygen", "-y", "-f", key.pem).split()[1]
    mine = key.peer.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH).split()[1]
    check(base64.b64decode(told) == base64.b64decode(mine), "ssh-keygen reads another key")
    count("keys that ssh-keygen reads")


def check_encapsulation(key):
    secret, ciphertext = key.peer.public_key().encapsulate()
    check(probe("decapsulate", key.private, "algid:kem:ML-KEM", stdin=ciphertext) == secret, "another secret of theirs")
    file = WORK / "secret"
    ciphertext = probe("encapsulate", key.public, "algid:kem:ML-KEM", file)
    check(key.peer.decapsulate(ciphertext) == file.read_bytes(), "another secret of ours")
    count("encapsulations both ways")


MD5 = hashlib.md5(MESSAGE).digest()
for bits in ("1023", "2048", "2056", "4096"):
    rsa_key = Key("42", bits, "rsa" + bits)
    check_rsa(rsa_key, (int(bits) + 7) // 8)
    if bits == "2048":
        check_ssh(rsa_key)
        check_openssl(rsa_key, "RSA:digest-PKCS1v15:MD5", ["-pkeyopt", "digest:md5"], MD5)
        check_openssl(rsa_key, "RSA:digest-PKCS1v15", [], MESSAGE)
        check_raw(rsa_key, bytes(1) + (MESSAGE * 9)[:255])
for bits in CURVES:
    curve_key = Key("73", bits, "ec" + bits)
    check_curve(curve_key, bits)
    check_openssl(curve_key, "ECDSA:digest-X962:SHA256", [], hashlib.sha256(MESSAGE).digest())
    if int(bits) >= 256:
        check_ssh(curve_key)
for kind, algorithm in (("105", "EdDSA:message-Curve25519:SHA512"), ("107", "EdDSA:message-Curve448:SHAKE256")):
    edwards = Key(kind, "256", "ed" + kind)
    edwards.signs(algorithm, MESSAGE, lambda s: edwards.peer.public_key().verify(s, MESSAGE))
    edwards.verifies(algorithm, MESSAGE, edwards.peer.sign(MESSAGE))
    check_openssl(edwards, algorithm, ["-rawin"])
for kind in ("106", "108"):
    check_agreement(Key(kind, "256", "one" + kind), Key(kind, "256", "two" + kind), lambda k, p: k.exchange(p))
for kind, bits in LATTICES:
    lattice = Key(kind, bits, f"lattice{bits}")
    if kind == "110":
        check_encapsulation(lattice)
        continue
    for message in (b"", MESSAGE, MESSAGE * 1000):
        lattice.signs("ML-DSA:message", message, lambda s: lattice.peer.public_key().verify(s, message))
        lattice.verifies("ML-DSA:message", message, lattice.peer.sign(message))
if not LATTICES:
    print("keys over lattices are left out: Python's cryptography has none before version 48")
print("keys: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
