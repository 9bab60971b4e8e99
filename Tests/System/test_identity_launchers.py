# A launcher lends its identity to the one script that it was signed for, and to nothing else.
# SPDX-License-Identifier: Apache-2.0
import shutil
import time

import pytest

from support import wire
from support.daemon import Speaker, once
from support.identity import FILTERED, GROUPS, LOOKS_ANEW, SHARED, WANTED, finds, is_refused, store_shared
from support.isolation import descendants
from support.wire import NOT_FOUND, REFUSED, add, copy

# Starts an interpreter, and becomes the launcher, so that the launcher has a child that it did not start.
EARLY = r"""import os, sys
launcher, script, daemon = sys.argv[1:]
if os.fork() == 0:
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-I", script, daemon])
os.execv(launcher, [launcher, daemon])
"""


@pytest.fixture
def script(world):
    """A script that calls the keychain, the same for all tests, so that one launcher does for them."""
    return world.session.once("script", lambda folder: shutil.copy(wire.__file__, folder / "script.py")) / "script.py"


@pytest.fixture
def app(shop, script, world):
    """The launcher of the script, signed by the team, with the group `SHARED`."""
    made = world.session.once("launcher", lambda folder: shutil.copy(shop.launcher("app-script", script, **GROUPS), folder))
    return world.copied(made / "app-script", "app-script")


@pytest.fixture
def own_script(world):
    """A script that the test may edit."""
    copied = world.folder / "script.py"
    shutil.copy(wire.__file__, copied)
    return copied


def test_codesign_shows_what_a_launcher_is_for(unit, script, app):
    _, _, shown = unit.tool("codesign", "-d", app)
    assert f"Script={script}" in shown and "Interpreter=/usr/bin/python3 -I" in shown and "ScriptDigest=" in shown, \
        "codesign -d shows what a launcher is for"


def test_a_launcher_is_not_written_over_another_file(unit, script, app):
    before = app.read_bytes()
    status, _, errors = unit.tool("codesign", "-s", "-", "--script", script, "-o", app)
    assert status == 1 and "there already" in errors and app.read_bytes() == before, "a launcher is not written over another file"


def test_a_script_has_the_items_of_its_launchers_team(unit, shop, world, app):
    store_shared(unit, shop)
    assert isinstance(once(unit, add(b"of the script", world.secret.encode(), SHARED), app), bytes), \
        "a script stores through its launcher in its team's group"
    assert finds(world, once(unit, copy(b"of the script", SHARED), app)), "and finds it"
    assert finds(world, once(unit, WANTED, app)), "and what a program of its team stored"


def test_whoami_names_the_script_of_a_launcher(unit, world, script, app):
    # The command speaks to a daemon of root, of `latchkey`, or of its own user, as here.
    held = Speaker(unit, app, user=world.service)
    status, shown, _ = unit.tool("latchkey", "whoami", "--pid", descendants(held.process.pid)[0], user=world.service)
    assert status == 0 and f"script {script}" in shown, "`latchkey whoami --pid` names the script"
    held.end()


def test_a_script_is_served_as_long_as_its_launcher_runs(unit, app):
    staying = Speaker(unit, app)
    assert staying.call(WANTED)[0] == NOT_FOUND
    another = Speaker(unit, app)
    assert another.call(WANTED)[0] == NOT_FOUND
    another.end()
    time.sleep(LOOKS_ANEW)
    assert staying.call(WANTED)[0] == NOT_FOUND, "it is served as long as the launcher runs"
    staying.end()


def test_a_script_whose_launcher_was_replaced_is_not_what_everybody_runs(unit, app):
    staying = Speaker(unit, app)
    assert staying.call(WANTED)[0] == NOT_FOUND
    shutil.copy2(app, app.with_name("upgrade"))
    app.with_name("upgrade").rename(app)
    time.sleep(LOOKS_ANEW)
    assert is_refused(unit, staying.call(WANTED)[0], "the launcher's file was replaced", 0), "nobody can say any more what it is"
    staying.end()


def test_a_launched_script_that_runs_in_the_bare_interpreter_is_refused(unit, script, app):
    assert once(unit, WANTED, app) == NOT_FOUND
    assert once(unit, WANTED, "/usr/bin/python3", "-I", script) == REFUSED, "the same script in the bare interpreter is refused"


