# Which chains are valid: by the roots of the system, by those that the user trusts, and as openssl says.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess

import pytest

from support.command import openssl
from support.formats import KINDS, generated, secret_scalar, valid

pytestmark = pytest.mark.rootless

# Where the roots of the system are, as `security` looks for them.
BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt")
AUTHORITY = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign"


def trusting(root):
    """What a command is run by so that `root` is the only one of the system."""
    bundle = next((path for path in BUNDLES if os.path.exists(path)), None)
    assert bundle is not None, f"this machine has none of {BUNDLES}: install ca-certificates"
    script = f'mount --bind "$0" {bundle} && exec "$@"'
    for options in (["--mount"], ["--map-root-user", "--mount"]):
        command = ["unshare", *options, "sh", "-c", script, str(root)]
        if subprocess.run([*command, "true"], capture_output=True).returncode == 0:
            return command
    pytest.skip("no other file of roots can be put in the place of the system's")


class Leaves:
    """A root, an authority and three leaves in a keychain: a server, a signer of code, and one that is signed by nobody who is trusted."""

    def __init__(self, world, keychain):
        self.folder = world.folder
        root_key, between_key, *leaf_keys = [generated(*KINDS["p256"]) for _ in range(5)]
        for key in (root_key, between_key, *leaf_keys):
            world.record(secret_scalar(key))
        self.root, self.between = self.folder / "trusted-root.pem", self.folder / "authority.pem"
        self.root.write_bytes(openssl("req", "-x509", "-key", "/dev/stdin", "-subj", "/CN=A root", "-days", "9", given=root_key))
        self.between.write_bytes(self.issue(1, between_key, "An authority", AUTHORITY, self.root, root_key))
        certificates = [
            self.issue(2, leaf_keys[0], "A server", "extendedKeyUsage=serverAuth\nsubjectAltName=DNS:www.example.org",
                       self.between, between_key),
            self.issue(3, leaf_keys[1], "A signer", "extendedKeyUsage=codeSigning", self.between, between_key),
            openssl("req", "-x509", "-key", "/dev/stdin", "-subj", "/CN=Alone", "-days", "9", given=leaf_keys[2])]
        output, _ = keychain.run("import", "-", given=b"".join(key + leaf for key, leaf in zip(leaf_keys, certificates)))
        assert output == b"3 identities imported.\n", f"import says {output.decode()}"

    def issue(self, serial, key, name, extensions, by, by_key):
        request, settings = self.folder / "request.pem", self.folder / "settings"
        request.write_bytes(openssl("req", "-new", "-key", "/dev/stdin", "-subj", f"/CN={name}", given=key))
        settings.write_text(extensions)
        return openssl("x509", "-req", "-in", request, "-CA", by, "-CAkey", "/dev/stdin", "-set_serial", serial,
                       "-days", "9", "-extfile", settings, given=by_key)


@pytest.fixture
def leaves(world, keychain):
    return Leaves(world, keychain)


def test_identities_are_valid_with_their_root_and_with_what_is_between_and_not_without(leaves, keychain):
    assert valid(keychain) == [], "valid without the root"
    alone = keychain.command
    keychain.command = trusting(leaves.root) + alone
    assert valid(keychain) == [], "valid without the authority in between"
    keychain.run("add-certificates", leaves.between)
    assert valid(keychain) == ["A server", "A signer"], "the chain through the keychain does not count"
    keychain.command = alone
    assert valid(keychain) == [], "still valid without the root"


def test_identities_are_valid_for_their_use_alone(leaves, keychain):
    keychain.command = trusting(leaves.root) + keychain.command
    keychain.run("add-certificates", leaves.between)
    assert valid(keychain, "-p", "ssl-server", "-s", "www.example.org") == ["A server"], "the server is not one"
    assert valid(keychain, "-p", "ssl-server", "-s", "www.example.com") == [], "the server is one of another name"
    assert valid(keychain, "-p", "codesigning") == ["A signer"], "the signer is not one"
    listing = keychain.run("find-identity", "-p", "codesigning")[0].decode()
    assert '"A server" (CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE)\n' in listing, f"the use is not said: {listing}"
    assert '"Alone" (CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE)\n' in listing, f"the use is not said: {listing}"
    assert '"Alone" (CSSMERR_TP_NOT_TRUSTED)\n' in keychain.run("find-identity")[0].decode(), "nobody vouches for it"


