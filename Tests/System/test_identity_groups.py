# Signed and unsigned programs, and the access groups that each of them has.
# SPDX-License-Identifier: Apache-2.0
import shutil
import time

import pytest
from support.daemon import Speaker, once
from support.identity import GROUPS, LOOKS_ANEW, SHARED, WANTED, finds, refuses, refuses_now, store_shared
from support.wire import NOT_FOUND, REFUSED, WHO_AM_I, add, copy
from support.workshop import CONFIGURATION, OTHER, TEAM, UNTRUSTED
from support.world import run

CLAIMED = {"keychain-access-groups": [SHARED, f"{OTHER}.stolen", "group.example"]}
PROFILE = (
    f'<?xml version="1.0"?><plist version="1.0"><dict><key>TeamIdentifier</key><string>{TEAM}</string><key>Identifier</key>'
    "<string>org.example.claiming</string><key>AccessGroups</key><array><string>group.example</string></array></dict></plist>")


def test_a_program_of_the_same_team_finds_what_is_in_its_group(unit, world, shop):
    store_shared(unit, shop)
    two = shop.sign("two", **GROUPS)
    assert finds(world, once(unit, WANTED, two)), "another program of the team finds it"
    assert once(unit, copy(b"shared"), two, user=world.bob) == NOT_FOUND, "the same program of another user finds nothing"


def test_a_program_of_another_team_has_no_part_in_a_group(unit, shop):
    store_shared(unit, shop)
    other = shop.sign("other", OTHER, **{"keychain-access-groups": [f"{OTHER}.stolen", SHARED]})
    assert once(unit, copy(b"shared"), other) == NOT_FOUND, "a program of another team finds nothing"
    assert once(unit, WANTED, other) == REFUSED, "and is refused the group that it names"


def test_an_unsigned_program_has_no_part_in_a_group(unit, shop):
    store_shared(unit, shop)
    assert once(unit, copy(b"shared"), shop.plain) == NOT_FOUND, "an unsigned program finds nothing"
    assert once(unit, WANTED, shop.plain) == REFUSED, "and is refused the group that it names"


def test_a_group_of_another_team_or_of_none_is_withheld_unless_a_profile_of_root_gives_it(unit, shop):
    claiming, two = shop.sign("claiming", **CLAIMED), shop.sign("two", **GROUPS)
    stolen, given = copy(b"x", f"{OTHER}.stolen"), copy(b"x", "group.example")
    assert once(unit, stolen, claiming) == REFUSED, "a group outside of the team is not had"
    assert once(unit, given, claiming) == REFUSED, "nor is one of no team"
    assert "withheld from process" in unit.said() and f"{OTHER}.stolen" in unit.said(), "the log says what was withheld"
    profiles = CONFIGURATION / "profiles.d"
    profiles.mkdir(mode=0o755)
    (profiles / "claiming.plist").write_text(PROFILE)
    assert once(unit, given, claiming) == NOT_FOUND, "a profile of root gives it"
    assert once(unit, given, two) == REFUSED, "to that program alone"


def test_what_a_signed_program_stores_without_naming_a_group_is_its_teams(unit, world, shop):
    one = shop.sign_once("one", **GROUPS)
    assert (isinstance(once(unit, add(b"own", world.secret.encode()), one), bytes) and finds(world, once(unit, copy(b"own"), one))
            and once(unit, copy(b"own"), shop.plain) == NOT_FOUND), "what a signed program stores without naming a group is its team's"


def test_a_program_is_known_by_its_signature_and_not_by_its_path(unit, world, shop):
    moved = world.copied(store_shared(unit, shop), "moved")
    assert finds(world, once(unit, WANTED, moved)), "a signed program that was copied is the same program"
    assert refuses(unit, "have been modified", copy(b"shared"), shop.edited(moved, "edited")), "one that was edited is refused"


def test_a_program_without_entitlements_has_a_group_of_its_own(unit, shop):
    bare = once(unit, WHO_AM_I, shop.sign("bare"))
    assert f"{TEAM}.org.example.bare".encode() in bare, "without entitlements a program has its own group"
    assert f"{TEAM}.org.example.bare.bus".encode() in bare, "and one for what it stores over a bus"


def test_a_program_that_denies_itself_the_keychain_has_none(unit, shop):
    denied = shop.sign("denied", **{"com.apple.private.keychain.deny": True})
    assert once(unit, copy(b"own"), denied) == REFUSED, "a program that denies itself the keychain has none"


def test_a_program_of_a_team_that_root_does_not_trust_is_refused(unit, shop):
    unknown = shop.sign("unknown", UNTRUSTED, **{"keychain-access-groups": [f"{UNTRUSTED}.x"]})
    assert refuses(unit, "the team is not trusted", copy(b"own"), unknown), "a program of a team that root does not trust is refused"
    shop.trust(shop.teams / f"{UNTRUSTED}.pem")
    assert once(unit, copy(b"own"), unknown) == NOT_FOUND, "it is served when root trusts the team"


def test_a_program_that_stays_connected_is_served_until_root_trusts_its_team_no_longer(unit, shop):
    staying = Speaker(unit, store_shared(unit, shop))
    assert staying.call(copy(b"shared"))[0] == 0, "a program that stays connected is served"
    files = [path for path in (CONFIGURATION / "teams.d").iterdir() if TEAM in path.name]
    kept = [(path, path.read_bytes()) for path in files]
    for path in files:
        path.unlink()
    time.sleep(LOOKS_ANEW)
    assert refuses_now(unit, "the team is not trusted", staying, copy(b"shared")), "until root trusts its team no longer"
    for path, contents in kept:
        path.write_bytes(contents)
    assert staying.call(copy(b"shared"))[0] == 0, "and again when root trusts it again"


def test_a_signature_with_an_expired_certificate_is_refused(unit, world, shop):
    if not shutil.which("faketime"):
        pytest.fail("an expired certificate needs faketime, which is not there")
    # The loader of the command would leave faketime's library out.
    latchkey = world.copied("latchkey", "unloaded")
    run(shop.binaries / "codesign", "--remove-signature", latchkey)
    run("faketime", "2020-01-01", latchkey, "team", "create", "Old", "--team-id", "OLDTEAM123", "--password-file",
        shop.word, "--days", "30", cwd=world.folder)
    program = world.copied(shop.plain, "old")
    run("faketime", "2020-01-02", shop.binaries / "codesign", "-s", world.folder / "OLDTEAM123.p12", "--password-file", shop.word,
        "-i", "org.example.old", program)
    shop.trust(world.folder / "OLDTEAM123.pem")
    assert refuses(unit, "has expired", copy(b"own"), program), "a signature with an expired certificate is refused"
