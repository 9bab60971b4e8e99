# Arguments of random calls that say something to the method that they are for.
# SPDX-License-Identifier: Apache-2.0
from random_client import DH, PUBLIC, sealed
from random_methods import PROPERTIES, SECRET
from random_objects import kind_of

PREFIX = "org.freedesktop.Secret."
PASSWORD, WRONG = b"a password", b"a wrong one"


class Bodies:
    def __init__(self, random, values, objects):
        self.random, self.values, self.objects = random, values, objects

    def secret(self, client, value=None):
        """A secret of a session of the client, or one that is none."""
        if not client.sessions or value is None and self.random.random() < 0.2:
            return self.values.of(SECRET)
        path = self.random.choice(list(client.sessions))
        key, value = client.sessions[path], self.values.octets() if value is None else value
        kind = self.values.text() if self.random.random() < 0.2 else "text/plain"
        if key is None:
            return (path, b"", value, kind)
        vector = self.random.randbytes(16)
        value = sealed(key, value, vector)
        # A share of them does not decrypt.
        return (path, vector, value[:-1] if self.random.random() < 0.05 else value, kind)

    def paths(self, *counts):
        return [self.objects.some_path() for _ in range(self.random.randrange(*counts))]

    def body(self, method, client, path):
        """Arguments of the right types; None for any."""
        choose, chance = self.random.choice, self.random.random()
        if chance < 0.15:
            return None
        session = choose(list(client.sessions)) if client.sessions else self.values.path()
        match method.member:
            case "OpenSession": return ("plain", ("s", "")) if chance < 0.6 else (DH, ("ay", PUBLIC))
            case "CreateItem":
                label, attributes = ("s", self.values.text()), ("a{ss}", self.values.attributes())
                return ({PREFIX + "Item.Label": label, PREFIX + "Item.Attributes": attributes}, self.secret(client), chance < 0.5)
            case "CreateCollection": return ({PREFIX + "Collection.Label": ("s", self.values.text())}, choose(["", "", "default", "other"]))
            case "SetSecret": return (self.secret(client),)
            case "GetSecret": return (session,)
            case "GetSecrets": return (self.paths(8), session)
            case "Lock" | "Unlock": return (self.paths(1, 4),)
            case "Get" | "GetAll" | "Set":
                kind = choose(list(PROPERTIES)) if chance < 0.3 else kind_of(path)
                name = choose(list(PROPERTIES[kind]) or [""])
                signature = PROPERTIES[kind].get(name, "s")
                words = (PREFIX + kind, name, (signature, self.values.of(signature)))
                return words[:["GetAll", "Get", "Set"].index(method.member) + 1]
            case "CreateWithMasterPassword":
                label = ("s", f"made {self.random.randrange(4)}")
                return ({PREFIX + "Collection.Label": label}, self.secret(client, PASSWORD))
            case "UnlockWithMasterPassword":
                return (choose(self.objects.collections), self.secret(client, PASSWORD if chance < 0.9 else WRONG))
            case "ChangeWithMasterPassword":
                return (choose(self.objects.collections), self.secret(client, PASSWORD), self.secret(client, PASSWORD))
        return None
