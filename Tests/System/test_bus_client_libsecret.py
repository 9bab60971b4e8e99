# libsecret, as programs in C and Python use it, by GObject introspection.
# SPDX-License-Identifier: Apache-2.0
import os

import pytest

pytestmark = [pytest.mark.speaks]


class LibSecret:
    """The library in the test's process, and a schema."""

    def __init__(self, provider):
        os.environ.update(provider.bus.environment)
        import gi
        gi.require_version("Secret", "1")
        from gi.repository import GLib, Secret
        # An item has no use without its service, which it does not keep.
        self.api, self.glib, self.provider, self.services = Secret, GLib, provider, []
        string = Secret.SchemaAttributeType.STRING
        self.schema = Secret.Schema.new("org.example.Password", Secret.SchemaFlags.NONE,
                                        {"server": string, "user": string, "port": Secret.SchemaAttributeType.INTEGER,
                                         "even": Secret.SchemaAttributeType.BOOLEAN})
        self.attributes = {"server": "example.org", "user": "zoë"}

    def service(self, *flags):
        combined = self.api.ServiceFlags.NONE
        for flag in flags or ("OPEN_SESSION", "LOAD_COLLECTIONS"):
            combined |= getattr(self.api.ServiceFlags, flag)
        self.api.Service.disconnect()
        self.services.append(self.api.Service.get_sync(combined, None))
        return self.services[-1]

    def default(self):
        flags = self.api.CollectionFlags.LOAD_ITEMS
        return self.api.Collection.for_alias_sync(self.service(), "default", flags, None)

    def item(self, value, label="An item", attributes=None, flags="NONE", kind="text/plain"):
        secret = self.api.Value.new(value, -1, kind)
        return self.api.Item.create_sync(self.default(), self.schema, self.attributes if attributes is None else attributes, label, secret,
                                         getattr(self.api.ItemCreateFlags, flags), None)

    def wait(self, begin, finish):
        """Runs an asynchronous call to its end."""
        loop, results = self.glib.MainLoop(), []

        def done(_, result, *__):
            results.append(result)
            loop.quit()

        begin(done)
        loop.run()
        return finish(results[0])


@pytest.fixture
def libsecret(provider):
    return LibSecret(provider)


def test_passwords_are_stored_found_and_cleared(libsecret, world):
    api, schema, place = libsecret.api, libsecret.schema, libsecret.attributes
    assert api.password_lookup_sync(schema, place, None) is None, "nothing is there before"
    assert api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "A label", world.secret, None), "a password is stored"
    assert api.password_lookup_sync(schema, place, None) == world.secret, "it is found"
    assert api.password_lookup_sync(schema, {"user": "zoë"}, None) == world.secret, "by one attribute, too"
    another = world.new_secret()
    api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "A label", another, None)
    assert api.password_lookup_sync(schema, place, None) == another, "it is replaced"
    assert len(api.password_search_sync(schema, place, api.SearchFlags.ALL, None)) == 1, "there is one"
    other = api.Schema.new("org.example.Other", api.SchemaFlags.NONE, {"user": api.SchemaAttributeType.STRING})
    assert api.password_lookup_sync(other, {"user": "zoë"}, None) is None, "another schema does not find it"
    loose = api.Schema.new("org.example.Other", api.SchemaFlags.DONT_MATCH_NAME, {"user": api.SchemaAttributeType.STRING})
    assert api.password_lookup_sync(loose, {"user": "zoë"}, None) == another, "a schema that does not match its name does"
    assert api.password_clear_sync(schema, place, None), "it is cleared"
    assert api.password_lookup_sync(schema, place, None) is None and not api.password_clear_sync(schema, place, None), "it is gone"


def test_passwords_are_stored_found_and_cleared_asynchronously(libsecret, world):
    api, schema, place = libsecret.api, libsecret.schema, libsecret.attributes
    assert libsecret.wait(lambda done: api.password_store(schema, place, api.COLLECTION_DEFAULT, "A label", world.secret, None, done),
                          api.password_store_finish), "a password is stored"
    assert libsecret.wait(lambda done: api.password_lookup(schema, place, None, done), api.password_lookup_finish) == world.secret, "it is found"
    assert libsecret.wait(lambda done: api.password_clear(schema, place, None, done), api.password_clear_finish), "it is cleared"
    assert libsecret.wait(lambda done: api.password_lookup(schema, place, None, done), api.password_lookup_finish) is None, "it is gone"


@pytest.mark.parametrize("secret", ["", "a" * 10002, "two\nlines\n\n", "סיסמה", "κωδικός", "пароль", "Straße 🔑"],
                         ids=["empty", "long", "lines", "Hebrew", "Greek", "Cyrillic", "others"])
