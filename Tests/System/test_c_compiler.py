# latchkey-cc, pkg-config and CMake: a program finds libSecurity wherever its tree lies.
# SPDX-License-Identifier: Apache-2.0
import shutil
import subprocess

import pytest

from support.session import ROOT

pytestmark = [pytest.mark.capi, pytest.mark.rootless]

SOURCE = """\
#include <Security/Security.h>
#include <stdio.h>
#ifndef WORDS
#define WORDS "none"
#endif
int main(void) {
    CFStringRef text = CFSTR(WORDS);
    unsigned char bytes[4];
    printf("%ld %d\\n", (long)CFStringGetLength(text), SecRandomCopyBytes(NULL, sizeof bytes, bytes));
    return 0;
}
"""
SAID = "4 0\n"
OF_MACOS = ["-F/System/Library/Frameworks", "-F", "/Library", "-iframework", "/Library", "-mmacosx-version-min=10.15", "-mmacos-version-min=11",
            "-arch", "arm64", "-isysroot", "/Applications/Xcode.app"]


class Tree:
    """The tree of the C library at another place, whose name has a space."""

    def __init__(self, world, c):
        self.c, self.folder, self.work = c, world.folder / "a tree", world.folder / "some work"
        self.work.mkdir()
        subprocess.run(["cp", "-rs", f"{c.prefix}/.", str(self.folder)], check=True)
        for made in ("bin", "lib/pkgconfig", "lib/cmake"):
            shutil.rmtree(self.folder / made, ignore_errors=True)
        subprocess.run([str(ROOT / "scripts/install-c-files"), str(self.folder)], check=True)
        (self.work / "a program.c").write_text(SOURCE)

    def do(self, *arguments, name="latchkey-cc", **environment):
        """Runs the driver."""
        return self.command(self.folder / "bin" / name, *arguments, **environment)

    def command(self, *arguments, input=None, **environment):
        return subprocess.run([str(argument) for argument in arguments], cwd=self.work, env={**self.c.environment, **environment}, text=True,
                              stdin=input, capture_output=True, timeout=100)

    def runs(self, done, program="./program"):
        assert (done.returncode, done.stderr) == (0, ""), f"it is compiled, without a warning: {done.stdout}{done.stderr}"
        ran = self.command(program)
        assert (ran.returncode, ran.stdout) == (0, SAID), f"the program finds its library and runs: {ran.stderr}"


@pytest.fixture
def tree(world, c):
    return Tree(world, c)


@pytest.fixture
def objective(tree, objc):
    """The tree with what scripts/build-gnustep-library adds, and listings to compile."""
    shutil.copy(objc.prefix / "lib/pkgconfig/latchkey-security-gnustep.pc", tree.folder / "lib/pkgconfig")
    for source in (ROOT / "Examples/ObjectiveC").iterdir():
        shutil.copy(source, tree.work)
    return tree


@pytest.mark.parametrize("compiler", ["", "gcc", "gcc -O2", "clang"])
def test_the_driver_compiles_and_links_as_on_macos(tree, compiler):
    tree.runs(tree.do("-Wall", "-Wextra", "-Werror", *OF_MACOS, "a program.c", "-framework", "Security", "-framework CoreFoundation", "-o", "program",
                      CC=compiler))
    tree.runs(tree.do("-c", "-Werror", "a program.c", "-o", "an object.o", "-framework", "Security", CC=compiler))
    tree.runs(tree.do("an object.o", "-Werror", "-o", "linked", "-Wl,-framework,Security,-framework,CoreServices", CC=compiler), "./linked")
    tree.runs(tree.do("an object.o", "-o", "again", "-Xlinker", "-framework", "-Xlinker", "Foundation", CC=compiler), "./again")


@pytest.mark.parametrize("words", ["latchkey-cc", "env latchkey-cc", "env --ignore-environment"])
def test_a_compiler_that_starts_it_again_ends(tree, words):
    path = f"{tree.folder}/bin:{tree.c.environment['PATH']}"
    words = words.replace("--ignore-environment", "-S gcc")
    tree.runs(tree.do("-o", "program", "a program.c", '-DWORDS="some"', "-framework", "Security", CC=words, PATH=path))


