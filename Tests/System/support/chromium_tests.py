# What becomes of Chromium's cookies, which it encrypts with a key from the Secret Service: the same with every
# provider.
# SPDX-License-Identifier: Apache-2.0
#
# `browser` is a fixture of the module that takes these tests in.
from .world import until


def test_a_cookie_is_sent_at_the_next_start(browser):
    keys = browser.keys()
    assert browser.sends("/second") and browser.sends("/third"), "what was set in the first start is sent in the others"
    assert browser.is_encrypted(), "the cookie is encrypted with the key"
    assert browser.keys() == keys, "the key is the same, and the only one"


def test_a_cookie_is_sent_after_the_service_was_restarted(browser):
    keys = browser.keys()
    browser.restart_service()
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
    browser.lock()
    browser.answer("yes", after=5)
    assert browser.sends("/unlocked"), "the browser waits for its key"
    assert browser.keys() == keys, "it is the same, and the only one"


def test_a_start_that_is_never_unlocked_makes_no_other_key(browser):
    keys = browser.keys()
    browser.lock()
    browser.visit("/locked")
    browser.answer("yes")
    # What it cannot decrypt in a start it throws away.
    browser.visit("/set")
    assert browser.sends("/unlocked") and browser.is_encrypted(), "the next starts that may unlock keep cookies as before"
    assert browser.keys() == keys, "the key is the same, and the only one"
