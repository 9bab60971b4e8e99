#!/usr/bin/env python3
# Makes lattice-keys.json anew: keys of ML-DSA and ML-KEM by OpenSSL, with what kyber-py and dilithium-py expand their
# seeds to.
# SPDX-License-Identifier: Apache-2.0
# usage: Tests/Vectors/make_lattice_keys.py (needs cryptography 48, kyber-py, dilithium-py and ecdsa)
import hashlib
import json
import pathlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, mldsa, mlkem
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat, PublicFormat)
from dilithium_py.ml_dsa import ML_DSA_65, ML_DSA_87
from dilithium_py.ml_dsa.pkcs import sk_to_der
from ecdsa import der
from kyber_py.ml_kem import ML_KEM_768, ML_KEM_1024
from kyber_py.ml_kem.pkcs import dk_to_der

KINDS = [
    ("mlDSA65", mldsa.MLDSA65PrivateKey, ML_DSA_65, sk_to_der),
    ("mlDSA87", mldsa.MLDSA87PrivateKey, ML_DSA_87, sk_to_der),
    ("mlKEM768", mlkem.MLKEM768PrivateKey, ML_KEM_768, dk_to_der),
    ("mlKEM1024", mlkem.MLKEM1024PrivateKey, ML_KEM_1024, dk_to_der),
]
ISSUER = ec.generate_private_key(ec.SECP256R1())


def certificate(spki):
    """A certificate of the key by an authority of P-256, whose own is not there."""
    algorithm = der.encode_sequence(der.encode_oid(1, 2, 840, 10045, 4, 3, 2))
    common_name = lambda text: der.encode_sequence(b"\x31" + bytes([len(text) + 9]) + der.encode_sequence(
        der.encode_oid(2, 5, 4, 3), b"\x0c" + bytes([len(text)]) + text))
    times = der.encode_sequence(b"\x17\x0d260101000000Z", b"\x18\x0f20991231235959Z")
    contents = der.encode_sequence(
        b"\xa0\x03\x02\x01\x02", der.encode_integer(7), algorithm, common_name(b"Lattice Root"), times,
        common_name(b"Lattice"), spki)
    signature = ISSUER.sign(contents, ec.ECDSA(hashes.SHA256()))
    return der.encode_sequence(contents, algorithm, der.encode_bitstring(signature, 0))


vectors = []
for kind, maker, expander, to_der in KINDS:
    key = maker.generate()
    seed = key.private_bytes_raw()
    public = key.public_key().public_bytes_raw()
    same, expanded = expander.key_derive(seed)
    assert same == public
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pkcs8 = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    assert pkcs8 == to_der(expander, seed=seed, form="seed")
    vectors.append({
        "id": kind,
        "public": public.hex(),
        "seed": seed.hex(),
        "label": hashlib.sha1(public).hexdigest(),
        "pkcs8": pkcs8.hex(),
        "pkcs8PEM": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
        "encrypted": key.private_bytes(
            Encoding.DER, PrivateFormat.PKCS8, BestAvailableEncryption(b"fixture-passphrase")).hex(),
        "both": to_der(expander, expanded, seed, "both").hex(),
        "expanded": to_der(expander, expanded, form="expanded").hex(),
        "spki": spki.hex(),
        "certificate": certificate(spki).hex(),
    })
path = pathlib.Path(__file__).resolve().parent / "lattice-keys.json"
path.write_text(json.dumps({"vectors": vectors}, indent=1) + "\n")
