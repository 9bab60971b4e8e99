// A program that calls over a bus, as itself and as others.
// SPDX-License-Identifier: Apache-2.0

/// Python: it speaks D-Bus by itself, so that nothing is between it and the sockets.
let clientText = #"""
    array, os, socket, struct, subprocess, sys, time = map(
        __import__, "array os socket struct subprocess sys time".split())

    def message(serial, to, path, interface, member):
        fields = b""
        for code, kind, value in ((1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", to)):
            fields += b"\0" * (-len(fields) % 8) + bytes([code, 1]) + kind.encode() + b"\0"
            fields += struct.pack("<I", len(value)) + value.encode() + b"\0"
        header = struct.pack("<cBBBIII", b"l", 1, 0, 1, 0, serial, len(fields)) + fields
        return header + b"\0" * (-len(header) % 8)

    def exactly(connection, size):
        data = b""
        while len(data) < size:
            part = connection.recv(size - len(data))
            if not part: sys.exit("the bus has closed the connection")
            data += part
        return data

    def call(connection, *words):
        connection.sendall(message(*words))
        return answer(connection)

    def answer(connection):
        while True:
            head = exactly(connection, 16)
            body, _, fields = struct.unpack("<III", head[4:])
            rest = exactly(connection, fields + -fields % 8 + body)
            if head[1] in (2, 3):
                text = rest[len(rest) - body:]
                return text[4:4 + struct.unpack("<I", text[:4])[0]].decode() if body else ""

    def connected(named=True):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1])
        connection.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while not connection.recv(1).endswith(b"\n"): pass
        connection.sendall(b"BEGIN\r\n")
        bus = "org.freedesktop.DBus"
        if named: call(connection, 1, bus, "/org/freedesktop/DBus", bus, "Hello")
        return connection

    def who(connection):
        return call(connection, 2, "io.latchkey.Who", "/", "io.latchkey.Who", "Who")

    def until(condition):
        for _ in range(2000):
            if condition(): return
            time.sleep(0.005)
        sys.exit("it does not come to that")

    def runs(process, program):
        try: return os.readlink(f"/proc/{process}/exe") == os.path.realpath(program)
        except OSError: return False

    # A child that waits for a line, so that its parent can end it.
    def child(body):
        process = os.fork()
        if process == 0:
            body()
            os._exit(0)
        return process

    task = sys.argv[2]
    if task == "two":
        first, second = connected(), connected()
        print(who(first), who(second), sep="\n")
    elif task == "many":
        # All call before one is answered, and another program does then.
        many = [connected() for _ in range(int(sys.argv[3]))]
        for one in many: one.sendall(message(2, "io.latchkey.Who", "/", "io.latchkey.Who", "Who"))
        for one in many: print(answer(one))
        words = ["/usr/bin/dbus-send", "--bus=unix:path=" + sys.argv[1], "--print-reply=literal", "--dest=io.latchkey.Who"]
        said = subprocess.run(words + ["/", "io.latchkey.Who.Who"], capture_output=True, text=True).stdout
        print(said.strip())
    elif task == "executed":
        # Signals may be blocked, but for this one.
        # What a program of root's is taken for that this process has become, while a child speaks.
        left = connected()
        if sys.argv[3] == "open": left.set_inheritable(True)
        parent = os.getpid()
        def speak():
            until(lambda: runs(parent, "/usr/bin/sleep"))
            print(who(left), flush=True)
            os.kill(parent, 9)
        child(speak)
        os.execv("/usr/bin/sleep", ["sleep", "60"])
    elif task == "unnamed":
        # The child has the connection with the name, and this process one without.
        left = connected()
        (here, there) = socket.socketpair()
        def speak():
            here.close()
            there.recv(1)
            print(who(left), flush=True)
        process = child(speak)
        left.close()
        unnamed = connected(named=False)
        here.send(b".")
        os.waitpid(process, 0)
    elif task == "shared":
        # A program of others has the connection besides.
        own = connected()
        process = child(lambda: (os.dup2(own.fileno(), 0), os.execv("/usr/bin/sleep", ["sleep", "60"])))
        until(lambda: runs(process, "/usr/bin/sleep"))
        print(who(own))
        os.kill(process, 9)
    elif task == "forked":
        # A child of the same program has it besides.
        own = connected()
        process = child(lambda: time.sleep(60))
        print(who(own))
        os.kill(process, 9)
    elif task == "traced":
        ctypes = __import__("ctypes")
        own = connected()
        print(who(own))
        libc = ctypes.CDLL(None, use_errno=True)
        libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        if libc.ptrace(0x4206, int(sys.argv[3]), None, None) != 0: sys.exit("the bus cannot be traced")
        time.sleep(0.3)
        print(who(own))
    """#
