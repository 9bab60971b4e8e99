# A program with the rights of its file writes no log of libtss2 to a file that its caller names.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs two users")


@pytest.mark.parametrize("is_file", [True, False])
def test_a_caller_has_a_setuid_program_write_no_log_of_libtss2(world, is_file):
    program = world.programs / "latchkey"
    shutil.copy(world.bin / "latchkey", program)
    program.chmod(0o755)
    folder = world.folder / "logs"
    folder.mkdir()
    folder.chmod(0o777)

    def logged(name):
        log = folder / name
        variables = {"PATH": "/usr/bin:/bin", "LATCHKEY_SOCKET": "none", "HOME": str(world.home(world.bob)), "TSS2_LOG": "all+error",
                     "LATCHKEY_TPM": "device:/dev/no-such-tpm"}
        if is_file:
            variables["TSS2_LOGFILE"] = str(log)
        done = subprocess.run([*world.bob.words, program, "tpm", "status"], env=variables, capture_output=True, text=True, timeout=60)
        assert "TPM: none that can be used" in done.stdout, done.stderr
        return log.exists() and log.stat().st_size > 0 if is_file else "tcti" in done.stderr

    assert logged("own"), "libtss2 says that there is no TPM"
    os.chown(program, world.ann.number, world.ann.number)
    program.chmod(0o4755)
    assert not logged("of-ann"), "and does not with the rights of another user"
