# The first secret of a C program, over libSecurity.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless]

SAID = """\
add 0
add again -25299
find 0 first
update 0
find 0 second
delete 0
delete again -25300
null -50
key 1 type 1
equal 1 0 hash 1
verify 1
verify another 0
error -67808
described 1
"""


def test_a_program_of_c_stores_finds_changes_and_deletes_a_secret_and_signs_with_a_key(c):
    done = c.run(c.compile(ROOT / "Tests/CDoor/first.c", "-Wall", "-Wextra", "-Werror", "-pedantic"))
    assert (done.returncode, done.stdout) == (0, SAID), f"the calls answer as in Swift: {done.stderr}"
