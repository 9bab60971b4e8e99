# The Secret Service by raw calls: what the specification says of each method, and what libraries rely on.
# SPDX-License-Identifier: Apache-2.0
import time

import pytest

from support.raw_secrets import (ACCESS_DENIED, DH, ERROR, GONE, INTERNAL, INVALID_ARGS, IS_LOCKED, LIMITS_EXCEEDED, NO_SESSION,
                                 NO_SUCH_OBJECT, NOT_SUPPORTED, PREFIX, PRIME, PROPERTIES, BusError)
from support.secret_service import ALIAS, ROOT, SESSION_COLLECTION
from support.world import until

pytestmark = [pytest.mark.speaks]
MINE = {"service": "example.org", "username": "zoë"}


@pytest.fixture
def client(raw):
    with raw() as connection:
        yield connection


@pytest.fixture
def item(client, world):
    """An item of this client's, in the default collection."""
    return client.create(client.plain(), "An item", MINE, world.secret.encode())


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
        value = bytes(index * 7 % 256 for index in range(length))
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


# Sessions.


def test_an_unknown_algorithm_is_not_supported(client):
    for algorithm, value in (("dh-ietf2048-sha512", ("ay", b"\x02" * 256)), ("", ("s", "")), ("PLAIN", ("s", ""))):
        assert client.error(ROOT, PREFIX + "Service", "OpenSession", "sv", algorithm, value) == NOT_SUPPORTED, \
            f"{algorithm!r}: clients try another one only at this error"
    (kind, output), path = client.service_call("OpenSession", "sv", "plain", ("s", ""))
    assert (kind, output) == ("s", "") and path.startswith(f"{ROOT}/session"), "a plain session has an empty output"


@pytest.mark.parametrize("algorithm, value", [("plain", ("ay", b"")), (DH, ("s", "")), (DH, ("ay", b"")), (DH, ("u", 2))])
def test_the_input_of_a_session_has_a_type(client, algorithm, value):
    assert client.error(ROOT, PREFIX + "Service", "OpenSession", "sv", algorithm, value) == INVALID_ARGS, "another type is refused"


@pytest.mark.parametrize("value", [0, 1, PRIME - 1, PRIME, PRIME + 1, 2 ** 1024 - 1], ids=["0", "1", "p-1", "p", "p+1", "longest"])
def test_public_values_that_give_the_key_away_are_refused(client, value):
    assert client.error(ROOT, PREFIX + "Service", "OpenSession", "sv", DH, ("ay", value.to_bytes(128, "big"))) == INVALID_ARGS, \
        "a value with which everybody knows the key is refused"
    assert client.error(ROOT, PREFIX + "Service", "OpenSession", "sv", DH, ("ay", b"\x00" + value.to_bytes(128, "big"))) == INVALID_ARGS, \
        "also with a zero in front"


def public_value_where(condition):
    """A private value whose public one is as the test wants it."""
    private = 3 ** 200
    while not condition(pow(2, private, PRIME)):
        private += 1
    return private


@pytest.mark.parametrize("private, encode", [
    (public_value_where(lambda value: value >> 1023), lambda value: value.to_bytes(128, "big")),
    (public_value_where(lambda value: value >> 1023), lambda value: b"\x00" + value.to_bytes(128, "big")),
    (public_value_where(lambda value: not value >> 1016), lambda value: value.to_bytes(127, "big")),
    (public_value_where(lambda value: not value >> 1016), lambda value: value.to_bytes(128, "big")),
], ids=["high bit", "129 bytes", "127 bytes", "a zero in front"])
def test_public_values_are_numbers_of_any_length(client, item, world, private, encode):
    session = client.encrypted(private, encode)
    assert client.secret(item, session)[0] == world.secret.encode(), "the key is the same for both"


def test_sessions_agree_on_a_key_also_when_what_they_share_is_short(client, item, world):
    # One in 256 keys begins with a zero; a side that strips it would fail.
    for _ in range(300):
        session = client.encrypted(3 ** 130 + 2 * _ + 1)
        assert client.secret(item, session)[0] == world.secret.encode(), "the secret is read"


def test_a_session_is_of_its_connection(raw, client, item):
    session, stranger = client.plain(), raw()
    secret = (PREFIX + "Item", "GetSecret", "o", session.path)
    assert stranger.error(item, *secret) == NO_SESSION, "another connection cannot use it"
    assert stranger.error(item, PREFIX + "Item", "SetSecret", "(oayays)", session.wrap(b"mine")) == NO_SESSION, "nor write in it"
    assert stranger.error(ROOT, PREFIX + "Service", "GetSecrets", "aoo", [item], session.path) == NO_SESSION, "nor read many"
    assert stranger.error(session.path, PREFIX + "Session", "Close") in (ACCESS_DENIED, *GONE), "nor close it"
    assert client.error(item, *secret) is None, "it goes on"
    client.call(session.path, PREFIX + "Session", "Close")
    assert client.error(item, *secret) == NO_SESSION, "its owner closes it"
    assert client.error(session.path, PREFIX + "Session", "Close") in GONE, "once"