def test_a_library_is_made_as_on_macos(tree):
    done = tree.do("-dynamiclib", "-ObjC", "-o", "library.so", "a program.c", "-framework", "Security")
    assert (done.returncode, done.stderr) == (0, ""), "it is compiled"
    assert "INTERP" not in tree.command("readelf", "-l", "library.so").stdout, "it is a library and no program"


@pytest.mark.parametrize("name", ["with, a comma", "with $dollars", "with 'quotes'"])
def test_a_tree_may_have_an_odd_name(tree, name):
    tree.folder = tree.folder.rename(tree.folder.parent / name)
    tree.runs(tree.do("-o", "program", "a program.c", '-DWORDS="some"', "-framework", "Security"))


@pytest.mark.parametrize("name", ["with:a colon", "$ORIGIN", "${LIB}"])
def test_a_tree_that_the_dynamic_linker_cannot_name_is_refused(tree, name):
    tree.folder = tree.folder.rename(tree.folder.parent / name)
    done = tree.do("-o", "program", "a program.c", '-DWORDS="some"', "-framework", "Security")
    assert done.returncode == 1 and "would not find the library" in done.stderr and "hint: move the tree" in done.stderr


def test_a_framework_among_other_words_of_the_linker_is_one(tree):
    tree.runs(tree.do("-o", "program", "a program.c", '-DWORDS="some"', "-Wl,-rpath,/nowhere,-framework,Security,--no-undefined"))
    done = tree.do("-o", "program", "a program.c", "-framework", "Security CoreFoundation")
    assert done.returncode == 1 and "there is no framework Security CoreFoundation" in done.stderr


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_what_is_no_framework_goes_to_the_compiler_as_it_is(tree, compiler):
    (tree.work / "options").write_text('"-DWORDS=\\"a  b\\""\n-Wall\n')
    tree.runs(tree.do("a program.c", '-DWORDS="a  b"', "-Xlinker", "--no-undefined", "-framework", "Security", "-o", "program", CC=compiler))
    tree.runs(tree.do("@options", "a program.c", "-framework", "Security", "-o", "program", CC=compiler))
    assert '"a * $b"' in tree.do("-E", "a program.c", '-DWORDS="a * $b"', CC=compiler).stdout, "nothing is expanded"
    assert tree.do("-fsyntax-only", "a program.c", "-DWORDS=?", CC=compiler).returncode == tree.command(compiler, "-DWORDS=?", "-fsyntax-only",
                                                                                                        "a program.c").returncode != 0
    assert tree.do("-dumpmachine", CC=compiler).stdout == tree.command(compiler, "-dumpmachine").stdout, "a question is answered by the compiler"
    assert tree.do("a program.c", "-o", "program", CC=compiler).returncode != 0, "without -framework it is not linked"


@pytest.mark.parametrize("compiler", ["", "g++", "clang++"])
def test_it_compiles_cpp_by_its_other_name_and_by_an_option(tree, compiler):
    (tree.work / "second.cpp").write_text("#include <memory>\nauto five = std::make_unique<int>(5);\nconst char *text = \"x\";\n" + SOURCE)
    tree.runs(tree.do("-std=c++17", "second.cpp", "-framework", "Security", "-o", "program", name="latchkey-c++", CXX=compiler))
    tree.runs(tree.do("-x", "c++", "second.cpp", "-framework", "Security", "-o", "program", CXX=compiler))


def test_a_constant_string_stands_outside_of_functions_under_clang(tree):
    (tree.work / "file.c").write_text(SOURCE.replace("int main", "static const CFStringRef kept = CFSTR(WORDS);\nint main").replace(
        "text = CFSTR(WORDS)", "text = CFEqual(kept, CFSTR(WORDS)) ? kept : NULL"))
    tree.runs(tree.do("-Wall", "-Werror", "file.c", "-framework", "Security", "-o", "program", CC="clang"))
    (tree.work / "empty.s").write_text("")
    assert tree.do("-Werror", "-c", "empty.s", CC="clang").stderr == "", "what only C needs is no warning elsewhere"


