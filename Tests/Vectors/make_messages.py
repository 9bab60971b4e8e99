#!/usr/bin/env python3
# Writes Tests/Vectors/messages.json: messages that openssl has signed and encrypted, with the identities that open them. The keys are of no
# use elsewhere.
# SPDX-License-Identifier: Apache-2.0
# usage: Tests/Vectors/make_messages.py
import base64
import json
import pathlib
import subprocess
import tempfile

CONTENT = b"What was signed.\n"
KEYS = {
    "rsa": ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
    "p256": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    "p384": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
}
SIGN = ["-sign", "-binary"]
PSS = ["-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:digest"]
OAEP = ["-keyopt", "rsa_padding_mode:oaep"]
# Name, arguments, signers, recipients.
MESSAGES = [
    ("RSA, SHA-256", [*SIGN, "-nodetach"], ["rsa"], []),
    ("RSA, SHA-1", [*SIGN, "-nodetach", "-md", "sha1"], ["rsa"], []),
    ("RSA, SHA-512", [*SIGN, "-nodetach", "-md", "sha512"], ["rsa"], []),
    ("RSA-PSS", [*SIGN, "-nodetach", "-md", "sha256"], ["rsa"], []),
    ("P-256", [*SIGN, "-nodetach"], ["p256"], []),
    ("P-384, SHA-384", [*SIGN, "-nodetach", "-md", "sha384"], ["p384"], []),
    ("two signers", [*SIGN, "-nodetach"], ["rsa", "p256"], []),
    ("no attributes", [*SIGN, "-nodetach", "-noattr"], ["rsa"], []),
    ("named by the key", [*SIGN, "-nodetach", "-keyid"], ["p256"], []),
    ("no certificate", [*SIGN, "-nodetach", "-nocerts"], ["p256"], []),
    ("another type", [*SIGN, "-nodetach", "-econtent_type", "1.2.3.4"], ["p256"], []),
    ("in pieces", [*SIGN, "-nodetach", "-stream"], ["rsa"], []),
    ("elsewhere", SIGN, ["rsa"], []),
    ("for RSA", ["-encrypt", "-binary", "-aes256"], [], ["rsa"]),
    ("for RSA, 3DES", ["-encrypt", "-binary", "-des3"], [], ["rsa"]),
    ("for RSA by OAEP", ["-encrypt", "-binary", "-aes128"], [], ["rsa"]),
    ("for P-256", ["-encrypt", "-binary", "-aes128"], [], ["p256"]),
    ("for P-384, AES-256", ["-encrypt", "-binary", "-aes256"], [], ["p384"]),
    ("for two", ["-encrypt", "-binary", "-aes192"], [], ["rsa", "p256"]),
    ("for RSA, in pieces", ["-encrypt", "-binary", "-aes256", "-stream"], [], ["rsa"]),
    ("for RSA, by the key", ["-encrypt", "-binary", "-aes256", "-keyid"], [], ["rsa"]),
]


def openssl(*arguments, given=None):
    return subprocess.run(["openssl", *map(str, arguments)], input=given, check=True, capture_output=True).stdout


def text(data):
    return base64.b64encode(data).decode()


def make(folder):
    identities = {}
    for name, arguments in KEYS.items():
        key, certificate = folder / f"{name}.key", folder / f"{name}.pem"
        openssl("genpkey", *arguments, "-out", key)
        openssl(
            "req", "-new", "-x509", "-key", key, "-subj", f"/CN=Message {name}", "-days", 36500, "-out", certificate,
            "-addext", "keyUsage=critical,digitalSignature,keyEncipherment,keyAgreement,keyCertSign", "-addext", "subjectKeyIdentifier=hash",
        )
        file = openssl("pkcs12", "-export", "-inkey", key, "-in", certificate, "-passout", "pass:message", "-keypbe", "AES-256-CBC", "-certpbe", "NONE")
        identities[name] = text(file)
    messages = []
    for name, arguments, signers, recipients in MESSAGES:
        command = ["cms", *arguments, "-outform", "DER"]
        for signer in signers:
            command += ["-signer", folder / f"{signer}.pem", "-inkey", folder / f"{signer}.key"]
            command += PSS if name == "RSA-PSS" else []
        for recipient in recipients:
            command += ["-recip", folder / f"{recipient}.pem"] + (OAEP if "OAEP" in name else [])
        message = openssl(*command, given=CONTENT)
        messages.append({"name": name, "message": text(message), "signers": signers, "recipients": recipients})
    return {"content": text(CONTENT), "password": "message", "identities": identities, "messages": messages}


with tempfile.TemporaryDirectory() as temporary:
    made = make(pathlib.Path(temporary))
pathlib.Path(__file__).with_name("messages.json").write_text(json.dumps(made, indent=1) + "\n")
