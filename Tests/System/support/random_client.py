# One of the connections of random_calls.py: what it has sent and has no answer to, its sessions and its prompts.
# SPDX-License-Identifier: Apache-2.0
import array
import hashlib
import hmac
import itertools
import socket
import time

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from jeepney import HeaderFields, MessageType, Parser
from jeepney.io.blocking import open_dbus_connection

GIVEN_UP = 30
DH = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
# RFC 2409, section 6.2.
PRIME = int("FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
            "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
            "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF", 16)
# The other side's number to a small power is soon computed.
EXPONENT = 1 << 12 | 5
PUBLIC = pow(2, EXPONENT, PRIME).to_bytes(128, "big")


def session_key(other):
    """HKDF-SHA-256 of what both have, in 128 bytes, without salt and information."""
    shared = pow(int.from_bytes(other, "big"), EXPONENT, PRIME).to_bytes(128, "big")
    return hmac.new(hmac.new(bytes(32), shared, hashlib.sha256).digest(), b"\x01", hashlib.sha256).digest()[:16]


def sealed(key, value, vector):
    padding = 16 - len(value) % 16
    cipher = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    return cipher.update(value + bytes([padding]) * padding) + cipher.finalize()


def opened(key, value, vector):
    cipher = Cipher(algorithms.AES(key), modes.CBC(vector)).decryptor()
    return cipher.update(value) + cipher.finalize()


class Waiting:
    """A call whose answer is awaited."""

    def __init__(self, method, path, is_right, is_wrong):
        self.method, self.path, self.is_right, self.is_wrong = method, path, is_right, is_wrong
        self.since = time.monotonic()


class Client:
    def __init__(self, address):
        # The library says hello; from then on nothing of it waits.
        self.connection = open_dbus_connection(address, enable_fds=True)
        self.socket, self.name = self.connection.sock, self.connection.unique_name
        self.socket.setblocking(False)
        self.serials, self.parser = itertools.count(1000), Parser()
        self.waiting, self.sessions, self.prompts = {}, {}, []
        self.unsent, self.tail = bytearray(), b""

    def close(self):
        self.connection.close()

    def send(self, message, descriptors=()):
        """The number of what is sent. Descriptors go with their message alone."""
        number = next(self.serials)
        if descriptors:
            data = message.serialise(number, fds=array.array("i"))
            self.flush(waits=True)
            self.socket.setblocking(True)
            sent = socket.send_fds(self.socket, [data], descriptors)
            self.socket.sendall(data[sent:])
            self.socket.setblocking(False)
        else:
            self.unsent += message.serialise(number)
            self.flush()
        return number

    def flush(self, waits=False):
        while self.unsent:
            try:
                sent = self.socket.send(self.unsent)
                del self.unsent[:sent]
            except BlockingIOError:
                if not waits:
                    return
                time.sleep(0.001)

    def received(self, forbidden):
        """The messages that have come; the bytes of them hold nothing that is forbidden."""
        while True:
            try:
                data = self.socket.recv(1 << 18)
            except BlockingIOError:
                return
            if not data:
                raise EOFError("the bus has ended a connection")
            # What lies across two pieces is seen with the second one.
            if forbidden and forbidden in self.tail + data:
                raise AssertionError("an answer has the secret of another program")
            self.tail = data[-64:]
            self.parser.add_data(data)
            while (message := self.parser.get_next_message()) is not None:
                yield message

    def late(self, now):
        """A call that has waited for so much longer than it may that no answer will come; None if there is none."""
        return next((call for call in self.waiting.values() if now - call.since > call.method.patience + GIVEN_UP), None)


def fields(message):
    """What kind of message it is, what it answers, its error and its type."""
    header = message.header
    return (header.message_type, header.fields.get(HeaderFields.reply_serial), header.fields.get(HeaderFields.error_name, ""),
            header.fields.get(HeaderFields.signature, ""))


ANSWERS = (MessageType.method_return, MessageType.error)
