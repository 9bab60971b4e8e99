# The Secret Service by raw calls: sessions, their keys, and what is encrypted in them.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.raw_secrets import ACCESS_DENIED, DH, GONE, INVALID_ARGS, NO_SESSION, NOT_SUPPORTED, PREFIX, PRIME
from support.secret_service import ALIAS, ROOT
from support.world import until

pytestmark = [pytest.mark.speaks]


def test_an_unknown_algorithm_is_not_supported(client):
    for algorithm, value in (("dh-ietf2048-sha512", ("ay", b"\x02" * 256)), ("", ("s", "")), ("PLAIN", ("s", ""))):
        assert client.error(ROOT, PREFIX + "Service", "OpenSession", "sv", algorithm, value) == NOT_SUPPORTED, \
            f"{algorithm!r}: clients try another one only at this error"
    (kind, output), path = client.service_call("OpenSession", "sv", "plain", ("s", ""))
    assert (kind, output) == ("s", "") and path.startswith(f"{ROOT}/session"), "a plain session has an empty output"


@pytest.mark.parametrize("algorithm, value", [("plain", ("ay", b"")), (DH, ("s", "")), (DH, ("ay", b"")), (DH, ("u", 2))])
def test_the_input_of_a_session_has_a_type(client, algorithm, value):
    assert client.refuses(ROOT, PREFIX + "Service", "OpenSession", "sv", algorithm, value), "another type is refused"


@pytest.mark.parametrize("value", [0, 1, PRIME - 1, PRIME, PRIME + 1, 2 ** 1024 - 1], ids=["0", "1", "p-1", "p", "p+1", "longest"])
def test_public_values_that_give_the_key_away_are_refused(client, value):
    assert client.refuses(ROOT, PREFIX + "Service", "OpenSession", "sv", DH, ("ay", value.to_bytes(128, "big"))), \
        "a value with which everybody knows the key is refused"
    assert client.refuses(ROOT, PREFIX + "Service", "OpenSession", "sv", DH, ("ay", b"\x00" + value.to_bytes(128, "big"))), \
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
    assert until(lambda: client.error(item, PREFIX + "Item", "GetSecret", "o", session.path) == NO_SESSION, 5), "nobody has it any more"
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
