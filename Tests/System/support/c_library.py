# libSecurity as a developer has it: programs are compiled against its headers and run over the keychain in the process.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess
import tempfile

ENDINGS = {"g++": ".cpp", "clang++": ".cpp"}


class CLibrary:
    """The tree that `scripts/build-c-library` made, and a home for what its programs store."""

    def __init__(self, world, prefix):
        self.world, self.prefix = world, pathlib.Path(prefix)
        self.library = self.prefix / "lib/libSecurity.so.0"
        self.home = tempfile.mkdtemp(dir=world.folder)
        self.environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": self.home, "LATCHKEY_HOME": f"{self.home}/keychain",
                            "LATCHKEY_SOCKET": "none"}

    @property
    def is_debug_build(self):
        """Whether `scripts/build-c-library --debug` made it, which leaves the symbols."""
        return "latchkey_is_debug_build" in subprocess.run(["nm", self.library], capture_output=True, text=True).stdout

    @property
    def flags(self):
        """What the headers and the library need on a compiler's command line, behind the source."""
        return [f"-I{self.prefix}/include/latchkey", f"-L{self.prefix}/lib", f"-Wl,-rpath,{self.prefix}/lib", "-lSecurity"]

    def compile(self, source, *flags, name=None, compiler="gcc"):
        """The program of a source: a path, or the text itself."""
        if not isinstance(source, pathlib.Path):
            text, source = source, self.world.programs / f"{name or f'program-{len(os.listdir(self.world.programs))}'}{ENDINGS.get(compiler, '.c')}"
            source.write_text(text)
        program = self.world.programs / (name or source.stem)
        done = subprocess.run([compiler, str(source), "-o", str(program), *map(str, flags), *self.flags], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{source.name} does not compile: {done.stderr[-4000:]}"
        return program

    def run(self, program, *arguments, env=None, input=None, timeout=60):
        """Runs a program over the keychain in its process. What it prints is text if `input` is, or if there is none."""
        return subprocess.run([str(program), *map(str, arguments)], env={**self.environment, **(env or {})}, input=input, capture_output=True,
                              text=not isinstance(input, bytes), timeout=timeout)
