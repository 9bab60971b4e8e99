# Nobody looks into a program that the daemon knows by its signature, nor into the commands: what they have read stays
# theirs.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from support.daemon import Daemon, Speaker, once
from support.identity import GROUPS, SHARED, WANTED, finds, refuses, store_shared
from support.wire import REFUSED, WHO_AM_I, add, copy
from support.workshop import TEAM
from support.world import until

ALLOWING = {"com.apple.security.get-task-allow": True}

# Tries each way into a process, and says which were open.
INTRUDER = r"""
import ctypes, os, resource, signal, sys
libc = ctypes.CDLL(None, use_errno=True)
target = int(sys.argv[1])

class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]

def crosses(call):
    own = ctypes.create_string_buffer(8)
    # No such address: who may look gets EFAULT (14), and anybody else EPERM.
    call(target, ctypes.byref(Part(ctypes.addressof(own), 8)), 1, ctypes.byref(Part(0x1000, 8)), 1, 0)
    return ctypes.get_errno() == 14

def opens(name, flags):
    try:
        os.close(os.open(f"/proc/{target}/{name}", flags))
        return True
    except OSError:
        return False

def takes_descriptor():
    process = os.pidfd_open(target)
    return libc.syscall(438, process, 0, 0) >= 0  # pidfd_getfd

def attaches():
    if libc.ptrace(16, target, 0, 0) != 0:  # PTRACE_ATTACH
        return False
    os.waitpid(target, 0x40000000)
    return libc.ptrace(17, target, 0, 0) == 0

ways = {"readv": lambda: crosses(libc.process_vm_readv), "writev": lambda: crosses(libc.process_vm_writev),
        "mem": lambda: opens("mem", os.O_RDWR), "maps": lambda: opens("environ", os.O_RDONLY), "descriptor": takes_descriptor,
        "ptrace": attaches}
print(" ".join(name for name, way in ways.items() if way()))
try:
    resource.prlimit(target, resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
except PermissionError:
    pass  # The commands have given up the right to a core file.
os.kill(target, signal.SIGABRT)
"""


def ways_into(process, world):
    """The ways that are open to another program of the user. It ends the process, too; whether that left a core file."""
    intruder = subprocess.run([*world.ann.words, sys.executable, "-I", "-c", INTRUDER, str(process.pid)], capture_output=True, text=True,
                              cwd="/", timeout=60)
    assert intruder.returncode == 0, intruder.stderr
    ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    process.wait()
    return set(intruder.stdout.split()), ended.si_code == os.CLD_DUMPED


def in_a_folder(folder):
    """Words that run a program where it can leave a core file."""
    return ["env", "-C", str(folder), "prlimit", "--core=unlimited:unlimited"]


def all_ways():
    scope = pathlib.Path("/proc/sys/kernel/yama/ptrace_scope")
    if scope.exists() and scope.read_text().strip() != "0":
        pytest.skip("this machine keeps every program from looking into another (kernel.yama.ptrace_scope)")
    return {"readv", "writev", "mem", "maps", "descriptor", "ptrace"}


def test_an_unsigned_program_is_open_to_others_of_its_user(unit, world, shop):
    ways, dumped = ways_into(Speaker(unit, shop.plain, prefix=in_a_folder(world.home(world.ann))).process, world)
    assert ways == all_ways() and dumped, "what is looked for is a way in"


@pytest.mark.parametrize("kind", ["a common program", "one at a fixed address"])
def test_nobody_looks_into_a_signed_program(unit, world, shop, kind):
    one = store_shared(unit, shop)
    if kind == "one at a fixed address":
        one = shop.sign("fixed", of=shop.compiled("fixed-unsigned", "-no-pie"), **GROUPS)
    speaker = Speaker(unit, one, prefix=in_a_folder(world.home(world.ann)))
    assert finds(world, speaker.call(WANTED)[1]), "it has the secret"
    ways, dumped = ways_into(speaker.process, world)
    assert not ways and not dumped and not list(world.home(world.ann).glob("core*")), f"{kind}: {ways}, a core file: {dumped}"


