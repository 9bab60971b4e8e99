# The Secret Service by raw calls: collections and items, and what libraries rely on.
# SPDX-License-Identifier: Apache-2.0
import time

import pytest

from support.raw_secrets import GONE, MINE, PREFIX, PROPERTIES
from support.secret_service import ALIAS, ROOT, SESSION_COLLECTION

pytestmark = [pytest.mark.speaks]


# Paths and collections.


def test_default_login_and_session_lead_to_collections(client):
    default, = client.service_call("ReadAlias", "s", "default")
    session, = client.service_call("ReadAlias", "s", "session")
    assert default.startswith(f"{ROOT}/collection/"), "the alias `default` leads to a collection"
    assert session == SESSION_COLLECTION, "the alias `session` leads to the path that programs know by heart"
    signature, collections = client.typed(ROOT, "Service", "Collections")
    assert signature == "ao", "collections are an array of paths, whatever it holds"
    assert {default, session} <= set(collections), "both are listed"
    assert client.service_call("ReadAlias", "s", "nothing-of-this-name") == ("/",), "an alias that leads nowhere is no error"
    assert client.get(ALIAS, "Collection", "Label") == client.get(default, "Collection", "Label"), "an alias is a second path"
    assert client.get(session, "Collection", "Locked") is False, "the collection of the session is never locked"


def test_the_properties_of_every_object_have_the_types_of_the_specification(client, item):
    collection = {"Items": "ao", "Label": "s", "Locked": "b", "Created": "t", "Modified": "t"}
    for path in (client.service_call("ReadAlias", "s", "default")[0], ALIAS, SESSION_COLLECTION):
        found = {name: kind for name, (kind, _) in client.get_all(path, "Collection").items()}
        assert found == collection, f"{path}: the properties of a collection"
    found = {name: kind for name, (kind, _) in client.get_all(item, "Item").items()}
    found.pop("Type", None)
    assert found == {"Locked": "b", "Attributes": "a{ss}", "Label": "s", "Created": "t", "Modified": "t"}, "the properties of an item"
    assert client.get_all(ROOT, "Service").keys() == {"Collections"}, "the properties of the service"
    everything = client.get_all(item, "")
    assert {"Label", "Locked"} <= everything.keys(), "without an interface all are given"


def test_an_item_is_created_on_the_alias_and_found_below_the_collection(client, item):
    default, = client.service_call("ReadAlias", "s", "default")
    assert item.startswith(f"{default}/") and item.count("/") == 6, "its path is the one below `collection`"
    assert client.search(MINE) == ([item], []), "the service finds it"
    assert client.collection_call(ALIAS, "SearchItems", "a{ss}", MINE) == ([item],), "the collection finds it by its alias"
    assert client.collection_call(default, "SearchItems", "a{ss}", MINE) == ([item],), "and by its path"
    assert item in client.get(default, "Collection", "Items"), "the collection lists it"


def test_created_and_modified_are_seconds_of_now(client, item):
    created, modified = (client.get(item, "Item", name) for name in ("Created", "Modified"))
    assert abs(created - time.time()) < 10 and created == modified, "an item is created and modified now"
    client.set(item, "Item", "Label", "s", "Another label")
    assert client.get(item, "Item", "Label") == "Another label", "its label is changed"
    assert client.get(item, "Item", "Modified") >= modified and client.get(item, "Item", "Created") == created, "it is the same item"


# Items.


def test_items_may_have_no_attributes_no_label_and_no_secret(client):
    session = client.plain()
    item = client.create(session, "", {}, b"", "")
    assert client.secret(item, session) == (b"", ""), "an empty secret of an empty type comes back as it was"
    assert client.get(item, "Item", "Label") == "" and client.get(item, "Item", "Attributes").keys() <= {"xdg:schema"}, "there is nothing of it"
    secret = session.wrap(b"bare")
    bare, prompt = client.collection_call(ALIAS, "CreateItem", "a{sv}(oayays)b", {}, secret, False)
    assert prompt == "/" and client.secret(bare, session)[0] == b"bare", "an item is created without any property"
    assert {item, bare} <= set(client.search({})[0]), "the empty search finds them"
    client.delete(item)
    client.delete(bare)


def test_two_items_may_have_the_same_attributes(client, item):
    session = client.plain()
    other = client.create(session, "An item", MINE, b"other", replace=False)
    assert other != item, "a new item has a path of its own"
    assert client.search(MINE)[0] == [other, item], "both are found, the newest first"
    client.delete(other)
    assert client.search(MINE)[0] == [item], "who deletes one leaves the other"


