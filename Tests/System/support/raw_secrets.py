# A client of the Secret Service without a library for it: raw calls, the session's encryption, and prompts.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import hashlib
import hmac
import os
import time

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

from .secret_service import ALIAS, ROOT, SERVICE

PREFIX = "org.freedesktop.Secret."
PROPERTIES, INTROSPECTABLE, PEER = (f"org.freedesktop.DBus.{name}" for name in ("Properties", "Introspectable", "Peer"))
INTERNAL = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
ERROR, BUS_ERROR = "org.freedesktop.Secret.Error.", "org.freedesktop.DBus.Error."
IS_LOCKED, NO_SESSION, NO_SUCH_OBJECT = ERROR + "IsLocked", ERROR + "NoSession", ERROR + "NoSuchObject"
NOT_SUPPORTED, INVALID_ARGS = BUS_ERROR + "NotSupported", BUS_ERROR + "InvalidArgs"
UNKNOWN_OBJECT, UNKNOWN_METHOD, ACCESS_DENIED = BUS_ERROR + "UnknownObject", BUS_ERROR + "UnknownMethod", BUS_ERROR + "AccessDenied"
LIMITS_EXCEEDED = BUS_ERROR + "LimitsExceeded"
# What SecretStorage takes for "it is not there".
GONE = (UNKNOWN_OBJECT, UNKNOWN_METHOD, NO_SUCH_OBJECT)
# The attributes of a test's own item.
MINE = {"service": "example.org", "username": "zoë"}
DH = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
# RFC 2409, section 6.2.
PRIME = int("FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1"
            "356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF", 16)


class BusError(Exception):
    """A call that was answered with an error."""

    def __init__(self, name, text):
        super().__init__(f"{name}: {text}")
        self.name = name


class Session:
    """An open session: what it wraps and unwraps secrets with; no key means `plain`."""

    def __init__(self, path, key=None):
        self.path, self.key = path, key

    def wrap(self, value, kind="text/plain", path=None):
        """The structure of a secret."""
        if self.key is None:
            return (path or self.path, b"", value, kind)
        padding = 16 - len(value) % 16
        vector = os.urandom(16)
        cipher = Cipher(algorithms.AES(self.key), modes.CBC(vector)).encryptor()
        return (path or self.path, vector, cipher.update(value + bytes([padding]) * padding) + cipher.finalize(), kind)

    def unwrap(self, secret):
        path, parameters, value, _ = secret
        assert path == self.path, "a secret is of the session that was named"
        if self.key is None:
            assert parameters == b"", "a plain secret has no parameters"
            return value
        assert len(parameters) == 16, "an encrypted secret has an initialisation vector of 16 bytes"
        cipher = Cipher(algorithms.AES(self.key), modes.CBC(parameters)).decryptor()
        opened = cipher.update(value) + cipher.finalize()
        assert 1 <= opened[-1] <= 16 and opened.endswith(bytes([opened[-1]]) * opened[-1]), "an encrypted secret is padded"
        return opened[:-opened[-1]]


def session_key(shared):
    """HKDF-SHA-256 of what both have, in 128 bytes, without salt and information."""
    extracted = hmac.new(bytes(32), shared.to_bytes(128, "big"), hashlib.sha256).digest()
    return hmac.new(extracted, b"\x01", hashlib.sha256).digest()[:16]


