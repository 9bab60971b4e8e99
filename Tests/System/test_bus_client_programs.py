# git, Docker and programs in Go keep passwords: their own programs, unmodified, or one that behaves as they do.
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib

import pytest

from support.bus_clients import git_helper, go_client

pytestmark = [pytest.mark.bus, pytest.mark.speaks]
NETWORK_PASSWORD = "org.gnome.keyring.NetworkPassword"


# git.


@pytest.fixture
def git(provider):
    helper = git_helper(provider.world.session)

    def call(verb, status=0, **fields):
        given = "".join(f"{name}={value}\n" for name, value in fields.items()) + "\n"
        ended, said, errors = provider.bus.run(helper, verb, given=given)
        assert ended == status, f"git-credential-libsecret {verb}: {ended}: {errors.decode(errors='replace')}"
        return dict(line.split("=", 1) for line in said.decode().splitlines())

    return call


def test_git_stores_gets_and_erases_a_password(git, world, provider):
    place = {"protocol": "https", "host": "example.org", "path": "project.git"}
    assert git("get", **place) == {}, "nothing is there before"
    git("store", **place, username="zoë", password=world.secret)
    assert git("get", **place) == {"username": "zoë", "password": world.secret}, "it is found without its user"
    git("store", **{**place, "host": "example.org:8443"}, username="zoë", password="of the port")
    assert git("get", **{**place, "host": "example.org:8443"})["password"] == "of the port", "another port has its own"
    another = world.new_secret()
    git("store", **place, username="zoë", password=another)
    assert git("get", **place, username="zoë")["password"] == another, "it is replaced"
    provider.share()
    with provider.connection() as client:
        found, _ = client.search({"xdg:schema": NETWORK_PASSWORD, "server": "example.org"})
        assert "Git: https://example.org/project.git" in {client.get(path, "Item", "Label") for path in found}, "with the label that git gives"
    git("erase", **place, username="zoë")
    assert git("get", **place) == {}, "it is gone"


def test_git_finds_it_through_its_own_command(provider, git, world):
    helper = git_helper(world.session)
    git("store", protocol="https", host="example.org", username="zoë", password=world.secret)
    status, said, errors = provider.bus.run("git", "-c", f"credential.helper={helper}", "credential", "fill",
                                            given="protocol=https\nhost=example.org\n\n", GIT_TERMINAL_PROMPT="0")
    assert status == 0 and f"password={world.secret}" in said.decode().splitlines(), f"git is given it: {errors.decode(errors='replace')}"


def test_lines_of_a_newer_git_are_kept(raw, provider, world):
    """It packs further lines into the secret."""
    secret = f"{world.secret}\npassword_expiry_utc=1893456000\noauth_refresh_token={world.new_secret()}"
    with raw() as client:
        session = client.plain()
        attributes = {"xdg:schema": NETWORK_PASSWORD, "user": "zoë", "protocol": "https", "server": "example.org"}
        item = client.create(session, "Git: https://example.org/", attributes, secret.encode())
        assert client.secret(item, session)[0].decode() == secret, "all of them"
        provider.stop()
        provider.start()
    with raw() as client:
        assert client.secret(item, client.plain())[0].decode() == secret, "also after a restart"


# Docker.


DOCKER = pathlib.Path("/usr/bin/docker-credential-secretservice")


@pytest.fixture
def docker(provider):
    if not DOCKER.exists():
        pytest.skip("Debian's golang-docker-credential-helpers is not installed")

    def call(verb, given="", status=0):
        ended, said, errors = provider.bus.run(DOCKER, verb, given=given)
        assert ended == status, f"docker-credential-secretservice {verb}: {ended}: {said.decode()}{errors.decode(errors='replace')}"
        return said.decode()

    return call


def test_docker_stores_gets_lists_and_erases_passwords(docker, world):
    first, second = world.new_secret(), world.new_secret()
    servers = {"https://index.docker.io/v1/": ("zoë", first), "registry.example.org": ("ann", second)}
    for server, (user, password) in servers.items():
        docker("store", json.dumps({"ServerURL": server, "Username": user, "Secret": password}))
    for server, (user, password) in servers.items():
        found = json.loads(docker("get", server))
        assert (found["Username"], found["Secret"]) == (user, password), "each server has its own"
    assert json.loads(docker("list")) == {server: user for server, (user, _) in servers.items()}, "they are listed with their users"
    docker("store", json.dumps({"ServerURL": "registry.example.org", "Username": "ann", "Secret": first}))
    assert json.loads(docker("get", "registry.example.org"))["Secret"] == first, "a password is replaced"
    docker("erase", "registry.example.org")
    assert "credentials not found" in docker("get", "registry.example.org", status=1), "it is gone"
    assert list(json.loads(docker("list"))) == ["https://index.docker.io/v1/"], "the other is left"


def test_docker_needs_no_prompt_for_what_it_stored(docker, provider, world):
    docker("store", json.dumps({"ServerURL": "registry.example.org", "Username": "ann", "Secret": world.secret}))
    provider.answer_prompts("no")
    assert json.loads(docker("get", "registry.example.org"))["Secret"] == world.secret, "its own password is given"
    assert provider.prompts() == [], "nobody is asked"


# Go.


@pytest.fixture
def go(provider):
    client = go_client(provider.world.session)

    def call(*words, given="", status=0):
        ended, said, errors = provider.bus.run(client, *words, given=given)
        assert ended == status, f"client {words[0]}: {ended}: {errors.decode(errors='replace')[:400]}"
        return said

    return call


