# Python's keyring keeps passwords over libSecurity, by its own file for macOS, as its archive has it.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib

import pytest

from support.clients import CLIENTS, NOT_FOUND, file_of_archive

pytestmark = pytest.mark.capi
PYTHON = pathlib.Path("/usr/bin/python3")
PLACE = ("a client's service", "Zoë")
GONE = [NOT_FOUND, None]


@pytest.fixture
def keyring(way):
    """Has keyring's file for macOS make calls, in one process."""
    file = file_of_archive(way.c.world.session, CLIENTS / "keyring.txt", "keyring/backends/macOS/api.py")
    # It looks for libraries by their names, as `ctypes.util.find_library` does it.
    libraries = f"{way.libraries}/latchkey/frameworks:{way.libraries}"

    def make(*calls, **options):
        said = way.run(PYTHON, "-B", CLIENTS / "keyring_client.py", file, given=json.dumps(calls), LD_LIBRARY_PATH=libraries, **options)
        return json.loads(said)

    return make


def test_keyring_sets_gets_and_deletes_a_password(way, keyring):
    first, second = way.c.world.new_secret(), way.c.world.new_secret()
    get, another = ("get", *PLACE), ("get", PLACE[0], "Zoé")
    assert keyring(get, ("set", *PLACE, first)) == [GONE, [0, None]], "a password is set where there is none"
    assert keyring(get, another) == [[0, first], GONE], "another process finds it, by its account alone"
    assert keyring(get, elsewhere=True) == [GONE], "it is in the keychain that was to be used, and in no other"
    assert keyring(("set", *PLACE, second), get) == [[0, None], [0, second]], "it is set again, and found"
    assert keyring(get, ("delete", *PLACE), get) == [[0, second], [0, None], GONE], "it is deleted, and gone"
    assert keyring(get, ("delete", *PLACE)) == [GONE, GONE], "what is gone cannot be deleted"


def test_keyring_keeps_passwords_of_every_kind(way, keyring):
    secret = way.c.world.new_secret()
    kinds = {"unicode": f"пароль-{secret}-🔑", "empty": "", "long": secret * 5000, "lines": f" {secret}\n\n"}
    assert keyring(*(("set", "kinds", kind, password) for kind, password in kinds.items())) == [[0, None]] * len(kinds), "each is set"
    found = keyring(*(("get", "kinds", kind) for kind in kinds))
    for (kind, password), answer in zip(kinds.items(), found, strict=True):
        assert answer == [0, password], f"{kind}: it comes back as it was"
