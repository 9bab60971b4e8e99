# Programs and libraries are signed in place: what they are is kept, they run, and the signature goes away as it came.
# SPDX-License-Identifier: Apache-2.0
import errno
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.rootless, pytest.mark.tools]
ACCESS_LIST, DEFAULT_LIST = "system.posix_acl_access", "system.posix_acl_default"
TAKING = """<plist version="1.0"><dict><key>com.apple.security.cs.allow-dyld-environment-variables</key><true/></dict></plist>
"""


def owner_and_mode(path):
    status = path.stat()
    return oct(status.st_mode), status.st_uid, status.st_gid


def test_a_program_is_signed_in_silence_and_keeps_its_mode_and_its_owner(bench):
    program = bench.copied("unsigned", "program")
    os.utime(program, (1_577_836_800, 1_577_836_800))
    program.chmod(0o751)
    before = owner_and_mode(program)
    said = bench.expect(0, "", *bench.SIGN, *bench.FOR_APP, "./program")
    assert said == "", f"codesign is not silent: {said}"
    assert owner_and_mode(program) == before, "mode or owner changed"
    assert not bench.drafts(), "a draft is left"
    unsigned = (bench / "unsigned").read_bytes()
    changed = sum(old != new for old, new in zip(unsigned, program.read_bytes()))
    assert changed <= 16, "more of the program changed than where its interpreter is"
    bench.expect(7, "it runs", "./program")


def test_libraries_static_programs_and_those_of_swift_run_when_they_are_signed(bench):
    bench.copied("unsigned-static", "static")
    bench.copied("unsigned.so", "library.so")
    bench.copied(bench.bin / "codesign", "swift-program")
    bench.expect(0, "", *bench.SIGN, "library.so", "static", "swift-program")
    bench.expect(7, "it runs", "./static")
    bench.expect(0, "Usage", "./swift-program", "-h")
    bench.expect(0, "", sys.executable, "-c", 'import ctypes; assert ctypes.CDLL("./library.so").answer() == 42')
    library = (bench / "library.so").read_bytes()
    assert library.startswith((bench / "unsigned.so").read_bytes()), "the library itself changed"
    bench.expect(0, "flags=0x10000(runtime)", "codesign", "-dv", "static")
    assert not bench.drafts(), "a draft is left"
    said = bench.expect(0, "library.so: valid on disk", *bench.VERIFY, "static", "library.so", "swift-program")
    assert said.count("valid on disk") == 3, "each of them is valid on disk"


def test_a_signed_program_keeps_its_group_where_the_folder_gives_files_another(bench):
    other = 1 if os.geteuid() == 0 else next((group for group in os.getgroups() if group != os.getgid()), None)
    if other is None:
        pytest.skip("this user has no second group")
    folder = bench / "group.d"
    folder.mkdir()
    os.chown(folder, -1, other)
    folder.chmod(0o2755)
    program = bench.copied("unsigned", "group.d/program")
    os.chown(program, -1, os.getgid())
    bench.expect(0, "", *bench.SIGN, "group.d/program")
    assert program.stat().st_gid == os.getgid(), "the program has the group of its directory"


def test_a_signed_program_has_no_access_list_from_its_folder(bench):
    folder = bench / "list.d"
    folder.mkdir()
    program = bench.copied("unsigned", "list.d/program")
    program.chmod(0o750)
    # Version 2 of the attribute. Everything is for the owner, the user 12345, the group and the mask.
    entries = [(1, 7, 0xffffffff), (2, 7, 12345), (4, 7, 0xffffffff), (16, 7, 0xffffffff), (32, 0, 0xffffffff)]
    attribute = (2).to_bytes(4, "little") + b"".join(
        tag.to_bytes(2, "little") + rights.to_bytes(2, "little") + number.to_bytes(4, "little") for tag, rights, number in entries)
    has_lists = True
    try:
        os.setxattr(folder, DEFAULT_LIST, attribute)
    except OSError as error:
        assert error.errno == errno.ENOTSUP, error
        has_lists = False
    else:
        (folder / "new").touch()
        assert ACCESS_LIST in os.listxattr(folder / "new"), "a new file has the list of its folder"
    bench.expect(0, "", "codesign", "-s", "-", "list.d/program")
    assert ACCESS_LIST not in os.listxattr(program), "the program has a list that it had not"
    assert program.stat().st_mode & 0o7777 == 0o750, oct(program.stat().st_mode)
    if not has_lists:
        pytest.skip("there are no access control lists here")


