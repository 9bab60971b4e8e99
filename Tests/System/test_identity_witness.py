# A program is what the kernel saw it execute, whatever its process has the kernel say later.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import secrets
import subprocess
import time

import pytest
from support.daemon import Daemon, Speaker, as_unit, once
from support.identity import GROUPS, WANTED, finds, refuses, store_shared
from support.isolation import kill_descendants, mount, outside
from support.session import AUDIT, WITNESS
from support.wire import REFUSED, WHO_AM_I, add, copy, frame
from support.workshop import SPEAKER
from support.world import run

SUPPORT = pathlib.Path(__file__).parent / "support"
IMPOSTOR = SUPPORT / "impostor.c"
ANOTHER_FILE = "another file than the kernel saw"
# Starts a program as its debugger does, and lets it go before its first instruction.
DEBUGGER = r"""
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
child = os.fork()
if child == 0:
    libc.ptrace(0, 0, 0, 0)  # PTRACE_TRACEME
    os.execv(sys.argv[1], sys.argv[1:])
os.waitpid(child, 0)
libc.ptrace(17, child, 0, 0)  # PTRACE_DETACH
os.waitpid(child, 0)
"""
# Forks in a thread, and executes the program in a thread of the child: the kernel makes that its first thread.
THREADS = r"""
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static char **arguments;
static void *execute(void *nothing) { execv(arguments[1], arguments + 1); return nothing; }
static void *divide(void *nothing) {
    pthread_t thread;
    if (fork() == 0) { pthread_create(&thread, 0, execute, 0); for (;;) pause(); }
    wait(0);
    return nothing;
}
int main(int count, char **words) {
    pthread_t thread;
    arguments = words;
    pthread_create(&thread, 0, divide, 0);
    return pthread_join(thread, 0) + count - count;
}
"""


@pytest.fixture
def hidden_witness():
    """No witness, as where no program of eBPF can be loaded."""
    mount("-t", "tmpfs", "tmpfs", WITNESS.parent)


@pytest.fixture
def impostor(world):
    if os.uname().machine != "x86_64":
        pytest.skip("the program that passes for others is written for x86-64")
    program = world.session.once("impostor", lambda folder: run(
        "gcc", "-O1", "-static", "-Wall", "-Wextra", "-Werror", "-fno-stack-protector", "-fcf-protection=none", "-o", folder / "impostor",
        IMPOSTOR)) / "impostor"
    return program


def passes_for(daemon, world, impostor, program, request, *library):
    """What a process of Ann's gets that has the kernel say that it runs `program`: the answer, or the status."""
    ran = subprocess.run([*world.ann.words, str(impostor), str(program), str(daemon.path), frame(request).hex(), *map(str, library)],
                         capture_output=True, text=True, timeout=60, cwd="/")
    assert ran.returncode == 0, f"it passes for the program as far as the kernel says: {ran.returncode} {ran.stderr}"
    kind, body = ran.stdout.split()
    return bytes.fromhex(body) if kind == "2" else int.from_bytes(bytes.fromhex(body)[:4], "big", signed=True)


def weak(world, **options):
    return as_unit(world, "--weak-identity", **options)


def commanded(world, *words, **options):
    """A daemon of the system that the commands speak to: of root's."""
    return Daemon(world, "--system", *words, serves_scripts=False, **options)


def shared_by(daemon, world, shop):
    """A program without a signature, one with, and what each has stored."""
    jit = shop.sign("jit", **GROUPS, **{"com.apple.security.cs.allow-jit": True})
    plain = shop.compiled("plain-of-root")
    for program, request in ((jit, add(b"shared", world.secret.encode(), GROUPS["keychain-access-groups"][0])),
                             (plain, add(b"own", world.secret.encode()))):
        assert isinstance(once(daemon, request, program), bytes)
    return jit, plain


def test_a_process_passes_for_another_program_only_where_identity_is_weak(world, shop, impostor, hidden_witness):
    daemon = weak(world)
    jit, plain = shared_by(daemon, world, shop)
    assert finds(world, passes_for(daemon, world, impostor, jit, WANTED, AUDIT)), "the attack is one: it reads what a signed program stored"
    assert finds(world, passes_for(daemon, world, impostor, plain, copy(b"own"))), "and what an unsigned one of root's stored"