def test_a_session_ends_with_its_connection(raw, client, item):
    other = raw()
    session = other.plain()
    other.close()
    assert client.error(item, PREFIX + "Item", "GetSecret", "o", session.path) == NO_SESSION, "nobody has it any more"
    for path in ("/", "/org/freedesktop/secrets/session/nothing", ROOT, ALIAS):
        assert client.error(item, PREFIX + "Item", "GetSecret", "o", path) == NO_SESSION, f"{path} is no session"


def test_a_thousand_sessions_may_be_open(client, item, world):
    # The item was made in the first one.
    sessions = [client.plain() for _ in range(999)]
    assert len({session.path for session in sessions}) == 999, "each has a path of its own"
    for session in sessions[::100]:
        assert client.secret(item, session)[0] == world.secret.encode(), "each serves"


def test_wrongly_encrypted_secrets_are_refused_and_nothing_is_stored(client, item, world):
    session = client.encrypted()
    _, vector, value, kind = session.wrap(b"a secret of some length")
    for why, secret in {"a short vector": (vector[:8], value), "no vector": (b"", value), "a length that is no block's": (vector, value[:-1]),
                        "no block": (vector, b""), "no padding": (vector, value[:-16] + bytes(16))}.items():
        wrong = (session.path, *secret, kind)
        assert client.error(item, PREFIX + "Item", "SetSecret", "(oayays)", wrong) == INVALID_ARGS, f"{why}: SetSecret"
        properties = {PREFIX + "Item.Label": ("s", "wrong"), PREFIX + "Item.Attributes": ("a{ss}", {"wrong": why})}
        assert client.error(ALIAS, PREFIX + "Collection", "CreateItem", "a{sv}(oayays)b", properties, wrong, False) == INVALID_ARGS, \
            f"{why}: CreateItem"
        assert client.search({"wrong": why}) == ([], []), f"{why}: nothing is left of it"
    assert client.secret(item, client.plain())[0] == world.secret.encode(), "the item is as it was"


# Locking.


def test_a_locked_collection_refuses_and_is_found(provider, client, item, world):
    default, = client.service_call("ReadAlias", "s", "default")
    session = client.plain()
    assert client.lock(ALIAS) == ([ALIAS], "/"), "what is locked is named as it was given"
    assert client.get(default, "Collection", "Locked") is True and client.get(item, "Item", "Locked") is True, "all of it is locked"
    assert client.search(MINE) == ([], [item]), "the item is found among the locked ones"
    assert client.error(item, PREFIX + "Item", "GetSecret", "o", session.path) == IS_LOCKED, "its secret is not given"
    assert client.service_call("GetSecrets", "aoo", [item], session.path) == ({},), "nor among many"
    assert client.error(item, PREFIX + "Item", "SetSecret", "(oayays)", session.wrap(b"new")) == IS_LOCKED, "nor changed"
    assert client.error(item, PREFIX + "Item", "Delete") == IS_LOCKED, "nor deleted"
    properties = {PREFIX + "Item.Label": ("s", "new")}
    assert client.error(ALIAS, PREFIX + "Collection", "CreateItem", "a{sv}(oayays)b", properties, session.wrap(b"new"), True) == IS_LOCKED, \
        "libsecret unlocks a collection at this error"
    for name, value in (("Label", ("s", "new")), ("Attributes", ("a{ss}", {}))):
        assert client.error(item, PROPERTIES, "Set", "ssv", PREFIX + "Item", name, value) == IS_LOCKED, f"{name} is not changed"
    assert client.get_all(item, "Item")["Locked"] == ("b", True), "all properties of a locked item can be asked for"
    client.unlock(default, provider.password)
    assert client.search(MINE) == ([item], []), "unlocked, it is as it was"
    assert client.secret(item, session)[0] == world.secret.encode(), "its secret, too"


def test_unlocking_names_what_is_unlocked_already(client, item):
    default, = client.service_call("ReadAlias", "s", "default")
    for objects in ([ALIAS], [default], [item], [SESSION_COLLECTION]):
        assert client.service_call("Unlock", "ao", objects) == (objects, "/"), "it comes back as it was given"
    assert client.service_call("Unlock", "ao", [f"{ROOT}/collection/nothing", "/", default]) == ([default], "/"), "what is unknown is left out"
    assert client.service_call("Unlock", "ao", []) == ([], "/"), "nothing is nothing"
    assert client.lock(f"{ROOT}/collection/nothing") == ([], "/"), "what is unknown is not locked"


