# Keys over elliptic curves beside openssl, ssh-keygen and Python's cryptography, in both directions.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

from support.probe import CURVES, EC, ED448, ED25519, HASHES, MESSAGE, X448, X25519, Key, hashed

pytestmark = pytest.mark.rootless
each_curve = pytest.mark.parametrize("bits", CURVES)
EDWARDS = {ED25519: "EdDSA:message-Curve25519:SHA512", ED448: "EdDSA:message-Curve448:SHAKE256"}
each_edwards = pytest.mark.parametrize("kind", EDWARDS, ids=["Ed25519", "Ed448"])


@each_curve
def test_cryptography_and_the_framework_accept_ecdsa_of_each_other(probe, bits):
    key, size = Key(probe, EC, bits), (int(bits) + 7) // 8

    def verify_numbers(signature, digest):
        """RFC 4754 has the two numbers one behind the other."""
        numbers = (int.from_bytes(half, "big") for half in (signature[:size], signature[size:]))
        key.public_peer.verify(utils.encode_dss_signature(*numbers), MESSAGE, ec.ECDSA(digest))

    for name, digest in HASHES.items():
        key.signs("ECDSA:message-X962:" + name, MESSAGE, lambda signature: key.public_peer.verify(signature, MESSAGE, ec.ECDSA(digest)))
        key.verifies("ECDSA:message-X962:" + name, MESSAGE, key.peer.sign(MESSAGE, ec.ECDSA(digest)))
        r, s = utils.decode_dss_signature(key.peer.sign(MESSAGE, ec.ECDSA(digest)))
        key.verifies("ECDSA:message-RFC4754:" + name, MESSAGE, r.to_bytes(size, "big") + s.to_bytes(size, "big"))
        key.signs("ECDSA:digest-RFC4754:" + name, hashed(name), lambda signature: verify_numbers(signature, digest))
    probe.has_counted(1, "new keys")
    probe.has_counted(10, "signatures of ours")
    probe.has_counted(10, "signatures of theirs")


@each_curve
def test_cryptography_and_the_framework_decrypt_ecies_for_each_other(probe, bits):
    key, size = Key(probe, EC, bits), 32 if int(bits) > 256 else 16
    # Apple's variant that derives the nonce, too, has no SHA-1.
    variants = [(name, variant) for name in HASHES for variant in ("", "-KDFIV") if (name, variant) != ("SHA1", "-KDFIV")]
    for name, variant in variants:
        algorithm = f"algid:encrypt:ECIES:ECDH:KDFX963:{name}:AESGCM{variant}"

        def cipher(secret, point):
            material = X963KDF(HASHES[name], size + (16 if variant else 0), point).derive(secret)
            return AESGCM(material[:size]), material[size:] or bytes(16)

        ciphertext = probe("encrypt", key.public, algorithm, given=MESSAGE)
        point = ciphertext[:len(key.octets)]
        aes, nonce = cipher(key.peer.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVES[bits], point)), point)
        assert aes.decrypt(nonce, ciphertext[len(point):], None) == MESSAGE, algorithm
        ephemeral = ec.generate_private_key(CURVES[bits])
        point = ephemeral.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        aes, nonce = cipher(ephemeral.exchange(ec.ECDH(), key.public_peer), point)
        theirs = point + aes.encrypt(nonce, MESSAGE, None)
        assert probe("decrypt", key.private, algorithm, given=theirs) == MESSAGE, algorithm
        probe.count("ECIES both ways")
    probe.has_counted(9, "ECIES both ways")


@each_curve
def test_openssl_cryptography_and_the_framework_agree_on_a_secret(probe, bits):
    Key(probe, EC, bits).agrees(Key(probe, EC, bits, "other"), lambda mine, theirs: mine.exchange(ec.ECDH(), theirs))
    probe.has_counted(2, "new keys")
    probe.has_counted(1, "agreements with openssl and cryptography")


@each_curve
def test_openssl_and_the_framework_accept_ecdsa_of_each_other(probe, bits):
    Key(probe, EC, bits).signs_with_openssl("ECDSA:digest-X962:SHA256", [], hashed("sha256"))
    probe.has_counted(1, "signatures with openssl both ways")


# ssh has no smaller curves.
@pytest.mark.parametrize("bits", [bits for bits in CURVES if int(bits) >= 256])
def test_ssh_keygen_reads_an_ecdsa_key_of_the_framework(probe, bits):
    Key(probe, EC, bits).is_read_by_ssh_keygen()
    probe.has_counted(1, "keys that ssh-keygen reads")


@each_edwards
def test_cryptography_and_the_framework_accept_eddsa_of_each_other(probe, kind):
    key, algorithm = Key(probe, kind, "256"), EDWARDS[kind]
    key.signs(algorithm, MESSAGE, lambda signature: key.public_peer.verify(signature, MESSAGE))
    key.verifies(algorithm, MESSAGE, key.peer.sign(MESSAGE))
    probe.has_counted(1, "new keys")
    probe.has_counted(1, "signatures of ours")
    probe.has_counted(1, "signatures of theirs")


@each_edwards
def test_openssl_and_the_framework_accept_eddsa_of_each_other(probe, kind):
    Key(probe, kind, "256").signs_with_openssl(EDWARDS[kind], ["-rawin"], MESSAGE)
    probe.has_counted(1, "signatures with openssl both ways")


@pytest.mark.parametrize("kind", [X25519, X448], ids=["X25519", "X448"])
def test_openssl_cryptography_and_the_framework_agree_over_a_montgomery_curve(probe, kind):
    Key(probe, kind, "256").agrees(Key(probe, kind, "256", "other"), lambda mine, theirs: mine.exchange(theirs))
    probe.has_counted(2, "new keys")
    probe.has_counted(1, "agreements with openssl and cryptography")