def test_a_process_passes_for_no_program_that_it_has_not_executed(unit, world, shop, impostor):
    jit, plain = shared_by(unit, world, shop)
    for program, request in ((jit, WANTED), (plain, copy(b"own")), (world.bin / "security", WHO_AM_I), (world.bin / "latchkey", WHO_AM_I)):
        start = len(unit.said())
        assert passes_for(unit, world, impostor, program, request, AUDIT) == REFUSED and unit.says(ANOTHER_FILE, after=start), program
    assert finds(world, once(unit, WANTED, jit)) and finds(world, once(unit, copy(b"own"), plain)), "who has executed them is served"


def test_whoami_says_how_strong_identity_is(system, world):
    assert "strength: witnessed" in system.tool("latchkey", "whoami", user=world.ann)[1]
    assert "identity of programs: witnessed" in system.tool("latchkey", "doctor", user=world.ann)[1]


def test_without_a_witness_signatures_count_only_if_an_administrator_says_so(world, shop, hidden_witness):
    daemon = commanded(world)
    one = shop.sign_once("one", **GROUPS)
    assert daemon.says("exec-witness is not attached"), "the log says so when the daemon starts"
    assert refuses(daemon, "--weak-identity", WANTED, one), "a signed program is refused, and the log says what to do"
    assert isinstance(once(daemon, add(b"own", b"recorded:own"), shop.plain), bytes), "an unsigned one has its own items"
    # As a group stands on the wire, behind its length: a process number may have the byte of an asterisk, too.
    assert len(b"*").to_bytes(4, "big") + b"*" not in once(daemon, WHO_AM_I, shop.plain)
    status, output, _ = daemon.tool("latchkey", "whoami", user=world.ann)
    assert status == 0 and "access group: *" not in output and "start exec-witness" in output, "the commands reach what they stored themselves"
    assert daemon.security("find-generic-password", "-s", "check", user=world.ann)[0] == 44, "and nothing of other programs"


def test_in_a_container_an_administrator_takes_what_there_is(world, shop, hidden_witness):
    daemon = commanded(world, "--weak-identity")
    assert daemon.says("--weak-identity"), "the log says it at every start"
    store_shared(daemon, shop)
    status, output, _ = daemon.tool("latchkey", "whoami", user=world.ann)
    assert status == 0 and "access group: *" in output and "start exec-witness" in output


@pytest.mark.parametrize("result, strength", [("closed", "strength: file: what the process runs now, as the kernel says"),
                                              ("open", "start exec-witness")])
def test_it_is_tried_whether_users_have_namespaces(world, hidden_witness, result, strength):
    place = pathlib.Path("/run/latchkey/user-namespaces")
    place.parent.mkdir(mode=0o755)
    run(world.bin / "exec-witness", "namespaces", place)
    assert place.read_text() in ("open\n", "closed\n") and place.stat().st_mode & 0o777 == 0o644
    place.write_text(result + "\n")
    assert strength in commanded(world).tool("latchkey", "whoami", user=world.ann)[1]
    os.chown(place, world.ann.number, world.ann.number)
    assert "start exec-witness" in commanded(world, name="another").tool("latchkey", "whoami", user=world.ann)[1], "only root's word counts"


@pytest.mark.parametrize("variables", [["LD_PRELOAD=libm.so.6"], ["EMPTY=", "LD_LIBRARY_PATH=/usr/lib"], ["LONG=" + "x" * 9000, "GTK_MODULES=a"],
                                       ["PYTHONSTARTUP=a"], [f"A{number}=" for number in range(4200)]])
def test_an_unsigned_program_of_roots_is_nobody_if_a_variable_chose_code(unit, world, shop, variables):
    plain = shop.compiled("plain-of-root")
    name = variables[-1].partition("=")[0]
    reason = "not all of the environment" if name == "A4199" else {"L": "LD_*", "G": "GTK_MODULES", "P": "PYTHON*"}[name[0]]
    assert refuses(unit, reason, WHO_AM_I, plain, prefix=["env", *variables])
    assert isinstance(once(unit, WHO_AM_I, plain, prefix=["env", "AN_LD_PRELOAD=1", "LONG=" + "x" * 4090 + "LD_PRELOAD=1"]), bytes)
    anns = world.copied(plain, "anns", owner=world.ann)
    assert isinstance(once(unit, WHO_AM_I, anns, prefix=["env", *variables]), bytes), "a program that Ann can write promises nothing"
    store_shared(unit, shop)
    assert finds(world, once(unit, WANTED, shop.programs / "one", prefix=["env", *variables])), "the loader keeps it out of a signed one"


