# A program of C with the rights of its file: what its caller says in the environment names no keychain.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.capi

SOURCE = """\
#include <Security/Security.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char path[1024] = "none";
    UInt32 room = sizeof path;
    OSStatus status = SecKeychainGetPath(NULL, &room, path);
    printf("%d %d %s\\n", getuid() == geteuid(), (int)status, path);
    return 0;
}
"""


@pytest.mark.parametrize("variable", ["LATCHKEY_HOME", "XDG_DATA_HOME", "HOME"])
def test_the_variables_of_a_callers_name_no_keychain_to_a_setuid_program(c, world, variable):
    shutil.copy(c.library, world.programs)
    program = c.compile(SOURCE, f"-Wl,-rpath,{world.programs}", name=f"of-{variable}")
    named = {"PATH": "/usr/bin:/bin", "LATCHKEY_SOCKET": "none", variable: str(world.home(world.bob) / "named")}

    def said():
        done = subprocess.run([*world.bob.words, program], env=named, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    same, status, path = said()
    assert (same, status) == ("1", "0") and path.startswith(named[variable]), "a program of the caller's own follows the variable"
    os.chown(program, world.ann.number, world.ann.number)
    program.chmod(0o4755)
    same, status, path = said()
    assert same == "0" and named[variable] not in path, "one with other rights does not"


def test_swifts_own_variable_is_read_as_the_page_says_and_runs_nothing(c, world):
    """If the first assertion fails, the page and the threat model can lose a sentence."""
    shutil.copy(c.library, world.programs)
    text = "#include <stdio.h>\n__attribute__((constructor)) static void run(void) { puts(\"ran\"); fflush(stdout); }\n"
    named = c.compile(text, "-shared", "-fPIC", name="named.so")
    program = c.compile(SOURCE, f"-Wl,-rpath,{world.programs}", name="of-ann")
    os.chown(program, world.ann.number, world.ann.number)
    program.chmod(0o4755)
    for path in (named, world.folder / "nothing"):
        variables = {"PATH": "/usr/bin:/bin", "LATCHKEY_SOCKET": "none", "SWIFT_DEBUG_LIB_PRESPECIALIZED_PATH": str(path)}
        done = subprocess.run([*world.bob.words, program], env=variables, capture_output=True, text=True, timeout=60)
        assert "prespecialization" in done.stderr and ("No such file" in done.stderr) == (path != named), done.stderr
        assert done.stdout.startswith("0 ") and "ran" not in done.stdout, "the library that is named is not run"
