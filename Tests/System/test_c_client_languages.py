# Programs in C++, Rust and Go add, find, change and delete a password over libSecurity.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.clients import CLIENTS, NOT_FOUND, check_client, core_foundation_tests, go_client, rust_client

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


# What there is not, and the tests of core-foundation that need it.
NEEDS = {
    "CFFileDescriptor": ["filedescriptor::test::test_callback", "filedescriptor::test::test_consumed", "filedescriptor::test::test_unconsumed"],
    "CFGetRetainCount": [
        "array::tests::borrow", "array::tests::into_untyped", "array::tests::iter_untyped_array", "array::tests::to_untyped_correct_retain_count",
        "base::tests::as_cftype_and_downcast", "base::tests::as_cftype_retain_count", "base::tests::into_cftype_and_downcast_into",
        "base::tests::into_cftype_retain_count", "dictionary::test::convert_immutable_to_mutable_dict",
        "dictionary::test::mutable_dictionary_as_immutable", "propertylist::test::downcast_into", "propertylist::test::downcast_into_fail",
        "propertylist::test::to_propertylist_retain_count",
    ],
    "Safari": ["bundle::safari_executable_url", "bundle::safari_private_frameworks_url"],
}


def test_the_tests_of_debians_core_foundation_pass(c):
    skipped = [word for tests in NEEDS.values() for name in tests for word in ("--skip", name)]
    done = c.run(core_foundation_tests(c.world.session, c), "--exact", *skipped)
    assert done.returncode == 0 and "test result: ok. 20 passed; 0 failed" in done.stdout, f"they pass: {done.stdout}{done.stderr}"


def test_a_program_of_go_keeps_a_password_by_cgo(way):
    check_client(way, go_client(way.c.world.session, way.c))
