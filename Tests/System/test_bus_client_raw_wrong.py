# The Secret Service by raw calls: bad input.
# SPDX-License-Identifier: Apache-2.0
import time

import pytest

from support.raw_secrets import GONE, INVALID_ARGS, LIMITS_EXCEEDED, MINE, NO_SUCH_OBJECT, PREFIX, PROPERTIES
from support.secret_service import ALIAS, ROOT

pytestmark = [pytest.mark.speaks]
SECRET = (ROOT, b"", b"", "")
WRONG = [
    (ROOT, "Service", "OpenSession", "s", "plain"), (ROOT, "Service", "OpenSession", ""), (ROOT, "Service", "SearchItems", "s", "all"),
    (ROOT, "Service", "SearchItems", "a{sv}", {"a": ("s", "b")}), (ROOT, "Service", "Unlock", "as", ["/"]), (ROOT, "Service", "Lock", "o", "/"),
    (ROOT, "Service", "GetSecrets", "ao", ["/"]), (ROOT, "Service", "ReadAlias", "o", "/"), (ROOT, "Service", "SetAlias", "ss", "a", "b"),
    (ROOT, "Service", "CreateCollection", "a{ss}s", {}, ""), (ALIAS, "Collection", "SearchItems", "as", ["a"]),
    (ALIAS, "Collection", "CreateItem", "a{sv}(oayay)b", {}, SECRET[:3], False), (ALIAS, "Collection", "CreateItem", "a{sv}", {}),
    (ALIAS, "Collection", "CreateItem", "a{sv}(oayays)s", {}, SECRET, "no"), (ALIAS, "Collection", "Delete", "s", ""),
    ("item", "Item", "GetSecret", "s", "/"), ("item", "Item", "GetSecret", ""), ("item", "Item", "SetSecret", "(oayay)", SECRET[:3]),
    ("item", "Item", "Delete", "b", True), ("session", "Session", "Close", "s", "now"),
]


@pytest.mark.parametrize("words", WRONG, ids=lambda words: f"{words[2]}-{words[3]}")
def test_arguments_of_the_wrong_type_are_invalid(client, item, words):
    path, kind, member, *body = words
    path = {"item": item, "session": client.plain().path}.get(path, path)
    began = time.monotonic()
    assert client.error(path, PREFIX + kind, member, *body) in client.provider.WRONG_ARGUMENTS, \
        f"{member} does not take ({body[0]})"
    assert time.monotonic() - began < 1, "the answer comes at once"
    assert client.search(MINE)[0] == [item], "others are served"


@pytest.mark.parametrize("properties", [
    {PREFIX + "Item.Label": ("u", 1)}, {PREFIX + "Item.Attributes": ("as", ["a"])}, {PREFIX + "Item.Attributes": ("a{sv}", {"a": ("s", "b")})},
    {"Label": ("s", "unqualified")}, {PREFIX + "Item.Nothing": ("s", "")}], ids=lambda properties: next(iter(properties)))
def test_properties_of_a_new_item_that_are_none_are_invalid(client, properties):
    before = set(client.get(ALIAS, "Collection", "Items"))
    assert client.error(ALIAS, PREFIX + "Collection", "CreateItem", "a{sv}(oayays)b", properties, client.plain().wrap(b"x"), False) == INVALID_ARGS
    assert set(client.get(ALIAS, "Collection", "Items")) == before, "nothing is stored"


@pytest.mark.parametrize("path", ["/", "/org", ROOT + "/collection", ROOT + "/collection/nothing", ROOT + "/collection/login/999999",
                                  ROOT + "/aliases/nothing",
                                  ROOT + "/session/nothing", ROOT + "/prompt/nothing", ROOT + "/collection/login/1/2", "/" + "a" * 200 + "/b" * 20])
def test_paths_where_nothing_is_are_unknown(client, path):
    session = client.plain()
    for words in ((PREFIX + "Collection", "CreateItem", "a{sv}(oayays)b", {}, session.wrap(b""), False), (PREFIX + "Collection", "Delete"),
                  (PREFIX + "Item", "GetSecret", "o", session.path), (PREFIX + "Session", "Close"), (PREFIX + "Prompt", "Prompt", "s", ""),
                  (PROPERTIES, "Get", "ss", PREFIX + "Collection", "Label"), (PROPERTIES, "Set", "ssv", PREFIX + "Item", "Label", ("s", "x"))):
        assert client.error(path, *words) in (*GONE, "org.freedesktop.DBus.Error.UnknownInterface"), f"{words[1]} on {path}"


def test_members_and_properties_that_are_none_are_unknown(client, item):
    assert client.error(ROOT, PREFIX + "Service", "Nothing") in ("org.freedesktop.DBus.Error.UnknownMethod", *client.provider.WRONG_ARGUMENTS[2:]), \
        "a method"
    assert client.error(ROOT, PROPERTIES, "Get", "ss", PREFIX + "Service", "Nothing") in (
        "org.freedesktop.DBus.Error.UnknownProperty", INVALID_ARGS), "a property"
    for path, kind, name, value in ((item, "Item", "Created", ("t", 1)), (item, "Item", "Locked", ("b", False)),
                                    (ALIAS, "Collection", "Items", ("ao", [])), (ROOT, "Service", "Collections", ("ao", []))):
        words = path, PROPERTIES, "Set", "ssv", PREFIX + kind, name, value
        assert client.refuses(*words) or client.error(*words) == "org.freedesktop.DBus.Error.PropertyReadOnly", f"{name} is not written"
    assert client.refuses(item, PROPERTIES, "Set", "ssv", PREFIX + "Item", "Label", ("u", 1)), "a label is a string"


def test_an_alias_leads_to_a_collection_that_is_there(client):
    assert client.error(ROOT, PREFIX + "Service", "SetAlias", "so", "default", f"{ROOT}/collection/nothing") == NO_SUCH_OBJECT, "and to no other"
    assert client.service_call("ReadAlias", "s", "default")[0] != f"{ROOT}/collection/nothing", "it stays as it was"


@pytest.mark.patience(300)
def test_a_secret_of_a_hundred_megabytes_exceeds_the_limits(provider, client, item, world):
    before = provider.memory()
    session = client.plain()
    # An array of D-Bus ends at 64 MiB, so there are two.
    huge = (session.path, bytes(40_000_000), bytes(60_000_000), "text/plain")
    for words in ((item, PREFIX + "Item", "SetSecret", "(oayays)", huge),
                  (ALIAS, PREFIX + "Collection", "CreateItem", "a{sv}(oayays)b", {}, huge, False)):
        assert client.error(*words, seconds=100) == LIMITS_EXCEEDED, f"{words[2]} refuses it by the right name"
    assert provider.memory() - before < 64 * 1024, "it takes no memory of the service"
    assert client.secret(item, session)[0] == world.secret.encode(), "the item is as it was"
    fits = bytes(range(256)) * 4096
    client.set_secret(item, session, fits)
    assert client.secret(item, session)[0] == fits, "a mebibyte fits"
