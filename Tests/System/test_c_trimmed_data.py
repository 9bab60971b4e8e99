# scripts/trim-icu on damaged data of ICU: it makes nothing of them, and says what is wrong.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import struct
import subprocess

import pytest

from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless]

MEMBER = "icu_packaged_data.cpp.o"
SIZE = 144  # of the header of the package


@pytest.fixture(scope="module")
def toolchains():
    """The archive of the toolchain, the object with the data in it, and where they begin there."""
    archive = pathlib.Path(shutil.which("swiftc") or "/").resolve().parent.parent / "lib/swift_static/linux/lib_FoundationICU.a"
    if not archive.is_file():
        pytest.skip("there is no toolchain with ICU's data")
    data = subprocess.run(["ar", "p", archive, MEMBER], stdout=subprocess.PIPE, check=True).stdout
    return archive, data, data.index(b"\xda\x27") - 2


def trimmed(world, archive):
    made = world.folder / "icu.o"
    return subprocess.run([ROOT / "scripts/trim-icu", archive, made], capture_output=True, text=True), made


def refused(world, archive, why):
    done, made = trimmed(world, archive)
    assert done.returncode == 1 and not made.exists(), f"nothing is made: {done.stdout}"
    assert done.stderr.startswith(f"error: {archive} ") and why in done.stderr and done.stderr.count("\n") == 1, f"one sentence says why: {done.stderr}"


def archived(world, member):
    (world.folder / MEMBER).write_bytes(member)
    subprocess.run(["ar", "rc", world.folder / "damaged.a", world.folder / MEMBER], check=True)
    return world.folder / "damaged.a"


def entry(number):
    return SIZE + 4 + 8 * number


def number_at(data, place):
    return struct.unpack_from("<I", data, place)[0]


def changed(place, change):
    return lambda data: struct.pack_into("<I", data, place, change(number_at(data, place)) & 0xFFFFFFFF)


def swapped(data):
    """Two entries, each with its name, in each other's place."""
    first, second = slice(entry(10), entry(11)), slice(entry(2000), entry(2001))
    data[first], data[second] = data[second], data[first]


def renamed(name):
    def rename(data):
        place = SIZE + number_at(data, entry(100))
        data[place : place + len(name)] = name

    return rename


def overwritten(data):
    place = SIZE + number_at(data, entry(100) + 4)
    data[place : place + 16] = bytes(16)


DAMAGES = {
    "no files": (changed(SIZE, lambda _: 0), "says that it has 0 files"),
    "too many files": (changed(SIZE, lambda _: 0xFFFFFFFF), "says that it has 4294967295 files"),
    "fewer files": (changed(SIZE, lambda count: count - 1), "has a name at"),
    "a name elsewhere": (changed(entry(100), lambda place: place + 1), "has a name at"),
    "a name outside": (changed(entry(100), lambda _: 0xFFFFFFF0), "has a name at 4294967280"),
    "no name": (renamed(b"\xff\xff"), "that is none"),
    "a name out of order": (renamed(b"icudt00l/"), "behind icudt"),
    "a file that is shifted": (changed(entry(100) + 4, lambda place: place + 5), "has something else in the place of icudt"),
    "a file outside": (changed(entry(4000) + 4, lambda _: 0x7FFFFFF0), "has icudt"),
    "a file before the names": (changed(entry(0) + 4, lambda _: 0), "does not end before the files"),
    "files out of order": (changed(entry(100) + 4, lambda place: place - 0x100000), "has icudt"),
    "two files swapped": (swapped, "has a name at"),
    "a file of zeros": (overwritten, "has something else in the place of icudt"),
    "no header": (lambda data: data.__setitem__(slice(0, 2), bytes(2)), "has a header that is larger"),
    "a long header": (lambda data: data.__setitem__(slice(0, 2), b"\xff\xff"), "says that it has"),
    "another format": (lambda data: data.__setitem__(slice(12, 16), b"CmnX"), "has no package of ICU"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_data_are_refused_with_a_sentence(world, toolchains, damage):
    _, member, start = toolchains
    change, why = DAMAGES[damage]
    data = bytearray(member[start:])
    change(data)
    refused(world, archived(world, member[:start] + data), why)


def test_what_is_no_archive_or_has_no_data_is_refused_with_a_sentence(world, toolchains):
    archive, member, _ = toolchains
    refused(world, world.folder / "nothing.a", "cannot be read")
    (world.folder / "half.a").write_bytes(archive.read_bytes()[:5_000_000])
    refused(world, world.folder / "half.a", "cannot be read")
    refused(world, archived(world, member[: len(member) // 2]), "")
    (world.folder / "empty.a").write_bytes(b"!<arch>\n")
    refused(world, world.folder / "empty.a", f"has no {MEMBER}")


def test_data_that_are_cut_off_are_refused(world, toolchains):
    """The section is shorter than the symbol says."""
    _, member, start = toolchains
    (world.folder / MEMBER).write_bytes(member)
    (world.folder / "short").write_bytes(member[start : start + 33_000_000])
    subprocess.run(["objcopy", "--update-section", f".rodata={world.folder}/short", world.folder / MEMBER], check=True)
    refused(world, archived(world, (world.folder / MEMBER).read_bytes()), "has 33000000 bytes of a package of")


def test_whole_data_are_trimmed(world, toolchains):
    done, made = trimmed(world, toolchains[0])
    assert (done.returncode, done.stderr) == (0, "") and made.stat().st_size > 5_000_000, "what CI's library is made of"
