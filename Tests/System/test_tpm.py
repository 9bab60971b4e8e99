# The device key of a home of keychains in a TPM.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil

import pytest

from support.command import Keychain
from support.tpm import SoftwareTPM

pytestmark = pytest.mark.rootless


class Home:
    """A home with a keychain that has a password, one that has none, an item in each, and a TPM that nobody uses yet."""

    def __init__(self, world):
        self.world, self.tpm, self.keychain = world, SoftwareTPM(world), Keychain(world)
        self.keychain.environment["LATCHKEY_TPM"] = self.tpm.name
        self.password, self.secret = world.new_secret("pass-"), world.new_secret("secret-")
        for name, password in (("open", ""), ("closed", self.password)):
            self.security("create-keychain", "-p", password, f"{name}.keychain")
            self.security("add-generic-password", "-a", "me", "-s", "imap", "-w", self.secret, f"{name}.keychain")
        self.security("lock-keychain", "closed.keychain")

    @property
    def path(self):
        return pathlib.Path(self.keychain.environment["LATCHKEY_HOME"])

    def security(self, *words, status=0):
        return self.keychain.run(*words, status=status)

    def latchkey(self, *words, status=0):
        command, self.keychain.command = self.keychain.command, [str(self.world.bin / "latchkey")]
        try:
            out, errors = self.keychain.run(*words, status=status)
        finally:
            self.keychain.command = command
        return out.decode(), errors.decode()

    def reads(self, name, status=0):
        out, errors = self.security("find-generic-password", "-s", "imap", "-w", f"{name}.keychain", status=status)
        if status == 0:
            assert out.decode() == self.secret + "\n", f"the item of {name} comes back"
        return errors.decode()

    def unlock(self, status=0):
        return self.security("unlock-keychain", "-p", self.password, "closed.keychain", status=status)[1].decode()


@pytest.fixture
def home(world):
    made = Home(world)
    yield made
    made.tpm.power_down()
    shutil.rmtree(made.tpm.folder, ignore_errors=True)


def test_the_device_key_moves_to_the_tpm_and_every_keychain_follows(home):
    old = (home.path / "device.key").read_bytes()
    said, _ = home.latchkey("tpm", "setup")
    assert "closed.keychain-db follows" in said and "open.keychain-db" not in said, "a keychain whose password is needed is named"
    assert not (home.path / "device.key").exists(), "the old key is not on the disk any more"
    sealed = home.path / "device.tpm"
    assert sealed.stat().st_mode & 0o777 == 0o600 and sealed.read_bytes()[:6] == b"LTDK\1\2", "the new one is sealed"
    assert old[8:] not in sealed.read_bytes(), "and the old one as well"
    home.reads("open")
    assert "closed.keychain-db follows" in home.latchkey("tpm", "status")[0], "the status names it, too"
    _, refused = home.latchkey("tpm", "forget", status=None)
    assert "depends on the old device key still" in refused, "the old key is kept while it is needed"
    home.unlock()
    home.reads("closed")
    assert "follows" not in home.latchkey("tpm", "status")[0], "it has followed"
    home.latchkey("tpm", "forget")
    assert "key of before" not in home.latchkey("tpm", "status")[0], "the old key is gone"
    home.security("lock-keychain", "closed.keychain")
    home.unlock()
    home.reads("closed")
    home.reads("open")
    assert home.tpm.tool("tpm2_getcap", "handles-transient") == "", "nothing stays in the TPM"


def test_new_keychains_and_new_passwords_are_of_the_new_key(home):
    home.latchkey("tpm", "setup")
    home.security("create-keychain", "-p", home.password, "new.keychain")
    home.security("add-generic-password", "-a", "me", "-s", "imap", "-w", home.secret, "new.keychain")
    home.reads("new")
    changed = home.world.new_secret("pass-")
    home.security("set-keychain-password", "-o", home.password, "-p", changed, "closed.keychain")
    home.security("set-keychain-password", "-o", "", "-p", changed, "open.keychain")
    home.security("set-keychain-settings", "-t", "300", "open.keychain")
    assert "follows" not in home.latchkey("tpm", "status")[0], "no keychain depends on the old key"
    for name in ("new", "closed", "open"):
        home.reads(name)