def test_passwords_of_every_kind(libsecret, secret):
    api, schema = libsecret.api, libsecret.schema
    place = {"server": secret[:20], "user": secret[:20]}
    api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, secret[:20], secret, None)
    assert api.password_lookup_sync(schema, place, None) == secret, "it comes back as it was"


def test_numbers_and_truth_values_are_attributes(libsecret, world):
    api, schema = libsecret.api, libsecret.schema
    place = {"server": "example.org", "port": "8080", "even": "true"}
    api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "numbers", world.secret, None)
    assert api.password_lookup_sync(schema, {"port": "8080"}, None) == world.secret, "a number finds it"
    assert api.password_lookup_sync(schema, {"even": "false"}, None) is None, "another truth value does not"


def test_the_session_is_encrypted(libsecret):
    service = libsecret.service("OPEN_SESSION")
    assert service.get_session_algorithms() == "dh-ietf1024-sha256-aes128-cbc-pkcs7", "it is what libsecret asks for first"


def test_a_service_loads_its_collections_and_their_items(libsecret, world):
    libsecret.item(world.secret)
    service = libsecret.service()
    collections = {collection.get_object_path(): collection for collection in service.get_collections()}
    assert "/org/freedesktop/secrets/collection/session" in collections, "the collection of the session is there"
    default = libsecret.default().get_object_path()
    assert default in collections, "the default collection, too"
    collections[default].load_items_sync(None)
    found = [item for item in collections[default].get_items() if item.get_label() == "An item"]
    assert len(found) == 1 and found[0].get_attributes()["server"] == "example.org", "its items are there, with their attributes"
    assert found[0].get_schema_name() == "org.example.Password", "and their schema"


def test_an_item_is_created_changed_and_deleted(libsecret, world):
    api = libsecret.api
    item = libsecret.item(world.secret)
    assert item.load_secret_sync(None) and item.get_secret().get_text() == world.secret, "its secret is loaded"
    assert not item.get_locked() and item.get_created() > 0 and item.get_modified() >= item.get_created(), "it has its times"
    another = world.new_secret()
    assert item.set_secret_sync(api.Value.new(another, -1, "text/plain"), None), "another secret is set"
    assert item.set_label_sync("Another label", None), "another label"
    assert item.set_attributes_sync(libsecret.schema, {"server": "example.com"}, None), "other attributes"
    found = api.password_search_sync(libsecret.schema, {"server": "example.com"}, api.SearchFlags.ALL | api.SearchFlags.LOAD_SECRETS, None)
    assert [entry.get_label() for entry in found] == ["Another label"], "it is found anew"
    assert found[0].retrieve_secret_sync(None).get_text() == another, "with its new secret"
    assert item.delete_sync(None), "it is deleted"
    assert api.password_search_sync(libsecret.schema, {"server": "example.com"}, api.SearchFlags.ALL, None) == [], "it is gone"


def test_an_item_is_replaced_and_keeps_its_path(libsecret, world):
    first = libsecret.item(world.secret)
    another = world.new_secret()
    second = libsecret.item(another, "New label", flags="REPLACE")
    assert second.get_object_path() == first.get_object_path(), "the same attributes are the same item"
    third = libsecret.item("third")
    assert third.get_object_path() != first.get_object_path(), "without replacing it is another one"
    second.load_secret_sync(None)
    assert second.get_secret().get_text() == another and second.get_label() == "New label", "the new secret and label are there"


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream", "text/plain; charset=utf-8"])
def test_a_content_type_comes_back(libsecret, kind):
    item = libsecret.item("some text", attributes={"server": kind}, kind=kind)
    item.load_secret_sync(None)
    value = item.get_secret()
    assert (bytes(value.get()), value.get_content_type()) == (b"some text", kind), "with the bytes"


def test_an_item_without_attributes(libsecret, world):
    item = libsecret.api.Item.create_sync(libsecret.default(), None, {}, "bare", libsecret.api.Value.new(world.secret, -1, "text/plain"),
                                          libsecret.api.ItemCreateFlags.NONE, None)
    assert item.get_attributes().keys() <= {"xdg:schema"}, "it has none"
    item.load_secret_sync(None)
    assert item.get_secret().get_text() == world.secret, "its secret is there"
    item.delete_sync(None)