def test_locking_an_item_locks_its_collection(client, item):
    client.lock(item)
    assert client.get(ALIAS, "Collection", "Locked") is True, "a collection is locked as a whole"


def test_the_wrong_password_is_denied(provider, client, item, world):
    default, = client.service_call("ReadAlias", "s", "default")
    client.lock(default)
    with pytest.raises(BusError, match="org.gnome.keyring.Error.Denied"):
        client.unlock(default, world.new_secret())
    assert client.get(default, "Collection", "Locked") is True, "it stays locked"
    # Who has given a wrong one may have to wait.
    right = (ROOT, INTERNAL, "UnlockWithMasterPassword", "o(oayays)", default, client.plain().wrap(provider.password.encode()))
    assert until(lambda: client.error(*right) is None, every=0.5), "the right one unlocks it"
    assert client.get(default, "Collection", "Locked") is False, "it is unlocked"


def test_a_collection_is_made_and_has_its_own_password(client, world):
    password = world.new_secret()
    path = client.make_collection("Another one", password)
    assert path in client.get(ROOT, "Service", "Collections"), "it is listed"
    assert client.get(path, "Collection", "Label") == "Another one", "it has its label"
    session = client.plain()
    item = client.create(session, "there", {"a": "b"}, b"there", collection=path)
    client.lock(path)
    assert client.get(path, "Collection", "Locked") is True and client.get(ALIAS, "Collection", "Locked") is False, "it is locked alone"
    client.unlock(path, password)
    assert client.secret(item, session)[0] == b"there", "its password unlocks it"


def test_the_service_locks_all(client, item):
    client.service_call("LockService")
    assert client.get(ALIAS, "Collection", "Locked") is True, "the default collection is locked"


# Prompts, with nobody to ask.


def test_without_anybody_to_ask_a_prompt_is_dismissed_within_a_second(client, item):
    client.lock(ALIAS)
    unlocked, prompt = client.service_call("Unlock", "ao", [ALIAS])
    assert unlocked == [] and prompt.startswith(f"{ROOT}/prompt/"), "to unlock needs a prompt"
    began = time.monotonic()
    assert client.prompt(prompt) == (True, "ao", []), "it is dismissed, with a result of the right type"
    assert time.monotonic() - began < 1.5, "within a second"
    assert client.error(prompt, PREFIX + "Prompt", "Prompt", "s", "") in GONE, "a prompt is used once"
    assert client.service_call("Unlock", "ao", [item])[0] == [], "everything is as it was"


def test_a_new_collection_that_nobody_allows_is_dismissed_with_a_path(client):
    path, prompt = client.service_call("CreateCollection", "a{sv}s", {PREFIX + "Collection.Label": ("s", "New")}, "")
    assert path == "/" and prompt != "/", "to make a collection needs a prompt"
    assert client.prompt(prompt) == (True, "o", "/"), "libsecret waits for ever if there is no path"


def test_a_prompt_that_is_dismissed_before_it_is_shown_completes(client, item):
    client.lock(ALIAS)
    _, prompt = client.service_call("Unlock", "ao", [ALIAS])
    client.listen(path=prompt, interface=PREFIX + "Prompt")
    client.call(prompt, PREFIX + "Prompt", "Dismiss")
    assert client.until_heard("Completed", prompt) == (True, ("ao", [])), "every prompt completes"
    assert client.error(prompt, PREFIX + "Prompt", "Prompt", "s", "") in GONE, "and is gone"


def test_a_prompt_is_of_its_client(raw, client, item):
    client.lock(ALIAS)
    _, prompt = client.service_call("Unlock", "ao", [ALIAS])
    stranger = raw()
    for member, words in (("Prompt", ("s", "")), ("Dismiss", ())):
        assert stranger.error(prompt, PREFIX + "Prompt", member, *words) in (ACCESS_DENIED, *GONE), f"nobody else may call {member}"
    assert client.prompt(prompt)[0] is True, "its client may"


@pytest.mark.parametrize("window", ["", "x11:1a00003", "wayland:abc", "1234", "0x12", "nonsense \n"])
def test_a_window_of_any_form_is_taken(client, item, window):
    client.lock(ALIAS)
    _, prompt = client.service_call("Unlock", "ao", [ALIAS])
    client.begin_prompt(prompt, window)
    assert client.until_heard("Completed", prompt), "the prompt completes"