def test_a_thief_of_the_disk_opens_nothing(home):
    home.latchkey("tpm", "setup")
    home.unlock()
    home.reads("open")
    home.security("lock-keychain", "closed.keychain")
    stolen = SoftwareTPM(home.world)
    try:
        for name in (stolen.name, "swtpm:path=/nowhere/tpm"):
            home.keychain.environment["LATCHKEY_TPM"] = name
            assert home.reads("open", status=None) != "", "a keychain without a password does not open"
            home.unlock(status=None)
            home.reads("closed", status=None)
        home.keychain.environment["LATCHKEY_TPM"] = stolen.name
        errors = home.reads("open", status=(-25291) & 0xff)
        assert "the TPM was cleared or is another one" in errors, "and it is said why"
    finally:
        stolen.power_down()
        shutil.rmtree(stolen.folder, ignore_errors=True)
    home.keychain.environment["LATCHKEY_TPM"] = home.tpm.name
    home.reads("open")


def test_a_tpm_that_was_cleared_is_said_to_be_and_nothing_is_made_anew(home):
    home.latchkey("tpm", "setup")
    before = (home.path / "device.tpm").read_bytes()
    home.tpm.tool("tpm2_clear")
    assert "the TPM was cleared or is another one" in home.reads("open", status=(-25291) & 0xff)
    home.security("create-keychain", "-p", "", "other.keychain", status=(-25291) & 0xff)
    assert "the TPM was cleared" in home.latchkey("tpm", "setup", status=(-25291) & 0xff)[1], "nor is it said to be there"
    assert (home.path / "device.tpm").read_bytes() == before and not (home.path / "device.key").exists(), "nothing was made"
    home.path.rename(home.path.with_name("cleared"))
    home.security("create-keychain", "-p", "", "other.keychain")


def test_what_was_kept_of_a_damaged_keychain_is_not_changed(home):
    kept = home.path / "open.keychain-db.damaged-20261121T190400Z"
    shutil.copy(home.path / "open.keychain-db", kept)
    before = kept.read_bytes()
    said = home.latchkey("tpm", "setup")[0]
    assert f"{kept} is kept as it is" in said and kept.read_bytes() == before, said
    assert f"{kept} is kept as it is" in home.latchkey("tpm", "status")[0] and kept.read_bytes() == before


def test_a_power_cycle_of_the_tpm_does_no_harm(home):
    home.latchkey("tpm", "setup")
    home.tpm.power_down()
    errors = home.reads("open", status=(-25291) & 0xff)
    assert "no TPM 2.0 can be used here" in errors, "without power there is no TPM"
    home.tpm.power_up()
    home.reads("open")


def test_whoever_was_killed_between_the_new_file_and_the_old_one_is_finished(home):
    old = (home.path / "device.key").read_bytes()
    home.latchkey("tpm", "setup")
    # As if the old one had not been removed yet.
    (home.path / "device.key").write_bytes(old)
    os.chmod(home.path / "device.key", 0o600)
    home.reads("open")
    assert "in the TPM already" in home.latchkey("tpm", "setup")[0], "the key moves once"
    assert not (home.path / "device.key").exists(), "and the old file goes"
    home.unlock()
    home.reads("closed")


def test_a_device_key_that_a_backup_has_brought_is_kept(home):
    old = (home.path / "device.key").read_bytes()
    home.latchkey("tpm", "setup")
    home.unlock()
    home.latchkey("tpm", "forget")
    (home.path / "device.key").write_bytes(old)
    os.chmod(home.path / "device.key", 0o600)
    _, errors = home.latchkey("tpm", "setup", status=(-25291) & 0xff)
    assert "device.key is no key that the TPM has" in errors and (home.path / "device.key").read_bytes() == old


def test_no_key_is_made_for_keychains_whose_key_is_missing(home):
    os.rename(home.path / "device.key", home.path / "away")
    _, errors = home.latchkey("tpm", "setup", status=(-25291) & 0xff)
    assert "device.key is missing beside the keychains" in errors and not (home.path / "device.tpm").exists()
    os.rename(home.path / "away", home.path / "device.key")
    home.latchkey("tpm", "setup")
    home.reads("open")


def test_a_keychain_without_a_password_that_was_away_follows_at_the_next_setup(home):
    keychain = home.path / "open.keychain-db"
    before = keychain.read_bytes()
    home.latchkey("tpm", "setup")
    for suffix in ("-wal", "-shm"):
        pathlib.Path(f"{keychain}{suffix}").unlink(missing_ok=True)
    keychain.write_bytes(before)
    assert "open.keychain-db does not follow yet" in home.latchkey("tpm", "status")[0], "an old copy was put back"
    said, _ = home.latchkey("tpm", "setup")
    assert "in the TPM already" in said and "open.keychain-db" not in said and "closed.keychain-db follows" in said
    assert "open.keychain-db" not in home.latchkey("tpm", "status")[0]
    home.unlock()
    home.latchkey("tpm", "forget")
    home.reads("open")