class Raw:
    """A connection to the bus. `signals` has what came beside the answers. The provider matters if it does not have the
    internal interface of gnome-keyring."""

    def __init__(self, address, service=SERVICE, provider=None):
        self.provider = provider
        self.connection = open_dbus_connection(address)
        self.name, self.service, self.signals = self.connection.unique_name, service, []

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.close()

    # Calls.

    def send(self, path, interface, member, signature="", *body, destination=None):
        """Sends a call, and does not wait: its number."""
        number = next(self.connection.outgoing_serial)
        message = new_method_call(DBusAddress(path, destination or self.service, interface), member, signature or None, body)
        self.connection.send(message, serial=number)
        return number

    def send_many(self, count, path, interface, member, signature="", *body):
        """Sends a call many times at once: the numbers."""
        numbers = [next(self.connection.outgoing_serial) for _ in range(count)]
        message = new_method_call(DBusAddress(path, self.service, interface), member, signature or None, body)
        self.connection.sock.sendall(b"".join(message.serialise(number) for number in numbers))
        return numbers

    def answer(self, number, seconds=25):
        """The values that a call is answered with."""
        ends = time.monotonic() + seconds
        while True:
            message = self.connection.receive(timeout=max(0, ends - time.monotonic()))
            if message.header.fields.get(HeaderFields.reply_serial) == number:
                break
            self.signals.append(message)
        if message.header.message_type == MessageType.error:
            raise BusError(message.header.fields[HeaderFields.error_name], message.body[0] if message.body else "")
        return message.body

    def call(self, path, interface, member, signature="", *body, seconds=25, destination=None):
        return self.answer(self.send(path, interface, member, signature, *body, destination=destination), seconds)

    def error(self, *words, **options):
        """The name of the error that a call is answered with; None if it succeeds."""
        try:
            self.call(*words, **options)
        except BusError as error:
            return self.provider.named(error) if self.provider else error.name
        return None

    def refuses(self, *words):
        """Whether it refuses arguments, by the name that the specification has for it. Services of Qt have others."""
        name = self.error(*words)
        return name == INVALID_ARGS if self.has_internal_interface else name is not None

    def service_call(self, member, signature="", *body, **options):
        return self.call(ROOT, PREFIX + "Service", member, signature, *body, **options)

    def collection_call(self, path, member, signature="", *body, **options):
        return self.call(path, PREFIX + "Collection", member, signature, *body, **options)

    def item_call(self, path, member, signature="", *body, **options):
        return self.call(path, PREFIX + "Item", member, signature, *body, **options)

    def get(self, path, kind, name):
        """A property; `kind` is Service, Collection or Item."""
        (_, value), = self.call(path, PROPERTIES, "Get", "ss", PREFIX + kind, name)
        return value

    def typed(self, path, kind, name):
        """The type of a property, and its value."""
        return self.call(path, PROPERTIES, "Get", "ss", PREFIX + kind, name)[0]

    def get_all(self, path, kind):
        """The properties by their names, with their types."""
        return self.call(path, PROPERTIES, "GetAll", "s", PREFIX + kind if kind else "")[0]

    def set(self, path, kind, name, signature, value):
        self.call(path, PROPERTIES, "Set", "ssv", PREFIX + kind, name, (signature, value))

    # What the bus does.

    def bus_call(self, member, signature="", *body):
        return self.call("/org/freedesktop/DBus", "org.freedesktop.DBus", member, signature, *body, destination="org.freedesktop.DBus")

    def listen(self, **rule):
        self.bus_call("AddMatch", "s", MatchRule(type="signal", sender=self.service, **rule).serialise())

    def pump(self, seconds=0.0):
        """Reads what has come, or comes within some seconds."""
        ends = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError):
            while True:
                self.signals.append(self.connection.receive(timeout=max(0, ends - time.monotonic())))

    def settle(self):
        """Reads all that was sent to this connection before now: the answer to a call comes behind it."""
        self.call(ROOT, PEER, "Ping")

    def heard(self, member, path=None):
        """The values of the signals of a name that have come."""
        return [message.body for message in self.signals if message.header.message_type == MessageType.signal
                and message.header.fields.get(HeaderFields.member) == member
                and path in (None, message.header.fields.get(HeaderFields.path))]

    def until_heard(self, member, path=None, seconds=20):
        """Waits for a signal; its values, or None."""
        ends = time.monotonic() + seconds
        while not (heard := self.heard(member, path)):
            try:
                self.signals.append(self.connection.receive(timeout=max(0, ends - time.monotonic())))
            except TimeoutError:
                return None
        return heard[0]

    # Sessions and prompts.

    def plain(self):
        (_, _), path = self.service_call("OpenSession", "sv", "plain", ("s", ""))
        return Session(path)

    def encrypted(self, private=None, encode=lambda value: value.to_bytes(128, "big")):
        """A session that both made a key for."""
        private = private or int.from_bytes(os.urandom(128), "big") % PRIME
        (kind, other), path = self.service_call("OpenSession", "sv", DH, ("ay", encode(pow(2, private, PRIME))))
        assert kind == "ay", "the other's public value is an array of bytes"
        return Session(path, session_key(pow(int.from_bytes(other, "big"), private, PRIME)))

    def begin_prompt(self, path, window=""):
        self.listen(path=path, interface=PREFIX + "Prompt")
        self.call(path, PREFIX + "Prompt", "Prompt", "s", window)

    def prompt(self, path, seconds=20):
        """Whether a prompt was dismissed, and the type and value of its result; None if it does not complete."""
        self.begin_prompt(path)
        completed = self.until_heard("Completed", path, seconds)
        return completed and (completed[0], *completed[1])

    # Items.

    def create(self, session, label, attributes, value, kind="text/plain", replace=False, collection=ALIAS):
        properties = {PREFIX + "Item.Label": ("s", label), PREFIX + "Item.Attributes": ("a{ss}", attributes)}
        item, prompt = self.collection_call(collection, "CreateItem", "a{sv}(oayays)b", properties, session.wrap(value, kind), replace)
        if prompt != "/":
            dismissed, signature, item = self.prompt(prompt)
            assert not dismissed and signature == "o", "an item is created when the prompt is answered"
        return item

    def search(self, attributes):
        """The paths of the unlocked items and of the locked ones."""
        return self.service_call("SearchItems", "a{ss}", attributes)

    def secret(self, item, session):
        """The value of an item, and its type."""
        secret, = self.item_call(item, "GetSecret", "o", session.path)
        return session.unwrap(secret), secret[3]

    def set_secret(self, item, session, value, kind="text/plain"):
        self.item_call(item, "SetSecret", "(oayays)", session.wrap(value, kind))

    def delete(self, item):
        prompt, = self.item_call(item, "Delete")
        if self.has_internal_interface:
            assert prompt == "/", "who made an item deletes it without a question"
        else:
            assert prompt == "/" or self.prompt(prompt)[0] is False, "an item is deleted, maybe by a prompt that asks nothing"

    # Passwords that are given without a prompt, by the internal interface of gnome-keyring, or as the provider has it.

    @property
    def has_internal_interface(self):
        return self.provider is None or self.provider.HAS_INTERNAL_INTERFACE

    def make_collection(self, label, password):
        if not self.has_internal_interface:
            return self.provider.make_collection(self, label, password)
        session = self.plain()
        path, = self.call(ROOT, INTERNAL, "CreateWithMasterPassword", "a{sv}(oayays)", {PREFIX + "Collection.Label": ("s", label)},
                          session.wrap(password.encode()), seconds=60)
        return path

    def unlock(self, collection, password):
        if not self.has_internal_interface:
            self.provider.unlock(self, collection, password)
            return
        self.call(ROOT, INTERNAL, "UnlockWithMasterPassword", "o(oayays)", collection, self.plain().wrap(password.encode()), seconds=60)

    def lock(self, *objects):
        """What is locked, and the prompt that is left: one that needs nobody is completed."""
        locked, prompt = self.service_call("Lock", "ao", list(objects))
        if prompt != "/" and (completed := self.prompt(prompt)):
            dismissed, _, more = completed
            return [*locked, *more], prompt if dismissed else "/"
        return locked, prompt
