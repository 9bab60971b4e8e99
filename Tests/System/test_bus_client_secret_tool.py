# secret-tool keeps passwords: each call is a process of its own.
# SPDX-License-Identifier: Apache-2.0
import re

import pytest


pytestmark = [pytest.mark.speaks]


@pytest.fixture
def tool(provider):
    """Runs secret-tool: what it printed, and what it wrote to its standard error."""

    def call(*words, given="", status=0):
        ended, said, errors = provider.bus.run("secret-tool", *words, given=given)
        assert status is None or ended == status, f"secret-tool {words[0]}: {ended} instead of {status}: {errors.decode(errors='replace')}"
        return said, errors.decode(errors="replace")

    return call


PLACE = ("service", "example.org", "username", "zoë")


def test_a_password_is_stored_found_and_cleared(tool, world):
    assert tool("lookup", *PLACE, status=1) == (b"", ""), "what is not there is no error that is told"
    tool("store", "--label", "An item", *PLACE, given=world.secret)
    assert tool("lookup", *PLACE)[0].decode() == world.secret, "it is found, without a line feed"
    assert tool("lookup", "username", "zoë")[0].decode() == world.secret, "also by one of its attributes"
    assert tool("lookup", "username", "zoé", status=1)[0] == b"", "and by no other value"
    another = world.new_secret()
    tool("store", "--label", "An item", *PLACE, given=another)
    assert tool("lookup", *PLACE)[0].decode() == another, "it is replaced"
    tool("clear", *PLACE)
    assert tool("lookup", *PLACE, status=1) == (b"", ""), "it is gone"
    tool("clear", *PLACE, status=1)


def test_a_search_prints_everything_and_attributes_to_the_standard_error(tool, world):
    second = world.new_secret()
    tool("store", "--label", "First", *PLACE, given=world.secret)
    tool("store", "--label", "Second", "service", "example.org", "username", "ann", given=second)
    said, errors = tool("search", "--all", "service", "example.org")
    said = said.decode()
    assert world.secret in said and second in said, "both secrets are printed"
    assert {"label = First", "label = Second"} <= set(said.splitlines()), "both labels"
    assert len(re.findall(r"^\[/", said, re.M)) == 2, "both paths"
    assert "attribute.username = zoë" in errors and "attribute.username = ann" in errors, "the attributes are in the standard error"
    assert "attribute.username" not in said, "and there alone"
    one = tool("search", "service", "example.org")[0].decode()
    assert len(re.findall(r"^\[/", one, re.M)) == 1, "without --all one is enough"
    assert tool("search", "service", "nothing", status=0)[0] == b"", "nothing is found"


@pytest.mark.parametrize("secret", [b"", b"two\nlines\n", "пароль-עברית-Ω".encode(), b"a" * 8000],
                         ids=["empty", "lines", "scripts", "long"])
def test_secrets_of_every_kind(tool, secret):
    tool("store", "--label", "kind", "kind", "each", given=secret)
    assert tool("lookup", "kind", "each")[0] == secret, "it comes back as it was"


def test_a_locked_collection_is_locked_for_it(tool, provider, world):
    tool("store", "--label", "An item", *PLACE, given=world.secret)
    # Version 0.20.5 frees its memory twice when it has locked.
    tool("lock", status=None)
    assert tool("lookup", *PLACE, status=1)[0] == b"", "nobody unlocks it, so nothing is found"
    with provider.connection() as client:
        default, = client.service_call("ReadAlias", "s", "default")
        assert client.get(default, "Collection", "Locked"), "the collection is locked"
        client.unlock(default, provider.password)
    assert tool("lookup", *PLACE)[0].decode() == world.secret, "it is there when it is unlocked"


def test_an_item_is_kept_over_a_restart(tool, provider, world):
    tool("store", "--label", "An item", *PLACE, given=world.secret)
    provider.stop()
    provider.start()
    assert tool("lookup", *PLACE)[0].decode() == world.secret, "it is there after a restart"
