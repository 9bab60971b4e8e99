# git keeps the password of a server over libSecurity: by the helper whose source Debian's git has, compiled as it is,
# and by a program that makes the calls of git's helper of 2026.
# SPDX-License-Identifier: Apache-2.0
import pathlib

import pytest

from support.clients import CLIENTS
from support.git import Clone, Server

pytestmark = pytest.mark.capi
OF_DEBIAN = pathlib.Path("/usr/share/doc/git/contrib/credential/osxkeychain/git-credential-osxkeychain.c")
OF_2026 = CLIENTS / "git_2026.c"


class Helper:
    """A credential helper, called as git calls it."""

    def __init__(self, way, source):
        assert source.exists(), f"{source} is there; it is of Debian's package git"
        self.way, self.program = way, way.c.compile(source, "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror")

    def call(self, action, elsewhere=False, **credential):
        """The pairs that it printed."""
        given = "".join(f"{name}={value}\n" for name, value in credential.items()) + "\n"
        said = self.way.run(self.program, action, elsewhere=elsewhere, given=given)
        return [tuple(line.split("=", 1)) for line in said.decode().splitlines()]

    def password(self, **credential):
        return dict(self.call("get", **credential)).get("password")


@pytest.mark.parametrize("source", [OF_DEBIAN, OF_2026], ids=["debian", "2026"])
def test_git_push_stores_fills_and_erases(way, source):
    world = way.c.world
    first, second = world.new_secret(), world.new_secret()
    helper = Helper(way, source)
    server = Server(world.folder, "ann", first)
    place = {"protocol": "http", "host": server.address}
    clone = Clone(way, world.folder / "clone", server, helper.program)
    try:
        assert clone.push() == (False, 2), "without a password nothing is pushed"
        assert helper.call("get", **place) == [], "nothing is stored before a push succeeds"
        assert clone.push(typed=first) == (True, 2), f"the user types name and password: {clone.said}"
        found = helper.call("get", **place)
        assert ("username", "ann") in found and ("password", first) in found, "git has them stored"
        assert helper.call("get", elsewhere=True, **place) == [], "in the keychain that was to be used, and in no other"
        assert clone.push() == (True, 0), f"the next push is filled from the keychain: {clone.said}"
        assert set(server.answers) == {200}, f"the server refused nothing that was right: {server.answers}"

        server.password = second
        assert clone.push() == (False, 0), "a password that is not right any more does not push"
        assert 401 in server.answers, "the server has refused it"
        assert helper.call("get", **place) == [], "git has erased it, and it is gone"
        assert clone.push(typed=second) == (True, 2), f"the user types the new one: {clone.said}"
        assert clone.push() == (True, 0), "which is filled from then on"
        assert helper.password(**place) == second, "since it is stored"
    finally:
        server.end()


def test_the_helper_of_2026_erases_what_it_is_told_and_nothing_else(way):
    world = way.c.world
    helper = Helper(way, OF_2026)
    wanted = {"protocol": "https", "host": "example.org:8443", "username": "ann"}
    others = [{**wanted, "username": "bob"}, {**wanted, "host": "example.org:8444"}, {**wanted, "protocol": "http"}]
    passwords = [world.new_secret() for _ in others]
    secret, token = world.new_secret(), world.new_secret()
    for other, password in zip(others, passwords):
        helper.call("store", **other, password=password)

    def check_others():
        assert [helper.password(**other) for other in others] == passwords, "the other entries stay"

    helper.call("store", **wanted, password=secret, password_expiry_utc="4102444800", oauth_refresh_token=token)
    found = helper.call("get", **wanted)
    lines = [("password", secret), ("password_expiry_utc", "4102444800"), ("oauth_refresh_token", token)]
    assert found[:3] == lines, "it is stored, with the lines behind its password"
    helper.call("erase", **wanted, password=world.new_secret())
    assert helper.password(**wanted) == secret, "an entry with another password than the one that is named stays"
    helper.call("erase", **wanted, password=secret)
    assert helper.call("get", **wanted) == [], "with the right one it is deleted, whatever lines are behind it"
    check_others()

    helper.call("store", **wanted, password=secret)
    helper.call("erase", **wanted)
    assert helper.call("get", **wanted) == [], "without a password it is deleted"
    check_others()
    helper.call("erase", **wanted)

    # What fits several entries erases each of them that has this password.
    helper.call("store", **wanted, password=passwords[0])
    helper.call("erase", protocol="https", host="example.org:8443", password=passwords[0])
    assert helper.call("get", **wanted) == [] == helper.call("get", **others[0]), "both are deleted"
    assert [helper.password(**other) for other in others[1:]] == passwords[1:], "and no more"


def test_the_helper_of_2026_changes_a_password_that_it_has(way):
    first, second = way.c.world.new_secret(), way.c.world.new_secret()
    helper = Helper(way, OF_2026)
    place = {"protocol": "https", "host": "example.org", "username": "ann"}
    for password in (first, second):
        helper.call("store", **place, password=password)
        assert helper.password(**place) == password, "what is stored last is found"
