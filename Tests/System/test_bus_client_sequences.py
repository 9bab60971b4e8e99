# The very calls that browsers make, in their order: what they do not get at once costs their users all cookies and
# passwords.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.raw_secrets import IS_LOCKED, PREFIX, BusError
from support.secret_service import ROOT

pytestmark = [pytest.mark.speaks]
APPLICATION = {"application": "chromium"}
SCHEMA = "chrome_libsecret_os_crypt_password_v2"


class Browser:
    """A start of Chromium from version 150 on, which speaks to the bus itself."""

    def __init__(self, client):
        self.client = client

    def key(self):
        """The key that it starts with, and whether it had to make one."""
        client = self.client
        assert client.bus_call("NameHasOwner", "s", client.service) == (1,) or client.bus_call("StartServiceByName", "su", client.service, 0)
        default, = client.service_call("ReadAlias", "s", "default")
        assert default != "/", "there is a default collection"
        assert isinstance(client.get(default, "Collection", "Label"), str), "it has a label"
        unlocked, prompt = client.service_call("Unlock", "ao", [default])
        if prompt != "/":
            completed = client.prompt(prompt)
            unlocked = completed[2] if completed and not completed[0] else []
        assert unlocked == [default], "an empty list is a failure to unlock"
        session = client.plain()
        found, = client.collection_call(default, "SearchItems", "a{ss}", APPLICATION)
        if found:
            value, _ = client.secret(found[0], session)
            assert value, "an empty secret is a failure"
            return value, False
        made = b"bm90IGEgcmVhbCBrZXkhIQ=="
        client.create(session, "Chromium Safe Storage", {**APPLICATION, "xdg:schema": SCHEMA}, made, collection=default, replace=False)
        return made, True


@pytest.fixture
def start(raw):
    """Starts the browser: a new connection each time."""

    def begin():
        with raw() as client:
            return Browser(client).key()

    return begin


def test_chromium_makes_one_key_and_finds_it_at_each_start(raw, provider, start):
    key, is_new = start()
    assert is_new, "the first start makes a key"
    assert [start() for _ in range(3)] == [(key, False)] * 3, "each later start finds it, without a prompt"
    provider.stop()
    provider.start()
    assert start() == (key, False), "also after the service was restarted"
    with raw() as client:
        assert len(client.search(APPLICATION)[0]) == 1, "there is one"


def test_chromium_finds_its_key_when_the_collection_is_unlocked_for_it(raw, provider, start):
    key, _ = start()
    with raw() as client:
        default, = client.service_call("ReadAlias", "s", "default")
        client.lock(default)
        with pytest.raises(AssertionError, match="failure to unlock"):
            start()
        assert client.search(APPLICATION) == ([], [client.get(default, "Collection", "Items")[0]]), "it has made no other meanwhile"
    provider.answer_prompts()
    assert start() == (key, False), "with somebody who answers it finds the key"


def test_older_programs_force_the_unlocking_by_an_item_that_they_delete(raw):
    """Chromium up to 148, and Electron: an item is stored and deleted, then their own is looked up."""
    with raw() as client:
        session = client.encrypted()
        dummy = {"xdg:schema": "_chrome_dummy_schema_for_unlocking", "explanation": "to force an unlock"}
        client.delete(client.create(session, "Dummy", dummy, b"dummy", replace=True))
        attributes = {"xdg:schema": SCHEMA, "application": "chrome"}
        assert client.search(attributes) == ([], []), "nothing is there at the first start"
        item = client.create(session, "Chrome Safe Storage", attributes, b"key", replace=True)
        client.delete(client.create(session, "Dummy", dummy, b"dummy", replace=True))
        assert client.search(attributes) == ([item], []), "it is there at the second"
        secrets, = client.service_call("GetSecrets", "aoo", [item], session.path)
        assert session.unwrap(secrets[item]) == b"key", "with its key"


def test_a_locked_key_is_never_nothing_found(raw, start):
    start()
    with raw() as client:
        default, = client.service_call("ReadAlias", "s", "default")
        client.lock(default)
        found, = client.collection_call(default, "SearchItems", "a{ss}", APPLICATION)
        assert len(found) == 1, "a search in a locked collection finds it: else the browser throws its key away"
        with pytest.raises(BusError) as refused:
            client.secret(found[0], client.plain())
        assert refused.value.name == IS_LOCKED, "its secret is locked"


def test_wallets_of_kde_are_collections_with_labels(raw, provider, world):
    """kwalletd as a client: a collection by its label, entries by folder and key, and an alias."""
    with raw() as client:
        path = client.make_collection("kdewallet", world.new_secret())
        labels = {client.get(collection, "Collection", "Label"): collection for collection in client.get(ROOT, "Service", "Collections")}
        assert labels["kdewallet"] == path, "it is found by its label"
        session = client.encrypted()
        attributes = {"server": "Passwords", "user": "an entry", "type": "plaintext"}
        item = client.create(session, "an entry", attributes, b"first", collection=path, replace=True)
        assert client.create(session, "an entry", attributes, b"second", collection=path, replace=True) == item, "an entry is replaced"
        assert client.collection_call(path, "SearchItems", "a{ss}", {"server": "Passwords"}) == ([item],), "a folder is listed"
        assert client.get(item, "Item", "Attributes")["user"] == "an entry", "with its keys"
        assert client.call(path, PREFIX + "Collection", "SearchItems", "a{ss}", {"server": "Form Data"}) == ([],), "another folder is empty"
