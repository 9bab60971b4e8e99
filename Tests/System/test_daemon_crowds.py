# Two users who do their worst: nobody else waits for them.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess

import pytest
from support.crowds import Crowd
from support.daemon import Daemon
from support.world import run, until

LOOKS = 3


@pytest.fixture
def crowd(world):
    made = Crowd(Daemon(world, "--system"), world.programs)
    yield made
    made.leave()
    made.unlock()
    assert made.daemon.stop() == 0, "the daemon ends"


@pytest.fixture
def bound():
    """Milliseconds: two seconds, and more where each processor has more to do than one program, as it had in the last minute."""
    return 2000 * max(1, os.getloadavg()[0] / os.cpu_count())


def require_answers(onlooker, bound, whose, count=LOOKS):
    over_one, of_new = onlooker.looks(count)
    print(f"{whose}: {max(over_one):.0f} ms, of a new process {max(of_new):.0f} ms")
    assert max(over_one) < bound, f"{whose} are answered"
    assert max(of_new) < bound, f"{whose} are answered, also to a process that has just been started"


def test_whose_writes_wait_for_another_process_keeps_neither_others_nor_the_own_lookups_waiting(crowd, world, bound):
    third, own = (crowd.onlooker(user) for user in (world.service, world.ann))
    crowd.onlooker(world.bob).process.kill()
    for user in (world.ann, world.bob):
        crowd.lock(user)
    crowd.gather("write", world.ann, world.bob)
    require_answers(third, bound, "a third user's lookups")
    require_answers(own, bound, "the own lookups")
    threads = len(os.listdir(f"/proc/{crowd.daemon.process.pid}/task"))
    assert threads < 64, f"who waits for long has no thread: {threads}"
    crowd.leave()
    crowd.unlock()
    # Those that have left are no burden any more: their user writes again.
    assert until(lambda: len(os.listdir(f"/proc/{crowd.daemon.process.pid}/task")) < 16), "the threads end"
    crowd.onlooker(world.ann)


# In turn with other tests: these take all processors.
@pytest.mark.alone
@pytest.mark.parametrize("kind", Crowd.KINDS)
def test_two_users_who_do_their_worst_keep_nobody_waiting(crowd, world, bound, kind):
    third = crowd.onlooker(world.service)
    crowd.gather(kind, world.ann, world.bob)
    require_answers(third, bound, "a third user's lookups")
    assert all(process.poll() is None for process in crowd.processes), "and they do their worst until then"


# Starts itself again and again, and connects many times each: every time it is another exec, which the daemon has not
# seen.
STARTING = r"""
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **words) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, words[1], sizeof address.sun_path - 1);
    while (count == 2) {
        pid_t child = vfork();
        if (child == 0) {
            execl("/proc/self/exe", words[0], words[1], "connect", (char *)0);
            _exit(1);
        }
        if (waitpid(child, 0, 0) != child) return 1;
    }
    for (int number = 0; number < 200; number++) {
        int one = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (connect(one, (struct sockaddr *)&address, sizeof address) != 0) break;
    }
}
"""


@pytest.mark.alone
def test_programs_that_start_without_end_keep_nobody_waiting(crowd, world, bound):
    third, program = crowd.onlooker(world.service), world.programs / "starting"
    run("gcc", "-O1", "-o", program, "-x", "c", "-", input=STARTING)
    for user in (world.ann, world.bob):
        crowd.processes.append(subprocess.Popen([*user.words, program, crowd.daemon.path]))
    # Enough of them for the queue to be full once.
    require_answers(third, bound / 4, "a third user's lookups", 100)
    assert all(process.poll() is None for process in crowd.processes), "and they start until then"