def test_replacing_takes_the_item_with_exactly_these_attributes(client, item):
    session = client.plain()
    superset = client.create(session, "More", {**MINE, "application": "mine"}, b"more", replace=True)
    assert superset != item, "an item with more attributes is another one"
    assert client.create(session, "New label", MINE, b"new", "text/x-new", replace=True) == item, "the same attributes keep the path"
    assert client.secret(item, session) == (b"new", "text/x-new"), "the secret and its type are new"
    assert client.get(item, "Item", "Label") == "New label", "the label is new"
    assert client.secret(superset, session)[0] == b"more", "the other item is as it was"


def test_a_content_type_is_kept_as_it_is(client):
    session = client.plain()
    for kind in ("text/plain; charset=utf8", "application/octet-stream", "kein Typ", ""):
        item = client.create(session, "typed", {"kind": kind}, b"\xff\x00\xfe", kind)
        assert client.secret(item, session) == (b"\xff\x00\xfe", kind), f"{kind!r}: bytes that are no text come back, with their type"


@pytest.mark.parametrize("length", [1, 15, 16, 17, 127, 128, 129, 10002, 500000])
def test_a_secret_of_any_length_comes_back(client, length):
    for session in (client.plain(), client.encrypted()):
        value = bytes(33 + index * 7 % 94 for index in range(length))
        item = client.create(session, "long", {"length": str(length)}, value, replace=True)
        assert client.secret(item, session)[0] == value, "it is read in the session it was written in"
        assert client.secret(item, client.encrypted())[0] == value, "and in another one"
        client.set_secret(item, session, value[::-1])
        assert client.secret(item, session)[0] == value[::-1], "it is set anew"


def test_deleted_items_are_gone(client, item):
    client.delete(item)
    session = client.plain()
    for words in ((item, PREFIX + "Item", "Delete"), (item, PREFIX + "Item", "GetSecret", "o", session.path),
                  (item, PROPERTIES, "Get", "ss", PREFIX + "Item", "Label"), (item, PROPERTIES, "GetAll", "s", PREFIX + "Item"),
                  ("/not/existing/path", PROPERTIES, "Get", "ss", PREFIX + "Item", "Label")):
        assert client.error(*words) in GONE, f"{words[2]} on {words[0]} says that it is not there"
    assert client.search(MINE) == ([], []), "nothing finds it"
    again = client.create(session, "An item", MINE, b"again")
    assert again != item, "its path is never used again"


def test_the_attributes_of_an_item_are_replaced_as_a_whole(client, item):
    client.set(item, "Item", "Attributes", "a{ss}", {"new": "", "": "empty name"})
    found = client.get(item, "Item", "Attributes")
    found.pop("xdg:schema", None)
    assert found == {"new": "", "": "empty name"}, "the new ones are there, and no other"
    assert client.search(MINE) == ([], []) and client.search({"new": ""}) == ([item], []), "it is found by them alone"


def test_the_schema_is_an_attribute_and_the_type_of_an_item(client):
    session = client.plain()
    item = client.create(session, "schema", {"xdg:schema": "org.example.Type", "a": "b"}, b"x")
    assert client.search({"xdg:schema": "org.example.Type"})[0] == [item], "it is found by its schema"
    assert client.search({"xdg:schema": "org.example.Other", "a": "b"})[0] == [], "and not by another"
    assert client.get(item, "Item", "Type") == "org.example.Type", "the old property says the same"


@pytest.mark.parametrize("words", [
    ("עברית", "Ελληνικά", "Кириллица"), ("two\nlines\n", "tab\t", " "), ("", "empty name", ""),
    ("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "🔑", "ü")])
def test_attributes_of_every_kind_are_found_byte_for_byte(client, words):
    session = client.plain()
    attributes = {"service": words[0], "username": words[1], words[2]: words[0]}
    item = client.create(session, words[0], attributes, words[1].encode())
    assert client.search(attributes)[0] == [item], "all of them find it"
    assert client.search({"service": words[0]})[0] == [item], "one of them finds it"
    assert client.search({"service": words[0] + " "})[0] == [], "a longer value does not"
    assert client.get(item, "Item", "Label") == words[0], "its label is as it was"


# Over a restart.


def test_items_are_there_after_a_restart_with_their_paths(raw, provider, client, item, world):
    session = client.plain()
    client.set_secret(item, session, world.new_secret().encode(), "text/x-kept")
    value = client.secret(item, session)
    client.set(item, "Item", "Label", "s", "Kept")
    temporary = client.create(session, "temporary", {"temporary": "yes"}, b"gone", collection=SESSION_COLLECTION)
    assert client.secret(temporary, session)[0] == b"gone", "the collection of the session has items"
    provider.stop()
    provider.start()
    with raw() as later:
        assert later.search(MINE)[0] == [item], "it is found under the same path"
        assert later.secret(item, later.plain()) == value, "with its last secret"
        assert later.get(item, "Item", "Label") == "Kept", "and its last label"
        assert later.search({"temporary": "yes"}) == ([], []), "what was the session's is gone"