def test_openssl_and_security_agree_on_a_chain_before_and_after_the_user_trusts_its_root(keychain, identities):
    leaf, root = identities.certificate("p256"), identities.root
    keychain.run("verify-cert", "-c", leaf, status=1)
    openssl("verify", "-CAfile", identities.certificate("rsa"), leaf, status=2)
    for words in ([], ["-p", "ssl", "-s", "www.example.test"], ["-p", "smime", "-e", "me@example.test"]):
        keychain.run("verify-cert", "-c", leaf, "-r", root, *words)
    openssl("verify", "-CAfile", root, "-verify_hostname", "www.example.test", leaf)
    keychain.run("add-trusted-cert", root)
    keychain.run("verify-cert", "-c", leaf, "-p", "ssl", "-s", "www.example.test")
    keychain.run("verify-cert", "-c", leaf, "-p", "ssl", "-s", "example.test", status=1)
    keychain.run("remove-trusted-cert", root)
    keychain.run("verify-cert", "-c", leaf, status=1)


FILES = [f"{name}.plist{end}" for name in ("preferences", "trust-settings") for end in ("", ".lock")]


def told(keychain, script, *prefix):
    """What a script says under a prefix: the words of its output, and its errors."""
    ran = subprocess.run([*prefix, "sh", "-c", script], capture_output=True, env=keychain.environment, timeout=60)
    assert ran.returncode == 0, f"the script ended with {ran.returncode}: {ran.stderr.decode()}"
    return ran.stdout.decode().split(), ran.stderr


def test_on_a_full_disk_the_settings_and_the_lists_stay_as_they_were_and_the_user_hears_why(keychain, identities):
    full, root, [security] = identities.work / "full", identities.root, keychain.command
    full.mkdir()
    script = f"""mount -t tmpfs -o size=64k,nr_inodes=24 none {full} && export LATCHKEY_HOME={full}/home && mkdir -m 700 $LATCHKEY_HOME &&
        {security} add-trusted-cert {root} && {security} default-keychain -s login.keychain &&
        before=$(cat $LATCHKEY_HOME/*.plist | sha256sum); dd if=/dev/zero of={full}/rest bs=4k 2>/dev/null
        for command in "add-trusted-cert -r deny {identities.certificate("rsa")}" "default-keychain -s other.keychain"; do
            {security} $command; echo "status $?"
        done; [ "$before" = "$(cat $LATCHKEY_HOME/*.plist | sha256sum)" ] && ls $LATCHKEY_HOME
        # No room for a lock, or for the directory.
        mkdir -m 700 {full}/empty; name=0; while touch {full}/name$name 2>/dev/null; do name=$((name + 1)); done
        for home in empty absent; do
            for command in "add-trusted-cert {root}" "default-keychain -s other.keychain"; do
                LATCHKEY_HOME={full}/$home {security} $command; echo "status $?"
            done
        done"""
    said, errors = told(keychain, script, "unshare", "-rm")
    assert said == ["status", "222"] * 2 + FILES + ["status", "222"] * 4, f"a full disk: {said} {errors}"
    assert errors.count(b"make room on the disk; nothing was changed") == 6, f"a full disk is said to be one: {errors}"


def test_a_change_in_a_directory_that_cannot_be_synced_is_made_and_is_said_to_be_uncertain(keychain, identities):
    """A directory that cannot be opened cannot be put on the disk. Root is no exception without its capabilities."""
    [security] = keychain.command
    script = f"""export LATCHKEY_HOME={identities.work}/closed && mkdir -m 300 $LATCHKEY_HOME
        for command in "add-trusted-cert {identities.root}" "default-keychain -s other.keychain"; do
            {security} $command; echo "status $?"
        done; chmod 700 $LATCHKEY_HOME && ls $LATCHKEY_HOME"""
    said, errors = told(keychain, script, "unshare", "-r", "setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search")
    assert said == ["status", "220"] * 2 + FILES, f"a directory that is not synced: {said} {errors}"
    assert errors.count(b"the change was made, and may be lost") == 2, f"what may be lost is said to be so: {errors}"