def test_a_locked_collection_hides_its_secrets_and_gives_them_back(libsecret, provider, world):
    api, schema, place = libsecret.api, libsecret.schema, libsecret.attributes
    api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "A label", world.secret, None)
    service = libsecret.service()
    locked, _ = service.lock_sync([libsecret.default()], None)
    assert locked == 1 and libsecret.default().get_locked(), "the collection is locked"
    assert api.password_lookup_sync(schema, place, None) is None, "nobody unlocks it: nothing is found, and no error"
    try:
        is_stored = api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "A label", "another", None)
    except libsecret.glib.Error:
        is_stored = False
    assert not is_stored, "nothing is stored"
    service = libsecret.service()
    found = service.search_sync(schema, place, api.SearchFlags.ALL, None)
    assert len(found) == 1 and found[0].get_locked(), "a search finds it as locked"
    assert service.unlock_sync(found, None)[0] == 0, "unlocking it is dismissed"
    with provider.connection() as client:
        client.unlock(client.service_call("ReadAlias", "s", "default")[0], provider.password)
    assert api.password_lookup_sync(schema, place, None) == world.secret, "it is there again"


def test_a_collection_is_unlocked_by_its_password_when_it_is_wanted(libsecret, provider, world):
    api, schema, place = libsecret.api, libsecret.schema, libsecret.attributes
    api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "A label", world.secret, None)
    service = libsecret.service()
    provider.answer_prompts()
    service.lock_sync([libsecret.default()], None)
    assert api.password_lookup_sync(schema, place, None) == world.secret, "a lookup asks, and finds"
    service.lock_sync([libsecret.default()], None)
    another = world.new_secret()
    assert api.password_store_sync(schema, place, api.COLLECTION_DEFAULT, "A label", another, None), "storing asks, and stores"
    service.lock_sync([libsecret.default()], None)
    found = service.search_sync(schema, place, api.SearchFlags.UNLOCK | api.SearchFlags.LOAD_SECRETS | api.SearchFlags.ALL, None)
    assert [entry.get_secret().get_text() for entry in found] == [another], "a search that may unlock loads the secret"
    assert len([kind for kind, _ in provider.prompts() if kind == "password"]) == 3, "each asked once"


def test_a_collection_is_made_and_deleted(libsecret, provider, world):
    api = libsecret.api
    provider.answer_prompts()
    service = libsecret.service()
    made = api.Collection.create_sync(service, "Made here", None, api.CollectionCreateFlags(0), None)
    assert made is not None and made.get_label() == "Made here" and not made.get_locked(), "it is there, unlocked, when it is told"
    value = api.Value.new(world.secret, -1, "text/plain")
    item = api.Item.create_sync(made, libsecret.schema, libsecret.attributes, "there", value, api.ItemCreateFlags.NONE, None)
    assert item.get_object_path().startswith(made.get_object_path() + "/"), "it has items"
    assert made.set_label_sync("Another name", None), "it gets another label"
    paths = [collection.get_object_path() for collection in libsecret.service().get_collections()]
    assert made.get_object_path() in paths, "the service lists it, under the path it had"
    assert made.delete_sync(None), "it is deleted"
    paths = [collection.get_object_path() for collection in libsecret.service().get_collections()]
    assert made.get_object_path() not in paths, "it is gone"


def test_a_prompt_that_is_refused_makes_nothing(libsecret, provider):
    api = libsecret.api
    provider.answer_prompts("no")
    service = libsecret.service()
    before = len(service.get_collections())
    flags = api.CollectionCreateFlags(0)
    try:
        made = api.Collection.create_sync(service, "Refused", None, flags, None)
    except libsecret.glib.Error:
        made = None
    assert made is None and len(libsecret.service().get_collections()) == before, "there is no new collection"


def test_the_collection_of_the_session_has_passwords_too(libsecret, provider, world):
    api, schema, place = libsecret.api, libsecret.schema, libsecret.attributes
    api.password_store_sync(schema, place, api.COLLECTION_SESSION, "for now", world.secret, None)
    assert api.password_lookup_sync(schema, place, None) == world.secret, "it is found"
    item, = api.password_search_sync(schema, place, api.SearchFlags.ALL, None)
    assert item.get_object_path().startswith("/org/freedesktop/secrets/collection/session/"), "where it was stored"


def test_its_objects_follow_what_others_change(libsecret, raw, world):
    item = libsecret.item(world.secret)
    with raw() as other:
        other.set(item.get_object_path(), "Item", "Label", "s", "changed by another")
        loop = libsecret.glib.MainLoop.new(None, False)
        item.connect("notify::label", lambda *_: loop.quit())
        libsecret.glib.timeout_add_seconds(20, loop.quit)
        if item.get_label() != "changed by another":
            loop.run()
    assert item.get_label() == "changed by another", "a label that another changes is seen"
