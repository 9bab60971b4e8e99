# GNOME's prompter of the session, without a display: it answers each dialog as it is told, and writes down what was
# asked.
# SPDX-License-Identifier: Apache-2.0
# usage: prompter.py LOG [yes|no|never] [SECONDS]
#        with the password in PROMPTER_PASSWORD, and a new one in PROMPTER_NEW_PASSWORD
import base64
import hashlib
import hmac
import json
import os
import sys
import time

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME, CALLBACK = "org.gnome.keyring.SystemPrompter", "org.gnome.keyring.internal.Prompter.Callback"
# RFC 3526, section 2.
PRIME = int("FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1"
            "356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48"
            "361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA237327FFFFFFFFFFFFFFFF", 16)
SIZE = 192


def sealed(exchange, private, secret=None):
    """The answer of the exchange, with a secret under the key that both have; without one the dialog was cancelled."""
    values = dict(line.split("=", 1) for line in exchange.splitlines() if "=" in line)
    other = int.from_bytes(base64.b64decode(values["public"]), "big")
    shared = pow(other, private, PRIME).to_bytes(SIZE, "big")
    key = hmac.new(hmac.new(bytes(32), shared, hashlib.sha256).digest(), b"\x01", hashlib.sha256).digest()[:16]
    sent = {"public": pow(2, private, PRIME).to_bytes(SIZE, "big")}
    if secret is not None:
        vector, padding = os.urandom(16), 16 - len(secret) % 16
        cipher = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
        sent |= {"secret": cipher.update(secret + bytes([padding]) * padding) + cipher.finalize(), "iv": vector}
    return "[sx-aes-1]\n" + "".join(f"{name}={base64.b64encode(value).decode()}\n" for name, value in sent.items())


def main():
    log, answer = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "yes"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 0
    password, new_password = (os.environ[name].encode() for name in ("PROMPTER_PASSWORD", "PROMPTER_NEW_PASSWORD"))
    connection = open_dbus_connection()

    def tell(sender, callback, member, signature, *body):
        connection.send(new_method_call(DBusAddress(callback, sender, CALLBACK), member, signature, body))

    # Each conversation keeps its key for all its dialogs.
    keys = {}
    connection.send_and_get_reply(message_bus.RequestName(NAME))
    while True:
        message = connection.receive()
        if message.header.message_type != MessageType.method_call:
            continue
        fields = message.header.fields
        sender, member = fields[HeaderFields.sender], fields[HeaderFields.member]
        connection.send(new_method_return(message))
        callback = message.body[0]
        if member == "BeginPrompting":
            keys[callback] = int.from_bytes(os.urandom(SIZE), "big") % PRIME
            tell(sender, callback, "PromptReady", "sa{sv}s", "", {}, "")
        elif member == "PerformPrompt":
            _, kind, properties, exchange = message.body
            with open(log, "a") as file:
                file.write(json.dumps([kind, {name: value for name, (_, value) in properties.items()}]) + "\n")
            time.sleep(seconds)
            if answer == "yes":
                typed = b"" if kind != "password" else new_password if properties.get("password-new", ("b", False))[1] else password
                tell(sender, callback, "PromptReady", "sa{sv}s", "yes", {}, sealed(exchange, keys[callback], typed))
            elif answer == "no":
                tell(sender, callback, "PromptReady", "sa{sv}s", "no", {}, sealed(exchange, keys[callback]))
        elif member == "StopPrompting":
            tell(sender, callback, "PromptDone", "")


main()
