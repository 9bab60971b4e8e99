# Programs of Debian that nobody has changed keep their identity while they run, also after they have made code.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil
import signal
import subprocess

import pytest

from support.isolation import descendants
from support.world import until

pytestmark = [pytest.mark.installed, pytest.mark.patience(120)]

# Compiled by PCRE2 as soon as it is used.
EXPRESSION = r"(a|b)+c\d{2,}"
NGINX = """
daemon off; pid {folder}/pid; error_log stderr; pcre_jit on; user ann;
events {{}}
http {{ access_log off; {bodies} server {{ listen unix:{folder}/socket; location ~ "^/(a|b)+c" {{ return 200; }} }} }}
"""
BODIES = " ".join(f"{kind}_temp_path {{folder}}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
HAPROXY = """
defaults
    mode http
    timeout client 5s
    timeout connect 5s
    timeout server 5s
frontend web
    bind unix@{folder}/socket
    acl matches path_reg ^/(a|b)+c
    use_backend none if matches
    default_backend none
backend none
"""
PAGE = "data:text/html,<script>let n=0;for(let i=0;i<3e6;i++)n+=/(a|b)+c/.test('abc'+i);setInterval(()=>n++,10)</script>"


def makes_code(process):
    """Whether a process has executable memory that comes from no file."""
    for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
        fields = line.split()
        if "x" in fields[1] and fields[4] == "0" and len(fields) == 5:
            return True
    return False


@pytest.fixture
def display():
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        yield ":" + told.readline().strip()
    server.kill()
    server.wait()


PROGRAMS = {
    "grep": (["grep", "-P", EXPRESSION], True),
    "ripgrep": (["rg", "-P", "--line-buffered", EXPRESSION, "-"], True),
    "pcre2grep": (["pcre2grep", "--line-buffered", EXPRESSION], True),
    "nginx": (["nginx", "-e", "stderr", "-c", "{nginx}"], True),
    "haproxy": (["haproxy", "-db", "-f", "{haproxy}"], True),
    "chromium": (["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir={home}/chromium", PAGE], True),
    "zenity": (["zenity", "--progress", "--no-cancel"], False),
    "yad": (["yad", "--progress"], False),
    "mousepad": (["mousepad", "--disable-server", "{text}"], False),
    "pinentry-gtk-2": (["pinentry-gtk-2"], False),
    "featherpad": (["featherpad", "{text}"], False),
    "keepassxc": (["keepassxc"], False),
    "mpv": (["mpv", "--idle", "--no-config", "--vo=null", "--ao=null", "--no-terminal"], False),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_debian_has_an_identity_while_it_runs(system, world, display, name):
    words, compiles = PROGRAMS[name]
    assert shutil.which(words[0]), f"{words[0]} is missing"
    home = world.home(world.ann)
    files = {"nginx": NGINX.format(folder=home, bodies=BODIES.format(folder=home)), "haproxy": HAPROXY.format(folder=home),
             "text": 'int main(void) { return "text"[0]; }\n'}
    for file, contents in files.items():
        (home / file).write_text(contents)
        os.chown(home / file, world.ann.number, world.ann.number)
    named = {file: home / file for file in files} | {"home": home}
    words = [str(named.get(word[1:-1], word)) if word.startswith("{") else word.replace("{home}", str(home)) for word in words]
    environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(home), "DISPLAY": display, "QT_QPA_PLATFORM": "offscreen",
                   "XDG_RUNTIME_DIR": str(home), "LANG": "C.UTF-8"}
    program = subprocess.Popen([*world.ann.words, *words], env=environment, cwd=home, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        program.stdin.write(b"abc123\n")
        program.stdin.flush()

        def own():
            """The processes of the program."""
            return [process for process in [program.pid, *descendants(program.pid)]
                    if pathlib.Path(f"/proc/{process}/exe").exists() and words[0] in os.readlink(f"/proc/{process}/exe")]

        has_code = until(lambda: any(makes_code(process) for process in own()), 20 if compiles else 3)
        assert has_code or not compiles, "the program has compiled something"
        assert program.poll() is None and own(), "the program runs"
        for process in own():
            status, shown, errors = system.tool("latchkey", "whoami", "--pid", process)
            assert status == 0 and "ADHOC" in shown, f"it has the identity of its path: {shown}{errors}"
    finally:
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()