@pytest.mark.parametrize("arguments", [["-framework", "Cocoa"], ["-framework Cocoa"], ["-Wl,-framework,Security,-framework,Cocoa"],
                                       ["-Xlinker", "-framework", "-Xlinker", "Cocoa"], ["-weak_framework", "Cocoa"]])
def test_another_framework_is_refused_with_what_to_do(tree, arguments):
    done = tree.do("a program.c", *arguments)
    assert done.returncode == 1 and "there is no framework Cocoa" in done.stderr and "hint: leave '-framework Cocoa' out" in done.stderr, done.stderr


def test_mistakes_are_named(tree):
    assert "-framework has no name" in tree.do("a program.c", "-framework").stderr
    assert "there is no compiler 'nothing -O2'" in tree.do("a program.c", CC="nothing -O2").stderr
    shutil.rmtree(tree.folder / "include")
    assert "there are no headers in" in tree.do("a program.c").stderr


@pytest.mark.parametrize("arguments", [["-framework", "Foundation"], ["-framework", "Security"], ["-c"], []])
def test_without_its_parts_objective_c_names_the_package(tree, arguments):
    (tree.work / "some.m").write_text("")
    (tree.work / "some.c").write_text("")
    for source in ["some.m"], ["-x", "objective-c", "some.c"], ["-xobjective-c", "some.c"]:
        done = tree.do(*source, *arguments)
        assert done.returncode == 1 and "hint: install libsecurity-latchkey-gnustep-dev" in done.stderr, f"{source}: {done.stderr}"


@pytest.mark.parametrize("name, arguments", [("latchkey-cc", ["some.mm"]), ("latchkey-cc", ["some.M"]), ("latchkey-cc", ["-x", "objective-c++", "a program.c"]),
                                             ("latchkey-cc", ["-xobjective-c++", "-c", "a program.c"]), ("latchkey-c++", ["some.m"])])
def test_objective_cpp_is_refused_with_the_reason(tree, name, arguments):
    done = tree.do(*arguments, "-framework", "Foundation", name=name)
    assert done.returncode == 1 and "does not link" in done.stderr and "hint: put Objective-C into .m files" in done.stderr, done.stderr


def test_it_tells_of_itself_and_does_not_call_itself(tree):
    itself = str(tree.folder / "bin/latchkey-cc")
    (tree.work / "link").symlink_to(itself)
    assert "usage: latchkey-cc" in tree.do("--help").stdout
    shown = tree.do("--version", CC="gcc").stdout
    assert shown.startswith("latchkey-cc 0.") and tree.command("gcc", "--version").stdout.strip() in shown, "both versions are shown"
    (tree.work / "Makefile").write_text("program: a\\ program.c\n\t$(CC) '$<' -framework Security -o program\n")
    made = tree.command("make", "-s", "CC=./link")
    tree.runs(made)


