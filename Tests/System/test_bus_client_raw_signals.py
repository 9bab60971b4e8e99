# The Secret Service by raw calls: who hears of which changes.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.raw_secrets import PREFIX
from support.secret_service import ROOT

pytestmark = [pytest.mark.speaks]


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