def test_a_client_that_vanishes_while_it_is_prompted_leaves_nothing(raw, provider, client, item):
    client.lock(ALIAS)
    for _ in range(20):
        gone = raw()
        _, prompt = gone.service_call("Unlock", "ao", [ALIAS])
        gone.send(prompt, PREFIX + "Prompt", "Prompt", "s", "")
        gone.close()
    assert client.error(prompt, PREFIX + "Prompt", "Prompt", "s", "") in (ACCESS_DENIED, *GONE), "its prompt is gone"
    client.unlock(client.service_call("ReadAlias", "s", "default")[0], provider.password)
    assert client.get(ALIAS, "Collection", "Locked") is False, "others are served"


# Signals.


def test_changes_are_signalled_to_who_may_see_them(raw, client, item):
    default, = client.service_call("ReadAlias", "s", "default")
    client.listen(path_namespace=ROOT)
    session = client.plain()
    other = client.create(session, "signalled", {"signalled": "yes"}, b"x")
    client.settle()
    assert [other] in [list(body) for body in client.heard("ItemCreated", default)], "an item is created"
    client.signals.clear()
    assert client.create(session, "again", {"signalled": "yes"}, b"y", replace=True) == other, "it is replaced"
    client.settle()
    assert not client.heard("ItemCreated"), "nothing is created by replacing"
    assert [other] in [list(body) for body in client.heard("ItemChanged", default)], "it is changed"
    client.signals.clear()
    client.set_secret(other, session, b"z")
    client.settle()
    assert [other] in [list(body) for body in client.heard("ItemChanged", default)], "a new secret changes it"
    client.signals.clear()
    client.delete(other)
    client.settle()
    assert [other] in [list(body) for body in client.heard("ItemDeleted", default)], "it is deleted"
    client.signals.clear()
    client.lock(default)
    client.settle()
    changed = [body for body in client.heard("PropertiesChanged", default) if body[0] == PREFIX + "Collection"]
    assert any(body[1].get("Locked") == ("b", True) for body in changed), "locking changes the property of the collection"
    assert [default] in [list(body) for body in client.heard("CollectionChanged", ROOT)], "and the collection"


def test_a_client_that_has_asked_nothing_hears_of_no_item(raw, client):
    with raw() as onlooker:
        onlooker.listen(path_namespace=ROOT)
        item = client.create(client.plain(), "private", {"private": "yes"}, b"x")
        client.delete(item)
        client.make_collection("public", "a password")
        assert onlooker.until_heard("CollectionCreated"), "what is everybody's is broadcast"
        assert not onlooker.heard("ItemCreated") and not onlooker.heard("ItemDeleted"), "what is one's own is not"


def test_a_new_collection_is_signalled(client):
    client.listen(path_namespace=ROOT)
    path = client.make_collection("signalled", "a password")
    client.settle()
    assert [path] in [list(body) for body in client.heard("CollectionCreated", ROOT)], "it is created"
    changed = [body[1]["Collections"] for body in client.heard("PropertiesChanged", ROOT) if "Collections" in body[1]]
    assert any(kind == "ao" and path in paths for kind, paths in changed), "the list of collections is sent with its value"


# Bad input.


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
    assert client.error(path, PREFIX + kind, member, *body) in (INVALID_ARGS, "org.freedesktop.DBus.Error.InvalidSignature"), \
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
    assert client.error(ROOT, PREFIX + "Service", "Nothing") == "org.freedesktop.DBus.Error.UnknownMethod", "a method"
    assert client.error(ROOT, PROPERTIES, "Get", "ss", PREFIX + "Service", "Nothing") in (
        "org.freedesktop.DBus.Error.UnknownProperty", INVALID_ARGS), "a property"
    for path, kind, name, value in ((item, "Item", "Created", ("t", 1)), (item, "Item", "Locked", ("b", False)),
                                    (ALIAS, "Collection", "Items", ("ao", [])), (ROOT, "Service", "Collections", ("ao", []))):
        assert client.error(path, PROPERTIES, "Set", "ssv", PREFIX + kind, name, value) in (
            "org.freedesktop.DBus.Error.PropertyReadOnly", INVALID_ARGS), f"{name} is not written"
    assert client.error(item, PROPERTIES, "Set", "ssv", PREFIX + "Item", "Label", ("u", 1)) == INVALID_ARGS, "a label is a string"


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


def test_a_prompt_that_is_shown_twice_is_refused(client, item):
    client.lock(ALIAS)
    _, prompt = client.service_call("Unlock", "ao", [ALIAS])
    client.listen(path=prompt, interface=PREFIX + "Prompt")
    numbers = [client.send(prompt, PREFIX + "Prompt", "Prompt", "s", "") for _ in range(2)]
    client.answer(numbers[0])
    with pytest.raises(BusError) as second:
        client.answer(numbers[1])
    assert second.value.name in (ERROR + "AlreadyExists", *GONE), "the second call does nothing"
    assert client.until_heard("Completed", prompt), "it completes"
    client.pump(0.2)
    assert len(client.heard("Completed", prompt)) == 1, "once"


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
