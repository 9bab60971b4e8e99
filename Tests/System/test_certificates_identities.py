# For each kind of key, openssl makes a key and a chain, which `security` imports, shows as an identity, exports and
# deletes.
# SPDX-License-Identifier: Apache-2.0
import pathlib

import pytest

from support.command import openssl
from support.formats import DUPLICATE, NOT_EXTRACTABLE, NOT_FOUND, der, digest, generated, secret_scalar, shown, valid

# Large keys take their time to be made.
pytestmark = [pytest.mark.rootless, pytest.mark.patience(300)]

KINDS = {
    "RSA 2048": ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "RSA 3072": ["RSA", "-pkeyopt", "rsa_keygen_bits:3072"],
    "RSA 4096": ["RSA", "-pkeyopt", "rsa_keygen_bits:4096"], "P-256": ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    "P-384": ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"], "P-521": ["EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def make_chain(kind, folder):
    """A private key, its certificate, and the certificate of who signed it."""
    key, root_key = generated(*KINDS[kind]), generated(*KINDS[kind])
    root = openssl("req", "-x509", "-key", "/dev/stdin", "-subj", f"/CN=Root of {kind}", "-days", "9", given=root_key)
    (folder / "root").write_bytes(root)
    (folder / "request").write_bytes(
        openssl("req", "-new", "-key", "/dev/stdin", "-subj", f"/O=Latchkey/CN=Leaf of {kind}", given=key))
    (folder / "leaf").write_bytes(openssl("x509", "-req", "-in", folder / "request", "-CA", folder / "root", "-CAkey", "/dev/stdin",
                                          "-set_serial", "7", "-days", "9", given=root_key))
    (folder / "key").touch(mode=0o600)
    (folder / "key").write_bytes(key)


class Chain:
    """A keychain, named as the kind is, with a key and its chain."""

    def __init__(self, world, keychain, kind):
        made = world.session.once(f"chain of {kind}", lambda folder: make_chain(kind, folder))
        self.key, self.leaf, self.root = ((made / name).read_bytes() for name in ("key", "leaf", "root"))
        self.keychain, self.kind, self.pkcs8 = keychain, kind, der(self.key)
        self.traditional = openssl("pkey", "-traditional", given=self.key)
        # What is secret in each form alike: the middle of an RSA key, the scalar of an elliptic curve key.
        self.secret = self.pkcs8[len(self.pkcs8) // 2:][:32] if kind.startswith("RSA") else secret_scalar(self.key)
        world.record(self.secret)
        self.listed = (digest("sha1", der(self.leaf)).decode(), f"Leaf of {kind}")
        keychain.run("create-keychain", "-p", "", kind)
        output, _ = keychain.run("import", "-", "-k", kind, given=self.leaf + self.key + self.root)
        assert output == b"1 identity imported.\n1 certificate imported.\n", f"{kind}: import says {output.decode()}"

    def hides(self):
        """No file of the keychain holds the key in the clear."""
        files = [file for file in pathlib.Path(self.keychain.home).rglob("*") if file.is_file()]
        assert files, "the keychain has files"
        for file in files:
            assert self.secret not in file.read_bytes(), f"{self.kind}: {file} holds the key"


@pytest.fixture
def chain(world, keychain, kind):
    made = Chain(world, keychain, kind)
    yield made
    made.hides()


@each_kind
def test_an_imported_key_and_its_certificate_are_an_identity_that_nobody_trusts(chain, keychain, kind):
    assert shown(keychain, kind) == [chain.listed], f"{kind}: the identity is not listed"
    listing = keychain.run("find-identity", kind)[0].decode()
    assert f'"Leaf of {kind}" (CSSMERR_TP_NOT_TRUSTED)\n' in listing, f"{kind}: trusted without a root: {listing}"
    assert valid(keychain, kind) == [], f"{kind}: valid without a root"


@each_kind
def test_a_key_that_is_there_is_not_imported_again_in_any_form(chain, keychain, kind):
    for form in (chain.key, chain.pkcs8, chain.traditional, der(chain.traditional), der(chain.leaf)):
        keychain.run("import", "-", "-k", kind, given=form, status=DUPLICATE)
    assert shown(keychain, kind) == [chain.listed], f"{kind}: the identity is not listed"


@each_kind
def test_an_exported_key_is_what_openssl_writes(chain, keychain, kind):
    for words, form in (("-f openssl", der(chain.traditional)), ("-f pkcs8", chain.pkcs8)):
        output, _ = keychain.run("export", "-k", kind, "-t", "privKeys", *words.split())
        assert output == form, f"{kind}: export {words} differs from what openssl writes"
    output, _ = keychain.run("export", "-k", kind, "-t", "identities")
    assert output == chain.leaf + chain.traditional, f"{kind}: the exported identity differs"


@each_kind
def test_an_exported_file_is_the_users_alone_and_is_not_overwritten(chain, keychain, kind, world):
    path = world.folder / f"{kind}.key"
    keychain.run("export", "-k", kind, "-t", "privKeys", "-o", path)
    assert path.stat().st_mode & 0o777 == 0o600, f"{kind}: the mode of the exported file"
    before = path.read_bytes()
    keychain.run("export", "-k", kind, "-t", "privKeys", "-o", path, status=1)
    assert path.read_bytes() == before, "the file is as it was"


@each_kind
def test_an_identity_is_deleted_with_its_key_only_if_no_other_certificate_has_it(chain, keychain, kind):
    second = openssl("req", "-x509", "-key", "/dev/stdin", "-subj", f"/CN=Second of {kind}", "-days", "9", given=chain.key)
    keychain.run("import", "-", "-k", kind, given=second)
    assert len(shown(keychain, kind)) == 2, f"{kind}: two certificates are two identities"
    keychain.run("delete-identity", "-c", f"Second of {kind}", kind)
    assert shown(keychain, kind) == [chain.listed], f"{kind}: the other identity is left"
    keychain.run("find-key", "-t", "private", kind)
    keychain.run("delete-identity", "-Z", chain.listed[0], kind)
    assert shown(keychain, kind) == [], f"{kind}: the last identity is gone"
    keychain.run("find-key", "-t", "private", kind, status=NOT_FOUND)
    assert keychain.run("find-certificate", "-c", "Root of", kind)[0], f"{kind}: the root is left"
    # The same key comes back, never to leave again.
    keychain.run("import", "-", "-k", kind, "-x", given=chain.key)
    keychain.run("export", "-k", kind, "-t", "privKeys", status=NOT_EXTRACTABLE)
