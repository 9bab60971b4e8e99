# Programs go on without OpenSSL's libcrypto, or with one that lacks a function: keys are "not available", and
# everything else works.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess

import pytest

from support.formats import KINDS, generated, secret_scalar
from support.probe import EC, ED25519, Key

pytestmark = pytest.mark.rootless

NOT_AVAILABLE = "-25291"
HINT = "keys need OpenSSL 3"
# A library that has one of the functions, in the version that is looked for.
STUB = "int ERR_set_mark(void) { return 1; }\n"
VERSIONS = "OPENSSL_3.0.0 { global: ERR_set_mark; local: *; };\n"


def libraries():
    """Every libcrypto that the loader would find."""
    shown = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    found = {line.split(" => ")[1].strip() for line in shown.splitlines() if "libcrypto.so.3 " in line}
    assert found, "this machine has no libcrypto.so.3"
    return found


def instead(world, kind):
    """The file that is put in the place of libcrypto."""
    file = world.folder / f"{kind}-libcrypto.so.3"
    if kind == "missing":
        file.write_bytes(b"")
        return file
    source, versions = world.folder / "stub.c", world.folder / "stub.map"
    source.write_text(STUB)
    versions.write_text(VERSIONS)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", file, source, f"-Wl,--version-script={versions}", "-Wl,-soname,libcrypto.so.3"], check=True)
    return file


@pytest.fixture(params=["missing", "incomplete"])
def without(request, world):
    """What a command is run by so that there is no whole libcrypto."""
    file = instead(world, request.param)
    mounts = " && ".join(f'mount --bind "$0" {library}' for library in libraries())
    for options in (["--mount"], ["--map-root-user", "--mount"]):
        command = ["unshare", *options, "sh", "-c", f'{mounts} && exec "$@"', str(file)]
        if subprocess.run([*command, "true"], capture_output=True).returncode == 0:
            return command
    pytest.skip("no other file can be put in the place of libcrypto")


def test_a_command_says_that_keys_are_not_available_and_keeps_passwords(world, keychain, without):
    key = generated(*KINDS["p256"])
    world.record(secret_scalar(key))
    path = pathlib.Path(world.folder) / "key.pem"
    path.touch(mode=0o600)
    path.write_bytes(key)
    keychain.command = [*without, *keychain.command]
    _, errors = keychain.run("import", path, status=int(NOT_AVAILABLE) & 0xFF)
    assert HINT in errors.decode(), errors
    keychain.run("add-generic-password", "-a", "ann", "-s", "site", "-w", world.secret)
    assert keychain.run("find-generic-password", "-a", "ann", "-s", "site", "-w")[0].decode().strip() == world.secret


def test_a_program_gets_an_error_and_goes_on(probe, without):
    key = Key(probe, EC, "256")
    said = subprocess.run([*without, probe.program, "sign", key.private, "algid:sign:ECDSA:message-X962:SHA256"], input=b"message",
                          capture_output=True, timeout=60)
    assert said.returncode == 1 and NOT_AVAILABLE in said.stderr.decode(), (said.returncode, said.stderr)
    assert probe("sign", key.private, "algid:sign:ECDSA:message-X962:SHA256", given=b"message"), "with the library it works"


def test_a_key_of_the_keychain_is_not_left_out_of_a_search(probe, without, tmp_path):
    # Its public half has to be computed.
    key = Key(probe, ED25519, "256")
    environment = {**os.environ, "LATCHKEY_HOME": str(tmp_path), "LATCHKEY_SOCKET": "none"}

    def run(*command):
        return subprocess.run(command, input=b"message\n", capture_output=True, timeout=60, env=environment)

    use = [probe.program, "use", "kept", "algid:sign:EdDSA:message-Curve25519:SHA512"]
    assert run(probe.program, "store", key.private, "kept", "extractable").returncode == 0
    said = run(*without, *use)
    assert said.returncode == 1 and NOT_AVAILABLE in said.stderr.decode(), (said.returncode, said.stderr)
    assert run(*use).returncode == 0, "with the library it works"

    # An add that is refused has stored nothing: the same one works afterwards.
    add = [probe.program, "bytes", key.private, "second"]
    assert run(*without, *add).stdout == f"{NOT_AVAILABLE}\n".encode()
    assert run(*add).stdout == b"0\n" and run(probe.program, "use", "second", use[-1]).returncode == 0
