#!/usr/bin/env python3
# A key over lattices as Python's cryptography has it: a program for a newer Python than that of the tests, and who runs
# it.
# SPDX-License-Identifier: Apache-2.0
# usage: lattices.py KIND BITS
# It reads the seed in hexadecimal, and answers lines: public, sign HEX, verify SIGNATURE HEX, encapsulate,
# decapsulate HEX. Texts of no bytes are "-".
import os
import shutil
import subprocess
import sys


def peer_pythons():
    """The interpreters whose cryptography has such keys: those from version 48 on, over OpenSSL from 3.5 on."""
    for python in (sys.executable, shutil.which("python3")):
        if python and subprocess.run([python, __file__], capture_output=True, timeout=60).returncode == 0:
            yield python


class Peer:
    """The program with one key."""

    def __init__(self, python, kind, bits, seed):
        self.process = subprocess.Popen([python, __file__, kind, bits], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")})
        self.tell(seed.hex())

    def tell(self, *words):
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()

    def ask(self, *words):
        """What the program answers: bytes, one or several."""
        self.tell(*(word if isinstance(word, str) else word.hex() or "-" for word in words))
        answer = [bytes.fromhex(word) for word in self.process.stdout.readline().split()]
        assert answer, f"the peer does not {words[0]}"
        return answer if len(answer) > 1 else answer[0]


def answer(key, words):
    """What a line gets."""
    values = [bytes.fromhex(word.strip("-")) for word in words[1:]]
    if words[0] == "public":
        return [key.public_key().public_bytes_raw()]
    if words[0] == "sign":
        return [key.sign(values[0])]
    if words[0] == "verify":
        try:
            key.public_key().verify(*values)
        except InvalidSignature:
            return [b"\0"]
        return [b"\1"]
    if words[0] == "encapsulate":
        return key.public_key().encapsulate()
    return [key.decapsulate(values[0])]


if __name__ == "__main__":
    try:
        from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem
        mldsa.MLDSA65PrivateKey.generate()
    except (ImportError, UnsupportedAlgorithm):
        sys.exit(1)
    if len(sys.argv) == 1:
        sys.exit(0)
    kinds = {("111", "65"): mldsa.MLDSA65PrivateKey, ("111", "87"): mldsa.MLDSA87PrivateKey,
             ("110", "768"): mlkem.MLKEM768PrivateKey, ("110", "1024"): mlkem.MLKEM1024PrivateKey}
    private = kinds[tuple(sys.argv[1:])].from_seed_bytes(bytes.fromhex(input()))
    for line in sys.stdin:
        print(" ".join(value.hex() for value in answer(private, line.split())), flush=True)