@pytest.mark.parametrize("compiler", ["gcc", "clang", "g++"])
def test_pkg_config_finds_the_library(tree, compiler):
    found = tree.command("pkg-config", "--cflags", "--libs", "latchkey-security", PKG_CONFIG_PATH=str(tree.folder / "lib/pkgconfig"))
    assert found.returncode == 0, found.stderr
    (tree.work / "build").write_text(f"{compiler} -x {'c++' if compiler == 'g++' else 'c'} 'a program.c' -o program {found.stdout}")
    built = tree.command("sh", "build")
    assert built.returncode == 0, built.stderr
    assert tree.command("./program", LD_LIBRARY_PATH=str(tree.folder / "lib")).stdout == SAID


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_cmake_finds_the_library(tree, compiler):
    page = (ROOT / "Documentation/Guide/FirstSecretInC.md").read_text()
    (tree.work / "CMakeLists.txt").write_text(page.split("```cmake\n")[1].split("```")[0])
    (tree.work / "first.c").write_text(SOURCE if compiler == "gcc" else SOURCE.replace("int main", "CFStringRef kept = CFSTR(WORDS);\nint main"))
    configured = tree.command("cmake", "-B", "built", f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={tree.folder}")
    assert configured.returncode == 0, configured.stdout + configured.stderr
    built = tree.command("cmake", "--build", "built")
    assert built.returncode == 0, built.stdout + built.stderr
    assert tree.command("built/first").stdout == SAID
    for wanted, fits in [("0.1", True), ("9.0", False)]:
        (tree.work / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.16)\nproject(p C)\nfind_package(Security {wanted} REQUIRED)\n")
        done = tree.command("cmake", "-B", f"version {wanted}", f"-DCMAKE_PREFIX_PATH={tree.folder}")
        assert (done.returncode == 0) == fits, f"version {wanted} is {'found' if fits else 'not found'}: {done.stderr}"


@pytest.mark.parametrize("compiler", ["", "clang", "clang -O2", "./link"])
def test_objective_c_is_compiled_as_on_macos(objective, compiler):
    (objective.work / "link").symlink_to(objective.folder / "bin/latchkey-cc")
    shutil.copy(objective.work / "calls.m", objective.work / "calls.c")
    for number, arguments in enumerate([["-fobjc-arc", "calls.m", *OF_MACOS, "-framework", "Foundation", "-framework", "Security"], ["calls.m"],
                                        ["-x", "objective-c", "calls.c", "-framework", "Security"], ["-xobjective-c", "-", "-Wl,-framework,Foundation"]]):
        source = (objective.work / "calls.m").open() if "-" in arguments else None
        done = objective.do("-Wall", "-Werror", *arguments, "-o", f"program {number}", CC=compiler, input=source)
        assert (done.returncode, done.stderr) == (0, ""), f"{arguments}: {done.stderr}"
        ran = objective.command(objective.work / f"program {number}")
        assert ran.stdout.endswith("query: 0 second 1\ndelete: 0\nquery: -25300\n"), f"{arguments}: {ran.stdout}{ran.stderr}"
        needed = objective.command("readelf", "-d", f"program {number}").stdout
        assert "[libSecurity-gnustep.so.0]" in needed and "[libSecurity.so.0]" not in needed, f"it is linked with the door alone: {needed}"


def test_objective_c_is_compiled_file_by_file_and_goes_with_c_and_cpp(objective):
    for file in "wrapper", "KeychainWrapper":
        done = objective.do("-c", "-Wall", "-Werror", "-fobjc-arc", f"{file}.m", "-framework", "Foundation")
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
    done = objective.do("wrapper.o", "KeychainWrapper.o", "-Werror", "-o", "program", "-framework", "Foundation", "-framework", "Security")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    ran = objective.command("./program")
    assert ran.stdout.startswith("saved 1: first\n") and "all: ann bob\n" in ran.stdout, ran.stdout + ran.stderr

    (objective.work / "part.c").write_text("#include <Security/Security.h>\n"
                                           "long part(void) { return CFStringGetLength(CFSTR(\"abc\")); }\n")
    (objective.work / "plus.cpp").write_text("#include <stdexcept>\n"
                                             "extern \"C\" int plus() { try { throw std::runtime_error(\"\"); } catch (std::exception &) { return 5; } }\n")
    (objective.work / "main.m").write_text("""\
#import <Foundation/Foundation.h>
long part(void);
int plus(void);
int main(void) {
    @autoreleasepool {
        @try { [@[] objectAtIndex: (NSUInteger)part()]; } @catch (NSException *raised) { printf("%ld %d %s\\n", part(), plus(), raised.name.UTF8String); }
    }
    return 0;
}
""")
    for source, name in ("part.c", "latchkey-cc"), ("main.m", "latchkey-cc"), ("plus.cpp", "latchkey-c++"):
        done = objective.do("-c", "-Werror", source, name=name)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
    for number, inputs in enumerate([["main.o", "plus.o", "part.o"], ["main.m", "part.c", "plus.o", "-lstdc++"]]):
        done = objective.do(*inputs, "-framework", "Foundation", "-o", f"mixed {number}", name="latchkey-cc" if number else "latchkey-c++")
        assert (done.returncode, done.stderr) == (0, ""), f"{inputs}: {done.stderr}"
        assert objective.command(objective.work / f"mixed {number}").stdout == "3 5 NSRangeException\n", f"{inputs}: each has its own exceptions"


def test_objective_c_needs_clang(objective):
    done = objective.do("calls.m", "-framework", "Foundation", CC="gcc")
    assert done.returncode == 1 and "Objective-C needs clang, and 'gcc' is another compiler" in done.stderr, done.stderr
