// The command line, read: one operation, its options, and the files.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What ``CommandLineWords`` say, once it is known to fit together.
package struct Options: Hashable, Sendable {
    package enum Operation: Hashable, Sendable { case sign(String), display, verify, remove, help }

    package private(set) var operation: Operation?
    package private(set) var paths: [String] = []
    package private(set) var identifier: String?
    package private(set) var entitlements: String?
    package private(set) var passwordFile: String?
    package private(set) var teamsDirectory: String?
    package private(set) var script: String?
    package private(set) var scriptPath: String?
    package private(set) var interpreter: String?
    package private(set) var interpreterOptions: [String] = []
    package private(set) var output: String?
    package private(set) var isForced = false
    /// Whether a program is signed as it is, without what keeps the libraries of its caller out.
    package private(set) var leavesLoaderOut = false
    /// The loader that a program gets which is signed ad hoc; nil for none.
    package private(set) var loader: String?
    package private(set) var verbosity = 0

    /// - Parameter words: the command line without the name of the tool.
    /// - Throws: `.usage`.
    package init(_ words: [String]) throws(CodesignFailure) {
        let (level, words) = try Self.takingLevel(from: words)
        let read: CommandLineWords
        do {
            read = try CommandLineWords.parse(words)
        } catch {
            guard CommandLineWords.exitCode(for: error).isSuccess else {
                throw .usage(CommandLineWords.message(for: error))
            }
            operation = .help
            return
        }
        paths = read.paths
        identifier = read.identifier
        entitlements = read.entitlements
        passwordFile = read.passwordFile
        teamsDirectory = read.teamsDirectory
        script = read.script
        scriptPath = read.scriptPath
        interpreter = read.interpreter
        interpreterOptions = read.interpreterOptions
        output = read.output
        isForced = read.force
        leavesLoaderOut = read.leavesLoaderOut
        loader = read.loader
        verbosity = level ?? read.verbose
        let operations = [
            read.signer.map(Operation.sign), read.display ? .display : nil, read.verify ? .verify : nil,
            read.removeSignature ? .remove : nil,
        ].compactMap(\.self)
        guard operations.count <= 1 else { throw .usage("only one operation can be asked for") }
        operation = operations.first
        try requireTogether()
    }

    /// Takes `--verbose=N` out of the words: the one option whose value may be left out.
    private static func takingLevel(
        from words: [String]
    ) throws(CodesignFailure) -> (level: Int?, words: [String]) {
        let name = "--verbose="
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let levels = words[..<end].filter { $0.hasPrefix(name) }
        guard let last = levels.last else { return (nil, words) }
        guard let level = Int(last.dropFirst(name.count)), (0...9).contains(level) else {
            throw .usage("\(last): not a number from 0 to 9")
        }
        return (level, words[..<end].filter { !$0.hasPrefix(name) } + words[end...])
    }

    /// Finds out which operation is meant, and refuses options that are of no use for it.
    private mutating func requireTogether() throws(CodesignFailure) {
        // Beside another operation -v says more; alone it is one.
        if operation == nil, verbosity > 0 {
            operation = .verify
            verbosity -= 1
        }
        guard let operation else { throw .usage("no operation was asked for") }
        if operation == .help { return }
        if case .sign = operation, script != nil {
            guard paths.isEmpty else { throw .usage("beside --script no file is signed: \(paths[0])") }
            guard output != nil else { throw .usage("a launcher of a script needs -o") }
            guard loader == nil else { throw .usage("a launcher has no loader") }
            return
        }
        guard script == nil, scriptPath == nil, interpreter == nil, interpreterOptions.isEmpty, output == nil else {
            throw .usage("an option of launchers needs -s and --script")
        }
        guard !paths.isEmpty else { throw .usage("no file was named") }
        if case .sign(let identity) = operation {
            guard loader == nil || identity == "-" else {
                throw .usage("--loader is for ad-hoc signatures: a team's programs get the loader of this machine")
            }
            guard loader?.hasPrefix("/") != false else { throw .usage("the path of a loader begins with /") }
            return
        }
        guard identifier == nil, passwordFile == nil, !isForced, !leavesLoaderOut, loader == nil,
            entitlements == nil || operation == .display
        else {
            throw .usage("an option of signing is of no use here")
        }
        guard entitlements == nil || entitlements == "-" || entitlements == ":-" else {
            throw .usage("entitlements are displayed on standard output only: --entitlements -")
        }
    }
}
