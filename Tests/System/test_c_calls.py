# Every function that libSecurity exports is called; what is no argument for it is refused, and ends no program.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess

import pytest

from support import c_calls
from support.certificates import certificate_and_identity
from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless, pytest.mark.patience(400)]

# The toolchain's compiler is there on every machine that has built the library; it declares the calls with blocks.
CLANG = "clang"
PARAMETER = -50  # errSecParam


@pytest.fixture
def files(world):
    return certificate_and_identity(world.folder)


def compiled(c, text, name):
    return c.compile(text, "-fblocks", "-w", f"-I{ROOT}/Tests/CDoor", compiler=CLANG, name=name)


def test_what_is_exported_is_what_the_headers_declare_and_constants_have_the_values_of_swift(c):
    done = subprocess.run([ROOT / "scripts/check-c-library", c.prefix], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_function_of_the_headers_is_linked_and_called_once(c, files):
    text, count = c_calls.once(c.prefix / "include/latchkey")
    names = {line for line in (ROOT / "Sources/CHeaders/abi.txt").read_text().split() if re.match("CF|Sec|CMS", line)}
    assert count == len(names), "each function has its call"
    done = c.run(compiled(c, text, "once"), *files, timeout=300)
    assert (done.returncode, done.stdout) == (0, "ended\n"), f"each call comes back: {done.stdout}{done.stderr}"


def test_what_is_no_argument_is_refused_and_ends_no_program(c, files):
    include = c.prefix / "include/latchkey"
    text, _ = c_calls.wrong(include)
    done = c.run(compiled(c, text, "wrong"), *files, timeout=300)
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-1]) == (0, "ended"), f"no call ends its program: {[line for line in lines if 'signal' in line]}"
    functions = {function.name: function for function in c_calls.functions(include)}
    taken, refusals = [], 0
    for line in lines[:-1]:
        found = re.fullmatch(r"(\w+)/(\d+)/\(\w+(?:Ref|Algorithm)\)(.*): (-?\d+)", line.replace("'", '"'))
        if found is None or not functions[found[1]].must_refuse(int(found[2]), found[3]):
            continue
        refusals += 1
        # What answers with an object has said 1 if there is none.
        if int(found[4]) not in (PARAMETER, 1):
            taken.append(line)
    assert refusals > 2000, "the arguments were tried"
    assert not taken, f"each wrong argument is errSecParam or NULL: {taken}"