def test_an_unsigned_program_on_a_file_system_without_privileges_is_asked_for_its_variables(world, shop):
    place = world.folder / "place"
    place.mkdir(mode=0o755)
    mount("-t", "tmpfs", "-o", "nosuid,mode=755", "tmpfs", place)
    run("cp", shop.plain, place / "one")
    unit = as_unit(world)
    assert isinstance(once(unit, WHO_AM_I, place / "one"), bytes)
    assert refuses(unit, "LD_*", WHO_AM_I, place / "one", prefix=["env", "LD_PRELOAD=libm.so.6"])


# Adds a filter of system calls of its own, as programs do that have little to do with files.
CAREFUL = SPEAKER.read_text() + r"""
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
__attribute__((constructor)) static void filter(void) {
    struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {1, all};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
"""


# Leaves a mark, takes its own code away, and goes on in the dynamic linker.
LEAVING = r"""
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
static int (*volatile leave)(void *, size_t) = munmap;
__attribute__((constructor, optimize("O2", "omit-frame-pointer"))) static void begin(void) {
    close(open(MARK, O_WRONLY | O_CREAT, 0666));
    leave((void *)((uintptr_t)&begin & ~4095UL), 4096);
}
"""


def test_an_unsigned_program_of_roots_is_nobody_if_others_answer_its_system_calls(unit, world, shop):
    plain = shop.compiled("plain-of-root")
    mark = world.home(world.ann) / "mark"
    library = shop.compiled("leaves.so", "-O2", "-shared", "-fPIC", "-nostartfiles", "-fcf-protection=none", f'-DMARK="{mark}"', source=LEAVING, owner=world.ann)
    supervisor = shop.compiled("supervisor", source=(SUPPORT / "supervisor.c").read_text())
    assert refuses(unit, "a filter of system calls", WHO_AM_I, supervisor, library, plain), "who is shown other files is nobody"
    assert mark.exists(), "the attack is one: what it was shown has run"
    careful = shop.compiled("careful-of-root", source=CAREFUL)
    assert isinstance(once(unit, WHO_AM_I, careful), bytes), "a program may add a filter of its own"


def test_root_adds_variables(unit, world, shop):
    name = f"CODE_{secrets.token_hex(4)}"
    plain = shop.compiled("plain-of-root")
    assert isinstance(once(unit, WHO_AM_I, plain, prefix=["env", f"{name}=1"]), bytes)
    configuration = pathlib.Path("/etc/latchkey/exec-witness.conf")
    configuration.write_text(f"# of this machine\n{name}*\n")
    configuration.chmod(0o644)
    run(world.bin / "exec-witness", "attach")
    assert refuses(unit, f"{name}*", WHO_AM_I, plain, prefix=["env", f"{name}_MORE=1"])
    for wrong in ("A*B", "A=B", "x" * 40, "A"):
        configuration.write_text(wrong + "\n")
        run(world.bin / "exec-witness", "attach", status=1)
    configuration.chmod(0o666)
    run(world.bin / "exec-witness", "attach", status=1)


def test_a_program_that_a_debugger_has_started_is_nobody(unit, world, shop):
    one = store_shared(unit, shop)
    for program in (one, shop.compiled("plain-of-root")):
        assert refuses(unit, "was started by a debugger", WHO_AM_I, "/usr/bin/python3", "-I", "-c", DEBUGGER, program)


def test_the_thread_that_executes_does_not_matter(unit, world, shop):
    one = store_shared(unit, shop)
    assert finds(world, once(unit, WANTED, shop.compiled("threads", "-pthread", source=THREADS), one))


def test_an_upgrade_forgets_no_process(unit, world, shop):
    store_shared(unit, shop)
    before = Speaker(unit, shop.programs / "one")
    for _ in range(20):
        run(world.bin / "exec-witness", "attach")
        assert finds(world, once(unit, WANTED, shop.programs / "one")), "what is executed meanwhile is seen"
    assert finds(world, before.call(WANTED)[1]), "what was executed before is known still"
    kept = {"counter", "exec", "executions", "fork", "names", "table", "connections", "since"}
    assert set(os.listdir(WITNESS)) in (kept, kept | {"connect"}), "and no draft is left"


