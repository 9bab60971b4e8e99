# What can be called of the Secret Service and of the portal: which object has it, its arguments and its results.
# SPDX-License-Identifier: Apache-2.0
import dataclasses

SECRET = "(oayays)"
# A call that the user is asked about is held up to 20 seconds.
ANSWERED, HELD, TRIED = 10, 40, 60


@dataclasses.dataclass(frozen=True)
class Method:
    """`patience` is how many seconds an answer may take on a machine that does other things; what `costs` tries a password."""
    kind: str
    interface: str
    member: str
    arguments: str
    results: str
    weight: float = 1
    patience: float = ANSWERED
    costs: bool = False


PASSWORDS = "InternalUnsupportedGuiltRiddenInterface"
METHODS = [Method(kind, prefix + interface, member, *more) for kind, prefix, interface, member, *more in (
    ("service", "org.freedesktop.Secret.", "Service", "OpenSession", "sv", "vo", 3),
    ("service", "org.freedesktop.Secret.", "Service", "CreateCollection", "a{sv}s", "oo", 0.3),
    ("service", "org.freedesktop.Secret.", "Service", "SearchItems", "a{ss}", "aoao", 4),
    ("service", "org.freedesktop.Secret.", "Service", "Unlock", "ao", "aoo", 2),
    ("service", "org.freedesktop.Secret.", "Service", "Lock", "ao", "aoo", 0.5),
    ("service", "org.freedesktop.Secret.", "Service", "LockService", "", "", 0.1),
    ("service", "org.freedesktop.Secret.", "Service", "ChangeLock", "o", "o", 0.3),
    ("service", "org.freedesktop.Secret.", "Service", "GetSecrets", "aoo", "a{o(oayays)}", 3, HELD),
    ("service", "org.freedesktop.Secret.", "Service", "ReadAlias", "s", "o", 1),
    ("service", "org.freedesktop.Secret.", "Service", "SetAlias", "so", "", 0.3, HELD),
    ("collection", "org.freedesktop.Secret.", "Collection", "Delete", "", "o", 0.3),
    ("collection", "org.freedesktop.Secret.", "Collection", "SearchItems", "a{ss}", "ao", 3),
    ("collection", "org.freedesktop.Secret.", "Collection", "CreateItem", "a{sv}(oayays)b", "oo", 6),
    ("item", "org.freedesktop.Secret.", "Item", "Delete", "", "o", 3),
    ("item", "org.freedesktop.Secret.", "Item", "GetSecret", "o", SECRET, 5, HELD),
    ("item", "org.freedesktop.Secret.", "Item", "SetSecret", SECRET, "", 3, HELD),
    ("session", "org.freedesktop.Secret.", "Session", "Close", "", "", 1),
    ("prompt", "org.freedesktop.Secret.", "Prompt", "Prompt", "s", "", 1, HELD),
    ("prompt", "org.freedesktop.Secret.", "Prompt", "Dismiss", "", "", 1),
    ("service", "org.gnome.keyring.", PASSWORDS, "ChangeWithMasterPassword", "o(oayays)(oayays)", "", 1, TRIED, True),
    ("service", "org.gnome.keyring.", PASSWORDS, "ChangeWithPrompt", "o", "o", 0.3),
    ("service", "org.gnome.keyring.", PASSWORDS, "CreateWithMasterPassword", "a{sv}(oayays)", "o", 1, TRIED, True),
    ("service", "org.gnome.keyring.", PASSWORDS, "UnlockWithMasterPassword", "o(oayays)", "", 1, TRIED, True),
    ("any", "org.freedesktop.DBus.", "Properties", "Get", "ss", "v", 3),
    ("any", "org.freedesktop.DBus.", "Properties", "GetAll", "s", "a{sv}", 3),
    ("any", "org.freedesktop.DBus.", "Properties", "Set", "ssv", "", 2, HELD),
    ("any", "org.freedesktop.DBus.", "Introspectable", "Introspect", "", "s", 0.5),
    ("any", "org.freedesktop.DBus.", "Peer", "Ping", "", "", 0.5),
    ("any", "org.freedesktop.DBus.", "Peer", "GetMachineId", "", "s", 0.2),
    ("any", "org.freedesktop.DBus.", "ObjectManager", "GetManagedObjects", "", "a{oa{sa{sv}}}", 0.3),
    ("portal", "org.freedesktop.impl.portal.", "Secret", "RetrieveSecret", "osha{sv}", "ua{sv}", 0.3, HELD),
    ("portal", "org.freedesktop.impl.portal.", "Request", "Close", "", "", 0.2),
    ("portal", "org.freedesktop.DBus.", "Properties", "GetAll", "s", "a{sv}", 0.2),
)]
# Properties, and their types.
PROPERTIES = {"Service": {"Collections": "ao"}, "Session": {}, "Prompt": {},
              "Collection": {"Items": "ao", "Label": "s", "Locked": "b", "Created": "t", "Modified": "t"},
              "Item": {"Locked": "b", "Attributes": "a{ss}", "Label": "s", "Type": "s", "Created": "t", "Modified": "t"}}
