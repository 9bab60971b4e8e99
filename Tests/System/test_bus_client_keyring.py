# The suites of Python's keyring, for both of its ways to the Secret Service, from its archive.
# SPDX-License-Identifier: Apache-2.0
import pytest

from support.bus_clients import PYTHON, archive, run_as

pytestmark = [pytest.mark.bus]


@pytest.mark.parametrize("way, least", [("SecretService", 16), ("libsecret", 16)])
def test_its_suite_passes(provider, way, least):
    keyring, storage = (archive(provider.world.session, name) for name in ("keyring", "secretstorage"))
    folder = provider.bus.folder("suite")
    status, said, errors = provider.bus.run(
        PYTHON, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rfs", "--rootdir", keyring, "-c", "/dev/null", "--import-mode", "importlib",
        keyring / f"tests/backends/test_{way}.py", PYTHONPATH=f"{keyring}:{storage}", TMPDIR=str(folder))
    words = said.decode(errors="replace").splitlines()
    failed = [line for line in words if line.startswith("FAILED")]
    assert not failed, f"no test of the suite fails: {len(failed)} do, as {failed[0].partition('::')[2]}"
    assert status == 0, f"the suite ends well: {words[-5:]} {errors.decode(errors='replace')[-500:]}"
    passed = next(int(line.split()[0]) for line in words if " passed" in line)
    assert passed >= least and not any(" skipped" in line for line in words), f"all of it is run: {words[-1]}"


def test_it_finds_its_way_by_itself(provider, world):
    provider.share()
    keyring, storage = (archive(world.session, name) for name in ("keyring", "secretstorage"))

    def call(*words, given="", status=0):
        ended, said, errors = provider.bus.run(PYTHON, "-B", "-m", "keyring", *words, given=given, PYTHONPATH=f"{keyring}:{storage}")
        assert ended == status, f"keyring {words[0]}: {ended}: {errors.decode(errors='replace')}"
        return said.decode()

    assert call("get", "a service", "zoë", status=1) == "", "nothing is there before"
    call("set", "a service", "zoë", given=world.secret)
    assert call("get", "a service", "zoë").strip() == world.secret, "another process finds it"
    assert run_as(provider.bus, "secret-tool", "lookup", "service", "a service", "username", "zoë") == world.secret, "another program, too"
    call("del", "a service", "zoë")
    call("get", "a service", "zoë", status=1)
