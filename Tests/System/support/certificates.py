# A certificate of its own issuer, and its identity in PKCS#12, by openssl.
# SPDX-License-Identifier: Apache-2.0
import subprocess


def certificate_and_identity(folder, password="x"):
    """The paths of a certificate in DER, and of its identity under a password."""
    key, pem, der, identity = (str(folder / name) for name in ("key.pem", "certificate.pem", "certificate.der", "identity.p12"))
    for words in (["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", pem, "-subj", "/CN=x"],
                  ["x509", "-in", pem, "-outform", "DER", "-out", der],
                  ["pkcs12", "-export", "-inkey", key, "-in", pem, "-passout", f"pass:{password}", "-out", identity]):
        subprocess.run(["openssl", *words], check=True, capture_output=True)
    return der, identity
