# Chromium with the daemon of the system, which keeps programs apart: its cookies survive what happens to the program
# and to the service, and a copy of the program elsewhere, or of another user, reads none.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess

import pytest

from support.answering import Answering
from support.chromium import INSTALLED, Chromium, copy_tree
from support.chromium_tests import (  # noqa: F401
    test_a_cookie_is_sent_at_the_next_start,
    test_a_cookie_is_sent_after_the_service_was_restarted,
    test_a_cookie_is_sent_after_the_program_was_replaced,
    test_a_cookie_is_sent_after_the_program_was_replaced_while_it_ran,
    test_a_cookie_is_sent_when_the_keychain_is_unlocked_five_seconds_after_the_start,
    test_a_start_that_is_never_unlocked_makes_no_other_key,
)
from support.guarded_bus import GuardedBus, SecretSystem, can_be_setgid, ended

pytestmark = [pytest.mark.chromium, pytest.mark.patience(300)]


class Browser(Chromium):
    """Chromium of Ann's, on her guarded bus, with a keychain that has a password."""

    def __init__(self, world):
        self.system = SecretSystem(world, serves_commands=True)
        self.daemon = self.system.daemon
        super().__init__(world, GuardedBus(world, world.ann))
        self.daemon.make_keychain(world.password, user=world.ann)
        self.helper = self.system.serve(self.bus)

    def keys(self):
        """The items of Ann's keychain with their sealed bytes, as the project's own command shows them to Ann."""
        status, said, errors = self.daemon.security("dump-keychain", "-r", "login", user=self.world.ann)
        assert status == 0, f"the items are listed: {errors}"
        return re.split(r"^keychain: ", said, flags=re.M)[1:]

    def lock(self):
        assert self.daemon.security("lock-keychain", "login", user=self.world.ann)[0] == 0, "the keychain is locked"

    def answer(self, answer, after=0):
        """From here on Ann answers the questions of her agent."""
        passwords = {"old": self.world.password, "new": self.world.password}
        Answering(self.daemon, self.world.ann, self.world.home(self.world.ann) / "questions", answer, after, passwords)

    def restart_service(self):
        self.daemon.stop()
        ended(self.helper)
        self.daemon.start()
        assert self.daemon.unlock(self.world.password, user=self.world.ann)[0] == 0, "the keychain is unlocked"
        self.system.serve(self.bus)

    def questions(self):
        log = self.world.home(self.world.ann) / "questions"
        return log.read_text().splitlines() if log.exists() else []

    def copied_profile(self, user):
        """The profile, as a program of the user can copy it; another user's is copied by root."""
        copy = self.world.home(user) / "copied-profile"
        copy_tree(self.profile, copy)
        subprocess.run(["chown", "-R", f"{user.number}:{user.number}", copy], check=True)
        return copy


@pytest.fixture
def browser(world):
    if not (INSTALLED / "chromium").exists():
        pytest.skip("Debian's chromium is not installed")
    assert can_be_setgid(world.folder), "the test's folder is on a mount without nosuid"
    made = Browser(world)
    made.visit("/set")
    assert len(made.keys()) == 1 and '"Chromium Safe Storage"' in made.keys()[0], "the first start keeps a key"
    yield made
    made.end()


def test_a_copy_of_the_program_elsewhere_gets_neither_key_nor_cookie(browser, world):
    keys = browser.keys()
    profile = browser.copied_profile(world.ann)
    copy = world.home(world.ann) / "chromium"
    copy_tree(browser.tree, copy)
    subprocess.run(["chown", "-R", f"{world.ann.number}:{world.ann.number}", copy], check=True)
    browser.visit("/copied", tree=copy, profile=profile)
    assert browser.site.cookie_at("/copied") == [None], "it asks for its page, and has no cookie that it could decrypt"
    assert keys[0] in browser.keys(), "the key is as it was"
    assert browser.bus.run("secret-tool", "search", "--all", "application", "chromium")[1] == "", "another program finds none"
    assert browser.sends("/after") and keys[0] in browser.keys(), "the browser itself goes on"


def test_a_copy_is_given_no_key_when_the_user_refuses(browser, world):
    keys = browser.keys()
    profile = browser.copied_profile(world.ann)
    copy = world.home(world.ann) / "chromium"
    copy_tree(browser.tree, copy)
    browser.answer("no")
    browser.visit("/copied", tree=copy, profile=profile)
    assert browser.site.cookie_at("/copied") == [None], "it has no cookie"
    assert keys[0] in browser.keys() and browser.sends("/after"), "the browser itself goes on"


def test_the_program_of_another_user_gets_neither_key_nor_cookie(browser, world):
    keys = browser.keys()
    other = GuardedBus(world, world.bob)
    browser.system.serve(other)
    browser.visit("/bob", profile=browser.copied_profile(world.bob), bus=other)
    assert browser.site.cookie_at("/bob") == [None], "the same program as another user has no cookie that it could decrypt"
    assert browser.keys() == keys and browser.sends("/after"), "the key is as it was"


def test_the_user_is_asked_for_the_password_and_for_nothing_else(browser):
    browser.lock()
    browser.answer("yes")
    assert browser.sends("/unlocked") and len(browser.questions()) == 1, "one question for one start"
