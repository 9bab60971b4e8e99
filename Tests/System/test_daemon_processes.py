# Which process speaks: another program by exec, a child, a stranger with a passed socket, a mouth, a namespace, a
# deleted file.
# SPDX-License-Identifier: Apache-2.0
import multiprocessing
import os
import pathlib
import socket
import subprocess
import sys

import pytest

from support import isolation, wire
from support.daemon import Speaker
from support.wire import GREETING, NOT_FOUND, REFUSED, Client, copy, frame
from support.world import ROOT_USER

pytestmark = pytest.mark.speaks
WIRE = pathlib.Path(wire.__file__)
PYTHON = pathlib.Path(os.path.realpath(sys.executable))
# Where a copy of the interpreter finds its library.
LIBRARY = {"PYTHONHOME": sys.base_prefix}
NO_KEYCHAIN = -25291
# A number of a descriptor that nothing else has.
PASSED = 500


def asks(daemon, request, python=PYTHON, **options):
    """What a script of root's gets: 0, the status, or "over"."""
    speaker = Speaker(daemon, python, WIRE, user=ROOT_USER, environment=LIBRARY, **options)
    status, _ = speaker.call(request)
    speaker.end()
    return status


def test_a_program_is_refused_in_a_process_namespace_of_its_own(daemon):
    if subprocess.run(["unshare", "-Upf", "true"], capture_output=True).returncode != 0:
        pytest.skip("a process namespace: none can be made here")
    assert asks(daemon, copy(b"nobody")) == NOT_FOUND, "a program is served"
    assert asks(daemon, copy(b"nobody"), prefix=["unshare", "-Upf"]) == REFUSED, \
        "and refused in a process namespace of its own, where others can send in its name"


def test_a_process_that_became_another_program_is_refused(daemon, world):
    other = world.copied(PYTHON, "other-python")
    assert asks(daemon, copy(b"nobody"), python=other) == NOT_FOUND, "the other program is served when it connects itself"

    def connect():
        """Before exec."""
        client = daemon.client()
        os.dup2(client.socket.fileno(), PASSED)

    assert asks(daemon, copy(b"mine"), python=other, socket=f"-{PASSED}", preexec_fn=connect, close_fds=False) == REFUSED, \
        "a process that became another program by exec is refused"


def test_a_child_may_not_send_through_the_socket_of_its_parent(daemon):
    client = daemon.client()
    number = client.socket.fileno()
    assert asks(daemon, copy(b"mine"), socket=f"-{number}", pass_fds=[number]) == "over", \
        "a child that sends through the socket of its parent ends the connection"


def said_by_mouth(daemon, connection):
    """What a request gets that `cat` copies to a connection which somebody else has, too."""
    mouth = subprocess.Popen(["cat"], bufsize=0, stdin=subprocess.PIPE, stdout=connection.fileno(),
                             preexec_fn=lambda: connection.connect(str(daemon.path)))
    client = Client(connected=connection)
    mouth.stdin.write(GREETING)
    client.take(16)
    mouth.stdin.write(frame(copy(b"mine")))
    status, _ = client.answer()
    mouth.kill()
    mouth.wait()
    return status


def test_a_program_that_copies_what_others_give_it_is_refused(daemon):
    assert said_by_mouth(daemon, socket.socket(socket.AF_UNIX)) == REFUSED, \
        "a program that copies what others give it to an inherited connection is refused"


def give_socket_of_another_network(giving):
    if isolation.libc.unshare(isolation.CLONE_NEWNET) == 0:
        made = socket.socket(socket.AF_UNIX)
        socket.send_fds(giving, [b"x"], [made.fileno()])


def test_a_copying_program_is_refused_with_a_socket_of_another_network_too(daemon):
    taking, giving = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    process = multiprocessing.Process(target=give_socket_of_another_network, args=(giving,))
    process.start()
    giving.close()
    descriptors = socket.recv_fds(taking, 1, 1)[1]
    process.join()
    assert descriptors, "a socket is made in another network namespace"
    assert said_by_mouth(daemon, socket.socket(fileno=descriptors[0])) == REFUSED, \
        "also where the socket was made in a network namespace of its own"


def test_a_request_before_the_welcome_ends_the_connection(daemon):
    """Everything at once, before the daemon has looked."""
    client = daemon.client(greets=False)
    client.socket.sendall(GREETING + frame(copy(b"mine")))
    assert client.is_over(), "a request before the welcome ends the connection"


def speak_as_stranger(taking):
    descriptors = socket.recv_fds(taking, 1, 1)[1]
    stranger = Client(connected=socket.socket(fileno=descriptors[0]))
    stranger.send(copy(b"mine"))
    sys.exit(0 if stranger.is_over() else 1)


def test_a_socket_that_was_passed_to_another_process_is_of_no_use_there(daemon):
    """With SCM_RIGHTS."""
    giving, taking = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    process = multiprocessing.Process(target=speak_as_stranger, args=(taking,))
    process.start()
    client = daemon.client()
    socket.send_fds(giving, [b"x"], [client.socket.fileno()])
    process.join(60)
    assert process.exitcode == 0, "a socket that was passed on is of no use there"


def test_descriptors_that_a_client_sends_along_are_not_taken(daemon):
    client = daemon.client()
    try:
        socket.send_fds(client.socket, [frame(copy(b"mine"))], [0])
        is_refused = client.is_over()
    except PermissionError:
        # By the kernel.
        is_refused = True
    assert is_refused and daemon.serves(), "descriptors that are sent along are not taken"


def test_a_path_that_is_no_keychains_is_refused(daemon, world):
    client = daemon.client()
    # To open it would wait for somebody else.
    os.mkfifo(world.folder / "fifo.keychain-db")
    assert client.call(copy(b"mine"), str(world.folder / "fifo.keychain-db").encode())[0] == NO_KEYCHAIN, "a FIFO is no keychain"
    assert client.call(copy(b"mine"), str(daemon.log).encode())[0] == REFUSED, "nor is a file of any name"


def test_a_program_whose_file_was_deleted_is_refused(daemon, world):
    lost = world.copied(PYTHON, "lost-python")
    # It deletes itself before it connects.
    script = "import os, sys; os.unlink(sys.argv[1]); sys.path.insert(0, sys.argv[2]); import wire; wire.main(sys.argv[3:])"
    speaker = Speaker(daemon, lost, "-c", script, lost, WIRE.parent, user=ROOT_USER, environment=LIBRARY)
    assert not lost.exists(), "a program has deleted its file"
    assert speaker.call(copy(b"mine"))[0] == REFUSED, "a program whose file was deleted is refused"
    speaker.end()
