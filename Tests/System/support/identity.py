# What the tests of identity share: a group of a team, an item in it, and a way to become another program.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import platform
import shutil

from .daemon import once
from .wire import REFUSED, add, copy
from .workshop import TEAM

SHARED = f"{TEAM}.shared"
GROUPS = {"keychain-access-groups": [SHARED]}
# The item that `store_shared` stores.
WANTED = copy(b"shared", SHARED)
# Seconds after which the daemon looks anew at a program that calls: what it has found holds for 250 ms, and nothing
# tells their end.
LOOKS_ANEW = 0.3
MACHINE = platform.machine()
SYSTEM_LIBRARIES = pathlib.Path(f"/lib/{MACHINE}-linux-gnu")

# Becomes another program under a filter of system calls, which lets all of them through. Whoever adds one can answer
# them as well.
FILTERED = r"""import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
instruction = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0x7fff0000), 8)  # return SECCOMP_RET_ALLOW
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(instruction)), 16)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program), 0, 0):  # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP
    sys.exit("no filter")
os.execv(sys.argv[1], sys.argv[1:])
"""


def store_shared(daemon, shop):
    """A program of the team that has stored the secret of the test in the group `SHARED`, as the account `shared`."""
    one = shop.sign_once("one", **GROUPS)
    answer = once(daemon, add(b"shared", shop.world.secret.encode(), SHARED), one)
    assert isinstance(answer, bytes), "a signed program stores in a group of its team"
    return one


def finds(world, answer):
    """Whether the answer of `once` holds the secret of the test."""
    return isinstance(answer, bytes) and world.secret.encode() in answer


def refuses(daemon, reason, request, *program, **options):
    """Whether one call of a new process is refused for this reason."""
    start = len(daemon.said())
    return is_refused(daemon, once(daemon, request, *program, **options), reason, start)


def refuses_now(daemon, reason, speaker, request):
    """Whether a call of a process that is connected is refused for this reason."""
    start = len(daemon.said())
    return is_refused(daemon, speaker.call(request)[0], reason, start)


def is_refused(daemon, answer, reason, start):
    """Whether this is the answer, and the log has the reason behind its first `start` characters. Some reasons are there once a process
    has connected."""
    if answer == REFUSED and daemon.says(reason, after=start):
        return True
    print(f"not refused for '{reason}': {answer!r}, {daemon.said()[start:]}")
    return False


def foreign_libraries(world):
    """A folder with a C library that is Ann's."""
    folder = world.programs / "libraries"
    folder.mkdir(mode=0o755)
    shutil.copy(SYSTEM_LIBRARIES / "libc.so.6", folder)
    os.chown(folder / "libc.so.6", world.ann.number, world.ann.number)
    return folder