def test_whoever_calls_a_launcher_puts_no_code_into_its_interpreter(unit, shop, world, app):
    store_shared(unit, shop)
    evil = world.folder / "evil"
    evil.mkdir(mode=0o755)
    (evil / "socket.py").write_text("raise SystemExit('evil')\n")
    (evil / "sitecustomize.py").write_text("raise SystemExit('evil')\n")
    library = shop.compiled("evil.so", "-shared", "-fPIC", source="unsigned la_version(unsigned v) { return v; }\n", owner=world.ann)
    speaker = Speaker(unit, app, environment={"PYTHONPATH": str(evil), "PYTHONSTARTUP": str(evil / "socket.py"), "PYTHONINSPECT": "1",
                                              "LD_PRELOAD": str(library), "LD_AUDIT": str(library), "IFS": "x"})
    assert speaker.greeting == "ready" and speaker.call(WANTED)[0] == 0, "variables that put code into an interpreter do not reach it"
    speaker.end()
    assert finds(world, once(unit, WANTED, app, prefix=["env", "-C", evil])), "nor do modules in the folder where it is called"


def test_what_a_launched_script_starts_is_not_the_script(unit, world, app):
    status, _, errors = unit.run(app, unit.path, "grandchild", user=world.ann)
    assert status == 0, errors
    held = Speaker(unit, app, words=["grandchild"])
    assert held.greeting == "ready" and held.call(WANTED)[0] == REFUSED, "what the script starts is not the script"
    held.end()


def test_options_of_a_launcher_are_arguments_of_the_script(unit, world, app):
    status, shown, _ = unit.run(app, "-c", "print('evil')", user=world.ann)
    assert status != 0 and "evil" not in shown, "options that are given to the launcher are arguments of the script"


def test_a_process_that_becomes_a_launcher_lends_nothing_to_its_children(unit, world, app):
    other = world.folder / "other.py"
    shutil.copy(wire.__file__, other)
    early = Speaker(unit, "/usr/bin/python3", "-c", EARLY, app, other)
    assert early.greeting == "ready" and early.call(WANTED)[0] == REFUSED, \
        "a process that becomes the launcher does not lend to earlier children"
    assert early.process.wait(30) == 126, "and the launcher ends before it starts a script"


def test_a_launcher_that_nobodys_team_has_signed_lends_nothing(unit, shop, script):
    copied = shop.launcher("ad-hoc", script, identity="-", **GROUPS)
    assert once(unit, WANTED, copied) == REFUSED, "a launcher that nobody's team has signed lends nothing"


def test_a_launcher_with_an_edited_pin_has_a_broken_signature(unit, shop, own_script):
    app = shop.launcher("app-script", own_script, **GROUPS)
    other = own_script.with_name("forged.py")
    shutil.copy(own_script, other)
    pinned, edited = bytes(own_script), bytes(other)
    assert len(pinned) == len(edited) and pinned in app.read_bytes()
    forged = shop.programs / "forged-pin"
    forged.write_bytes(app.read_bytes().replace(pinned, edited, 1))
    forged.chmod(0o755)
    assert once(unit, WANTED, forged) == REFUSED, "one with an edited pin has a broken signature"


def test_a_launcher_in_a_user_namespace_lends_nothing(unit, app):
    spaced = Speaker(unit, app, prefix=["unshare", "-Ur"])
    assert spaced.greeting == "ready" and is_refused(unit, spaced.call(WANTED)[0], "runs in a user namespace", 0), \
        "one in a user namespace, where files can be others, lends nothing"
    spaced.end()


def test_a_launcher_under_a_filter_of_system_calls_lends_nothing(unit, app):
    filtered = Speaker(unit, "/usr/bin/python3", "-c", FILTERED, app)
    assert filtered.greeting == "ready" and is_refused(unit, filtered.call(WANTED)[0], "a user namespace or a filter", 0), \
        "one under a filter of system calls, whose maker can answer `open` with another file, lends nothing"
    filtered.end()


def test_a_launcher_in_a_debugger_lends_nothing(unit, app):
    assert shutil.which("gdb"), "gdb is needed"
    traced = Speaker(unit, "gdb", "-q", "-batch", "-ex", "run", "--args", app)
    assert traced.greeting != "ready" or traced.call(WANTED)[0] == REFUSED, "a launcher in a debugger lends nothing"
    traced.kill()


def test_a_signal_to_a_launcher_goes_to_its_script(unit, app):
    ended = Speaker(unit, app)
    ended.process.terminate()
    assert ended.process.wait(30) == -15, "a signal goes to the script, and the launcher ends as the script did"


def test_an_edited_script_does_not_start(unit, shop, world, own_script):
    app = shop.launcher("app-script", own_script, **GROUPS)
    own_script.write_text(own_script.read_text().replace("ready", "Ready"))
    status, _, errors = unit.run(app, unit.path, user=world.ann)
    assert status == 126 and "not the one that was signed" in errors, "an edited script does not start"
