// Which interpreter a script is pinned to.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCodesignTool
import Testing

@Suite struct ScriptInterpreterTests {
    private func read(_ line: String, path: String? = nil, options: [String] = []) throws -> [String] {
        let found = try ScriptInterpreter(
            beginning: Array((line + "\nprint()\n").utf8), path: path, options: options,
            exists: { $0 == "/usr/bin/python3" })
        return [found.path] + found.options
    }

    @Test(arguments: [
        ("#!/usr/bin/python3", ["/usr/bin/python3", "-I"]),
        ("#! /usr/bin/python3.11 -s -E", ["/usr/bin/python3.11", "-I", "-s -E"]),
        ("#!/bin/sh -eu ", ["/bin/sh", "-eu"]), ("#!/usr/bin/env python3", ["/usr/bin/python3", "-I"]),
        ("#!/bin/zsh", ["/bin/zsh", "-f"]),
    ])
    func `the first line names the interpreter, and known ones are isolated`(line: String, words: [String]) throws {
        #expect(try read(line) == words)
    }

    @Test(arguments: [
        "print()", "#!python3", "#!", "#!/usr/bin/env -S python3 -i", "#!/usr/bin/env A=b", "#!/usr/bin/env perl",
        "#!/usr/bin/gawk -f",
        "#!/" + String(repeating: "a", count: 300),
    ])
    func `a first line that leaves it open is refused`(line: String) {
        #expect(throws: CodesignFailure.self) { try read(line) }
    }

    @Test func `the command line says what the first line does not`() throws {
        #expect(try read("", path: "/usr/bin/python3") == ["/usr/bin/python3", "-I"])
        #expect(try read("#!/bin/sh -x", path: "/usr/bin/gawk", options: ["-f"]) == ["/usr/bin/gawk", "-f"])
        #expect(try read("#!/bin/sh -x", options: ["-p"]) == ["/bin/sh", "-p", "-x"])
    }

    @Test(arguments: [
        "-s a.p12 --script s", "-s a.p12 --script s -o l p", "-d -o l p", "--script s -o l",
        "-s a.p12 --interpreter /a p",
    ])
    func `options of launchers are taken together, and alone`(line: String) {
        #expect(throws: CodesignFailure.self) { try Options(line.split(separator: " ").map(String.init)) }
    }
}
