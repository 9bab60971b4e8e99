#!/usr/bin/env python3
# Makes lattice-signatures.json and lattice-encapsulations.json anew: what OpenSSL signs with ML-DSA and encapsulates
# with ML-KEM.
# SPDX-License-Identifier: Apache-2.0
# usage: Tests/Vectors/make_lattice_signatures.py (needs cryptography 48)
import json
import pathlib

from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem

# A message is a text, so many times.
MESSAGES = {"an empty message": ("", 1), "a short message": ("a message", 1), "10 kB": ("0123456789", 1000)}
FOLDER = pathlib.Path(__file__).parent


def write(name, vectors):
    (FOLDER / name).write_text(json.dumps({"vectors": vectors}, indent=1) + "\n")


signatures = []
for kind, maker in (("mlDSA65", mldsa.MLDSA65PrivateKey), ("mlDSA87", mldsa.MLDSA87PrivateKey)):
    for number in (1, 2):
        key = maker.generate()
        public = key.public_key()
        for name, (text, times) in MESSAGES.items():
            signature = key.sign((text * times).encode())
            public.verify(signature, (text * times).encode())
            signatures.append({
                "id": f"{kind}, key {number}, {name}", "kind": kind, "public": public.public_bytes_raw().hex(),
                "text": text, "times": times, "signature": signature.hex(),
            })
write("lattice-signatures.json", signatures)

encapsulations = []
for kind, maker in (("mlKEM768", mlkem.MLKEM768PrivateKey), ("mlKEM1024", mlkem.MLKEM1024PrivateKey)):
    for number in (1, 2, 3):
        key = maker.generate()
        secret, ciphertext = key.public_key().encapsulate()
        assert key.decapsulate(ciphertext) == secret and len(secret) == 32
        # One that was changed gives a secret that depends on the seed and on it (FIPS 203, section 6.3).
        changed = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
        encapsulations.append({
            "id": f"{kind}, key {number}", "kind": kind, "public": key.public_key().public_bytes_raw().hex(),
            "seed": key.private_bytes_raw().hex(), "ciphertext": ciphertext.hex(), "secret": secret.hex(),
            "secretOfChanged": key.decapsulate(changed).hex(),
        })
write("lattice-encapsulations.json", encapsulations)
