# The objects of the service that random calls name: what was made, what others have, and what is gone.
# SPDX-License-Identifier: Apache-2.0
from random_client import opened, session_key
from random_values import ROOT

PORTAL_PATH = "/org/freedesktop/portal/desktop"
KINDS = ["service", "collection", "item", "item", "session", "prompt"]


def kind_of(path):
    """The interface of an object, by its path."""
    parts = path.removeprefix(ROOT).split("/")[1:]
    if parts[:1] in (["collection"], ["aliases"]):
        return "Item" if len(parts) == 3 else "Collection"
    return {"session": "Session", "prompt": "Prompt"}.get(parts[0] if parts else "", "Service")


class Objects:
    def __init__(self, random, clients, forbidden):
        self.random, self.clients, self.forbidden = random, clients, forbidden
        self.items, self.others, self.dead = [], [], []
        self.collections = [f"{ROOT}/aliases/default", f"{ROOT}/collection/login", f"{ROOT}/collection/session"]

    def some_path(self):
        client = self.random.choice(self.clients)
        own = [*list(client.sessions)[-3:], *client.prompts[-3:]]
        return self.random.choice([*self.items[-10:], *self.others[-3:], *self.dead[-10:], *self.collections, *own, ROOT])

    def path(self, kind, client):
        """The path of an object that has the interface, as far as one is known; else None."""
        kind = self.random.choice(KINDS) if kind == "any" else kind
        known = {"service": [ROOT], "collection": self.collections, "item": self.items + self.others[-3:], "session": list(client.sessions),
                 "prompt": client.prompts, "portal": [PORTAL_PATH, PORTAL_PATH, f"{PORTAL_PATH}/request/1"]}[kind]
        return self.random.choice(known) if known else None

    def forget(self, *paths):
        self.items, self.others = ([path for path in known if path not in paths] for known in (self.items, self.others))
        self.dead = (self.dead + list(paths))[-200:]

    def learn(self, client, call, body):
        """What is there after a call has succeeded."""
        match call.method.member:
            case "OpenSession":
                client.sessions[body[1]] = session_key(body[0][1]) if body[0][0] == "ay" else None
            case "Close": client.sessions.pop(call.path, None)
            case "CreateItem" if body[0] != "/" and body[0] not in self.items: self.items.append(body[0])
            case "Delete" if call.method.kind == "item" and body[0] == "/": self.forget(call.path)
            case "CreateWithMasterPassword" if body[0] not in self.collections: self.collections.append(body[0])
            case "SearchItems":
                # Those of other programs that the user may be asked about.
                known = {*self.items, *self.others, *self.dead}
                self.others = (self.others + [path for path in sum(body, []) if path not in known])[-20:]
            case "GetSecret": self.look(client, body[0])
            case "GetSecrets":
                for secret in body[0].values():
                    self.look(client, secret)
        if call.method.results.endswith("o") and isinstance(body[-1], str) and body[-1].startswith(f"{ROOT}/prompt/"):
            client.prompts.append(body[-1])

    def look(self, client, secret):
        """What is in a secret is none of another program's, whatever it was encrypted with."""
        path, vector, value, _ = secret
        if path in client.sessions:
            key = client.sessions[path]
            if self.forbidden and self.forbidden in (value if key is None else opened(key, value, vector)):
                raise AssertionError("an answer has the secret of another program")