def test_a_program_on_an_overlay_is_what_it_was(world, shop):
    lower, upper, work, merged = (world.folder / name for name in ("lower", "upper", "work", "merged"))
    for folder in (lower, upper, work, merged):
        folder.mkdir(mode=0o755)
    run("cp", shop.plain, lower / "below")
    mount("-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={upper},workdir={work}", merged)
    run("cp", shop.plain, merged / "above")
    daemon = as_unit(world)
    for name in ("below", "above"):
        assert str(merged / name).encode() in once(daemon, WHO_AM_I, merged / name), name


@pytest.fixture
def volume(world):
    """A file system of btrfs."""
    if "btrfs" not in pathlib.Path("/proc/filesystems").read_text():
        pytest.skip("this kernel has no btrfs")
    image, volume = world.folder / "image", world.folder / "volume"
    run("truncate", "-s", "256M", image)
    run("mkfs.btrfs", "-q", image)
    volume.mkdir(mode=0o755)
    mount("-o", "loop", image, volume)
    return volume


def test_a_program_on_a_subvolume_of_btrfs_is_what_it_was(world, shop, volume):
    run("btrfs", "subvolume", "create", volume / "sub")
    run("cp", shop.plain, volume / "sub/one")
    assert str(volume / "sub/one").encode() in once(as_unit(world), WHO_AM_I, volume / "sub/one")


def test_a_snapshot_of_btrfs_is_another_file(world, shop, impostor, volume):
    run("btrfs", "subvolume", "create", volume / "a")
    run("cp", impostor, volume / "a/program")
    run("sync")
    run("btrfs", "subvolume", "snapshot", volume / "a", volume / "b")
    (volume / "b/program").write_bytes(shop.plain.read_bytes())
    assert (volume / "a/program").stat().st_ino == (volume / "b/program").stat().st_ino
    daemon = as_unit(world)
    assert isinstance(once(daemon, add(b"own", world.secret.encode()), volume / "b/program"), bytes), "who has executed it is served"
    assert passes_for(daemon, world, volume / "a/program", volume / "b/program", copy(b"own")) == REFUSED and daemon.says(ANOTHER_FILE)


# Connects, which has the daemon look at its parent, and exchanges the bytes of two files of one size, of which no time
# changes.
EXCHANGING = r"""
import fcntl, os, socket, struct, sys
goes, begins, path, one, other = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
os.read(begins, 1)
for _ in range(3):
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    try:
        client.sendall(b"latchkey" + struct.pack(">HHI", 1, 1, 0))
        client.recv(16)
    except OSError:
        pass
    client.close()
os.write(goes, b".")
os.read(begins, 1)
files = [os.open(name, os.O_RDWR) for name in (one, other)]
for file in files:
    os.fsync(file)
status = os.fstat(files[0])
times = [struct.pack("@lixxxx", *divmod(time, 10**9)) for time in (status.st_mtime_ns, status.st_ctime_ns)]
# struct xfs_swapext, with the struct xfs_bstat that it has at its end.
stat = bytes(56) + times[0] + times[1] + bytes(48)
request = bytearray(struct.pack("@qqqqq16x", 0, files[0], files[1], 0, status.st_size) + stat)
fcntl.ioctl(files[0], 3 << 30 | len(request) << 16 | ord("X") << 8 | 109, request)
after = os.fstat(files[0])
assert (after.st_mtime_ns, after.st_ctime_ns) == (status.st_mtime_ns, status.st_ctime_ns)
for file in files:
    os.close(file)
os.write(goes, b".")
"""


@pytest.fixture
def volume_of_system(world):
    """A file system of XFS that the first process sees as well."""
    if "xfs" not in pathlib.Path("/proc/filesystems").read_text():
        pytest.skip("this kernel has no XFS")
    image, volume = world.folder / "image", world.folder / "volume"
    run("truncate", "-s", "400M", image)
    run("mkfs.xfs", "-q", image)
    volume.mkdir(mode=0o755)
    first = outside()
    run(*first, "mount", "-o", "loop", image, volume)
    device = run("losetup", "--noheadings", "--output", "NAME", "--associated", image).split()[0]
    mount(device, volume)
    is_seen = f" {volume} " in pathlib.Path("/proc/1/mountinfo").read_text()
    if is_seen:
        yield volume
    kill_descendants()
    for words in ([], first):
        run(*words, "umount", volume)
    if not is_seen:
        pytest.skip("this run has a mount namespace of its own")


