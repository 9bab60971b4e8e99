# Keys and certificates of openssl and ssh-keygen, made once for all tests, which they import and compare.
# SPDX-License-Identifier: Apache-2.0
import base64
import hashlib
import re
import shutil

from .command import openssl
from .world import run

AUTH_FAILED, DUPLICATE, UNKNOWN, DECODE, NOT_EXTRACTABLE, NOT_FOUND = 51, 45, 87, 93, 28, 44
KINDS = {
    "rsa": ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "p256": ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    "p384": ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"], "ed25519": ["ED25519"],
}
SSH_KINDS = {"rsa": ["rsa", "-b", "2048"], "ecdsa": ["ecdsa", "-b", "256"], "ecdsa384": ["ecdsa", "-b", "384"],
             "ecdsa521": ["ecdsa", "-b", "521"], "ed25519": ["ed25519"]}
EXTENSIONS = "subjectAltName=DNS:www.example.test,email:me@example.test\nextendedKeyUsage=serverAuth,clientAuth,emailProtection\n"


def der(pem):
    return base64.b64decode(re.search(rb"-----BEGIN [^-]+-----\n(.*?)-----END", pem, re.S)[1])


def digest(algorithm, data):
    return hashlib.new(algorithm, data).hexdigest().upper().encode()


def public(key):
    """The public half of a key, whose PKCS#8 is given as DER."""
    return openssl("pkey", "-inform", "DER", "-pubout", given=key)


def fingerprints(text):
    """The certificates among some PEM, as their SHA-256."""
    blocks = re.findall(rb"-----BEGIN CERTIFICATE-----\n(.*?)-----END CERTIFICATE-----", text, re.S)
    return {hashlib.sha256(base64.b64decode(block)).hexdigest() for block in blocks}


def generated(*words):
    """A new key of openssl, as PEM."""
    return openssl("genpkey", "-quiet", "-algorithm", *words)


def secret_scalar(key):
    """A piece of an elliptic curve key that is secret in every form."""
    return der(openssl("pkey", "-traditional", given=key))[8:36]


def shown(keychain, *words):
    """The hash and the name of each identity."""
    listing = keychain.run("find-identity", *words)[0].decode()
    return re.findall(r'^ *\d+\) ([0-9A-F]{40}) "(.*)"', listing.split("Valid identities only")[0], re.M)


def valid(keychain, *words):
    """The names of the identities that are valid."""
    return re.findall(r'^ *\d+\) [0-9A-F]{40} "(.*)"$', keychain.run("find-identity", "-v", *words)[0].decode(), re.M)


def make_identities(folder):
    """A root, and an identity of it for each kind of key, as PEM."""
    openssl("genpkey", "-algorithm", *KINDS["p256"], "-out", folder / "root.key")
    openssl("req", "-x509", "-new", "-key", folder / "root.key", "-subj", "/O=Example/CN=Check Root", "-days", "30",
            "-out", folder / "root.pem")
    (folder / "leaf.ext").write_text(EXTENSIONS)
    for kind, words in KINDS.items():
        openssl("genpkey", "-algorithm", *words, "-out", folder / f"{kind}.key")
        openssl("req", "-new", "-key", folder / f"{kind}.key", "-subj", f"/O=Example/CN=Check {kind}", "-out", folder / f"{kind}.csr")
        openssl("x509", "-req", "-in", folder / f"{kind}.csr", "-CA", folder / "root.pem", "-CAkey", folder / "root.key",
                "-days", "20", "-extfile", folder / "leaf.ext", "-out", folder / f"{kind}.pem")


class Identities:
    """A root and an identity of each kind, and the files and passphrases of one test."""

    def __init__(self, world):
        self.made = world.session.once("identities", make_identities)
        self.root, self.work = self.made / "root.pem", world.folder
        # The passphrases, and files for tools that read them there.
        self.plain, self.awkward = world.password, world.new_secret("pass phrase äö€ ")
        self.plain_file, self.awkward_file = self.work / "plain", self.work / "awkward"
        for path, passphrase in ((self.plain_file, self.plain), (self.awkward_file, self.awkward)):
            path.touch(mode=0o600)
            path.write_text(passphrase)

    def key(self, kind):
        return self.made / f"{kind}.key"

    def certificate(self, kind):
        return self.made / f"{kind}.pem"

    def pkcs8(self, kind):
        return openssl("pkcs8", "-topk8", "-nocrypt", "-in", self.key(kind), "-outform", "DER")

    def has_key(self, keychain, kind):
        """Whether the one private key of the keychain is that of a kind."""
        return public(keychain.run("export", "-t", "privKeys", "-f", "pkcs8")[0]) == public(self.pkcs8(kind))

    def holds(self, keychain, kind, what):
        """The keychain has the identity, and its key is the one of the file, byte for byte."""
        assert self.has_key(keychain, kind), f"{what}: the key is another"
        listing = keychain.run("find-identity")[0].decode()
        assert f'"Check {kind}"' in listing and "1 identities found" in listing, f"{what}: no identity: {listing}"

    def pkcs12(self, kind, passphrase_file, *words, name=None):
        """A file of openssl with an identity and its root."""
        path = self.work / "file.p12"
        openssl("pkcs12", "-export", "-inkey", self.key(kind), "-in", self.certificate(kind), "-certfile", self.root,
                "-name", name or f"Name of {kind}", "-passout", f"file:{passphrase_file}", "-out", path, *words)
        return path

    def import_all(self, keychain):
        for kind in KINDS:
            keychain.run("import", "-", given=self.key(kind).read_bytes() + self.certificate(kind).read_bytes())
        keychain.run("import", self.root)


def make_ssh_keys(folder):
    for kind, words in SSH_KINDS.items():
        run("ssh-keygen", "-q", "-t", *words, "-N", "", "-f", folder / kind)


class SSHKeys:
    """Keys of ssh-keygen, not encrypted."""

    def __init__(self, world):
        self.made, self.work = world.session.once("ssh-keys", make_ssh_keys), world.folder

    def copy(self, kind):
        """A copy that ssh-keygen may change."""
        return shutil.copy(self.made / kind, self.work / f"ssh-{kind}")

    def public(self, kind):
        """The public half without its comment: two words."""
        return (self.made / f"{kind}.pub").read_bytes().split()[:2]

    def line(self, kind):
        return b" ".join(self.public(kind)) + b"\n"


def told_by_ssh_keygen(path, *words):
    """The public half that ssh-keygen reads in a file with a private key."""
    return run("ssh-keygen", "-y", *words, "-f", path, text=False).split()[:2]
