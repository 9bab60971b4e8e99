# Chromium encrypts its cookies with a key from the Secret Service: what a server set in one start it gets back in the
# next.
# SPDX-License-Identifier: Apache-2.0
import re

import pytest

from support.chromium import INSTALLED, Chromium
from support.providers import PROVIDERS, missing_program
from support.secret_service import SessionBus
from support.world import until

pytestmark = [pytest.mark.chromium, pytest.mark.patience(300)]


class Browser(Chromium):
    """Chromium of a provider's user, and the items that it has there."""

    def __init__(self, provider):
        super().__init__(provider.world, provider.bus)
        self.provider = provider

    def keys(self):
        """The items of the browser, by their paths, with their secrets, as another program sees them."""
        said = self.bus.run("secret-tool", "search", "--all", "application", "chromium")[1].decode()
        return re.findall(r"^\[(.*)\]$|^secret = (.*)$", said, re.M)


@pytest.fixture
def browser(world, provider_name, record_property):
    if not (INSTALLED / "chromium").exists():
        pytest.skip("Debian's chromium is not installed")
    if missing := missing_program(provider_name):
        pytest.skip(missing)
    provider = PROVIDERS[provider_name](SessionBus(world, world.ann))
    record_property("provider", f"{provider.TITLE} {provider.version()}")
    made = Browser(provider)
    made.visit("/set")
    assert len(made.keys()) == 2, "the first start keeps a key: a path, and a secret"
    yield made
    made.end()


def test_a_cookie_is_sent_at_the_next_start(browser):
    keys = browser.keys()
    assert browser.sends("/second") and browser.sends("/third"), "what was set in the first start is sent in the others"
    assert browser.is_encrypted(), "the cookie is encrypted with the key"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_after_the_service_was_restarted(browser):
    keys = browser.keys()
    browser.provider.stop()
    browser.provider.start()
    assert browser.sends("/restarted"), "the key was kept"
    assert browser.keys() == keys, "it is the same, and the only one"


def test_a_cookie_is_sent_after_the_program_was_replaced(browser):
    keys = browser.keys()
    browser.replace()
    assert browser.sends("/replaced"), "the new files are the same program"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_after_the_program_was_replaced_while_it_ran(browser):
    keys = browser.keys()
    running = browser.started("/slow")
    assert until(lambda: browser.site.cookie_at("/slow"), 60), "it runs, and waits for its page"
    browser.replace()
    browser.site.go_on.set()
    assert running.wait(100) == 0 and browser.has_sent("/slow"), "it ends well"
    assert browser.sends("/replaced"), "the next start finds its key"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_when_the_keychain_is_unlocked_five_seconds_after_the_start(browser):
    keys = browser.keys()
    browser.bus.run("secret-tool", "lock")
    browser.provider.answer_prompts(after=5)
    assert browser.sends("/unlocked"), "the browser waits for its key"
    assert browser.keys() == keys, "it is the same, and the only one"


def test_a_start_that_is_never_unlocked_makes_no_other_key(browser):
    keys = browser.keys()
    browser.bus.run("secret-tool", "lock")
    browser.visit("/locked")
    browser.provider.answer_prompts()
    # What it cannot decrypt in a start it throws away.
    browser.visit("/set")
    assert browser.sends("/unlocked") and browser.is_encrypted(), "the next starts that may unlock keep cookies as before"
    assert browser.keys() == keys, "the key is the same, and the only one"
