# Signatures are verified and shown, openssl verifies them on its own, and a program that was changed is refused.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import os

import pytest
from support.signing import joined, parts

pytestmark = [pytest.mark.rootless, pytest.mark.tools]
MODIFIED = "invalid signature (code or signature have been modified)"
FORGED = "invalid signature (the record was not signed by its certificate)"
UNSIGNED = "code object is not signed at all"
DAMAGED = "the signature record is damaged"


def test_a_signed_program_is_valid_where_its_team_is_trusted(bench):
    bench.app()
    bench.expect(0, "program: valid on disk", *bench.VERIFY, "program")
    assert bench.expect(0, "", "codesign", "-v", "--teams-directory", "teams.d", "program") == "", "a valid program is verified in silence"
    bench.expect(1, "the team is not trusted", "codesign", "-v", "--teams-directory", "/var/empty-teams.d", "program")
    bench.expect(1, UNSIGNED, "codesign", "-v", "unsigned")
    bench.expect(1, "No such file or directory", "codesign", "-v", "absent")


def test_a_program_of_a_team_that_is_not_trusted_is_refused(bench):
    bench.app("again")
    bench.expect(0, "", "codesign", "-s", "OTHERTEAM1.p12", "--password-file", "password", *bench.FOR_APP, "again", "-f")
    bench.expect(1, "the team is not trusted", *bench.VERIFY, "again")


def test_the_signature_and_the_entitlements_of_a_program_are_shown(bench):
    program = bench.app()
    said = bench.expect(0, "TeamIdentifier=TEAM123456", "codesign", "-dvv", "program")
    for line in (f"Executable={os.path.realpath(program)}", "Identifier=com.example.app", "Format=ELF 64-bit (",
                 "Authority=Example Code Signing", "Authority=Example Authority"):
        assert line in said, f"-dvv does not say {line}: {said}"
    entitlements = bench.output("codesign", "-d", "--entitlements", "-", "program")
    assert entitlements == (bench / "app.entitlements").read_bytes(), "the entitlements are given as they were signed"


def test_a_program_can_be_signed_in_nobodys_name(bench):
    bench.copied("unsigned", "adhoc")
    bench.expect(0, "", "codesign", "-s", "-", "-i", "local.app", "adhoc")
    bench.expect(0, "", "codesign", "-v", "adhoc")
    bench.expect(0, "Signature=adhoc", "codesign", "-dv", "adhoc")


def test_openssl_verifies_the_signature_from_the_bytes_that_the_format_page_describes(bench):
    payload, directory, message, _ = parts(bench.app())
    loader = os.path.realpath(bench.bin) + "/secure-loader\0"
    assert payload[bench.size("unsigned"):] == loader.encode(), "before the record stands the path of the loader, which is digested, too"
    assert hashlib.sha256(payload).digest() == directory[20:52], "the digest in the directory is another"
    (bench / "directory").write_bytes(directory)
    (bench / "message").write_bytes(message)
    verify = ("openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "message", "-content", "directory",
              "-CAfile", "TEAM123456.pem", "-purpose", "any", "-out", "/dev/null")
    status, said = bench.run(*verify)
    assert status == 0, f"openssl does not verify the message: {said}"
    (bench / "directory").write_bytes(directory + b"x")
    status, _ = bench.run(*verify)
    assert status != 0, "openssl verifies another directory"


# Attacks. The unit tests flip each byte of a small program; here are the ones that people try.


class Attacked:
    """A signed program, and copies of it that somebody has changed."""

    def __init__(self, bench):
        self.bench = bench
        self.program = bench.app()
        self.data, self.payload = self.program.read_bytes(), parts(self.program)[0]
        self.unsigned = (bench / "unsigned").read_bytes()

    def is_refused(self, reason, contents):
        attacked = self.bench.copied("program", "attacked")
        attacked.write_bytes(contents)
        self.bench.expect(1, f"attacked: {reason}", *self.bench.VERIFY, "attacked")

    def flipped(self, place):
        changed = bytearray(self.data)
        changed[place] ^= 1
        return bytes(changed)

    @property
    def record(self):
        """What signing has put behind the program."""
        return self.data[len(self.unsigned):]


@pytest.fixture
def attacked(bench):
    return Attacked(bench)


def test_a_program_with_a_changed_byte_is_refused(attacked):
    for place in (0, 4096, len(attacked.unsigned) - 1):
        attacked.is_refused(MODIFIED, attacked.flipped(place))
    for place in (len(attacked.payload) + 80, len(attacked.data) - 60):
        attacked.is_refused(FORGED, attacked.flipped(place))


def test_a_program_whose_end_is_not_that_of_a_record_is_not_signed(attacked, bench):
    attacked.is_refused(UNSIGNED, attacked.flipped(len(attacked.data) - 1))
    attacked.is_refused(UNSIGNED, attacked.data + b"x")
    attacked.is_refused(UNSIGNED, attacked.data[:-1])
    bench.expect(0, "", "strip", "-o", "stripped", "program")
    attacked.is_refused(UNSIGNED, (bench / "stripped").read_bytes())


def test_the_record_of_a_program_does_not_fit_another_file(attacked, bench):
    attacked.is_refused(DAMAGED, (bench / "unsigned.so").read_bytes() + attacked.record)
    # Another program of the same length, with the whole record of the team.
    other = bytearray(attacked.unsigned)
    other[4096] = ord("x")
    assert bytes(other) != attacked.unsigned, "it is another program"
    attacked.is_refused(MODIFIED, bytes(other) + attacked.record)


def test_the_directory_of_one_record_does_not_fit_the_message_of_another(attacked, bench):
    bench.copied("unsigned", "adhoc")
    bench.expect(0, "", "codesign", "-s", "-", *bench.FOR_APP, "adhoc")
    payload, directory, message, _ = parts(attacked.program)
    assert joined(payload, directory, message) == attacked.data, "a record of its own parts is the record"
    own_payload, own_directory, own_message, _ = parts(bench / "adhoc")
    attacked.is_refused(DAMAGED, joined(own_payload, own_directory, message))
    attacked.is_refused(FORGED, joined(payload, directory, own_message))
