# libSecurity-gnustep as a developer has it: Objective-C is compiled by clang, and runs on GCC's runtime and GNUstep.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shlex
import shutil
import subprocess

from .session import ROOT

DEBIAN = "/usr/bin/clang"
PROGRAMS = ROOT / "Tests/ObjectiveC"


def compilers():
    """Debian's clang, and the toolchain's if there is one."""
    swift = shutil.which("swiftc")
    toolchains = pathlib.Path(swift).resolve().parent / "clang" if swift else None
    return [DEBIAN, *([str(toolchains)] if toolchains and toolchains.exists() else [])]


class ObjectiveC:
    """The tree that `scripts/build-gnustep-library` added to that of `c`."""

    def __init__(self, c):
        self.c, self.prefix = c, c.prefix
        self.library = self.prefix / "lib/libSecurity-gnustep.so.0"

    def flags(self, *what):
        asked = ["pkg-config", *what, "latchkey-security-gnustep"]
        return shlex.split(subprocess.check_output(asked, text=True, env={**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}))

    def compile(self, *sources, arc=False, compiler=DEBIAN, flags=(), last=(), name=None):
        """The program of some sources, of which those in C are taken as Objective-C."""
        counting = ["-fobjc-arc", "-fobjc-arc-exceptions"] if arc else ["-fno-objc-arc"]
        return self.build([compiler, *self.flags("--cflags"), *counting, "-Wall", "-Werror", *flags, "-x", "objective-c", *sources, "-x", "none",
                           *self.flags("--libs"), *last], name or pathlib.Path(sources[0]).stem)

    def build(self, words, name):
        program = self.c.world.programs / name
        done = subprocess.run([*map(str, words), f"-Wl,-rpath,{self.prefix}/lib", "-o", str(program)], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{name} does not compile: {done.stderr[-4000:]}"
        return program

    def run(self, program, *arguments, **options):
        return self.c.run(program, *arguments, **options)

    def own_sources(self, *flags):
        """The objects of the library's own sources without the generated calls, for a program that looks into it."""
        sources, folder = ROOT / "Sources/GNUstep", self.c.world.programs
        words = shlex.split(subprocess.check_output(["gnustep-config", "--objc-flags"], text=True))
        own = ["gcc", "-std=gnu11", *(word for word in words if not word.startswith("-M") and word != "-I."), *flags, "-c"]
        made = []
        for source in [*(sources / "Door").glob("*.m"), *(sources / "CoreFoundation").glob("*.m")]:
            if source.name in ("ByHand.m", "Callbacks.m"):
                continue
            made.append(folder / f"own-{source.stem}.o")
            headers = [] if source.name == "Data.m" else [f"-I{ROOT}/Sources/CHeaders"]
            subprocess.run([*own, *headers, f"-I{sources}/Door", source, "-o", made[-1]], check=True, timeout=300)
        return made