@pytest.mark.parametrize("password", [b"secret", b"a" * 10002, b"this\nis\na\nmulti line\n", "äöü-ß-🔑".encode(), b""],
                         ids=["short", "long", "lines", "umlauts", "empty"])
def test_go_sets_and_gets_passwords(go, password):
    go("get", "example.org", "zoë", status=3)
    go("set", "example.org", "zoë", given=password)
    assert go("get", "example.org", "zoë") == password, "it comes back as it was"
    go("get", "example.org", "another", status=3)
    go("get", "example.com", "zoë", status=3)


def test_go_replaces_lists_and_deletes_passwords(go, world):
    for user in ("zoë", "ann"):
        go("set", "example.org", user, given=world.new_secret())
    go("set", "example.com", "bob", given=world.new_secret())
    another = world.new_secret()
    go("set", "example.org", "ann", given=another)
    assert go("get", "example.org", "ann").decode() == another, "it is replaced"
    assert sorted(go("users", "example.org").decode().split()) == ["ann", "zoë"], "each user is there once"
    go("delete", "example.org", "zoë")
    go("get", "example.org", "zoë", status=3)
    go("delete", "example.org", "zoë", status=3)
    go("delete-all", "", status=3)
    assert go("get", "example.org", "ann").decode() == another, "without a name nothing is deleted"
    go("set", "example.org", "carl", given="x")
    go("delete-all", "example.org")
    assert go("users", "example.org") == b"" and go("users", "example.com").decode().split() == ["bob"], "a service's are deleted together"


def test_go_unlocks_what_it_wants(go, provider, world):
    go("set", "example.org", "zoë", given=world.secret)
    with provider.connection() as client:
        client.lock(client.service_call("ReadAlias", "s", "default")[0])
    go("get", "example.org", "zoë", status=1)
    provider.answer_prompts()
    assert go("get", "example.org", "zoë").decode() == world.secret, "the answered prompt unlocks the one collection that it wants"


def test_what_go_stored_others_of_its_kind_find(go, provider, world):
    go("set", "gh:example.org", "", given=world.secret)
    go("set", "gh:example.org", "zoë", given=world.secret)
    assert go("get", "gh:example.org", "").decode() == world.secret, "an empty user is a user"
    provider.share()
    # Its lookup wants the content type `text/plain` and no other; its search does not.
    status, said, _ = provider.bus.run("secret-tool", "search", "service", "gh:example.org", "username", "zoë")
    assert status == 0 and f"secret = {world.secret}" in said.decode().splitlines(), "secret-tool finds it by its attributes"


# Tools that look at objects.


def test_tools_introspect_every_object(raw, provider, world):
    provider.share()
    with raw() as client:
        session = client.plain()
        item = client.create(session, "An item", {"a": "b"}, world.secret.encode())
        default, = client.service_call("ReadAlias", "s", "default")
        wanted = {
            "/org/freedesktop/secrets": {"org.freedesktop.Secret.Service": {
                "OpenSession": ("sv", "vo"), "CreateCollection": ("a{sv}s", "oo"), "SearchItems": ("a{ss}", "aoao"), "Unlock": ("ao", "aoo"),
                "Lock": ("ao", "aoo"), "GetSecrets": ("aoo", "a{o(oayays)}"), "ReadAlias": ("s", "o"), "SetAlias": ("so", "")}},
            default: {"org.freedesktop.Secret.Collection": {
                "Delete": ("", "o"), "SearchItems": ("a{ss}", "ao"), "CreateItem": ("a{sv}(oayays)b", "oo")}},
            item: {"org.freedesktop.Secret.Item": {"Delete": ("", "o"), "GetSecret": ("o", "(oayays)"), "SetSecret": ("(oayays)", "")}},
            session.path: {"org.freedesktop.Secret.Session": {"Close": ("", "")}}}
        wanted["/org/freedesktop/secrets/aliases/default"] = wanted[default]
        for path, interfaces in wanted.items():
            look = ("--user", "--no-pager", "--no-legend", "introspect", client.service, path)
            status, said, errors = provider.bus.run("busctl", *look)
            assert status == 0, f"busctl introspects {path}: {errors.decode(errors='replace')}"
            text = said.decode()
            for interface, methods in interfaces.items():
                section = text.partition(f"{interface} ")[2].partition("\norg.")[0]
                rows = [line.split() for line in section.splitlines() if line.startswith(".")]
                lines = {row[0].lstrip("."): row for row in rows}
                for name, (taken, given) in methods.items():
                    assert lines[name][1:4] == ["method", taken or "-", given or "-"], f"{path}: {name} has the signature of the specification"
            status, said, errors = provider.bus.run("gdbus", "introspect", "--session", "--dest", client.service, "--object-path", path)
            assert status == 0 and next(iter(interfaces)) in said.decode(), f"gdbus introspects {path}: {errors.decode(errors='replace')}"


def test_a_tree_of_objects_is_shown(raw, provider, world):
    with raw() as client:
        client.create(client.plain(), "An item", {"a": "b"}, world.secret.encode())
        default, = client.service_call("ReadAlias", "s", "default")
        status, said, errors = provider.bus.run("busctl", "--user", "--no-pager", "--list", "tree", client.service)
        assert status == 0 and default in said.decode().splitlines(), f"busctl shows the collections: {errors.decode(errors='replace')}"