@pytest.mark.alone
def test_what_was_found_of_a_file_is_forgotten_when_the_process_executes_it(world, shop, impostor, volume_of_system):
    volume = volume_of_system
    primer = shop.compiled("primer", "-static", "-fno-stack-protector", "-fcf-protection=none", source=(SUPPORT / "primer.c").read_text())
    daemon = as_unit(world)
    one = store_shared(daemon, shop)
    signed, evil = volume / "signed", volume / "evil"
    for name, source in ((signed, one), (evil, shop.plain)):
        run("cp", source, name)
        os.chown(name, world.ann.number, world.ann.number)
    os.truncate(evil, signed.stat().st_size)
    assert finds(world, once(daemon, WANTED, signed)), "a copy of a signed program is that program"
    # What was just written is not remembered.
    time.sleep(3)
    process = subprocess.Popen([*world.ann.words, primer, signed, daemon.path, AUDIT, EXCHANGING, daemon.path, signed, evil], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = process.communicate(f"send {frame(WANTED).hex()}\n", timeout=60)
    assert signed.read_bytes()[:4096] == shop.plain.read_bytes()[:4096], f"the bytes were exchanged: {errors}"
    assert "ready" in output and world.secret.encode().hex() not in output, f"what has them now is not what had them: {process.returncode} {output} {errors}"
    assert daemon.says(ANOTHER_FILE), "and the daemon had looked at it"


def test_two_files_of_an_overlay_with_one_number_are_told_apart(world, shop, impostor):
    lower, upper, merged = (world.folder / name for name in ("lower", "upper", "merged"))
    for folder in (lower, upper, merged):
        folder.mkdir(mode=0o755)
    for folder in (lower, upper):
        mount("-t", "tmpfs", "-o", "inode64", "tmpfs", folder)
    for folder in (upper / "files", upper / "work"):
        folder.mkdir()
    for number in range(50):
        (lower / f"more-{number}").touch()
    run("cp", shop.plain, lower / "victim")
    mount("-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={upper}/files,workdir={upper}/work", merged)
    victim, own = merged / "victim", merged / "own"
    while True:
        own.touch(mode=0o755)
        if own.stat().st_ino >= victim.stat().st_ino:
            break
        own.unlink()
    own.write_bytes(impostor.read_bytes())
    assert own.stat().st_ino == victim.stat().st_ino and own.stat().st_dev != victim.stat().st_dev
    daemon = as_unit(world)
    assert passes_for(daemon, world, own, victim, WHO_AM_I) == REFUSED, "it does not pass for the other"


def test_a_file_on_another_mount_is_not_what_was_executed(world, shop, impostor):
    # As of another file system that has got the device number of one that was unmounted.
    if tuple(int(part) for part in os.uname().release.split(".")[:2]) < (6, 8):
        pytest.skip("this kernel gives mounts no number of their own")
    first, second = world.folder / "first", world.folder / "second"
    for folder in (first, second):
        folder.mkdir(mode=0o755)
    run("cp", impostor, first / "program")
    mount("--bind", first, second)
    daemon = as_unit(world)
    assert passes_for(daemon, world, first / "program", second / "program", WHO_AM_I) == REFUSED and daemon.says(ANOTHER_FILE)


@pytest.mark.alone
def test_a_process_that_is_older_than_the_witness_is_nobody(unit, world, shop):
    one = store_shared(unit, shop)
    run(world.bin / "exec-witness", "detach")
    try:
        older = subprocess.Popen(["sleep", "60"])
        daemon = as_unit(world, name="without")
        assert refuses(daemon, "start exec-witness", WANTED, one)
    finally:
        run(world.bin / "exec-witness", "attach")
    run(world.bin / "exec-witness", "show", older.pid, status=1)
    older.kill()
    with_witness = as_unit(world, name="with")
    assert finds(world, once(with_witness, WANTED, store_shared(with_witness, shop)))
