# RSA keys of the framework beside openssl, ssh-keygen and Python's cryptography, in both directions.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from support.probe import HASHES, MESSAGE, RSA, Key, hashed

# Large keys take their time to be made.
pytestmark = [pytest.mark.rootless, pytest.mark.patience(300)]
each_size = pytest.mark.parametrize("bits", ["1023", "2048", "2056", "4096"])


@pytest.fixture
def key(probe, bits):
    return Key(probe, RSA, bits)


@pytest.fixture
def size(bits):
    return (int(bits) + 7) // 8


def oaep(size):
    """Apple's names of OAEP with each hash that has room for the message in a key of this size, and cryptography's."""
    return [("OAEP:" + name, padding.OAEP(padding.MGF1(digest), digest, None)) for name, digest in HASHES.items()
            if size >= 2 * digest.digest_size + 2 + len(MESSAGE)]


@each_size
@pytest.mark.parametrize("padded", ["PKCS1v15", "PSS"])
def test_cryptography_and_the_framework_accept_signatures_of_each_other(probe, key, bits, size, padded):
    fitting = 0
    for name, digest in HASHES.items():
        scheme, pad = {"PKCS1v15": (f"PKCS1v15:{name}", padding.PKCS1v15()),
                       # Apple's name of the one with SHA-224 says 24; its salt has the 28 bytes of the digest.
                       "PSS": (f"PSS:{name}:{name}:{24 if name == 'SHA224' else digest.digest_size}", padding.PSS(padding.MGF1(digest), digest.digest_size))}[padded]
        if padded == "PSS" and size < 2 * digest.digest_size + 2:
            probe("sign", key.private, "algid:sign:RSA:message-" + scheme, given=MESSAGE, fails=True)
            continue
        fitting += 1
        key.signs("RSA:message-" + scheme, MESSAGE, lambda signature: key.public_peer.verify(signature, MESSAGE, pad, digest))
        key.verifies("RSA:message-" + scheme, MESSAGE, key.peer.sign(MESSAGE, pad, digest))
        key.signs("RSA:digest-" + scheme, hashed(name), lambda signature: key.public_peer.verify(signature, MESSAGE, pad, digest))
    assert fitting == (4 if padded == "PSS" and bits == "1023" else 5), "only SHA-512 has no room in 1023 bits"
    probe.has_counted(1, "new keys")
    probe.has_counted(2 * fitting, "signatures of ours")
    probe.has_counted(fitting, "signatures of theirs")


@each_size
def test_cryptography_and_the_framework_decrypt_for_each_other(probe, key, size):
    for name, pad in [("PKCS1", padding.PKCS1v15()), *oaep(size)]:
        ours = probe("encrypt", key.public, "algid:encrypt:RSA:" + name, given=MESSAGE)
        assert key.peer.decrypt(ours, pad) == MESSAGE, name
        theirs = key.public_peer.encrypt(MESSAGE, pad)
        assert probe("decrypt", key.private, "algid:encrypt:RSA:" + name, given=theirs) == MESSAGE, name
        probe.count("RSA encryptions both ways")
    probe.has_counted(6 if size > 200 else 4, "RSA encryptions both ways")


@each_size
def test_cryptography_and_the_framework_decrypt_for_each_other_with_aes_gcm(probe, key, size):
    session = 32 if size >= 512 else 16
    for name, pad in oaep(size):
        ciphertext = probe("encrypt", key.public, f"algid:encrypt:RSA:{name}:AESGCM", given=MESSAGE * 50)
        aes = key.peer.decrypt(ciphertext[:size], pad)
        assert len(aes) == session, "a session key has another size"
        assert AESGCM(aes).decrypt(bytes(16), ciphertext[size:], key.octets) == MESSAGE * 50, name
        theirs = key.public_peer.encrypt(aes, pad) + AESGCM(aes).encrypt(bytes(16), MESSAGE, key.octets)
        assert probe("decrypt", key.private, f"algid:encrypt:RSA:{name}:AESGCM", given=theirs) == MESSAGE, name
        probe.count("RSA with AES-GCM both ways")
    probe.has_counted(5 if size > 200 else 3, "RSA with AES-GCM both ways")


@pytest.mark.parametrize("bits", ["2048"])
@pytest.mark.parametrize("algorithm, options, data", [
    ("RSA:digest-PKCS1v15:MD5", ["-pkeyopt", "digest:md5"], hashed("md5")), ("RSA:digest-PKCS1v15", [], MESSAGE)], ids=["MD5", "no hash"])
def test_openssl_and_the_framework_accept_signatures_of_each_other(probe, key, algorithm, options, data):
    key.signs_with_openssl(algorithm, options, data)
    probe.has_counted(1, "signatures with openssl both ways")


@pytest.mark.parametrize("bits", ["2048"])
def test_the_bare_operation_forth_here_and_back_in_openssl_gives_the_number_again(probe, key):
    number, result, bare = bytes(1) + (MESSAGE * 9)[:255], probe.folder / "number", ["-pkeyopt", "rsa_padding_mode:none"]
    result.write_bytes(probe("encrypt", key.public, "algid:encrypt:RSA:raw", given=number))
    assert probe.run("openssl", "pkeyutl", "-decrypt", "-inkey", key.pem, "-in", result, *bare) == number, "another number"
    result.write_bytes(probe("sign", key.private, "algid:sign:RSA:raw", given=number))
    assert probe.run("openssl", "pkeyutl", "-encrypt", "-pubin", "-inkey", key.public_pem, "-in", result, *bare) == number, "another number"
    key.verifies("RSA:raw", number, result.read_bytes())


@pytest.mark.parametrize("bits", ["2048"])
def test_ssh_keygen_reads_an_rsa_key_of_the_framework(probe, key):
    key.is_read_by_ssh_keygen()
    probe.has_counted(1, "keys that ssh-keygen reads")