def test_the_loader_starts_a_signed_program_and_takes_no_library_path(bench):
    bench.app()
    bench.expect(0, "flags=0x10000(runtime)", "codesign", "-dv", "program")
    _, headers = bench.run("readelf", "-lW", "program")
    assert "/secure-loader]" in headers.partition("Requesting program interpreter: ")[2].partition("\n")[0], \
        "the loader is not the program's interpreter"
    bench.signed("signed-env", of="/usr/bin/env")
    _, said = bench.run("env", "-i", "LD_LIBRARY_PATH=/x", "KEPT=1", "./signed-env")
    assert said == "KEPT=1", "a library path reaches a signed program"


def test_a_program_that_wants_no_loader_is_signed_without_a_change(bench):
    unsigned = (bench / "unsigned").read_bytes()
    plainly = bench.signed("plainly", "--no-loader")
    assert plainly.read_bytes().startswith(unsigned), "a program that is signed without a loader changed"
    (bench / "taking.entitlements").write_text(TAKING)
    taking = bench.signed("taking", "--entitlements", "taking.entitlements")
    assert taking.read_bytes().startswith(unsigned), "a program that takes libraries of its caller changed"
    bench.expect(2, "no use here", "codesign", "-v", "--no-loader", "plainly")


def test_a_loader_is_named_for_ad_hoc_signatures_alone(bench, world):
    unsigned = (bench / "unsigned").read_bytes()
    bench.copied("unsigned", "loaded")
    bench.expect(0, "", "codesign", "-s", "-", "--loader", world.bin / "secure-loader", "loaded")
    assert str(world.bin / "secure-loader").encode() in (bench / "loaded").read_bytes(), "the program names the loader"
    bench.expect(0, "", "codesign", "-v", "loaded")
    bench.expect(0, "", "codesign", "--remove-signature", "loaded")
    assert (bench / "loaded").read_bytes() == unsigned, "without its signature the program is what it was"
    bench.expect(2, "ad-hoc", "codesign", "-s", "TEAM123456.p12", "--password-file", "password", "--loader", "/x", "loaded")
    bench.expect(2, "begins with /", "codesign", "-s", "-", "--loader", "x", "loaded")
    bench.expect(2, "no use here", "codesign", "-v", "--loader", "/x", "loaded")


def test_the_same_program_is_signed_the_same_to_the_byte_anew_and_in_place_of_a_signature(bench):
    program, again = bench.app().read_bytes(), bench.copied("unsigned", "again")
    bench.expect(0, "", "codesign", "-s", "TEAM123456.p12", "--password-file", "password", *bench.FOR_APP, "again")
    assert again.read_bytes() == program, "the identity with a password signs the same"
    bench.expect(0, "again: replacing existing signature", *bench.SIGN, "-f", *bench.FOR_APP, "again")
    assert again.read_bytes() == program, "a signature in place of another is the same"
    bench.expect(1, "program: is already signed", *bench.SIGN, "program")


def test_a_program_goes_on_while_its_file_is_signed(bench):
    source = "#include <unistd.h>\nint main(void) { return sleep(60); }\n"
    subprocess.run(["gcc", "-o", bench / "sleeper", "-x", "c", "-"], input=source, text=True, check=True)
    running = subprocess.Popen([bench / "sleeper"])
    bench.expect(0, "", *bench.SIGN, "sleeper")
    assert running.poll() is None, "the program that runs was ended"
    running.kill()
    running.wait()


def test_a_signature_goes_away_as_it_came(bench):
    program = bench.app()
    bench.expect(0, "", "codesign", "--remove-signature", "program")
    assert program.read_bytes() == (bench / "unsigned").read_bytes(), "the program is what it was before"
    bench.expect(1, "not signed at all", "codesign", "--remove-signature", "program")
