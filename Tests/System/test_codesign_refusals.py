# What codesign does not sign, and with what it does not sign.
# SPDX-License-Identifier: Apache-2.0
import os

import pytest

pytestmark = [pytest.mark.rootless, pytest.mark.tools]


def test_what_is_not_a_plain_program_is_not_signed(bench):
    (bench / "script").write_text("#!/bin/sh\necho hello\n")
    (bench / "script").chmod(0o755)
    (bench / "link").symlink_to("unsigned")
    os.link(bench / "unsigned.so", bench / "other-name")
    (bench / "directory.d").mkdir()
    bench.copied("unsigned", "setuid").chmod(0o4755)
    for name, reason in (("script", "a script"), ("link", "a symbolic link"), ("unsigned.so", "hard links"), ("directory.d", "a directory"),
                         ("setuid", "setuid"), ("object.o", "neither an executable"), ("program.c", "not an ELF"),
                         ("absent", "No such file"), ("/dev/null", "not a file")):
        bench.expect(1, reason, "codesign", "-s", "-", name)


def test_a_wrong_password_a_false_identity_and_false_entitlements_sign_nothing(bench):
    before = (bench / "unsigned").read_bytes()
    bench.expect(1, "the password is wrong", "codesign", "-s", "TEAM123456.p12", "--password-file", "app.entitlements", "unsigned")
    bench.expect(1, "no PKCS#12", "codesign", "-s", "program.c", "unsigned")
    bench.expect(1, "no entitlements", "codesign", "-s", "-", "--entitlements", "program.c", "unsigned")
    assert (bench / "unsigned").read_bytes() == before, "the program is not changed"


def test_words_that_codesign_does_not_understand_get_its_usage(bench):
    bench.expect(2, "Usage", "codesign", "-s", "-", "-i", "a b", "unsigned")
    bench.expect(2, "Usage", "codesign", "-x", "unsigned")
    bench.expect(2, "Usage", "codesign", "-d")


def issue(bench, name, subject, *options, kind=("ed25519",)):
    """A key and its certificate, which it signs itself unless the options say who does."""
    bench.openssl("req", "-x509", "-newkey", *kind, "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", subject, *options)


def export(bench, name, certificate, *options):
    """An identity of a key and a certificate."""
    bench.openssl("pkcs12", "-export", "-inkey", f"{certificate}.key", "-in", f"{certificate}.pem", *options, "-passout", "pass:",
                  "-out", f"{name}.p12")


def test_a_key_that_does_not_give_the_same_signature_twice_signs_nothing(bench):
    issue(bench, "ec", "/CN=x/OU=TEAM123456", kind=("ec", "-pkeyopt", "ec_paramgen_curve:P-256"))
    export(bench, "ec", "ec")
    bench.expect(1, "same signature twice", "codesign", "-s", "ec.p12", "unsigned")


def test_a_key_of_ed25519_signs(bench):
    issue(bench, "ed", "/CN=x/OU=EDWARDS255")
    export(bench, "ed", "ed")
    bench.copied("unsigned", "edwards")
    bench.expect(0, "", "codesign", "-s", "ed.p12", "edwards")
    bench.expect(0, "TeamIdentifier=EDWARDS255", "codesign", "-dv", "edwards")


def test_certificates_that_are_good_each_and_together_too_long_sign_nothing(bench):
    long = ("-addext", f"nsComment={'0' * 40000}")
    issue(bench, "top", "/CN=top")
    issue(bench, "middle", "/CN=middle", "-CA", "top.pem", "-CAkey", "top.key", *long)
    issue(bench, "end", "/CN=end/OU=LONGTEAM12", "-CA", "middle.pem", "-CAkey", "middle.key", *long)
    export(bench, "long", "end", "-certfile", "middle.pem")
    bench.expect(1, "the certificates are too long", "codesign", "-s", "long.p12", "unsigned")
