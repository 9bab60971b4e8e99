// What runs a script: by its first line, or as the command line says.
// SPDX-License-Identifier: Apache-2.0

import LatchkeySignature

package struct ScriptInterpreter: Hashable, Sendable {
    package let path: String
    package let options: [String]

    /// Where `/usr/bin/env` of a first line looks, in the place of whatever the caller's PATH says.
    private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
    private static let longestLine = 256

    /// What keeps code of others out of the interpreters whose arguments after the script are the script's own.
    /// Variables of the environment are not among it: the launcher passes none of them on. Those that look for modules
    /// in the current folder all the same (lua, php), or take code from a debugger that a signal starts (node), are not
    /// among them.
    private static let isolatingOptions: [String: [String]] = [
        "python": ["-I"], "pypy": ["-I"], "sh": [], "dash": [], "bash": [], "ksh": [], "mksh": [], "zsh": ["-f"],
        "perl": [],
        "ruby": ["--disable=gems"], "tclsh": [],
    ]

    /// - Parameter beginning: the first bytes of the script.
    /// - Parameter exists: whether there is a file at a path, for `/usr/bin/env`.
    package init(
        beginning: [UInt8], path given: String?, options replacing: [String], exists: (String) -> Bool
    ) throws(CodesignFailure) {
        var words: [String] = []
        if given == nil {
            guard beginning.starts(with: Array("#!".utf8)),
                let line = beginning.prefix(Self.longestLine).split(
                    separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false
                ).first,
                line.count < Self.longestLine, let text = String(validating: line.dropFirst(2), as: UTF8.self)
            else { throw .message("its first line does not name an interpreter; give one with --interpreter") }
            // As the kernel reads it: the interpreter, and all that follows as one argument.
            words = text.split(separator: " ", maxSplits: 1).map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }.filter { !$0.isEmpty }
            if let first = words.first, first.hasSuffix("/env") {
                guard words.count == 2, !words[1].contains(where: { " /=-".contains($0) }),
                    let found = Self.folders.map({ $0 + "/" + words[1] }).first(where: exists)
                else {
                    throw .message(
                        "the program that env would find is not clear; give the interpreter with --interpreter")
                }
                words = [found]
            }
        }
        guard let path = given ?? words.first, path.hasPrefix("/") else {
            throw .message("the path of the interpreter must begin with /")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        // Without its version.
        let end = name.utf8.reversed().prefix { "0123456789.".utf8.contains($0) }.count
        let known = Self.isolatingOptions[String(name.dropLast(end))]
        guard let isolating = replacing.isEmpty ? known : replacing else {
            throw .message(
                "\(name): not known how others' code is kept out of this interpreter; say it with --interpreter-option")
        }
        self.path = path
        options = isolating + words.dropFirst()
    }
}
