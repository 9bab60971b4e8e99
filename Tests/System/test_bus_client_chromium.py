# Chromium encrypts its cookies with a key from the Secret Service: what a server set in one start it gets back in the
# next.
# SPDX-License-Identifier: Apache-2.0
import re

import pytest

from support.chromium import INSTALLED, Chromium
from support.chromium_tests import (  # noqa: F401
    test_a_cookie_is_sent_at_the_next_start,
    test_a_cookie_is_sent_after_the_service_was_restarted,
    test_a_cookie_is_sent_after_the_program_was_replaced,
    test_a_cookie_is_sent_after_the_program_was_replaced_while_it_ran,
    test_a_cookie_is_sent_when_the_keychain_is_unlocked_five_seconds_after_the_start,
    test_a_start_that_is_never_unlocked_makes_no_other_key,
)
from support.providers import PROVIDERS, missing_program
from support.secret_service import SessionBus

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

    def lock(self):
        self.bus.run("secret-tool", "lock")

    def answer(self, answer, after=0):
        self.provider.answer_prompts(answer, after)

    def restart_service(self):
        self.provider.stop()
        self.provider.start()


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
