// The words of the command line, by swift-argument-parser: which options there are, and their values.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Bundled letters, values in the same word or the next, options and files in any order, as getopt_long has them.
struct CommandLineWords: ParsableArguments {
    @Option(name: [.customShort("s", allowingJoined: true), .customLong("sign")], parsing: .unconditional)
    var signer: String?

    @Option(name: [.customShort("i", allowingJoined: true), .customLong("identifier")], parsing: .unconditional)
    var identifier: String?

    @Option(parsing: .unconditional) var entitlements: String?
    @Option(parsing: .unconditional) var passwordFile: String?
    @Option(parsing: .unconditional) var teamsDirectory: String?
    @Option(parsing: .unconditional) var script: String?
    @Option(parsing: .unconditional) var scriptPath: String?
    @Option(parsing: .unconditional) var interpreter: String?
    @Option(name: .customLong("interpreter-option"), parsing: .unconditionalSingleValue)
    var interpreterOptions: [String] = []

    @Option(name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional)
    var output: String?

    @Option(parsing: .unconditional) var loader: String?

    @Flag(name: .customLong("no-loader")) var leavesLoaderOut = false
    @Flag(name: .shortAndLong) var force = false
    @Flag(name: .shortAndLong) var display = false
    @Flag var verify = false
    @Flag var removeSignature = false
    @Flag(name: .shortAndLong) var verbose: Int

    @Argument var paths: [String] = []
}