def test_a_file_that_was_kept_holds_the_old_key(home):
    home.latchkey("tpm", "setup")
    kept = home.path / "closed.keychain-db.adopted-20261121T190400Z"
    os.rename(home.path / "closed.keychain-db", kept)
    assert f"{kept} follows when" in home.latchkey("tpm", "status")[0]
    assert "depends on the old device key still" in home.latchkey("tpm", "forget", status=(-25308) & 0xff)[1]
    home.security("unlock-keychain", "-p", home.password, kept)
    (home.path / "torn.keychain-db").write_bytes(bytes(4000))
    assert "torn.keychain-db cannot be read" in home.latchkey("tpm", "status")[0]
    assert "a keychain cannot be read" in home.latchkey("tpm", "forget", status=(-25308) & 0xff)[1]
    os.unlink(home.path / "torn.keychain-db")
    assert "is gone" in home.latchkey("tpm", "forget")[0]
    assert "no old device key" in home.latchkey("tpm", "forget")[0], "and it is given up once"


def test_a_listed_keychain_of_another_folder_holds_the_old_key(home):
    elsewhere = pathlib.Path(home.keychain.home) / "elsewhere.keychain-db"
    home.security("create-keychain", "-p", home.password, elsewhere)
    home.security("list-keychains", "-s", elsewhere)
    assert f"{elsewhere} follows when" in home.latchkey("tpm", "setup")[0]
    home.unlock()
    home.latchkey("tpm", "forget", status=(-25308) & 0xff)
    home.security("unlock-keychain", "-p", home.password, elsewhere)
    home.latchkey("tpm", "forget")


def test_where_there_is_nothing_to_give_up_that_is_said(home):
    _, errors = home.latchkey("tpm", "forget", status=(-25300) & 0xff)
    assert "the device key is not in the TPM" in errors
    home.keychain.environment["LATCHKEY_HOME"] += "/none"
    assert "device key: none" in home.latchkey("tpm", "status")[0]
    home.latchkey("tpm", "forget", status=(-25300) & 0xff)


@pytest.mark.parametrize("command", ["setup", "status", "forget"])
def test_keychains_that_a_daemon_has_are_not_taken_for_those_of_the_home(home, command):
    home.keychain.environment["LATCHKEY_SOCKET"] = "/nowhere/keychaind.sock"
    out, errors = home.latchkey("tpm", command, status=(-25291) & 0xff)
    assert "a daemon keeps the keychains" in errors and "device key:" not in out
    home.latchkey("tpm", "status", "--home", home.path)


def test_the_status_says_what_the_tpm_has_counted_and_no_more(home):
    said, _ = home.latchkey("tpm", "status")
    assert "wrong tries: 0 of " in said and "may be tried" not in said


def test_the_doctor_looks_for_the_device_key_where_it_is(home):
    old = (home.path / "device.key").read_bytes()
    home.latchkey("tpm", "setup")
    said, _ = home.latchkey("doctor", "--keychain", "open", status=None)
    assert "is missing" not in said and "beside device.tpm" not in said, f"the key is in the TPM: {said}"
    (home.path / "device.key").write_bytes(old)
    os.chmod(home.path / "device.key", 0o600)
    assert "device.key is beside device.tpm" in home.latchkey("doctor", "--keychain", "open", status=1)[0]
    home.latchkey("tpm", "setup")
    os.rename(home.path / "device.tpm", home.path / "away")
    assert "device.key is missing" in home.latchkey("doctor", "--keychain", "open", status=1)[0]
    os.rename(home.path / "away", home.path / "device.tpm")
    assert "is missing" not in home.latchkey("doctor", "--keychain", "open", status=None)[0]


def test_without_a_tpm_nothing_changes(home):
    home.keychain.environment["LATCHKEY_TPM"] = "device:/dev/no-such-tpm"
    _, errors = home.latchkey("tpm", "setup", status=(-25291) & 0xff)
    assert "no TPM 2.0 can be used here" in errors, "there is none to move to"
    assert (home.path / "device.key").exists() and not (home.path / "device.tpm").exists(), "the key is where it was"
    assert "device key: in device.key" in home.latchkey("tpm", "status")[0]
    home.reads("open")


def test_a_damaged_file_is_told_from_another_tpm(home):
    home.latchkey("tpm", "setup")
    sealed = home.path / "device.tpm"
    right = sealed.read_bytes()
    for place in (9, 60, len(right) - 1):
        sealed.write_bytes(right[:place] + bytes([right[place] ^ 1]) + right[place + 1:])
        assert "device.tpm is damaged" in home.reads("open", status=(-25291) & 0xff), f"byte {place} is another"
    sealed.write_bytes(right[:4] + b"\2" + right[5:])
    home.reads("open", status=(-25310) & 0xff)
    sealed.write_bytes(right)
    home.reads("open")
