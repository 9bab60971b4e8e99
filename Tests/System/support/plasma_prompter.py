# Plasma's prompter without a display: it answers each dialog with the next of the words it was given, and writes down
# what was asked. It does what ksecretprompter of Plasma 6.5 does over the bus.
# SPDX-License-Identifier: Apache-2.0
# usage: ksecretprompter plasma_prompter.py LOG     with a word a line in PROMPTER_WORDS: what is typed, nothing for a
#        dialog that the user closes, and `-` for one that stays
import json
import os
import socket
import sys

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME, CALLBACK = "org.kde.secretprompter", "org.kde.secretprompter.request"
KEEP = 1


class Prompter:
    def __init__(self, log, words):
        self.log, self.words, self.number = log, words, 0
        self.connection = open_dbus_connection(enable_fds=True)
        self.dialogs = {}  # serial of a call that is to be answered: caller and path
        self.connection.send_and_get_reply(message_bus.RequestName(NAME))

    def note(self, *what):
        with open(self.log, "a") as file:
            file.write(json.dumps(what) + "\n")

    def tell(self, dialog, member, signature=None, body=()):
        caller, path = dialog
        serial = next(self.connection.outgoing_serial)
        self.connection.send(new_method_call(DBusAddress(path, caller, CALLBACK), member, signature, body), serial=serial)
        return serial

    def show(self, dialog):
        word = self.words.pop(0)
        if word == "-":
            return
        if not word:
            self.dialogs[self.tell(dialog, "Rejected")] = dialog
            return
        reader, writer = socket.socketpair()
        reader.setblocking(False)
        with reader, writer:
            writer.sendall(word.encode())
            writer.close()
            self.dialogs[self.tell(dialog, "Accepted", "h", (reader,))] = dialog

    def run(self):
        while True:
            message = self.connection.receive()
            fields = message.header.fields
            member, sender = fields.get(HeaderFields.member), fields.get(HeaderFields.sender)
            dialog = (sender, fields.get(HeaderFields.path))
            kind = message.header.message_type
            if kind == MessageType.method_call and member in ("UnlockCollectionPrompt", "CreateCollectionPrompt"):
                path, window, token, name = message.body
                self.note(member, name, window, token)
                self.connection.send(new_method_return(message))
                self.show((sender, path))
            elif kind == MessageType.signal and fields.get(HeaderFields.interface) == CALLBACK:
                self.note(member, *message.body)
                if member == "Retry":
                    self.show(dialog)
                else:
                    self.tell(dialog, "Dismissed")
            elif kind == MessageType.method_return and fields.get(HeaderFields.reply_serial) in self.dialogs:
                answered = self.dialogs.pop(fields[HeaderFields.reply_serial])
                if message.body != (KEEP,):
                    self.note("closed")
                    self.tell(answered, "Dismissed")


Prompter(sys.argv[1], os.environ["PROMPTER_WORDS"].split("\n")).run()
