# A password that the machine is told unlocks the login keychain when the daemon starts.
# SPDX-License-Identifier: Apache-2.0
import pytest


@pytest.fixture
def keychains(daemon, world):
    """The login keychain and another one, both under the password of the test."""
    for name in ("login", "other"):
        daemon.make_unlockable(world.password, name)
        assert daemon.is_unlocked(name), f"a keychain {name} is made"
    return daemon


@pytest.fixture
def credential(keychains):
    """A file whose name is that of a credential of the unit."""
    return keychains.folder / "latchkey-password"


@pytest.mark.parametrize("variable", ["LATCHKEY_PASSWORD_FILE", "CREDENTIALS_DIRECTORY"])
def test_a_configured_password_unlocks_the_login_keychain_until_a_user_locks_it(keychains, credential, world, variable):
    daemon = keychains
    credential.write_text(world.password + "\n")
    daemon.restart(**{variable: str(credential if variable == "LATCHKEY_PASSWORD_FILE" else daemon.folder)})
    assert daemon.is_unlocked(), f"{variable} unlocks the login keychain of a daemon that was restarted"
    assert not daemon.is_unlocked("other"), "and no other"
    daemon.security("lock-keychain", "login")
    assert not daemon.is_unlocked(), "what a user locks stays locked"
    assert daemon.unlock(world.password)[0] == 0 and daemon.is_unlocked(), "until somebody unlocks it"


def test_a_wrong_credential_unlocks_nothing_and_keeps_nobody_out(keychains, credential, world):
    credential.write_text(world.new_secret())
    keychains.restart(CREDENTIALS_DIRECTORY=str(keychains.folder))
    assert not keychains.is_unlocked() and keychains.unlock(world.password)[0] == 0, \
        "a wrong credential unlocks nothing and keeps nobody out"
    assert not world.told(), "and no password is"


def test_a_credential_that_cannot_be_read_is_said_in_the_log(keychains, world):
    keychains.restart(LATCHKEY_PASSWORD_FILE=str(world.folder / "nowhere"))
    assert not keychains.is_unlocked() and keychains.says("cannot be read"), "one that cannot be read is said in the log"
    assert world.password not in keychains.said(), "and no password is"
