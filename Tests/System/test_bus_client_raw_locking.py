# The Secret Service by raw calls: locking, and prompts with nobody to ask.
# SPDX-License-Identifier: Apache-2.0
import time

import pytest

from support.raw_secrets import ACCESS_DENIED, ERROR, GONE, INTERNAL, IS_LOCKED, MINE, PREFIX, PROPERTIES, BusError
from support.secret_service import ALIAS, ROOT, SESSION_COLLECTION
from support.world import until

pytestmark = [pytest.mark.speaks]


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
