# A program is what the kernel saw it execute, whatever its process has the kernel say later.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import secrets
import subprocess

import pytest
from support.daemon import Daemon, Speaker, as_unit, once
from support.identity import GROUPS, WANTED, finds, refuses, store_shared
from support.isolation import mount
from support.session import AUDIT, WITNESS
from support.wire import REFUSED, WHO_AM_I, add, copy, frame
from support.world import run

IMPOSTOR = pathlib.Path(__file__).parent / "support/impostor.c"
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
    assert b"*" not in once(daemon, WHO_AM_I, shop.plain)
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
    assert sorted(os.listdir(WITNESS)) == ["counter", "exec", "executions", "fork", "names", "table"]


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


def test_a_program_on_a_subvolume_of_btrfs_is_what_it_was(world, shop):
    if "btrfs" not in pathlib.Path("/proc/filesystems").read_text():
        pytest.skip("this kernel has no btrfs")
    image, volume = world.folder / "image", world.folder / "volume"
    run("truncate", "-s", "256M", image)
    run("mkfs.btrfs", "-q", image)
    volume.mkdir(mode=0o755)
    mount("-o", "loop", image, volume)
    run("btrfs", "subvolume", "create", volume / "sub")
    run("cp", shop.plain, volume / "sub/one")
    assert str(volume / "sub/one").encode() in once(as_unit(world), WHO_AM_I, volume / "sub/one")


def test_a_snapshot_of_btrfs_is_another_file(world, shop, impostor):
    if "btrfs" not in pathlib.Path("/proc/filesystems").read_text():
        pytest.skip("this kernel has no btrfs")
    image, volume = world.folder / "image", world.folder / "volume"
    run("truncate", "-s", "256M", image)
    run("mkfs.btrfs", "-q", image)
    volume.mkdir(mode=0o755)
    mount("-o", "loop", image, volume)
    run("btrfs", "subvolume", "create", volume / "a")
    run("cp", impostor, volume / "a/program")
    run("sync")
    run("btrfs", "subvolume", "snapshot", volume / "a", volume / "b")
    (volume / "b/program").write_bytes(shop.plain.read_bytes())
    assert (volume / "a/program").stat().st_ino == (volume / "b/program").stat().st_ino
    daemon = as_unit(world)
    assert isinstance(once(daemon, add(b"own", world.secret.encode()), volume / "b/program"), bytes), "who has executed it is served"
    assert passes_for(daemon, world, volume / "a/program", volume / "b/program", copy(b"own")) == REFUSED and daemon.says(ANOTHER_FILE)


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
