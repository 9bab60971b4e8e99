# Programs in C++, Rust and Go add, find, change and delete a password over libSecurity.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.clients import CLIENTS, NOT_FOUND, check_client, go_client, rust_client

pytestmark = pytest.mark.capi


@pytest.mark.parametrize("compiler", ["g++", "clang++", "/usr/bin/clang++"])
@pytest.mark.parametrize("standard", ["c++11", "c++14", "c++17", "c++20"])
def test_a_program_of_cplusplus_owns_its_objects_by_unique_ptr(c, compiler, standard):
    program = c.compile(CLIENTS / "pointers.cpp", f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", compiler=compiler)
    done = c.run(program, "find", "a service", "an account")
    assert (done.returncode, done.stdout) == (0, f"{NOT_FOUND}\n"), f"it runs: {done.stderr}"


@pytest.mark.parametrize("compiler, standard", [("g++", "c++11"), ("clang++", "c++20")])
def test_a_program_of_cplusplus_keeps_a_password(way, compiler, standard):
    check_client(way, way.c.compile(CLIENTS / "pointers.cpp", f"-std={standard}", compiler=compiler))


@pytest.mark.parametrize("prefix", ["", "old-"])
def test_a_program_of_rust_keeps_a_password_by_the_crates_for_macos(way, prefix):
    check_client(way, rust_client(way.c.world.session, way.c), prefix)


def test_a_program_of_go_keeps_a_password_by_cgo(way):
    check_client(way, go_client(way.c.world.session, way.c))
