# The fixtures of the system tests. Each test runs alone in a process and in namespaces of its own:
# support/isolation.py.
# SPDX-License-Identifier: Apache-2.0
import argparse
import contextlib
import pathlib
import shutil
import sys

import pytest

pytest.register_assert_rewrite("support")
from support import isolation  # noqa: E402
from support.agent import Agent
from support.bus import Bus, Fingers, Logind
from support.c_library import CLibrary
from support.clients import Way
from support.command import Keychain
from support.daemon import Daemon, as_unit
from support.formats import Identities
from support.objective_c import ObjectiveC
from support.pam import Login
from support.presence import Guarded
from support.items import Items
from support.providers import PROVIDERS, missing_program
from support.reader import Reader
from support.seats import Seats
from support.secret_service import SessionBus
from support.session import ROOT, Session
from support.signing import Bench
from support.workshop import Workshop, teams
from support.world import World

sys.dont_write_bytecode = True
session_key = pytest.StashKey()


def pytest_addoption(parser):
    parser.addoption("--bin", default=str(ROOT / ".build/debug"), help="the folder with keychaind, security and their like")
    parser.addoption("--c-library", default=str(ROOT / ".build/c-library"), help="the tree that scripts/build-c-library made")
    parser.addoption("--providers", default="latchkey", help=f"whose Secret Service clients are tried with: {','.join(PROVIDERS)}")
    parser.addoption("--screenshots", help="a folder for pictures of the displays of Seahorse")
    # For a test that is started anew in its namespaces.
    parser.addoption("--inside", help=argparse.SUPPRESS)
    parser.addoption("--reports", type=int, help=argparse.SUPPRESS)


def pytest_configure(config):
    folder = config.getoption("--inside") or getattr(config, "workerinput", {}).get("folder")
    if folder is not None:
        config.stash[session_key] = Session(folder)
        return
    binaries = pathlib.Path(config.getoption("--bin")).resolve()
    if not config.option.collectonly:
        if not (binaries / "keychaind").exists():
            raise pytest.UsageError(f"there is no keychaind in {binaries}; run `swift build`, or name its folder with --bin")
        config.stash[session_key] = Session.begin(binaries)


def c_library(config):
    return pathlib.Path(config.getoption("--c-library")).resolve()


def pytest_generate_tests(metafunc):
    if "provider_name" in metafunc.fixturenames:
        metafunc.parametrize("provider_name", metafunc.config.getoption("--providers").split(","))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["folder"] = str(node.config.stash[session_key].folder)


def pytest_unconfigure(config):
    if session_key in config.stash and config.stash[session_key].is_mine:
        config.stash[session_key].end()


