# Each test in a process, a mount namespace and a network namespace of its own, and nothing left of it afterwards.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import ctypes
import fcntl
import json
import os
import pathlib
import select
import signal
import socket
import struct
import subprocess
import sys
import time

import pytest
from _pytest.runner import runtestprotocol

PATIENCE = 120  # seconds
# A run with others' programs that hang waits no longer than this for any test.
LONGEST = float(os.environ.get("LATCHKEY_TEST_PATIENCE", "inf"))
CLONE_NEWNS, CLONE_NEWNET = 0x20000, 0x40000000
PR_SET_CHILD_SUBREAPER = 36
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1
libc = ctypes.CDLL(None, use_errno=True)


def is_root():
    return os.geteuid() == 0


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


def enter_namespaces():
    """From here on mounts and networks are this process's own, with an empty /run, /etc/latchkey and /tmp/.X11-unix."""
    if libc.unshare(CLONE_NEWNS | CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "the test cannot have namespaces of its own")
    mount("--make-rprivate", "/")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        name = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(device, SIOCGIFFLAGS, name))[1]
        fcntl.ioctl(device, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | IFF_UP))
    # One command for all of them: a test begins every few tenths of a second.
    script = ("for hidden in /run /etc/latchkey; do mount -t tmpfs -o mode=755 tmpfs $hidden; done; mkdir -m 755 /etc/latchkey/teams.d; "
              "mkdir -p /tmp/.X11-unix; mount -t tmpfs -o mode=1777 tmpfs /tmp/.X11-unix")
    subprocess.run(["sh", "-ec", script], check=True)


def outside():
    """What runs a command where the whole run runs, for one that needs the network."""
    return ["nsenter", "--target", str(os.getppid()), "--mount", "--net"] if is_root() else []


def descendants(process):
    """The numbers of the processes below one, the nearest first."""
    found = []
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{process}/task").iterdir():
            children = (task / "children").read_text().split()
            found += map(int, children)
    return found + [below for child in found for below in descendants(child)]


def kill_descendants():
    """Ends what the test has started, and all that this started, until nothing is left."""
    for _ in range(200):
        left = descendants(os.getpid())
        for process in left:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not left:
            return
        time.sleep(0.01)


def write_reports(item, output):
    """Runs one test in this process, and writes its reports as JSON."""
    try:
        reports = runtestprotocol(item, nextitem=None, log=False)
    finally:
        kill_descendants()
    convert = item.config.hook.pytest_report_to_serializable
    with os.fdopen(output, "wb") as file:
        file.write(json.dumps([convert(config=item.config, report=report) for report in reports]).encode())


def run_in_child(item, output, folder):
    """Runs one test in namespaces of its own. A test that speaks to a daemon itself is started anew there: a daemon does not serve a
    program whose file lies in another mount namespace than the process."""
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.setsid()
    if is_root():
        enter_namespaces()
    if not item.get_closest_marker("speaks"):
        write_reports(item, output)
        return
    os.set_inheritable(output, True)
    # What it prints is in its reports.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    place = f"{item.path}::{item.nodeid.partition('::')[2]}"
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "--quiet", f"--bin={item.config.getoption('--bin')}",
                              f"--c-library={item.config.getoption('--c-library')}", f"--providers={item.config.getoption('--providers')}",
                              *([f"--screenshots={pictures}"] if (pictures := item.config.getoption("--screenshots")) else []),
                              f"--inside={folder}", f"--reports={output}", place])


def failed(item, words):
    return [pytest.TestReport(item.nodeid, item.location, dict.fromkeys(item.keywords, 1), "failed", words, "call")]


def restored(item, data):
    """A report that came as JSON."""
    report = item.config.hook.pytest_report_from_serializable(config=item.config, data=data)
    # Of a test that was skipped, which pytest knows by the tuple that JSON makes a list: the file, the line and the
    # reason.
    if isinstance(report.longrepr, list):
        report.longrepr = tuple(report.longrepr)
    return report


def reports(item, folder):
    """What came of one test that ran in a child; `folder` is the session's."""
    marker = item.get_closest_marker("patience")
    patience = min(marker.args[0] if marker else PATIENCE, LONGEST)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(read)
            run_in_child(item, write, folder)
            status = 0
        except BaseException as error:  # What pytest itself raises ends this process, too.
            os.write(2, f"{item.nodeid}: {error!r}\n".encode())
        finally:
            os._exit(status)
    os.close(write)
    data, ends = b"", time.monotonic() + patience
    while select.select([read], [], [], max(0, ends - time.monotonic()))[0]:
        part = os.read(read, 1 << 16)
        if not part:
            break
        data += part
    else:
        # The child is stopped first, so that it starts nothing new meanwhile.
        os.kill(child, signal.SIGSTOP)
        for process in [*reversed(descendants(child)), child]:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
    os.close(read)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if not data:
        return failed(item, f"the test did not end within {patience:g} s" if status == -signal.SIGKILL else f"its process ended with {status}")
    return [restored(item, report) for report in json.loads(data)]
