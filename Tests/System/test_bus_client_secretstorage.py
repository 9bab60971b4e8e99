# The whole suite of Python's SecretStorage, from its archive.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.bus_clients import CLIENTS, PYTHON, archive, failures, run_as, verdicts
from support.secret_service import ALIAS, ROOT

pytestmark = [pytest.mark.bus, pytest.mark.speaks]


def suite(provider, *name):
    """What the suite says of each test."""
    return verdicts(run_as(provider.bus, PYTHON, "-B", CLIENTS / "secretstorage_suite.py", archive(provider.world.session, "secretstorage"), *name))


def test_its_suite_passes(provider):
    found = suite(provider)
    assert not failures(found), f"no test of the suite fails: {'; '.join(failures(found))}"
    assert sum(word == "passed" for word, _ in found.values()) >= 15, "the suite is there, and most of it needs no mock"


def test_its_suite_of_unlocking_passes(provider, raw):
    """What its suite has for a mock, with the collections that the mock has, and somebody who answers the prompts."""
    if provider.NAME == "keepassxc":
        pytest.skip("a wizard makes each of its databases")
    with raw() as client:
        client.set(ALIAS, "Collection", "Label", "s", "Collection One")
        english, spanish = (client.make_collection(name, provider.password) for name in ("english", "spanish"))
        assert (english, spanish) == (f"{ROOT}/collection/english", f"{ROOT}/collection/spanish"), "a collection's path has its name"
        session = client.plain()
        client.create(session, "Item One", {"number": "1", "string": "one"}, b"111", collection=english)
        confirmed = client.make_collection("lockprompt", provider.password)
        lockone = client.make_collection("lockone", provider.password)
        client.lock(spanish, confirmed)
        name, = client.bus_call("GetNameOwner", "s", "org.freedesktop.secrets")
        assert lockone in client.get(ROOT, "Service", "Collections"), "the collections of the mock are there"
    provider.answer_prompts()
    found = suite(provider, name)
    assert not failures(found), f"no test of the suite fails: {'; '.join(failures(found))}"
    # An item of the mock has a path with a word, which nobody else's has.
    assert [name for name, (word, _) in found.items() if word == "skipped"] == ["MockCollectionTest.test_deleting_item_prompt"], \
        "all others are run"