@pytest.mark.parametrize("name", ["security", "latchkey"])
def test_nobody_looks_into_a_command(system, world, name):
    # It waits for what it is to read.
    words = {"security": ("-i",), "latchkey": ("import", "csv", "/dev/stdin")}[name]
    command = system.started(*in_a_folder(world.home(world.ann)), world.bin / name, *words, user=world.ann)
    assert until(lambda: pathlib.Path(f"/proc/{command.pid}/comm").read_text().strip() == name), "it begins"
    ways, dumped = ways_into(command, world)
    assert not ways and not dumped, f"{ways}, a core file: {dumped}"


def test_a_program_that_debuggers_may_look_into_has_a_group_of_its_own(unit, world, shop):
    store_shared(unit, shop)
    open_ = shop.sign("open", **GROUPS, **ALLOWING)
    answer = once(unit, WHO_AM_I, open_)
    own = f"{TEAM}.org.example.open.debug"
    assert own.encode() in answer and SHARED.encode() not in answer, f"its only group is {own}: {answer}"
    assert isinstance(once(unit, add(b"own", b"recorded:debugged", own), open_), bytes), "it stores what it is tried with"
    assert not finds(world, once(unit, copy(b"shared"), open_)), "it has no item of what is shipped"
    with pytest.raises(AssertionError, match="ends in .debug"):
        shop.sign("open.debug", **GROUPS)
    taking = shop.sign("taking", **{"keychain-access-groups": [own]})
    assert own.encode() not in once(unit, WHO_AM_I, taking).partition(b"org.example.taking")[0] and \
        once(unit, copy(b"own", own), taking) == REFUSED, "nor has a shipped program that group"
    ways, dumped = ways_into(Speaker(unit, open_, prefix=in_a_folder(world.home(world.ann))).process, world)
    assert ways == all_ways() and dumped, "debuggers look into it"


def test_the_loader_counts_only_where_nobody_can_read_it(world, shop):
    own = world.folder / "own"
    own.mkdir(mode=0o755)
    for name in ("keychaind", "codesign", "secure-loader"):
        shutil.copy(world.bin / name, own)
    (own / "secure-loader").chmod(0o755)
    shop.binaries = own
    one = shop.sign("one-of-own", **GROUPS)
    daemon = Daemon(world, "--system", binaries=own)
    assert refuses(daemon, "0711", WHO_AM_I, one), "whoever can read it can look into what it starts, before it does anything"
    (own / "secure-loader").chmod(0o711)
    assert isinstance(once(daemon, WHO_AM_I, one), bytes), "with the mode that the package gives it, it is served"


@pytest.mark.parametrize("loader", ["secure-loader", "debuggable-loader"])
def test_a_program_cannot_choose_the_other_loader(unit, world, shop, loader):
    own = world.folder / "own"
    own.mkdir(mode=0o755)
    shutil.copy(world.bin / "codesign", own)
    # It signs with the loader that is beside it, which has the name of the other one.
    other = {"secure-loader": "debuggable-loader", "debuggable-loader": "secure-loader"}[loader]
    (own / other).symlink_to(world.bin / loader)
    shop.binaries = own
    program = shop.sign("choosing", **GROUPS, **(ALLOWING if loader == "secure-loader" else {}))
    assert refuses(unit, "can add libraries", WHO_AM_I, program)


def test_a_daemon_of_the_user_takes_the_word_of_a_program_that_it_may_not_look_at(world, shop):
    daemon = Daemon(world, user=world.ann)
    status, output, errors = daemon.tool("latchkey", "whoami", user=world.ann)
    assert status == 0 and "strength: stated" in output and "own tools" in output, f"{output}{errors}"
    daemon.make_unlockable(world.password, user=world.ann)
    assert daemon.is_unlocked(user=world.ann), "it serves the commands"
    one = shop.sign_once("one", **GROUPS)
    assert refuses(daemon, "may not look", WHO_AM_I, one), "one that says nothing is nobody"
    # The mode of the socket keeps others away. Whoever passes it is nobody all the same.
    for place in (daemon.folder, daemon.path.parent, daemon.path):
        place.chmod(0o777)
    path = str(world.bin / "latchkey").encode()
    introduction = bytes([34]) + len(path).to_bytes(4, "big") + path
    assert isinstance(once(daemon, introduction, one), bytes), "whoever runs it says what it is"
    assert refuses(daemon, "serves another user", introduction, one, user=world.bob), "another user's word is not taken"


def test_the_daemon_of_the_system_takes_nobodys_word(system, world):
    status, output, _ = system.tool("latchkey", "whoami", user=world.ann)
    assert status == 0 and "strength: witnessed" in output
