// The command line, read: one operation, its options, and the files.
// SPDX-License-Identifier: Apache-2.0

/// Options as getopt_long has them: bundled letters, values in the same word or the next, options and files in any
/// order.
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
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                paths += rest
                break
            }
            if word.hasPrefix("--") {
                try readLong(word.dropFirst(2), &rest)
            } else if word.hasPrefix("-"), word != "-" {
                try readLetters(word.dropFirst(), &rest)
            } else {
                paths.append(word)
            }
        }
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

    private mutating func readLong(_ word: Substring, _ rest: inout ArraySlice<String>) throws(CodesignFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        var given = parts.count == 2 ? String(parts[1]) : nil
        switch name {
        case "verbose":
            guard let level = given else {
                verbosity += 1
                return
            }
            guard let number = Int(level), (0...9).contains(number) else {
                throw .usage("--verbose=\(level): not a number from 0 to 9")
            }
            verbosity = number
            return
        case "sign", "identifier", "entitlements", "password-file", "teams-directory", "script", "script-path",
            "interpreter", "interpreter-option", "output", "loader":
            if given == nil { given = rest.popFirst() }
            guard let given else { throw .usage("option requires an argument -- \(name)") }
            try take(name, given)
        case "display", "verify", "remove-signature", "force", "no-loader", "help":
            guard given == nil else { throw .usage("option takes no argument -- \(name)") }
            try take(name, "")
        default: throw .usage("unrecognized option -- \(name)")
        }
    }

    private mutating func readLetters(_ word: Substring, _ rest: inout ArraySlice<String>) throws(CodesignFailure) {
        var letters = word
        while let letter = letters.popFirst() {
            switch letter {
            case "s", "i", "o":
                let value = letters.isEmpty ? rest.popFirst() : String(letters)
                guard let value else { throw .usage("option requires an argument -- \(letter)") }
                try take(letter == "s" ? "sign" : letter == "i" ? "identifier" : "output", value)
                return
            case "d": try take("display", "")
            case "f": try take("force", "")
            case "h": try take("help", "")
            case "v": verbosity += 1
            default: throw .usage("invalid option -- \(letter)")
            }
        }
    }

    private mutating func take(_ name: String, _ value: String) throws(CodesignFailure) {
        switch name {
        case "sign": try set(.sign(value))
        case "display": try set(.display)
        case "verify": try set(.verify)
        case "remove-signature": try set(.remove)
        case "help": operation = .help
        case "force": isForced = true
        case "no-loader": leavesLoaderOut = true
        case "loader": loader = value
        case "identifier": identifier = value
        case "entitlements": entitlements = value
        case "password-file": passwordFile = value
        case "script": script = value
        case "script-path": scriptPath = value
        case "interpreter": interpreter = value
        case "interpreter-option": interpreterOptions.append(value)
        case "output": output = value
        default: teamsDirectory = value
        }
    }

    private mutating func set(_ operation: Operation) throws(CodesignFailure) {
        guard self.operation == nil || self.operation == operation else {
            throw .usage("only one operation can be asked for")
        }
        self.operation = operation
    }
}