def pytest_collection_modifyitems(config, items):
    library = c_library(config)
    for item in items:
        if item.get_closest_marker("capi") and not (library / "lib/libSecurity.so.0").exists():
            item.add_marker(pytest.mark.skip(reason=f"there is no libSecurity in {library}; run `scripts/build-c-library .build/c-library`, "
                                                    "or name its tree with --c-library"))
        if not isolation.is_root() and not item.get_closest_marker("rootless"):
            item.add_marker(pytest.mark.skip(reason="only root can have other users and namespaces"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    if item.config.getoption("--inside"):
        isolation.write_reports(item, item.config.getoption("--reports"))
        return True
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    session = item.config.stash[session_key]
    if "shop" in item.fixturenames and isolation.is_root():
        # The first test that needs teams makes them for all. That is no part of the time that a test may take.
        with contextlib.suppress(Exception):  # It fails again, and is told, in the test.
            teams(session)
    for report in isolation.reports(item, session.folder):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    outcome = yield
    report = outcome.get_result()
    world = getattr(item, "world", None)
    if report.failed and world is not None:
        for log in sorted(world.folder.glob("**/daemon.log")):
            report.sections.append((f"{log.parent.name} says", log.read_text(errors="replace")[-4000:]))


@pytest.fixture
def world(request):
    """A folder, two users (`ann`, `bob`) and a third for the daemon (`service`), a password and a secret."""
    session = request.config.stash[session_key]
    folder = session.folder / f"test-{isolation.os.getpid()}"
    folder.mkdir(mode=0o755)
    made = World(session, folder)
    request.node.world = made
    yield made
    told = made.told()
    isolation.kill_descendants()
    shutil.rmtree(folder, ignore_errors=True)
    assert not told, f"a log holds {len(told)} secrets of the test"


@pytest.fixture
def daemon(world):
    """`keychaind --user`, which serves the scripts of its user."""
    return Daemon(world)


@pytest.fixture
def system(world):
    """`keychaind --system`, run by root."""
    return Daemon(world, "--system", serves_scripts=False)


@pytest.fixture
def unit(world):
    """`keychaind --system` as its unit runs it: a user of its own with two capabilities."""
    return as_unit(world)


@pytest.fixture
def shop(world):
    """Signs programs, with the commands of `world.bin`."""
    return Workshop(world)


@pytest.fixture
def bench(world):
    """A folder with teams and with programs that are not signed yet, for the commands that sign them."""
    return Bench(world)


@pytest.fixture
def reader():
    """The independent reader of keychains."""
    return Reader()


@pytest.fixture
def seats(world):
    """Sessions of users, as logind keeps them."""
    made = Seats()
    yield made
    made.end()


@pytest.fixture
def agent(system):
    """Ann's agent, which asks her with pinentry-tty."""
    return Agent(system)


@pytest.fixture
def items(system, world):
    """Ann's keychain with an item that she stored, and programs that ask for it."""
    made = Items(system)
    yield made
    assert system.stop() == 0, "the daemon ends"
    assert not world.told() and made.LABEL not in system.said(), "the log has no secret, and no name of an item"


@pytest.fixture
def bus(world):
    """A system bus of the test's own."""
    return Bus(world)


@pytest.fixture
def logind(bus):
    return Logind(bus)


@pytest.fixture
def fingers(bus, world):
    return Fingers(bus, world)


@pytest.fixture
def login(world):
    """A login by PAM, with pam_latchkey."""
    return Login(world)


@pytest.fixture
def guarded(world, bus):
    """A daemon on the test's own bus, Ann's keychain, and a program of hers whose items want a proof of her presence."""
    made = Guarded(world, bus)
    yield made
    made.end()


@pytest.fixture
def session_bus(world):
    """A session bus of root's."""
    return SessionBus(world)


@pytest.fixture
def provider(session_bus, provider_name, record_property):
    """The Secret Service of Latchkey, or of a peer that `--providers` names, with an unlocked default collection."""
    if missing := missing_program(provider_name):
        pytest.skip(missing)
    made = PROVIDERS[provider_name](session_bus)
    record_property("provider", f"{made.TITLE} {made.version()}")
    return made


@pytest.fixture
def raw(provider):
    """Makes connections for raw calls."""
    return provider.connection


@pytest.fixture
def client(raw):
    """A connection for raw calls."""
    with raw() as connection:
        yield connection


@pytest.fixture
def item(client, world):
    """An item of the client's, in the default collection."""
    from support.raw_secrets import MINE
    return client.create(client.plain(), "An item", MINE, world.secret.encode())


@pytest.fixture
def keychain(world):
    """The command `security` without a daemon."""
    return Keychain(world)


@pytest.fixture
def c(world, request):
    """libSecurity, its headers and a compiler: programs of C."""
    return CLibrary(world, c_library(request.config))


@pytest.fixture(params=["embedded", "daemon"])
def way(c, request):
    """libSecurity in both ways to run: over the keychain in the process, and through `keychaind --user`."""
    return Way(c, (lambda: request.getfixturevalue("daemon")) if request.param == "daemon" else None)


@pytest.fixture
def objc(c):
    """libSecurity-gnustep, and clang: programs of Objective-C."""
    made = ObjectiveC(c)
    if not made.library.exists():
        pytest.skip(f"there is no libSecurity-gnustep in {made.prefix}; run `scripts/build-gnustep-library {made.prefix}`")
    return made


@pytest.fixture
def identities(world):
    """Identities of openssl, one of each kind of key."""
    return Identities(world)


@pytest.fixture
def probe(world):
    """LatchkeyKeyProbe, without a keychain."""
    from support.probe import Probe  # Here, since no other test needs Python's cryptography.
    return Probe(world)
