# Keys over lattices beside a Python's cryptography that has them, in both directions.
# SPDX-License-Identifier: Apache-2.0
import pytest

from cryptography.exceptions import InvalidSignature

from support.lattices import Peer, peer_pythons
from support.probe import MESSAGE, ML_DSA, ML_KEM, MadeKey

pytestmark = pytest.mark.rootless


class LatticeKey(MadeKey):
    """A key of the probe's making: the seed, and the public half behind it."""

    def __init__(self, probe, kind, bits):
        python = next(peer_pythons(), None)
        if python is None:
            pytest.skip("keys over lattices are left out: Python's cryptography has none before version 48")
        super().__init__(probe, kind, bits)
        assert self.secret.endswith(self.octets), "a private key does not end with its public half"
        self.peer = Peer(python, kind, bits, self.secret[:-len(self.octets)])
        self.is_made_as(self.peer.ask("public"))

    def verify(self, signature, message):
        if self.peer.ask("verify", signature, message) != b"\1":
            raise InvalidSignature


@pytest.mark.parametrize("bits", ["65", "87"])
def test_cryptography_and_the_framework_accept_ml_dsa_of_each_other(probe, bits):
    key = LatticeKey(probe, ML_DSA, bits)
    for message in (b"", MESSAGE, MESSAGE * 1000):
        key.signs("ML-DSA:message", message, lambda signature: key.verify(signature, message))
        key.verifies("ML-DSA:message", message, key.peer.ask("sign", message))
    probe.has_counted(1, "new keys")
    probe.has_counted(3, "signatures of ours")
    probe.has_counted(3, "signatures of theirs")


@pytest.mark.parametrize("bits", ["768", "1024"])
def test_cryptography_and_the_framework_open_encapsulations_of_each_other(probe, bits):
    key = LatticeKey(probe, ML_KEM, bits)
    secret, ciphertext = key.peer.ask("encapsulate")
    assert probe("decapsulate", key.private, "algid:kem:ML-KEM", given=ciphertext) == secret, "another secret of theirs"
    file = probe.folder / "secret"
    ciphertext = probe("encapsulate", key.public, "algid:kem:ML-KEM", file)
    assert key.peer.ask("decapsulate", ciphertext) == file.read_bytes(), "another secret of ours"
    probe.count("encapsulations both ways")
    probe.has_counted(1, "encapsulations both ways")
    probe.has_counted(1, "new keys")
