# Teams for codesign: their identities are made, and their certificates trusted and listed.
# SPDX-License-Identifier: Apache-2.0
import pytest

pytestmark = [pytest.mark.rootless, pytest.mark.tools]


def test_a_team_is_made_once_and_others_may_not_read_its_identity(bench):
    # Each of these takes seconds, so that those of the bench are looked at: support/signing.py.
    create = ("latchkey", "team", "create")
    assert (bench / "TEAM123456.p12").stat().st_mode & 0o777 == 0o600, "others may read the identity"
    before = (bench / "TEAM123456.p12").read_bytes()
    bench.expect(1, "is there already", *create, "Example", "--team-id", "TEAM123456", "--password-file", "password")
    assert (bench / "TEAM123456.p12").read_bytes() == before, "the identity that is there stays"
    bench.expect(1, "team identifier", *create, "Other", "--team-id", "ADHOC12345", "--password-file", "password")


def test_a_password_that_is_empty_or_has_a_zero_byte_is_refused(bench):
    for name, contents in (("empty", b""), ("zero", b"zero\0byte\n")):
        (bench / name).touch(mode=0o600)
        (bench / name).write_bytes(contents)
        bench.expect(1, "empty or has a zero byte", "latchkey", "team", "create", "Third", "--team-id", "THIRDTEAM1",
                     "--password-file", name)
    assert not list(bench.folder.glob("THIRDTEAM1*")), "a refused password leaves files"
    bench.expect(1, "empty or has a zero byte", "codesign", "-s", "TEAM123456.p12", "--password-file", "zero", "program.c")


def test_a_team_is_trusted_by_its_certificate_whose_fingerprint_is_shown_first(bench):
    (bench / "trusting").mkdir(mode=0o755)
    trust = ("latchkey", "team", "trust", "--directory")
    bench.openssl("pkcs12", "-in", "TEAM123456.p12", "-passin", "file:password", "-nokeys", "-clcerts", "-out", "signer.pem")
    bench.expect(1, "not the certificate of a team", *trust, "trusting", "signer.pem")
    said = bench.expect(0, "team TEAM123456", *trust, "trusting", "TEAM123456.pem")
    assert "trusted: " in said.partition("SHA-256: ")[2], f"the fingerprint is not first: {said}"
    bench.expect(0, "TEAM123456  Example Authority", "latchkey", "team", "list", "--directory", "trusting")
    # A folder is where the certificate would be.
    (installed,) = (bench / "trusting").glob("*.pem")
    (bench / "blocked" / installed.name).mkdir(parents=True)
    said = bench.expect(1, "SHA-256: ", *trust, "blocked", "TEAM123456.pem")
    assert "trusted: " not in said, "trusted what was not installed"


def test_the_teams_of_what_is_no_folder_are_not_listed(bench):
    (bench / "no-directory").touch()
    bench.expect(1, "Not a directory", "latchkey", "team", "list", "--directory", "no-directory")


def test_control_characters_in_the_name_of_a_team_are_not_shown(bench):
    bench.openssl("req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", "/dev/null", "-out", "colours.pem", "-utf8",
                  "-subj", "/CN=Ex\u009bample\u202e/OU=COLOURTEAM", "-addext", "keyUsage=critical,keyCertSign")
    (bench / "colours.d").mkdir(mode=0o755)
    bench.expect(0, "team COLOURTEAM, Example, until", "latchkey", "team", "trust", "--directory", "colours.d", "colours.pem")
    bench.expect(0, "COLOURTEAM  Example  until", "latchkey", "team", "list", "--directory", "colours.d")


def test_a_folder_or_a_certificate_that_others_can_write_makes_no_team_trusted(bench):
    bench.app()
    bench.expect(0, "program: valid on disk", *bench.VERIFY, "program")
    (certificate,) = (bench / "teams.d").glob("*.pem")
    (bench / "teams.d").chmod(0o777)
    bench.expect(1, "the team is not trusted", *bench.VERIFY, "program")
    (bench / "teams.d").chmod(0o755)
    certificate.chmod(0o666)
    bench.expect(1, "the team is not trusted", *bench.VERIFY, "program")
    certificate.chmod(0o644)
    bench.expect(0, "valid on disk", *bench.VERIFY, "program")
